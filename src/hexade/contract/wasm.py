"""The fourth speed: kernels as one module of WebAssembly, with no imports and no allocation.

Numba writes LLVM code of the very functions that run elsewhere, LLVM compiles it for wasm32, and
`wasm-ld` of the package `ziglang` links it. The module depends on nothing but the sources and the
versions of these tools. Call `prepare` before anything else imports Numba: code that was already
shaped for the machine at hand would not be the same everywhere.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hexade.contract.exports import (
    INT,
    LONG,
    REAL,
    WORD,
    Argument,
    ArrayOf,
    Export,
    OneRecord,
    Together,
    WordsOf,
)
from hexade.contract.kernel import wasm_twin

_TRIPLE = "wasm32-unknown-unknown"
_LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
_FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
_STACK = 1 << 16
_PASSED = {INT: "i32", LONG: "i64", WORD: "i64", REAL: "double"}  # between page and module
_HOST = {"NUMBA_OPT": "0", "NUMBA_LOOP_VECTORIZE": "0", "NUMBA_SLP_VECTORIZE": "0"}


def prepare() -> None:
    """Make Numba leave all optimisation to the compiler for wasm32."""
    if "numba" in sys.modules:
        raise RuntimeError("Numba was imported before the module's build was prepared")
    os.environ.update(_HOST)


def compile_module(exports: Sequence[Export], data: Mapping[str, bytes]) -> bytes:
    """Return a module that exports these kernels, and the addresses of some data."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    names = [*(export.name for export in exports), *data]
    module = _linked(llvm, exports, data)
    _hide_all_but(module, names)
    target = llvm.Target.from_triple(_TRIPLE)
    machine = target.create_target_machine(opt=3, features=_FEATURES, reloc="static")
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)
    return _link(machine.emit_object(module), names)


def parameters(export: Export) -> list[tuple[str, Argument]]:
    """Return the names and layouts of what an export takes, members of tuples on their own.

    The sizes that have names come last.
    """
    found = [pair for pair in _flat(_named(export)) if not isinstance(pair[1], WordsOf)]
    sizes = [
        size
        for _, argument in found
        if isinstance(argument, ArrayOf)
        for size in argument.shape
        if isinstance(size, str)
    ]
    return [*found, *((size, INT) for size in dict.fromkeys(sizes))]


def _named(export: Export) -> list[tuple[str, Argument]]:
    code = export.kernel.__code__
    names = code.co_varnames[: code.co_argcount]
    return list(zip(names, export.arguments, strict=True))


def _flat(
    pairs: Sequence[tuple[str, Argument]], prefix: str = ""
) -> Iterator[tuple[str, Argument]]:
    for name, argument in pairs:
        if isinstance(argument, Together):
            members = zip(argument.kind._fields, argument.members, strict=True)  # type: ignore[attr-defined]
            yield from _flat(list(members), f"{name}_")
        else:
            yield prefix + name, argument


def _linked(llvm: Any, exports: Sequence[Export], data: Mapping[str, bytes]) -> Any:
    """Return all kernels and the functions that the page calls as one LLVM module."""
    held = "\n".join(
        f'@{name} = constant [{len(kept)} x i8] c"{_escaped(kept)}", align 16'
        for name, kept in data.items()
    )
    module = llvm.parse_assembly(f'target triple = "{_TRIPLE}"\n{held}')
    for export in exports:
        compiled = _compiled(export)
        text = compiled.library.get_llvm_str()
        # The page's side of every kernel stands in the same text, so that LLVM checks their types.
        text += _entry(export, compiled)
        module.link_in(llvm.parse_assembly(_for_wasm(text)))
    return module


def _escaped(kept: bytes) -> str:
    return "".join(f"\\{byte:02x}" for byte in kept)


def _for_wasm(text: str) -> str:
    text = re.sub(r'target triple = ".*"', f'target triple = "{_TRIPLE}"', text)
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{_LAYOUT}"', text)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    return re.sub(r"= common (local_unnamed_addr )?global", "= internal global", text)


def _compiled(export: Export) -> Any:
    twin = wasm_twin(export.kernel)
    given = tuple(_numba_type(argument) for argument in export.arguments)
    twin.compile(given)
    return twin.overloads[given]


def _numba_type(argument: Argument) -> Any:
    import numba
    from numba import types

    if isinstance(argument, OneRecord):
        return numba.from_dtype(argument.kind)
    if isinstance(argument, ArrayOf):
        return types.Array(numba.from_dtype(np.dtype(argument.kind)), len(argument.shape), "C")
    if isinstance(argument, WordsOf):
        return types.Array(types.uint64, 1, "C")
    if isinstance(argument, Together):
        members = tuple(_numba_type(member) for member in argument.members)
        return types.BaseTuple.from_types(members, argument.kind)
    return {INT: types.int64, LONG: types.int64, WORD: types.uint64, REAL: types.float64}[argument]


