// E0308 line 5
use lab::tools::DeleteFile;

fn runs(answered: consent::Answered<DeleteFile>) -> bool {
    if answered { true } else { false }
}

fn main() {
    let _ = runs;
}
