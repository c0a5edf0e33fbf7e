-- For wrk: sends the requests that people make, in turn, with TOKEN.
local day = 24 * 60 * 60
local function date(days_ago)
  return os.date("!%Y-%m-%d", os.time() - days_ago * day)
end

local paths = {
  "/api/v1/members",
  "/api/v1/members?name=%EA%B9%80",
  "/api/v1/physical-measurements",
  "/api/v1/members?page=3&sort=NAME",
  "/api/v1/companies?types=RETAILER",
  "/api/v1/members?minAge=60",
  "/api/v1/statistics/dashboard?start=" .. date(30) .. "&end=" .. date(1),
  "/api/v1/physical-measurements?bmiGrades=OBESITY_2",
  "/api/v1/members?page=200",
  "/api/v1/jobs",
}
local number = 0
wrk.headers["authorization"] = "Bearer " .. os.getenv("TOKEN")

function request()
  number = number + 1
  return wrk.format("GET", paths[number % #paths + 1])
end
