//! Where a resource's metadata is, when no challenge says it.

/// The addresses at which a resource's metadata may be, when no challenge says where (rules `AUTH-03`, `AUTH-04`): the
/// path-specific one, then the root one. One address where they are the same, none where `resource` is no http or
/// https address.
///
/// ```
/// # use twogates_scope as scope;
/// assert_eq!(scope::well_known("https://files.example/mcp"), [
///     "https://files.example/.well-known/oauth-protected-resource/mcp",
///     "https://files.example/.well-known/oauth-protected-resource",
/// ]);
/// assert!(scope::well_known("files.example/mcp").is_empty());
/// ```
#[must_use]
pub fn well_known(resource: &str) -> Vec<String> {
    let resource = resource.split('#').next().unwrap_or_default();
    let Some((scheme, rest)) = resource.split_once("://") else { return Vec::new() };
    let (host, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let web = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    if !web || host.is_empty() {
        return Vec::new();
    }
    let root = format!("{scheme}://{host}/.well-known/oauth-protected-resource");
    // RFC 9728 3.1: a slash that ends the host is not part of the path.
    let path = if path == "/" || path.starts_with("/?") { path.trim_start_matches('/') } else { path };
    if path.is_empty() { vec![root] } else { vec![format!("{root}{path}"), root] }
}
