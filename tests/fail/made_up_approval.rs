// E0624 line 5
use lab::tools::DeleteFile;

fn yes(question: consent::QuestionId, intent: consent::Intent) -> consent::Approval<DeleteFile> {
    consent::Approval::verified_yes(question, intent)
}

fn main() {
    let _ = yes;
}
