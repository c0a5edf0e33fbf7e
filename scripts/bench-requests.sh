# Helpers of both benchmark scripts for a server at ADDRESS. To be sourced.

# asked CLIENTS TOKEN PATH: requests per second and 99th percentile of latency.
asked() {
  wrk -t1 "-c$1" -d5s --latency -H "authorization: Bearer $2" "http://$ADDRESS$3" |
    awk '/99%/ {slow = $2} /Requests\/sec/ {rate = $2} /Non-2xx/ {bad = ", not answered: " $NF} END {printf "%s/s, p99 %s%s", rate, slow, bad}'
}
# registered CLIENTS TOKEN COMPANIES MARK [SECONDS]: members registered per second.
registered() {
  TOKEN=$2 COMPANIES=$3 MARK=$4 wrk -t1 "-c$1" "-d${5:-5}s" --latency -s scripts/bench-create.lua "http://$ADDRESS/api/v1/members" |
    awk '/99%/ {slow = $2} /Requests\/sec/ {rate = $2} /Non-2xx/ {bad = ", refused: " $NF} END {printf "%s/s, p99 %s%s", rate, slow, bad}'
}
got() { curl -fs -H "authorization: Bearer $1" "http://$ADDRESS$2"; }
company_ids() { grep -o '"companyId":[0-9]*' | cut -d: -f2 | tr '\n' ' '; }
first_vendor() { got "$1" '/api/v1/companies?types=VENDOR&sort=OLDEST&pageSize=1' | company_ids | tr -d ' '; }
# The retailers of a vendor, or of all vendors.
retailers_of() {
  local dealer
  for dealer in $(got "$1" "/api/v1/companies?types=DEALER&pageSize=200${2:+&parentCompanyId=$2}" | company_ids); do
    got "$1" "/api/v1/companies?types=RETAILER&pageSize=5&parentCompanyId=$dealer" | company_ids
  done
}
# milliseconds TOKEN PATH: the median of nine requests.
milliseconds() {
  local _
  for _ in 1 2 3 4 5 6 7 8 9; do
    curl -fs -o /dev/null -w '%{time_total}\n' -H "authorization: Bearer $1" "http://$ADDRESS$2"
  done | sort -n | awk 'NR == 5 {printf "%.1f", $1 * 1000}'
}
# deep_pages PAGE: the times of the first page and of this one.
deep_pages() {
  local list mark
  for list in 'members?sort=NEWEST' 'members?sort=NAME' 'physical-measurements?sort=NEWEST'; do
    mark="/api/v1/$list&page="
    echo "$list: page 1 $(milliseconds "$ADMIN" "${mark}0") ms, page $1 $(milliseconds "$ADMIN" "$mark$1") ms"
  done
}
# user_pages USERS: the times of the first, middle and last page of users, with the filters that make these lists slow.
user_pages() {
  local who token narrowed sort list share
  for who in "administrator:$ADMIN" "vendor:$(token vendor)"; do
    token=${who#*:}
    # Users per thousand: all, three in four, one in fifty, one in two thousand. A vendor has a tenth of them.
    for narrowed in :1000 isOnline=false:750 levels=REGULAR_VERIFIED_2_MEMBER:20 levels=REGULAR_VERIFIED_3_MEMBER:0; do
      share=${narrowed#*:}
      [ "${who%%:*}" = administrator ] || share=$((share / 10))
      for sort in NEWEST NAME; do
        list="/api/v1/users?${narrowed%:*}&sort=$sort&page="
        echo "${who%%:*} ${narrowed%:*} $sort: page 1 $(milliseconds "$token" "${list}0") ms," \
          "middle $(milliseconds "$token" "$list$(($1 / 40000 * share))") ms, last $(milliseconds "$token" "$list$(($1 / 20000 * share - (share > 0)))") ms"
      done
    done
  done
}
# sent CLIENTS TOKEN MEMBERS MARK [SECONDS]: measurements accepted per second, in batches of 1,000.
sent() {
  TOKEN=$2 MEMBERS=$3 MARK=$4 wrk -t1 "-c$1" "-d${5:-5}s" --timeout 30s -s scripts/bench-intake.lua "http://$ADDRESS" | tail -1
}
