-- For wrk: a company's system reads members by FHIR with TOKEN, PEOPLE of them with each request, each a row of the access
-- log; PAUSE milliseconds between requests, of which there may be only so many.
local pause, people = tonumber(os.getenv("PAUSE")), os.getenv("PEOPLE")
wrk.headers["authorization"] = "Bearer " .. os.getenv("TOKEN")

function delay()
  return pause
end

function request()
  return wrk.format("GET", "/fhir/r4/Patient?_count=" .. people)
end
