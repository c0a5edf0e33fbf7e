-- For wrk: sends measurements of the members 1 to MEMBERS with TOKEN, in batches of 1,000. MARK is a number that no
-- earlier run used. The sender's numbers start with it, and no member has two measurements at one time. All were
-- measured yesterday within the eight opening hours of sites, like what devices send in the evening. Half are physical,
-- half stress measurements, the two most frequent kinds.
local members, mark = tonumber(os.getenv("MEMBERS")), os.getenv("MARK")
local number = mark * 10000019
local day = os.date("%Y-%m-%d", os.time() - 86400)
local head = '{"memberId":%d,"measuredAt":"' .. day .. 'T%02d:%02d:%02d+09:00","sourceId":"%s-%d",'
local physical = head .. '"setting":"CLINIC","heightCm":16%d,"weightKg":%d.5,"systolic":1%02d,"diastolic":7%d,"pulse":68}'
local stress = head .. '"heartRate":7%d,"durationSeconds":300,"sdnn":%d.2,"rmssd":3%d.5,"pss10Total":%d}'
wrk.method = "POST"
wrk.path = "/api/v1/measurements"
wrk.headers["content-type"] = "application/json"
wrk.headers["authorization"] = "Bearer " .. os.getenv("TOKEN")

local function item(form)
  number = number + 1
  local second = number * 37 % 28800
  local digit = number % 10
  return form:format(
    number * 7919 % members + 1,
    9 + second / 3600, second / 60 % 60, second % 60, mark, number,
    digit, 50 + digit, 10 + digit, digit)
end

function request()
  local half, other = {}, {}
  for place = 1, 500 do
    half[place], other[place] = item(physical), item(stress)
  end
  local body = '{"source":"bench","physical":[' .. table.concat(half, ",") .. '],"stress":[' .. table.concat(other, ",") .. "]}"
  return wrk.format(nil, nil, nil, body)
end

local threads = {}
function setup(thread)
  threads[#threads + 1] = thread
end

function init()
  created, refused = 0, 0
end

function response(status, _, body)
  created = created + (tonumber(body:match('"created":(%d+)')) or 0)
  refused = refused + (tonumber(body:match('"refused":(%d+)')) or 1000)
  if status ~= 200 then
    print(status, body:sub(1, 200))
  end
end

function done(summary)
  local taken, not_taken = 0, 0
  for _, thread in ipairs(threads) do
    taken, not_taken = taken + thread:get("created"), not_taken + thread:get("refused")
  end
  print(("%d a second, %d refused"):format(taken / summary.duration * 1000000, not_taken))
end
