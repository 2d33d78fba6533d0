// Drives a server with the official TypeScript client and reports what that client saw.
//
// In: a plan as JSON on standard input, `{"revision", "url"}` or `{"revision", "command": [...]}`,
// `"list"` (whether to list the tools before calling any) and `"calls": [{"name", "arguments"}]`.
// Out: one JSON object on standard output; every call is `{"result": ...}` or `{"error": {"code", "message", "data"}}`.
// Anything the client does not report as one of these ends the script with a status other than 0.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const plan = JSON.parse(readFileSync(0, 'utf8'));

// A pin makes the client demand the revision and never fall back to an older handshake.
const client = new Client(
  { name: 'mcp-codegen-check', version: '1.0.0' },
  { versionNegotiation: { mode: { pin: plan.revision } } },
);
client.onerror = (error) => console.error('client.onerror:', error);

const [command, ...args] = plan.command ?? [];
const transport = plan.url
  ? new StreamableHTTPClientTransport(new URL(plan.url))
  : new StdioClientTransport({ command, args });

async function outcome(call) {
  try {
    return { result: await client.callTool(call) };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { error: { code: error.code, message: error.message, data: error.data } };
  }
}

function clientVersion() {
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/client').replace(/dist\/.*$/, 'package.json');
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

await client.connect(transport);
const tools = plan.list ? (await client.listTools()).tools : null;
const calls = [];
for (const call of plan.calls) calls.push(await outcome(call));
process.stdout.write(
  JSON.stringify({
    client: `@modelcontextprotocol/client ${clientVersion()}`,
    revision: client.getNegotiatedProtocolVersion(),
    serverInfo: client.getServerVersion() ?? null,
    discover: client.getDiscoverResult() ?? null,
    tools,
    calls,
  }),
);
await client.close();
