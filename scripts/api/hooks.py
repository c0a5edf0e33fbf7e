"""What schemathesis has to know about UNO beside the document."""

from datetime import date

import schemathesis
from hypothesis import strategies as st

# Error codes of rules that no schema can express, because they depend on the day, on other fields or on stored data.
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
# The same for single fields. A change needs the version that was read. HTML may contain no text. A regular member keeps
# birth date and sex. The member of a participation can be given in two ways. A key must be a point on its curve. A
# cursor is sealed. A code may have been answered already. Totals must match their parts.
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

# Most dates must lie within a person's life.
schemathesis.openapi.format("date", st.dates(date(1920, 1, 1), date.today()).map(str))


# Error codes of such rules: a new password is easy to guess, a file is not a table.
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
