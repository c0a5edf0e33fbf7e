-- For wrk: reads members by FHIR as a company's system, with TOKEN. Each request reads PEOPLE members, each a row of
-- the access log. PAUSE is the delay between requests in milliseconds, because their number is limited.
local pause, people = tonumber(os.getenv("PAUSE")), os.getenv("PEOPLE")
wrk.headers["authorization"] = "Bearer " .. os.getenv("TOKEN")

function delay()
  return pause
end

function request()
  return wrk.format("GET", "/fhir/r4/Patient?_count=" .. people)
end
