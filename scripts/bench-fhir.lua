-- For wrk: a company's system reads members by FHIR with TOKEN, each reading a row of the access log; PAUSE milliseconds
-- between them.
local members, number, pause = {}, 0, tonumber(os.getenv("PAUSE") or "0")
for id in os.getenv("MEMBERS"):gmatch("%d+") do
  members[#members + 1] = id
end
wrk.headers["authorization"] = "Bearer " .. os.getenv("TOKEN")

function delay()
  return pause
end

function request()
  number = number + 1
  return wrk.format("GET", "/fhir/r4/Patient/" .. members[number % #members + 1])
end
