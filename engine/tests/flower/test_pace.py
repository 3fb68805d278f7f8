"""What is changed of Flower's own ways of waiting."""

import httpx
import pytest

from engine.flower import pace


@pytest.mark.parametrize(
    ("error", "gives_up"),
    [
        (httpx.ConnectTimeout("_ssl.c:989: The handshake operation timed out"), False),
        (httpx.ReadTimeout("The read operation timed out"), False),
        (
            httpx.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: certificate has expired"),
            True,
        ),
    ],
)
def test_a_superlink_that_stands_still_is_tried_again_and_one_that_is_not_trusted_is_not(
    monkeypatch: pytest.MonkeyPatch, error: httpx.TransportError, gives_up: bool
):
    import flwr.supercore.retry as package
    import flwr.supercore.retry.http_retry as retry

    for module in (package, retry):
        monkeypatch.setattr(module, "make_simple_http_retry_invoker", module.make_simple_http_retry_invoker)
    pace.outwait_silence()
    assert package.make_simple_http_retry_invoker().should_giveup(error) is gives_up
