"""What schemathesis has to know about UNO beside the document."""

from datetime import date

import schemathesis
from hypothesis import strategies as st

# Codes of what no schema says: it depends on the day, on other fields or on what is stored.
BEYOND_SCHEMAS = {
    "aboveOwnTier",
    "containsLoginId",
    "demandsTwoSteps",
    "divisionCircle",
    "divisionTooDeep",
    "exceedsOwn",
    "fixed",
    "future",
    "hasDependents",
    "lastAdmin",
    "launched",
    "noMeasurements",
    "notAllowed",
    "notFound",
    "notHeld",
    "order",
    "otherTree",
    "ownAccount",
    "past",
    "phoneSearch",
    "profileIncomplete",
    "published",
    "repeated",
    "sameAsBefore",
    "taken",
    "tooEarly",
    "tooLate",
    "tooManyCredentials",
    "tooManyDivisions",
    "tooManyViews",
    "tooSimple",
    "twice",
    "verifiedByStaff",
    "wrongRole",
    "wrongTier",
}
# The same for single fields: a change needs the version that was read, HTML can have no text, a regular
# member keeps the birth date and the sex, whose a participation is can be said in two ways, a key is a
# point on its curve, what leads to the next page is sealed, a code has been answered, and totals go with their
# parts.
BEYOND_SCHEMAS_OF = {
    ("version", "required"),
    ("content", "required"),
    ("birthDate", "required"),
    ("sex", "required"),
    ("memberId", "required"),
    ("publicKey", "format"),
    ("after", "format"),
    ("qrCode", "expired"),
    ("total", "sum"),
    ("total", "tooSmall"),
    ("total", "tooLarge"),
    ("cbiMean", "tooSmall"),
    ("cbiMean", "tooLarge"),
}

# Most dates have to be of somebody's life.
schemathesis.openapi.format("date", st.dates(date(1920, 1, 1), date.today()).map(str))


# Answers of a rule that is no schema's: a new password is easy to guess, a file is no table.
CODES_BEYOND_SCHEMAS = {10014, 11006}


def has_rules_between_fields(case):
    body = case.operation.definition.raw.get("requestBody", {})
    name = body.get("content", {}).get("application/json", {}).get("schema", {}).get("$ref", "").rsplit("/", 1)[-1]
    schemas = case.operation.schema.raw_schema["components"]["schemas"]
    return schemas.get(name, {}).get("x-rules-between-fields", False)


@schemathesis.check
def only_what_no_schema_says_is_refused(ctx, response, case):
    """A request that the document allows breaks none of the rules that the document could tell."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code != 422:
        return
    if case.media_type == "application/json" and not isinstance(case.body, dict):
        return  # an endpoint for whose body no example was found in time gets another value
    answer = response.json()
    if answer["code"] in CODES_BEYOND_SCHEMAS:
        return
    for field in answer["fields"]:
        name = field["path"].rsplit(".", 1)[-1]
        known = field["code"] in BEYOND_SCHEMAS or (name, field["code"]) in BEYOND_SCHEMAS_OF
        between = field["code"] == "required" and has_rules_between_fields(case)
        assert known or between, f"refused although the document allows it: {field}"
