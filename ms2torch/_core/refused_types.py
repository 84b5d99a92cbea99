"""x"""

REFUSED_TYPES: dict[str, str] = {}
