"""Drives a server with the official Python client and reports what that client saw.

In: a plan as JSON on standard input, `{"revision", "url"}` or `{"revision", "command": [...]}`,
`"list"` (whether to list the tools before calling any) and `"calls": [{"name", "arguments"}]`.
Out: one JSON object on standard output; every call is `{"result": ...}` or `{"error": {"code", "message", "data"}}`.
Anything the client does not report as one of these ends the script with a traceback and a status other than 0.
"""

import json
import sys
from importlib.metadata import version

import anyio
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters


def wire(model):
    """A result as it is spelled on the wire."""
    return model.model_dump(mode="json", by_alias=True, exclude_unset=True)


async def outcome(client, call):
    try:
        return {"result": wire(await client.call_tool(call["name"], call["arguments"]))}
    except MCPError as error:
        return {"error": {"code": error.code, "message": error.message, "data": error.data}}


async def report(plan):
    if "url" in plan:
        server = plan["url"]
    else:
        command, *args = plan["command"]
        server = StdioServerParameters(command=command, args=args)
    # "auto" is what a user gets. It falls back to the handshake of older revisions when discovery
    # fails, so the revision that came of it is part of the report.
    async with Client(server, mode="auto", read_timeout_seconds=30) as client:
        discover = client.session.discover_result
        tools = (await client.list_tools()).tools if plan["list"] else None
        return {
            "client": f"mcp {version('mcp')}",
            "revision": client.protocol_version,
            "serverInfo": client.server_info and wire(client.server_info),
            "discover": discover and wire(discover),
            "tools": tools and [wire(tool) for tool in tools],
            "calls": [await outcome(client, call) for call in plan["calls"]],
        }


def main():
    plan = json.load(sys.stdin)
    json.dump(anyio.run(report, plan), sys.stdout)


main()
