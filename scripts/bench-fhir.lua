-- For wrk: reads members by FHIR as a company's system, with TOKEN. Each request reads PEOPLE members, each a row of
-- the access log. PAUSE milliseconds between requests stay within the rate limit.
local pause, people = tonumber(os.getenv("PAUSE")), os.getenv("PEOPLE")
wrk.headers["authorization"] = "Bearer " .. os.getenv("TOKEN")

function delay()
  return pause
end

function request()
  return wrk.format("GET", "/fhir/r4/Patient?_count=" .. people)
end
