"""How the data engine words its errors: what users of MindSpore look for in the text, then what was wrong."""

from __future__ import annotations

import traceback

_RULE = "-" * 66
_REFER = "Exception thrown from dataset pipeline. Refer to 'Dataset Pipeline Error Message'."


def pipeline_error(message: str, head: str = _REFER) -> str:
    """Return the text of an error that the engine itself finds.

    Args:
        message (str): what is wrong.
        head (str): the first line. Default: the one that refers to the message.
    """
    return f"{head} \n\n{_RULE}\n- Dataset Pipeline Error Message: \n{_RULE}\n[ERROR] {message}\n"


def user_code_error(told: str) -> str:
    """Return the text of an error in a function or source of the user.

    Args:
        told (str): what happened, with the stack of calls.
    """
    stack = f"{_RULE}\n- Python Call Stack: \n{_RULE}\n{told}\n"
    head = "Exception thrown from user defined Python function in dataset."
    return pipeline_error("Execute user Python code failed, check 'Python Call Stack' above.", f"{head} \n\n{stack}\n")


def stack_of(error: BaseException) -> str:
    """Return the stack of calls of an error as Python prints it, from where the user's code was called."""
    return "".join(traceback.format_exception(error)).rstrip("\n")
