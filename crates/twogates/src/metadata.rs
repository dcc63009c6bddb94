//! What a client reads before it has a token: the protected resource metadata (RFC 9728).

use crate::Front;
use scope::ResourceMetadata;
use wire::http::{Request, Response};

impl Front {
    /// Answers a GET of the address that each challenge names: who issues tokens for this server, and which scopes a first
    /// one should cover (rule `AUTH-02`). None for every other request, which is for [`Front::admit`].
    #[must_use]
    pub fn metadata(&self, http: &Request, authorization_servers: &[&str]) -> Option<Response> {
        let asked = http.method == "GET" && path(&self.endpoint.metadata) == Some(http.path.as_str());
        asked.then(|| {
            let metadata = ResourceMetadata {
                resource: self.endpoint.resource.clone(),
                authorization_servers: authorization_servers.iter().map(ToString::to_string).collect(),
                scopes_supported: Some(self.endpoint.first_scopes.clone()),
                resource_name: None,
            };
            Response::json(200, &metadata.value())
        })
    }
}

/// The path of an address; none where it has none.
fn path(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    rest.get(rest.find('/')?..)
}
