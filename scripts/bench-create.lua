-- For wrk: registers members with TOKEN in the companies with the ids COMPANIES. Member numbers start with MARK.
local companies = {}
for id in os.getenv("COMPANIES"):gmatch("%d+") do
  companies[#companies + 1] = id
end
local mark, number = os.getenv("MARK"), 0
local names = { "김민준", "이서연", "박지호", "최수아", "정하윤", "강도윤", "조예은", "윤시우", "장지우", "임하은" }
local body = '{"companyId":%s,"memberNo":"%s-%d","name":"%s","birthDate":"1980-05-17","sex":"MALE","phoneNumber":"010-%04d-%04d"}'
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.headers["authorization"] = "Bearer " .. os.getenv("TOKEN")

function request()
  number = number + 1
  local company, name = companies[number % #companies + 1], names[number % #names + 1]
  return wrk.format(nil, nil, nil, body:format(company, mark, number, name, number % 10000, number * 7 % 10000))
end
