family! {
    MARKED = "TRACE-01" Ours "Two Gates" "An entry that is marked as a violation breaks exactly the rules that its mark names.";
}
