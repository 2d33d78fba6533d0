-- The request of every run: one call of the tool, with all headers that the revision asks for.
-- MODE: json, events (the answer as a stream), progress (a report, then the answer).
-- BOTH: accept both media types, as some servers demand.
local mode = os.getenv("MODE") or "json"

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Accept"] = "application/json, text/event-stream"
if mode == "events" and not os.getenv("BOTH") then
  wrk.headers["Accept"] = "text/event-stream"
end
wrk.headers["MCP-Protocol-Version"] = "2026-07-28"
wrk.headers["Mcp-Method"] = "tools/call"
wrk.headers["Mcp-Name"] = "get_weather"
wrk.headers["Mcp-Param-Region"] = "Portugal"
wrk.body = io.open("request.json"):read("*l")
if mode == "progress" then
  wrk.body = wrk.body:gsub('"_meta":{', '"_meta":{"progressToken":1,')
end

-- One line that a script can read: requests, microseconds, errors of any kind.
function done(summary, _, _)
  local errors = summary.errors
  local all = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format("RESULT %d %d %d\n", summary.requests, summary.duration, all))
end
