//! Files that are no puzzle in any notation, told by how they begin.

use crate::vocabulary::sentence::{Reason, Sentence, sentences};

sentences! {
    GZIP = "gzip",
        "this is a gzip file, as BurrTools writes (.xmpuzzle): its puzzles are not read; draw pieces and board in an instance file",
        "gzip のファイルです（BurrTools の .xmpuzzle など）。そのパズルは読めません。ピースと盤を問題ファイルに描いてください",
        "这是 gzip 文件（例如 BurrTools 的 .xmpuzzle）：不能读取其谜题，请在题目文件中画出拼块和棋盘";
    BURR_TOOLS = "burr-tools",
        "this is a puzzle of BurrTools (XML), which is not read: draw pieces and board in an instance file",
        "BurrTools のパズル（XML）です。これは読めません。ピースと盤を問題ファイルに描いてください",
        "这是 BurrTools 的谜题（XML），不能读取：请在题目文件中画出拼块和棋盘";
    ZIP = "zip",
        "this is a zip archive: unpack it, and give a file in it",
        "zip のアーカイブです。展開して、中のファイルを渡してください",
        "这是 zip 压缩包：请解压后给出其中的文件";
    ARCHIVE = "archive",
        "this is a compressed file: unpack it, and give the text in it",
        "圧縮されたファイルです。展開して、中のテキストを渡してください",
        "这是压缩文件：请解压后给出其中的文本";
    PDF = "pdf",
        "this is a PDF document: copy the text of a puzzle out of it",
        "PDF の文書です。パズルの部分をテキストとして取り出してください",
        "这是 PDF 文档：请把其中的谜题复制成文本";
    IMAGE = "image",
        "this is an image: write the board as text, one character a cell",
        "画像です。盤を一マス一文字のテキストで書いてください",
        "这是图片：请把棋盘写成文本，一格一个字符";
    HTML = "html",
        "this is a web page (HTML): copy the text of a puzzle out of it",
        "ウェブページ（HTML）です。パズルの部分をテキストとして取り出してください",
        "这是网页（HTML）：请把其中的谜题复制成文本";
    UTF_16 = "utf-16",
        "this is text in UTF-16: save the file as UTF-8",
        "UTF-16 のテキストです。UTF-8 で保存してください",
        "这是 UTF-16 文本：请把文件存为 UTF-8";
}

/// How files of each kind begin.
const BEGINNINGS: [(&[u8], &Sentence); 17] = [
    (b"\x1f\x8b", &GZIP),
    (b"PK\x03\x04", &ZIP),
    (b"PK\x05\x06", &ZIP),
    (b"7z\xbc\xaf\x27\x1c", &ARCHIVE),
    (b"\xfd7zXZ\0", &ARCHIVE),
    (b"BZh", &ARCHIVE),
    (b"\x28\xb5\x2f\xfd", &ARCHIVE),
    (b"Rar!\x1a", &ARCHIVE),
    (b"%PDF-", &PDF),
    (b"\x89PNG\r\n", &IMAGE),
    (b"\xff\xd8\xff", &IMAGE),
    (b"GIF87a", &IMAGE),
    (b"GIF89a", &IMAGE),
    (b"RIFF", &IMAGE),
    (b"II*\0", &IMAGE),
    (b"\xff\xfe", &UTF_16),
    (b"\xfe\xff", &UTF_16),
];

/// How much of a text is looked at.
const BEGINNING: usize = 1024;

/// What a file is that is no puzzle, with the remedy; `None` if it may be one. Looks at its beginning only.
pub fn file_kind(bytes: &[u8]) -> Option<Reason> {
    let begins = |(beginning, sentence): &(&[u8], &'static Sentence)| {
        bytes.starts_with(beginning).then(|| Reason::new(sentence))
    };
    BEGINNINGS.iter().find_map(begins).or_else(|| {
        let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(BEGINNING)]).to_lowercase();
        let beginning = beginning.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
        let is_xml = beginning.starts_with("<?xml") || beginning.starts_with("<!--");
        let has = |tag: &str| {
            beginning.split(tag).skip(1).any(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
        };
        let begins_or_has = |tag: &str| (is_xml || beginning.starts_with(tag)) && has(tag);
        if begins_or_has("<puzzle") {
            return Some(Reason::new(&BURR_TOOLS));
        }
        if begins_or_has("<svg") {
            return Some(Reason::new(&IMAGE));
        }
        let is_page = beginning.starts_with("<!doctype html") || beginning.starts_with("<html");
        (is_page || is_xml && has("<html")).then(|| Reason::new(&HTML))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_as_what_they_are() {
        let kinds: [(&[u8], &str); 9] = [
            (b"\x1f\x8b\x08\0", "gzip"),
            (b"<?xml version=\"1.0\"?>\n<puzzle version=\"2\">", "burr-tools"),
            (b"PK\x03\x04\x14", "zip"),
            (b"%PDF-1.4\n", "pdf"),
            (b"\x89PNG\r\n\x1a\n", "image"),
            (b"<svg xmlns=''>", "image"),
            (b"\n<!DOCTYPE html><html>", "html"),
            (b"\xff\xfe#\0#\0", "utf-16"),
            (b"BZh91AY", "archive"),
        ];
        for (bytes, code) in kinds {
            assert_eq!(file_kind(bytes).expect(code).code(), code);
        }
        for text in ["", "<?xml version='1.0'?><SokobanLevels>", "AABB..", "#####\n#@$.#", "<puzzler>"] {
            assert!(file_kind(text.as_bytes()).is_none(), "{text}");
        }
    }
}
