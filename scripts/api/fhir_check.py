"""Reads FHIR from a server with demonstration data and checks every resource against the base definitions, by the models
of fhir.resources (R4B, whose definitions of these resources are those of R4). Arguments: the address of the server, the
sign-in id, the password."""

import json
import sys
import time
import urllib.error
import urllib.request

from fhir.resources.R4B import get_fhir_model_class

RESOURCES = ["Patient", "Observation", "QuestionnaireResponse", "VisionPrescription"]
# The maximum number of pages to read per search, each of 100 resources.
MOST_PAGES = 5

base, login, password = sys.argv[1:4]
checked: dict[str, int] = {}


def ask(method, address, token=None, body=None, headers=None):
    """The status, the headers and the body of an answer."""
    sent = {"accept": "application/fhir+json", **(headers or {})}
    if token:
        sent["authorization"] = f"Bearer {token}"
    if body is not None:
        sent.setdefault("content-type", "application/fhir+json")
    request = urllib.request.Request(address, None if body is None else json.dumps(body).encode(), sent, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def check(resource, of=None):
    """Refuses a resource that its definition does not allow."""
    kind = resource["resourceType"]
    assert of is None or kind == of, f"{kind} instead of {of}"
    get_fhir_model_class(kind).model_validate(resource)
    checked[kind] = checked.get(kind, 0) + 1
    return resource


def fhir(method, address, token=None, expected=200, **more):
    status, headers, body = ask(method, address, token, **more)
    assert status == expected, f"{method} {address}: {status} {body[:500]!r}"
    return headers, check(json.loads(body))


form = {"grantType": "password", "loginId": login, "password": password}
status, _, answer = ask("POST", f"{base}/api/v1/auth/token", body=form, headers={"content-type": "application/json"})
assert status == 200, answer
token = json.loads(answer)["accessToken"]["token"]
root = f"{base}/fhir/r4"

_, statement = fhir("GET", f"{root}/metadata")
assert {resource["type"] for resource in statement["rest"][0]["resource"]} == set(RESOURCES)

for kind in RESOURCES:
    address, pages = f"{root}/{kind}?_count=100", 0
    while address and pages < MOST_PAGES:
        _, bundle = fhir("GET", address, token)
        found = [entry["resource"] for entry in bundle.get("entry", [])]
        for resource in found:
            check(resource, kind)
        links = {link["relation"]: link["url"] for link in bundle["link"]}
        address, pages = links.get("next"), pages + 1
    if found:
        headers, one = fhir("GET", f"{root}/{kind}/{found[-1]['id']}", token)
        assert headers["etag"] == f'W/"{one["meta"]["versionId"]}"'

fhir("GET", f"{root}/Observation?colour=red", token, expected=400)
fhir("GET", f"{root}/Observation/physical-0-bmi", token, expected=404)
fhir("GET", f"{root}/Observation", expected=401)
fhir("GET", f"{root}/Nothing", expected=404)
bundle = {"resourceType": "Bundle", "type": "batch", "entry": [{"request": {"method": "POST", "url": "Observation"}}]}
fhir("POST", root, token, body=bundle)

headers, _ = fhir(
    "GET", f"{root}/$export?reason=Check+of+the+format", token, expected=202, headers={"prefer": "respond-async"}
)
ended = time.monotonic() + 60
while True:
    status, _, answer = ask("GET", headers["content-location"], token, headers={"accept": "application/json"})
    if status != 202:
        break
    assert time.monotonic() < ended, "the export does not end"
    time.sleep(0.5)
assert status == 200, answer
for part in json.loads(answer)["output"]:
    _, _, lines = ask("GET", part["url"], token, headers={"accept": "application/fhir+ndjson"})
    found = lines.decode().splitlines()
    assert len(found) == part["count"], part
    # All were checked above in pages, so a sample of each file is enough.
    for line in found[:: max(1, len(found) // 200)]:
        check(json.loads(line), part["type"])

print(", ".join(f"{count} {kind}" for kind, count in sorted(checked.items())))
