// E0277 line 6
use lab::tools::DeleteFile;

fn main() {
    let _nobody_asked = |gates: &twogates::Gates, tool: &DeleteFile, caller: scope::Caller| {
        gates.read(tool, caller, Default::default())
    };
}
