"""The official Python client as an arm of the story: see arm.mjs for what it is told and what it answers."""

import json
import sys
import urllib.request
from urllib.parse import parse_qs, urlparse

import anyio
import httpx2
from mcp import Client, StdioServerParameters, types
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

REDIRECT = "http://127.0.0.1:1/callback"


class Kept:
    """What a host keeps of its authorization, in memory."""

    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


class Arm:
    """What the host around one client does."""

    client = None

    def __init__(self, told):
        self.person = told.get("person")
        self.answer = None
        self.asked = []
        self.callback = None
        if command := told.get("command"):
            self.target = StdioServerParameters(command=command[0], args=command[1:])
        else:
            http = httpx2.AsyncClient(auth=self.authorization(told["url"]))
            self.target = streamable_http_client(told["url"], http_client=http)

    def authorization(self, url):
        metadata = OAuthClientMetadata(
            client_name="twogates interop",
            redirect_uris=[REDIRECT],
            grant_types=["authorization_code"],
            token_endpoint_auth_method="none",
            application_type="native",
        )
        return OAuthClientProvider(url, metadata, Kept(), self.redirected, self.came_back)

    async def redirected(self, url):
        """A person at a browser. The bench plays it; see authorization-server.mjs."""
        click = json.dumps({"url": url, "user": self.person["user"], "grant": self.person["grant"]}).encode()

        def clicked():
            with urllib.request.urlopen(f"{self.person['bench']}/click", data=click) as answer:
                return json.load(answer)["callback"]

        self.callback = await anyio.to_thread.run_sync(clicked)

    async def came_back(self):
        got = {name: values[0] for name, values in parse_qs(urlparse(self.callback).query).items()}
        if "error" in got:
            raise RuntimeError(got["error"])
        return AuthorizationCodeResult(code=got["code"], state=got.get("state"), iss=got.get("iss"))

    async def elicited(self, _context, params):
        self.asked.append(params.message)
        content = {"approved": True} if self.answer == "accept" else None
        return types.ElicitResult(action=self.answer, content=content)

    async def grant(self, told):
        self.person["grant"] = told["how"]
        return {}

    async def list(self, _):
        listed = await self.client.list_tools(cache_mode="bypass")
        return {"tools": [{"name": tool.name} for tool in listed.tools]}

    async def call(self, told):
        self.answer, self.asked = told["answer"], []
        result = await self.client.call_tool(told["tool"], told["args"])
        text = "\n".join(getattr(block, "text", f"({block.type})") for block in result.content)
        return {"asked": self.asked, "isError": bool(result.is_error), "text": text}


def say(said):
    print(json.dumps(said), flush=True)


def why(failed):
    """What a failure says, where groups of tasks have wrapped it."""
    while isinstance(failed, BaseExceptionGroup):
        failed = failed.exceptions[0]
    return str(failed) or repr(failed)


async def obey(lines):
    """Connects once, and obeys until the input ends. A failure that takes the connection with it ends it sooner."""
    arm = Arm(json.loads(await anext(lines)))
    async with Client(arm.target, mode="auto", elicitation_callback=arm.elicited) as arm.client:
        say({})
        async for line in lines:
            told = json.loads(line)
            try:
                said = await getattr(arm, told.pop("do"))(told)
            except Exception as failed:
                said = {"error": why(failed)}
            say(said)


async def main():
    try:
        await obey(aiter(anyio.wrap_file(sys.stdin)))
    except Exception as failed:
        say({"error": why(failed)})


anyio.run(main)
