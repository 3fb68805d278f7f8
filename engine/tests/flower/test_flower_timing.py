"""Our changes to Flower's waiting times and retries."""

import httpx
import pytest

from engine.flower.patches import timing


@pytest.mark.parametrize(
    ("error", "gives_up"),
    [
        (httpx.ConnectTimeout("_ssl.c:989: The handshake operation timed out"), False),
        (httpx.ReadTimeout("The read operation timed out"), False),
        # the error if the SuperLink is killed during the TLS handshake
        (httpx.ConnectError("[SSL: UNEXPECTED_EOF_WHILE_READING] EOF occurred in violation of protocol"), False),
        (
            httpx.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: certificate has expired"),
            True,
        ),
    ],
)
def test_retries_a_superlink_that_does_not_answer_and_gives_up_on_one_with_an_untrusted_certificate(
    monkeypatch: pytest.MonkeyPatch, error: httpx.TransportError, gives_up: bool
):
    import flwr.supercore.retry as package
    import flwr.supercore.retry.http_retry as retry

    for module in (package, retry):
        monkeypatch.setattr(module, "make_simple_http_retry_invoker", module.make_simple_http_retry_invoker)
    timing.outwait_silence()
    assert package.make_simple_http_retry_invoker().should_giveup(error) is gives_up
