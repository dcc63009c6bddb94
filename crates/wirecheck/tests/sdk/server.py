"""Notes, with the Python SDK: one tool that adds, two that delete after a question, one that fails."""

from typing import Annotated

from mcp.server.elicitation import ElicitationResult
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import BaseModel

server = MCPServer("notes")


class Approval(BaseModel):
    approved: bool


def ask(path: str) -> Elicit[Approval]:
    return Elicit(f"Delete {path}?", Approval)


@server.tool()
def add(a: int, b: int) -> int:
    """Adds."""
    return a + b


@server.tool()
def delete_file(path: str, approval: Annotated[ElicitationResult[Approval], Resolve(ask)]) -> str:
    """Deletes. It looks at the answer itself, and says what it was."""
    return f"{getattr(approval, 'action', '?')} {path}"


@server.tool()
def strict_delete(path: str, approval: Annotated[Approval, Resolve(ask)]) -> str:
    """Deletes. What is no yes ends the call before it gets here."""
    return f"deleted {path}"


@server.tool()
def fail() -> str:
    """Fails."""
    raise ValueError("no")


@server.resource("notes://a")
def note() -> str:
    return "hello"


@server.prompt()
def greet(name: str) -> str:
    return f"Greet {name}"


if __name__ == "__main__":
    server.run()
