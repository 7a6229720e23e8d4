//! What the terminal game says.

tejun_puzzles::sentences! {
    // The line below the board: which keys there are.
    WALK = "walk", "arrows walk and push", "矢印：歩く・押す", "方向键：走动、推箱";
    SLIDE = "slide", "arrows slide", "矢印：滑らせる", "方向键：滑动";
    CURSOR = "cursor", "arrows move the cursor, space picks up and puts down",
        "矢印：カーソル　スペース：持つ・置く", "方向键：移动光标　空格：拿起、放下";
    TURN = "turn", "t turns, f flips", "t：回す　f：裏返す", "t：旋转　f：翻面";
    KEYS = "keys", "u undo  y redo  n new  ? hint  g give up  : type a move  q quit",
        "u：戻す　y：進める　n：最初から　?：ヒント　g：答え　:：手を入力　q：終わる",
        "u：撤销　y：重做　n：重来　?：提示　g：看答案　:：输入走法　q：退出";
    // What is told beside the board.
    BEST = "best", "(best {n})", "（最短 {n}）", "（最少 {n}）";
    SCORE = "score", "score {n}", "得点 {n}", "得分 {n}";
    HINTS = "hints", "hints: {n}", "ヒント {n} 回", "提示 {n} 次";
    TYPED = "typed", "Move: {text}", "手：{text}", "走法：{text}";
    // Messages.
    SEARCHING = "searching", "Searching… {n} positions (any key stops)", "探索中… {n} 局面（どのキーでも中断）",
        "搜索中… {n} 个局面（任意键停止）";
    UNKNOWN = "unknown", "Unknown: the search was stopped.", "不明：探索は途中で止まりました。", "未知：搜索被中止。";
    SOLVED = "solved", "Solved!", "解けました！", "解开了！";
    SHORTEST = "shortest", "Solved, and nobody can do better!", "最短で解けました！", "解开了，而且是最优解！";
    OVER = "over", "The game is over.", "終了です。", "本局结束。";
    LOST = "lost", "Lost.", "失敗です。", "失败了。";
    HOPELESS = "hopeless", "There is no solution from here. {why}", "ここからは解けません。{why}", "已成死局。{why}";
    FAR = "far", "It can be solved in {n} from here.", "ここから {n}で解けます。",
        "从这里 {n}能解开。";
    FAR_PROVED = "far-proved", "It can be solved in {n} from here, and not in fewer.",
        "ここからは最短 {n}で解けます。", "从这里最少 {n}就能解开。";
    FAR_SCORE = "far-score", "A score of {n} is still possible.", "まだ得点 {n} は取れます。", "还能得到 {n} 分。";
    FITS = "fits", "It can still be solved.", "まだ解けます。", "还能解开。";
    MOVE = "move", "Play {move}.", "{move} と動かしましょう。", "走 {move}。";
    SHOWN = "shown", "This is the rest of a solution. Any key stops it.", "答えの続きです。どのキーでも止まります。",
        "这是后面的解法。按任意键停止。";
    NO_GOAL = "no-goal", "There is no goal: move as you like.", "目標はありません。自由に動かせます。",
        "没有目标，可以随意移动。";
    NOTHING = "nothing", "There is nothing to pick up here.", "ここには持てるものがありません。", "这里没有可拿的棋子。";
    OUTSIDE = "outside", "It does not fit on the board there.", "そこでは盤からはみ出します。", "放在那里会超出棋盘。";
}