def _entry(export: Export, compiled: Any) -> str:
    """Return the function that the page calls, which passes what Numba's own expects."""
    takes = parameters(export)
    answer = str(compiled.signature.return_type)
    if (answer == "none") != (export.result is None):
        raise TypeError(f"{export.name} returns {answer}, and its export {export.result}")
    kind, store, convert = _answer(answer, export.result)
    body = _Body({name: argument for name, argument in takes if isinstance(argument, OneRecord)})
    for name, argument in takes:
        if argument == INT:
            body.lines.append(f"%{name}.wide = sext i32 %{name} to i64")
    given = [part for pair in _flat(_named(export)) for part in body.given(*pair)]
    call = f"({', '.join(['ptr %answer', 'ptr %failure', *given])})"
    lines = [
        f"%answer = alloca {store}",
        "%failure = alloca ptr",
        *body.lines,
        f"%status = call i32 @{compiled.fndesc.mangled_name}{call}",
        *convert,
    ]
    passed = ", ".join(f"{_passed(argument)} %{name}" for name, argument in takes)
    return "\n".join(["", f"define {kind} @{export.name}({passed}) {{", *lines, "}", ""])


def _passed(argument: Argument) -> str:
    return _PASSED[argument] if isinstance(argument, str) else "ptr"


class _Body:
    """What Numba's own function gets, and the lines that compute it."""

    def __init__(self, records: Mapping[str, OneRecord]) -> None:
        self.lines: list[str] = []
        self._records = records

    def given(self, name: str, argument: Argument) -> list[str]:
        """Return what Numba makes of one argument: of an array seven parts or more."""
        if isinstance(argument, OneRecord):
            return [f"ptr %{name}"]
        if isinstance(argument, WordsOf):
            size = self._records[argument.name].kind.itemsize
            return self._array(argument.name, 8, [str(size // 8)])
        if isinstance(argument, ArrayOf):
            sizes = [f"%{n}.wide" if isinstance(n, str) else str(n) for n in argument.shape]
            return self._array(name, np.dtype(argument.kind).itemsize, sizes)
        assert isinstance(argument, str)
        return [f"i64 %{name}.wide" if argument == INT else f"{_PASSED[argument]} %{name}"]

    def _array(self, name: str, size: int, shape: list[str]) -> list[str]:
        """Return an array: no owner, no parent, count, size, data, shape, strides."""
        strides: list[str] = []
        step, count = str(size), "1"
        for length in reversed(shape):
            strides.insert(0, step)
            step, count = self._product(step, length), self._product(count, length)
        parts = ["ptr null", "ptr null", f"i64 {count}", f"i64 {size}", f"ptr %{name}"]
        return [*parts, *(f"i64 {n}" for n in shape), *(f"i64 {n}" for n in strides)]

    def _product(self, one: str, other: str) -> str:
        if one.isdigit() and other.isdigit():
            return str(int(one) * int(other))
        self.lines.append(f"%product.{len(self.lines)} = mul i64 {one}, {other}")
        return f"%product.{len(self.lines) - 1}"


def _answer(numba_type: str, result: str | None) -> tuple[str, str, list[str]]:
    """Return the type that the page gets, the one that Numba stores, and the step between them."""
    if result is None:
        return "void", "ptr", ["ret void"]
    stored = {"int64": "i64", "uint64": "i64", "float64": "double", "float32": "float"}
    store = stored.get(numba_type, "i8" if numba_type == "bool" else "i64")
    lines = [f"%stored = load {store}, ptr %answer"]
    wanted = _PASSED[result]
    step = {
        ("i64", "i32"): "trunc", ("i8", "i32"): "zext", ("float", "double"): "fpext",
    }.get((store, wanted))  # fmt: skip
    if step is None:
        if store != wanted:
            raise TypeError(f"{numba_type} cannot be passed as {result}")
        return wanted, store, [*lines, f"ret {wanted} %stored"]
    return (
        wanted,
        store,
        [
            *lines,
            f"%passed = {step} {store} %stored to {wanted}",
            f"ret {wanted} %passed",
        ],
    )


def _hide_all_but(module: Any, names: Sequence[str]) -> None:
    """Keep all but the exports inside the module, so that LLVM drops what is not used."""
    for things in (module.functions, module.global_variables):
        for thing in things:
            if thing.name not in names and not thing.is_declaration:
                thing.linkage = "internal"


def _link(code: bytes, names: Sequence[str]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        made, linked = Path(folder) / "kernels.o", Path(folder) / "kernels.wasm"
        made.write_bytes(code)
        options = [
            "--no-entry", "--gc-sections", "--strip-all", "-z", f"stack-size={_STACK}",
            "--stack-first", "--export=__heap_base", *(f"--export={name}" for name in names),
        ]  # fmt: skip
        linker = [sys.executable, "-m", "ziglang", "wasm-ld"]
        command = [*linker, *options, str(made), "-o", str(linked)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"The module could not be linked: {done.stderr.strip()}")
        return linked.read_bytes()
