# What both parts of the measurements ask of a server at ADDRESS. To be sourced.

# asked CLIENTS TOKEN PATH: requests a second, and the slowest of a hundred.
asked() {
  wrk -t1 "-c$1" -d5s --latency -H "authorization: Bearer $2" "http://$ADDRESS$3" |
    awk '/99%/ {slow = $2} /Requests\/sec/ {rate = $2} /Non-2xx/ {bad = ", not answered: " $NF} END {printf "%s/s, p99 %s%s", rate, slow, bad}'
}
# registered CLIENTS TOKEN COMPANIES MARK [SECONDS]: members registered a second.
registered() {
  TOKEN=$2 COMPANIES=$3 MARK=$4 wrk -t1 "-c$1" "-d${5:-5}s" --latency -s scripts/bench-create.lua "http://$ADDRESS/api/v1/members" |
    awk '/99%/ {slow = $2} /Requests\/sec/ {rate = $2} /Non-2xx/ {bad = ", refused: " $NF} END {printf "%s/s, p99 %s%s", rate, slow, bad}'
}
got() { curl -fs -H "authorization: Bearer $1" "http://$ADDRESS$2"; }
company_ids() { grep -o '"companyId":[0-9]*' | cut -d: -f2 | tr '\n' ' '; }
first_vendor() { got "$1" '/api/v1/companies?types=VENDOR&sort=OLDEST&pageSize=1' | company_ids | tr -d ' '; }
# Retailers of a vendor, or of all of them.
retailers_of() {
  local dealer
  for dealer in $(got "$1" "/api/v1/companies?types=DEALER&pageSize=200${2:+&parentCompanyId=$2}" | company_ids); do
    got "$1" "/api/v1/companies?types=RETAILER&pageSize=5&parentCompanyId=$dealer" | company_ids
  done
}
# milliseconds TOKEN PATH: the median of nine.
milliseconds() {
  local _
  for _ in 1 2 3 4 5 6 7 8 9; do
    curl -fs -o /dev/null -w '%{time_total}\n' -H "authorization: Bearer $1" "http://$ADDRESS$2"
  done | sort -n | awk 'NR == 5 {printf "%.1f", $1 * 1000}'
}
# deep_pages PAGE
deep_pages() {
  local list mark
  for list in 'members?sort=NEWEST' 'members?sort=NAME' 'physical-measurements?sort=NEWEST'; do
    mark="/api/v1/$list&page="
    echo "$list: page 1 $(milliseconds "$ADMIN" "${mark}0") ms, page $1 $(milliseconds "$ADMIN" "$mark$1") ms"
  done
}
