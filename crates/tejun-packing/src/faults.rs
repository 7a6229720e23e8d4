//! What is wrong with a drawn region, or with the pieces for it.

use tejun_core::sentences;

sentences! {
    STRANGE = "strange-character",
        "{c} means nothing here: write o for a cell to fill, ? for one that may stay empty, # for a hole",
        "{c} は使えません。埋めるマスは o、空いてもよいマスは ?、穴は # です",
        "这里不能用 {c}：要填的格写 o，可以空着的格写 ?，空洞写 #";
    CELLS = "board-size",
        "the board has {n} cells to fill: draw 1 to {most}",
        "埋めるマスが {n} あります。1 から {most} までにしてください",
        "要填的格有 {n} 个：请画 1 到 {most} 个";
    MOST_PIECES = "most-pieces",
        "there are {n} pieces: the most is {most}",
        "ピースが {n} 個あります。{most} 個までです",
        "拼块有 {n} 个：最多 {most} 个";
    NO_PIECE = "no-piece",
        "there is no piece: name some, as in pieces = \"FILNP\", or draw them in [[piece]] tables",
        "ピースがありません。pieces = \"FILNP\" のように挙げるか、[[piece]] に描いてください",
        "没有拼块：请像 pieces = \"FILNP\" 那样列出，或在 [[piece]] 中画出";
    TWICE = "twice",
        "two pieces are called {name}: rename one, or use a count",
        "{name} という名前のピースが二つあります。一方の名前を変えるか、count を使ってください",
        "有两个拼块都叫 {name}：请给其中一个改名，或用 count";
    LONG_NAME = "long-name",
        "a piece's name is too long: it may have {most} characters at most",
        "ピースの名前が長すぎます。{most} 文字までです",
        "拼块的名字太长：最多 {most} 个字符";
    BAD_NAME = "bad-name",
        "{name} cannot name a piece: use letters or digits without white space",
        "{name} はピースの名前にできません。空白のない文字か数字にしてください",
        "{name} 不能作拼块的名字：请用不含空白的字母或数字";
    COUNT = "count",
        "piece {name}: the count is {n}: it has to be 1 to {most}",
        "ピース {name}：count が {n} です。1 から {most} までにしてください",
        "拼块 {name}：count 是 {n}，应为 1 到 {most}";
    STRANGE_SHAPE = "strange-shape",
        "in the shape of piece {name}: {c} means nothing: write o for a cell",
        "ピース {name} の形：{c} は使えません。マスは o と書いてください",
        "拼块 {name} 的形状：不能用 {c}，格子请写 o";
    SPARE_CELLS = "spare-cells",
        "with spare pieces, no cell may stay empty: write o instead of ?, or leave out spare",
        "spare では、どのマスも空けられません。? を o にするか、spare を消してください",
        "用了 spare，就不能有空着的格：请把 ? 改成 o，或去掉 spare";
    SPARE_SIZES = "spare-sizes",
        "spare pieces must be of one size: {first} has {n} cells, {other} has {m}",
        "spare では、ピースの大きさをそろえてください。{first} は {n} マス、{other} は {m} マスです",
        "用了 spare，各拼块须同样大：{first} 有 {n} 格，{other} 有 {m} 格";
    PIECE_SIZE = "piece-size",
        "piece {name} has {n} cells: draw 1 to {most}",
        "ピース {name} は {n} マスです。1 から {most} までにしてください",
        "拼块 {name} 有 {n} 格：请画 1 到 {most} 格";
    TWO_PARTS = "two-parts",
        "piece {name} is in two parts: draw it in one, or as two pieces",
        "ピース {name} が二つに分かれています。つなげるか、二つのピースにしてください",
        "拼块 {name} 分成了两块：请连起来，或画成两个拼块";
    LAYERS = "layers",
        "layer {n} has {rows} rows, the first has {first}: empty lines separate layers of the same size",
        "第 {n} 層は {rows} 行、第 1 層は {first} 行です。空行で区切る層は同じ大きさにしてください",
        "第 {n} 层有 {rows} 行，第 1 层有 {first} 行：用空行隔开的各层须大小相同";
    WRAP_LAYERS = "wrap-layers",
        "a board in layers cannot wrap: leave out wrap, or draw one layer",
        "層のある盤は端をつなげません。wrap を消すか、盤を一層にしてください",
        "有多层的盘面不能首尾相接：请去掉 wrap，或只画一层";
    FLAT = "flat-board",
        "piece {name} has layers, the board has one: draw the board in layers, with empty lines between them",
        "ピース {name} には層がありますが、盤は一層です。盤の層を空行で区切って描いてください",
        "拼块 {name} 有多层，而盘面只有一层：请分层画盘面，层间留空行";
    NO_LETTER = "no-letter",
        "{letter} is not a piece: the letters are {letters}; sets are {sets}",
        "{letter} というピースはありません。文字は {letters}、組は {sets} です",
        "没有拼块 {letter}：字母有 {letters}，套装有 {sets}";
    LABELS = "labels",
        "there are {n} labels for {cells} cells: write one for each o and ? of the board, with white space between them",
        "ラベルが {n} 個、マスが {cells} 個あります。盤の o と ? の一つ一つに、空白で区切って書いてください",
        "有 {n} 个标签、{cells} 个格：请为盘面的每个 o 和 ? 各写一个，用空白隔开";
    LABEL_TWICE = "label-twice",
        "the label {label} comes twice: moves name cells by their labels",
        "ラベル {label} が二度あります。手の表記はラベルでマスを指します",
        "标签 {label} 出现了两次：着法用标签指明格子";
    BAD_LABEL = "bad-label",
        "{label} is no label: write at most {most} characters, none of them a comma or a colon",
        "{label} はラベルにできません。{most} 文字以内で、コンマとコロンは使えません",
        "{label} 不能作标签：最多 {most} 个字符，不能有逗号和冒号";
    NO_LABEL = "no-label",
        "no cell has the label {label}: name those to leave empty by their labels",
        "ラベル {label} のマスはありません。空けるマスはラベルで指定してください",
        "没有标签为 {label} 的格：请用标签指明要空出的格";
    NO_LABELS = "no-labels",
        "there are no labels to name the empty cells by: add labels, or draw them as #",
        "空けるマスを指すラベルがありません。labels を加えるか、そのマスを # で描いてください",
        "没有可用来指明空格的标签：请加上 labels，或把这些格画成 #";
}
