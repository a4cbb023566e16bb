"""The columns that results have in a DataFrame."""

from __future__ import annotations

from typing import Sequence

_TEXT = "string"
_TYPES = {
    "confidence": "double",
    "words": "long",
    "isAccessibleForFree": "boolean",
    "authors": "array<string>",
    "warnings": "array<struct<code:string,message:string,path:string>>",
    "links": "array<struct<url:string,text:string>>",
}
#: What lines have unless something else is asked for, as `dehusk batch` does.
USUAL = (
    "url title author authors date modified language declaredLanguage siteName description image canonical"
    " text markdown html confidence words warnings"
).split()

DETECTION = (
    "url string, geometry string, model string,"
    " nodes array<struct<id:long,parent:long,tag:string,path:string,box:array<double>,score:double,"
    "templateness:double,section:long,hidden:boolean,kind:string,words:long,links:long>>,"
    " sections array<struct<root:long,path:string,templateness:double,kind:string,box:array<double>,"
    "words:long,links:long>>"
)
KEYWORDS = "keywords array<struct<keyword:string,score:double,occurrences:long>>"
ERROR = "error struct<code:string,message:string>"


def page_schema(fields: Sequence[str] | None) -> str:
    """The type of a page's results, as Spark's DDL; what is no plain value in them is JSON."""
    return ", ".join(f"{name} {_TYPES.get(name, _TEXT)}" for name in fields or USUAL)
