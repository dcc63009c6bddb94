// E0451 line 3
fn run(grant: grants::GrantId) -> grants::Settled {
    grants::Settled { grant, end: grants::End::Executed, text: String::new() }
}

fn main() {
    let _ = run;
}
