"""Uses all that server.py has, rightly and wrongly, and answers its questions with yes, no, a closed prompt, yes and no."""

import asyncio
import sys
from pathlib import Path

import mcp_types as types
from mcp import Client, StdioServerParameters

here = Path(__file__).parent
answers = iter(["accept", "decline", "cancel", "accept", "decline"])


async def elicit(context, params):
    action = next(answers)
    return types.ElicitResult(action=action, content={"approved": True} if action == "accept" else None)


async def main():
    command = [str(here / "tee.py"), sys.argv[1], sys.executable, str(here / "server.py")]
    server = StdioServerParameters(command=sys.executable, args=command)
    async with Client(server, elicitation_callback=elicit) as client:
        for call in [
            lambda: client.list_tools(),
            lambda: client.list_prompts(),
            lambda: client.list_resources(),
            lambda: client.read_resource("notes://a"),
            lambda: client.get_prompt("greet", {"name": "x"}),
            lambda: client.call_tool("add", {"a": 1, "b": 2}),
            lambda: client.call_tool("delete_file", {"path": "a"}),
            lambda: client.call_tool("delete_file", {"path": "b"}),
            lambda: client.call_tool("delete_file", {"path": "c"}),
            lambda: client.call_tool("strict_delete", {"path": "d"}),
            lambda: client.call_tool("strict_delete", {"path": "e"}),
            lambda: client.call_tool("fail", {}),
            lambda: client.call_tool("add", {"a": "x"}),
            lambda: client.call_tool("nope", {}),
            lambda: client.read_resource("notes://zzz"),
            lambda: client.get_prompt("nope", {}),
        ]:
            try:
                await call()
            except Exception as error:
                print(type(error).__name__, error)


asyncio.run(main())
