"""What Flower logs as an error and is none: a run is stopped on purpose, also while a message of it is on its way."""

import logging
from collections.abc import Callable


def tell_as_news(is_news: Callable[[logging.LogRecord], bool]) -> None:
    """Have Flower say so as it says everything else, not in red: whoever looks for what is wrong looks for errors."""
    from flwr.supercore.logger import LOGGER_NAME

    def heed(record: logging.LogRecord) -> bool:
        if record.levelno == logging.ERROR and is_news(record):
            record.levelno, record.levelname = logging.INFO, "INFO"
        return True

    logging.getLogger(LOGGER_NAME).addFilter(heed)


def let_runs_end() -> None:
    """At a SuperLink: refusing what a SuperNode still asks or sends of a run that has ended is no error."""
    from flwr.supercore.error import ApiErrorCode

    refused = f"[ApiError:{ApiErrorCode.FLEET_RUN_STATUS_NOT_ALLOWED.value}]"
    tell_as_news(lambda record: refused in record.getMessage())
