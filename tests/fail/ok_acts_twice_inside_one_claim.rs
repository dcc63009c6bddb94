// Compiles: what happens between `take` and `settle` is the tool's own. Its author answers for it.
use lab::tools::DeleteFile;

fn main() {
    let _twice = |tool: &DeleteFile, claim: grants::Claim<DeleteFile>| {
        let mut files = tool.files().lock().map_err(|_| ())?;
        let (args, running) = claim.take(|args| files.snapshot(&args.path)).map_err(|_| ())?;
        files.remove(&args.path);
        files.remove("report.csv");
        Ok::<_, ()>(running.settle(grants::End::Executed, ""))
    };
}
