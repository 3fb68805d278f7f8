"""Lowers the log level of expected events that Flower logs as errors. For example, users stop runs on purpose, even
while a message of the run is being sent."""

import logging
from collections.abc import Callable


def log_as_info(is_expected: Callable[[logging.LogRecord], bool]) -> None:
    """Have Flower log the records for which `is_expected` is true at level INFO, so that users who search the log for
    errors do not find them."""
    from flwr.supercore.logger import LOGGER_NAME

    def lower(record: logging.LogRecord) -> bool:
        if record.levelno == logging.ERROR and is_expected(record):
            record.levelno, record.levelname = logging.INFO, "INFO"
        return True

    logging.getLogger(LOGGER_NAME).addFilter(lower)


def let_runs_end() -> None:
    """Log the refusal of a SuperNode's request or reply for an ended run as INFO. Call this in a SuperLink."""
    from flwr.supercore.error import ApiErrorCode

    refused = f"[ApiError:{ApiErrorCode.FLEET_RUN_STATUS_NOT_ALLOWED.value}]"
    log_as_info(lambda record: refused in record.getMessage())
