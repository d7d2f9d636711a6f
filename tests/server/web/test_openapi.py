"""The description of the HTTP API: it is valid and complete, and the server does what it says."""

from __future__ import annotations

import pytest
import schemathesis
from jsonschema import Draft202012Validator
from litestar.routes import HTTPRoute

from support.promises import ask_all


@pytest.fixture
def document(client):
    answer = client.get("/api/openapi.json")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/vnd.oai.openapi+json")
    return answer.json()


def operations(document):
    return [operation for path in document["paths"].values() for operation in path.values()]


@pytest.mark.slow
def test_the_description_is_valid(document):
    schemathesis.openapi.from_dict(document).validate()
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
        assert schema["title"]


def test_every_address_of_the_api_is_described(client, document):
    served = {
        (route.path_format, method.lower())
        for route in client.app.routes
        if isinstance(route, HTTPRoute) and route.path.startswith(("/api/", "/health"))
        for method in route.methods - {"OPTIONS", "HEAD"}
        if not route.path.startswith("/api/openapi.json")
    }
    assert {(path, method) for path, methods in document["paths"].items() for method in methods} == served
    assert len(served) >= 8


def test_every_operation_has_a_title_and_says_what_can_go_wrong(document):
    for operation in operations(document):
        assert " " in operation["summary"]
        assert operation["description"].endswith(".")
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                (content,) = response["content"].values()
                assert content["schema"] == {"$ref": "#/components/schemas/Problem"}
    posts = [operation for operation in operations(document) if "requestBody" in operation]
    assert all(operation["requestBody"]["content"]["application/json"]["schema"]["examples"] for operation in posts)
    assert len(posts) >= 4


def test_every_refusal_has_its_status(document):
    refusals = {
        operation["operationId"]: {int(status) for status in operation["responses"] if int(status) >= 400}
        for operation in operations(document)
    }
    assert refusals["health"] == {421, 503}
    assert all(421 in statuses for statuses in refusals.values())
    for name in ("look", "record", "open", "join"):
        assert refusals[name] >= {400, 404, 409, 503}
    for name in ("open", "join"):
        assert refusals[name] >= {403, 413, 415, 429}


def test_the_examples_work(client, document):
    opening, joining = (
        document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]["examples"][0]
        for path in ("/api/tables", "/api/tables/{table}/seats")
    )
    table = client.post("/api/tables", json=opening | {"bots": []}).json()["table"]
    assert client.post("/api/tables", json=opening).status_code == 201
    assert client.post(f"/api/tables/{table}/seats", json=joining).status_code == 201


def test_no_page_of_the_description_loads_scripts(client):
    for path in ("/schema", "/api", "/api/swagger", "/api/redoc", "/api/openapi.json/elements"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "<script" not in answer.text


@pytest.mark.slow
def test_the_server_does_what_it_says(client, document):
    """Many requests, as described and otherwise: none is answered in a way that is not described.

    `make campaign` makes many more.
    """
    assert ask_all(client, document, 200) >= 150


def test_what_needs_an_account_says_so_and_how_to_show_it(document):
    schemes = document["components"]["securitySchemes"]
    operations = {found["operationId"]: found for path in document["paths"].values() for found in path.values()}
    assert operations["me"]["security"] == [{"session": []}]
    assert {"session": []} in operations["join"]["security"]
    assert {} in operations["join"]["security"]
    assert schemes["session"]["scheme"] == "bearer"
