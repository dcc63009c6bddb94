//! rmcp's client as an arm of the four-tool story.
//!
//! rmcp steps up by nothing itself: a request that is refused for want of scope fails with the challenge, and the host asks
//! its [`AuthorizationManager`] for the way. The arm is such a host, and does it once for each call.

mod host;

use anyhow::{Context, bail};
use host::Host;
use rmcp::model::{CallToolRequestParams, ProtocolVersion};
use rmcp::service::{ClientServiceExt, RoleClient, RunningService, ServiceError};
use rmcp::transport::auth::{
    AuthClient, AuthorizationCallback, AuthorizationManager, AuthorizationRequest, OAuthState, WWWAuthenticateParams,
};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;
use tokio::process::Command;
use tokio::sync::Mutex;

/// Where the browser is sent at the end of an authorization. Nobody listens there: the bench says what it would have got.
const REDIRECT: &str = "http://127.0.0.1:1/callback";

/// One client, connected.
pub struct Arm {
    client: RunningService<RoleClient, Host>,
    host: Host,
    url: reqwest::Url,
    person: Value,
    authorization: Option<Arc<Mutex<AuthorizationManager>>>,
}

impl Arm {
    /// Connects as it is told, over stdio or HTTP. Over HTTP it comes without a token, and gets one as the 401 says.
    ///
    /// # Errors
    ///
    /// What the client says of it.
    pub async fn connect(told: Value) -> anyhow::Result<Self> {
        let host = Host::default();
        if let Some(command) = told.get("command").and_then(Value::as_array) {
            let mut words = command.iter().filter_map(Value::as_str);
            let mut command = Command::new(words.next().context("no command")?);
            command.args(words);
            let client = host.clone().serve_with_lifecycle(TokioChildProcess::new(command)?, host::lifecycle()).await?;
            let url = reqwest::Url::parse("stdio:")?;
            return Ok(Self { client, host, url, person: Value::Null, authorization: None });
        }
        let url = word(&told, "url")?.to_owned();
        let person = told.get("person").cloned().unwrap_or_default();
        let config = || StreamableHttpClientTransportConfig::with_uri(url.clone());
        let http = reqwest::Client::default();
        let plain = StreamableHttpClientTransport::with_client(http.clone(), config());
        let refused = match host.clone().serve_with_lifecycle(plain, host::lifecycle()).await {
            Ok(_) => bail!("the server asked for no token"),
            Err(refused) => refused,
        };
        let challenge = refused.auth_challenge().with_context(|| format!("no challenge: {refused}"))?;
        let request = AuthorizationRequest::new(REDIRECT)
            .with_client_name("twogates interop")
            .with_application_type("native")
            .with_initial_scope_selection()
            .with_challenge(challenge);
        let mut state = OAuthState::new(url.as_str(), None).await?;
        state.start_authorization(request).await?;
        let callback = clicked(&person, &state.get_authorization_url().await?).await?;
        state.handle_callback_url(&callback).await?;
        let manager = state.into_authorization_manager().context("not authorized")?;
        let authorized = AuthClient::new(http, manager);
        let authorization = Some(Arc::clone(&authorized.auth_manager));
        let transport = StreamableHttpClientTransport::with_client(authorized, config());
        let client = host.clone().serve_with_lifecycle(transport, host::lifecycle()).await?;
        Ok(Self { client, host, url: reqwest::Url::parse(&url)?, person, authorization })
    }

    /// Does one thing.
    ///
    /// # Errors
    ///
    /// What the client says of it.
    pub async fn obey(&mut self, told: &Value) -> anyhow::Result<Value> {
        match word(told, "do")? {
            "grant" => {
                if let Some(person) = self.person.as_object_mut() {
                    person.insert("grant".into(), word(told, "how")?.into());
                }
                Ok(json!({}))
            }
            "list" => {
                self.client.clear_response_cache().await;
                let listed = self.client.list_all_tools().await?;
                Ok(json!({"tools": listed.iter().map(|tool| json!({"name": tool.name})).collect::<Vec<_>>()}))
            }
            "call" => self.call(told).await,
            other => bail!("{other} is not a thing to do"),
        }
    }

    async fn call(&self, told: &Value) -> anyhow::Result<Value> {
        let arguments = told.get("args").and_then(Value::as_object).cloned().unwrap_or_default();
        let call = CallToolRequestParams::new(word(told, "tool")?.to_owned()).with_arguments(arguments);
        self.host.answer_with(word(told, "answer")?);
        let result = match self.client.call_tool(call.clone()).await {
            Err(refused) if refused.auth_challenge().is_some() => {
                self.step_up(&refused).await?;
                self.client.call_tool(call).await?
            }
            other => other?,
        };
        let text: Vec<_> =
            result.content.iter().map(|block| block.as_text().map_or("(no text)", |text| &text.text)).collect();
        Ok(json!({"asked": self.host.asked(), "isError": result.is_error.unwrap_or(false), "text": text.join("\n")}))
    }

    /// One more authorization, for what a challenge names and all that there was.
    async fn step_up(&self, refused: &ServiceError) -> anyhow::Result<()> {
        let challenge = refused.auth_challenge().context("no challenge")?;
        let named = WWWAuthenticateParams::parse(challenge, &self.url);
        if !named.is_insufficient_scope() {
            bail!("{refused}");
        }
        let scope = named.scope.context("the challenge names no scope")?;
        let manager = self.authorization.as_ref().context("there is no authorization")?.lock().await;
        let callback = clicked(&self.person, &manager.request_scope_upgrade(&scope).await?).await?;
        let AuthorizationCallback { code, csrf_token, issuer, .. } =
            AuthorizationCallback::from_redirect_url(&callback)?;
        manager.exchange_code_for_token_with_issuer(&code, &csrf_token, issuer.as_deref()).await?;
        Ok(())
    }

    /// Ends the connection.
    ///
    /// # Errors
    ///
    /// Its task did not end.
    pub async fn close(self) -> anyhow::Result<()> {
        self.client.cancel().await?;
        Ok(())
    }
}

impl fmt::Debug for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arm").field("host", &self.host).finish_non_exhaustive()
    }
}

/// The callback to which a person's browser is sent from an authorization page.
async fn clicked(person: &Value, url: &str) -> anyhow::Result<String> {
    let page = format!("{}/click", word(person, "bench")?);
    let click = json!({"url": url, "user": word(person, "user")?, "grant": word(person, "grant")?});
    let sent = reqwest::Client::default().post(page).json(&click).send().await?;
    let answer: Value = sent.error_for_status()?.json().await?;
    Ok(word(&answer, "callback")?.to_owned())
}

fn word<'a>(told: &'a Value, name: &str) -> anyhow::Result<&'a str> {
    told.get(name).and_then(Value::as_str).with_context(|| format!("no {name}"))
}

/// The revision that is spoken here.
fn version() -> ProtocolVersion {
    ProtocolVersion::V_2026_07_28
}
