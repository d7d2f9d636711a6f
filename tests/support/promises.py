"""Ask a server what its description says it answers, and much that it does not say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as hypothesis_settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

if TYPE_CHECKING:
    import httpx

PROMISES = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def ask_all(client: httpx.Client, document: dict[str, Any], examples: int, number: int = 0) -> int:
    """Make about so many requests; raises when one is answered in a way that is not described. Return how many."""
    asked = 0

    @seed(number)
    @hypothesis_settings(
        max_examples=examples,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=schemathesis.openapi.from_dict(document).as_strategy())
    def ask(case: Any) -> None:
        nonlocal asked
        asked += 1
        wanted = case.as_transport_kwargs(base_url=str(client.base_url))
        wanted.pop("cookies", None)  # the server reads none
        # Blanks around a header's value are no part of it, and httpx refuses to send them.
        wanted["headers"] = {name: value.strip() for name, value in wanted["headers"].items()}
        case.validate_response(client.request(**wanted), checks=PROMISES)

    ask()
    return asked
