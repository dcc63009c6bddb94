// E0451 line 3
fn run(grant: grants::GrantId, holder: grants::Holder) -> grants::Settled {
    grants::Settled { grant, holder, end: grants::End::Executed, text: String::new() }
}

fn main() {
    let _ = run;
}
