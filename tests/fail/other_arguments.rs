// E0616 line 5
use lab::tools::DeleteFile;

fn main() {
    let _another_file = |mut claim: grants::Claim<DeleteFile>| claim.args.path = "report.csv".into();
}
