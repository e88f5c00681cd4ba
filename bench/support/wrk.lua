-- Sends the requests of the file that REQUESTS names, one after the other, and prints the figures as JSON.
-- The file holds each request as its length in bytes on a line, and then the request as it goes over the wire.
local requests = {}
local file = assert(io.open(os.getenv('REQUESTS'), 'rb'))
while true do
  local length = file:read('*n')
  if not length then break end
  file:read(1)
  requests[#requests + 1] = file:read(length)
end
file:close()

local sent = 0
function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"p50Ms":%.3f,"p99Ms":%.3f,"p999Ms":%.3f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    latency:percentile(99.9) / 1e3,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
