//! What is wrong with a drawn maze.

use tejun_core::sentences;

sentences! {
    TIME = "time-limit",
        "the time limit is {time}; it may be 1 to {most}",
        "制限時間が {time} です。1 から {most} までにしてください",
        "时限是 {time}：应为 1 到 {most}";
    SMALL = "board-size",
        "the map is {width}x{height}; the least is 3x3",
        "迷路が {width}x{height} です。3x3 以上にしてください",
        "迷宫是 {width}x{height}：最小 3x3";
    LARGE = "board-size",
        "the map is {width}x{height}; the most is {most}x{most}",
        "迷路が {width}x{height} です。{most}x{most} までです",
        "迷宫是 {width}x{height}：最大 {most}x{most}";
    LONG_ROW = "row-length",
        "the row is longer than the first, which has {width} cells",
        "この行が最初の行（{width} マス）より長くなっています",
        "这一行比第一行（{width} 格）长";
    SHORT_ROW = "row-length",
        "the row ends here; the first has {width} cells",
        "この行はここで終わっていますが、最初の行は {width} マスです",
        "这一行到此为止，而第一行有 {width} 格";
    SECOND = "second",
        "a second '@'; there is one Pac-Man",
        "'@' の二つ目です。パックマンは一人だけです",
        "这是第二个 '@'：吃豆人只有一个";
    STRANGE = "strange-character",
        "{c} means nothing here: only '#', '.', '@', V, H, L, R, J and space are known",
        "{c} は使えません。使えるのは '#'、'.'、'@'、V、H、L、R、J と空白です",
        "这里不能用 {c}：可用的是 '#'、'.'、'@'、V、H、L、R、J 和空格";
    BORDER = "border",
        "{c} is a hole in the border; put '#' here",
        "{c} のところで外周に穴があいています。'#' にしてください",
        "{c} 使外墙有了缺口：请改成 '#'";
    NO_START = "missing",
        "the map ends without '@'; put Pac-Man somewhere",
        "'@' がありません。パックマンをどこかに置いてください",
        "没有 '@'：请把吃豆人放在某处";
    UNREACHED = "unreached",
        "this dot cannot be reached from '@': open a way, or take it out",
        "'@' からこのドットへ行けません。道を開けるか、取り除いてください",
        "从 '@' 到不了这颗豆：请打通道路，或拿掉它";
    WALLED_IN = "walled-in",
        "{letter} is walled in; an enemy must be able to move",
        "{letter} が壁に囲まれています。敵は動けなければなりません",
        "{letter} 被墙围住了：敌人必须能动";
}
