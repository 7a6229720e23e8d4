//! The sentences of facts.

use crate::vocabulary::sentence::sentences;

sentences! {
    LOST = "lost",
        "nothing solves the puzzle from here",
        "ここからはどう動かしても解けません",
        "从这里怎么走都解不开";
    STUCK = "stuck",
        "{piece} can never leave its place again",
        "{piece} はもう動けません",
        "{piece} 再也离不开原处";
    UNREACHED = "unreached",
        "nothing that belongs there can get to {cells} any more",
        "{cells} に来るべきものは、もうそこへ届きません",
        "该到 {cells} 的，再也到不了";
    LOSES = "loses",
        "after {move}, nothing solves the puzzle",
        "{move} のあとは、どう動かしても解けません",
        "走 {move} 之后就解不开了";
    LOSES_WHY = "loses",
        "after {move}, nothing solves the puzzle: {why}",
        "{move} のあとは、どう動かしても解けません：{why}",
        "走 {move} 之后就解不开了：{why}";
    NEEDED = "needed",
        "every solution from here plays {move} here",
        "ここからの解はどれも、この局面で {move} を通ります",
        "从这里出发的每个解都要在此局面走 {move}";
    SHORTEST = "shortest",
        "{move} begins a shortest way: {left} more to go after it",
        "{move} は最短の一手です。このあと残り {left} 手",
        "{move} 是最短解的一步，之后还剩 {left} 步";
    DETOUR = "detour",
        "{move} is a detour: with it the fewest are {with}, without it {best}",
        "{move} は遠回りです。これを選ぶと最短でも {with} 手、ほかなら {best} 手",
        "{move} 绕了远路：走它最少要 {with} 步，不走只要 {best} 步";
    LEAVES = "leaves",
        "while {piece} stays where it is, nothing solves the puzzle",
        "{piece} を動かさないままでは解けません",
        "{piece} 留在原处就解不开";
    BEFORE = "before",
        "{piece} must leave its place before {other} does",
        "{other} より先に、{piece} がどかなければなりません",
        "{piece} 必须先于 {other} 离开原处";
    CLEARS = "clears",
        "{piece} must clear {cells}: while something stands there, nothing solves the puzzle",
        "{piece} は {cells} を空けなければなりません。ふさがったままでは解けません",
        "{piece} 必须让出 {cells}：那里一直被占就解不开";
    REACHES = "reaches",
        "{piece} must come to {cells}: if it keeps away, nothing solves the puzzle",
        "{piece} は {cells} を通らなければなりません。避けていては解けません",
        "{piece} 必须到达 {cells}：避开就解不开";
    COVERS = "covers",
        "{cells} must be used: while it stays empty, nothing solves the puzzle",
        "{cells} を使わなければなりません。空けたままでは解けません",
        "必须用到 {cells}：一直空着就解不开";
    LONGER = "longer",
        "while {piece} stays where it is, the fewest are {with} instead of {best}",
        "{piece} を動かさないと最短でも {with} 手、動かせば {best} 手です",
        "{piece} 留在原处最少要 {with} 步，否则 {best} 步";
    ON = "on", "{piece} on {cell}", "{cell} の {piece}", "{cell} 的 {piece}";
}
