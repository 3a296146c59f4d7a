"""Variables that the code of a policy refers to, and that a copy of the policy would share."""

from __future__ import annotations

import copy
import dis
import functools
import inspect
import types
from collections.abc import Iterator
from typing import Any

__all__ = ["names"]

_GLOBAL = {"LOAD_GLOBAL", "LOAD_NAME"}
_ATTRIBUTE = {"LOAD_ATTR", "LOAD_METHOD"}


def names(policy: Any) -> Iterator[str]:
    """The variables that a deep copy of a policy would share with it, and that may change.

    Functions, classes and objects of other modules than the policy's own are a library's, and taken
    for code that does not change.
    """
    seen: set[int] = set()
    held: list[Any] = []
    while isinstance(policy, functools.partial):
        held += (*policy.args, *policy.keywords.values())
        policy = policy.func
    if not isinstance(policy, type | types.FunctionType):
        held += getattr(policy, "__dict__", {}).values()
    for part in map(_function, held):
        if isinstance(part, types.FunctionType):
            yield from _of_function(part, (), seen)
    function = _function(policy)
    if isinstance(function, types.FunctionType):
        owner = type(policy.__self__).__mro__ if isinstance(policy, types.MethodType) else ()
        yield from _of_function(function, owner, seen)
    elif not isinstance(policy, type):
        yield from _of_object(type(policy), seen)


def _function(value: Any) -> Any:
    """The function of a method or property, or the one that was wrapped, as by `jax.jit`."""
    if isinstance(value, property):
        value = value.fget
    value = getattr(value, "__func__", value)
    while not isinstance(value, types.FunctionType | type) and callable(value):
        if not hasattr(value, "__wrapped__"):
            break
        value = value.__wrapped__
    return value


def _of_object(kind: type, seen: set[int]) -> Iterator[str]:
    """The names that the code of a class refers to, as far as `__call__` reaches it."""
    own = [base for base in kind.__mro__ if base.__module__ == kind.__module__]
    call = inspect.getattr_static(kind, "__call__", None)
    if call is not None and any(vars(base).get("__call__") is call for base in own):
        begin = [call]
    else:  # a library calls methods of the class by names of its own
        begin = [value for base in own for value in vars(base).values()]
    for value in begin:
        function = _function(value)
        if isinstance(function, types.FunctionType):
            yield from _of_function(function, tuple(own), seen)


def _of_function(
    function: types.FunctionType, owner: tuple[type, ...], seen: set[int]
) -> Iterator[str]:
    """The names that a function refers to, and those of functions of its module that it names."""
    if id(function) in seen:
        return
    seen.add(id(function))
    yield from function.__code__.co_freevars
    arguments = function.__code__.co_varnames[: function.__code__.co_argcount]
    defaults = function.__defaults__ or ()
    for name, value in (
        *zip(arguments[len(arguments) - len(defaults) :], defaults, strict=True),
        *(function.__kwdefaults__ or {}).items(),
        *((f"{function.__name__}.{name}", value) for name, value in vars(function).items()),
    ):
        if not name.endswith(".__wrapped__") and not _is_constant(value):
            yield name
    for kind, name in _read(function.__code__):
        if kind in _GLOBAL and name in function.__globals__:
            value = function.__globals__[name]
            called = _function(value)
            if isinstance(called, types.FunctionType):
                if called.__globals__ is function.__globals__:
                    yield from _of_function(called, (), seen)
            elif not _is_code(value) and not (name.isupper() and _is_constant(value)):
                yield name
        elif kind in _ATTRIBUTE:
            found = [vars(base)[name] for base in owner if name in vars(base)][:1]
            for method in map(_function, found):
                if isinstance(method, types.FunctionType):
                    yield from _of_function(method, owner, seen)


def _read(code: types.CodeType) -> Iterator[tuple[str, str]]:
    """Yields each instruction that reads a name, and the name; nested code included."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in _GLOBAL | _ATTRIBUTE:
            yield instruction.opname, str(instruction.argval)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _read(constant)


def _is_code(value: Any) -> bool:
    """True if a value is a module, a class, or a function of a library."""
    return isinstance(value, types.ModuleType | type) or (callable(value) and _is_constant(value))


def _is_constant(value: Any) -> bool:
    """True if a value cannot change: a copy is equal by what it holds, not by where it is."""
    if isinstance(value, type | types.FunctionType | types.ModuleType):
        return True
    try:
        return hash(copy.deepcopy(value)) == hash(value)
    except Exception:  # it cannot be hashed or copied, for whatever reason of its own
        return False
