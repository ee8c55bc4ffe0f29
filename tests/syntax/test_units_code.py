from __future__ import annotations

import pytest

from syncline.core.unit import Unit
from syncline.syntax import units


def shown(found: tuple[Unit, ...]) -> list[str]:
    return [
        f"{u.kind} {u.qualified} {u.lines.start}-{u.lines.stop}" + (f" body {u.body.start}-{u.body.stop}" if len(u.body) else "")
        for u in found
    ]


CASES = {
    "javascript": (
        """\
import a, { b as c } from "x";
import * as ns from "y";
import "side";
export { q } from "z";
const { m, n: [o] } = require("p");
// about Box
/* more */
export default class Box extends Lid {
  static size = 1;
  #own;
  get top() {
    return `class No { ${this.size} }`;
  }
}
export const K = 1, f = () => {
  const local = 1;
  function inner() {}
};
const Search = {
  start: () => {},
  stop() {},
  limit: 1,
};
exports.foo = function () {};
Box.prototype.bar = function () {};
describe("box", () => {
  it("opens", async () => {});
});
if (x) { function maybe() {} }
""",
        [
            "import a 0-1",
            "import c 0-1",
            "import ns 1-2",
            "import side 2-3",
            "import q 3-4",
            "import m 4-5",
            "import o 4-5",
            "class Box 5-14 body 8-13",
            "field Box.size 8-9",
            "field Box.#own 9-10",
            "method Box.top 10-13 body 11-12",
            "constant K 14-15",
            "function f 14-18 body 15-17",
            "function f.inner 16-17",
            "constant Search 18-23 body 19-22",
            "method Search.start 19-20",
            "method Search.stop 20-21",
            "field Search.limit 21-22",
            "function foo 23-24",
            "method Box.bar 24-25",
            "function describe box 25-28 body 26-27",
            "function describe box.it opens 26-27",
            "function maybe 28-29",
        ],
    ),
    "typescript": (
        """\
import type { T } from "./t";
interface I {
  a: string;
  m(): void;
}
type O = { z: string };
export enum E { A, B = 2 }
namespace N { export function f(): void {} }
@Part({})
export abstract class C {
  @Input()
  x?: string;

  constructor(private y: number, plain: string) {}
  abstract q(): void;
}
// about over
function over(a: string): void;
function over(a: any) {}
declare function ambient(): void;
""",
        [
            "import T 0-1",
            "class I 1-5 body 2-4",
            "field I.a 2-3",
            "method I.m 3-4",
            "class O 5-6",
            "field O.z 5-6",
            "class E 6-7",
            "enum value E.A 6-7",
            "enum value E.B 6-7",
            "section N 7-8",
            "function N.f 7-8",
            "class C 8-16 body 10-15",
            "field C.x 10-12",
            "method C.constructor 13-14",
            "field C.y 13-14",
            "method C.q 14-15",
            "function over 16-18",
            "function over 18-19",
            "function ambient 19-20",
        ],
    ),
    "java": (
        """\
package a.b;

import java.util.List;
import static a.B.c;
import x.*;

/** About A. */
@Mark(1)
public class A<T> extends B {
  private int x = 1, y;

  A() {}

  // about m
  @Override
  public <R> R m(int a) {
    class Local {}
    return null;
  }

  enum K { P, Q(1); void g() {} }
  interface I { void h(); int C = 3; }
  record R(int a) {}
}
""",
        [
            "import List 2-3",
            "import c 3-4",
            "import * 4-5",
            "class A 6-24 body 9-23",
            "field A.x 9-10",
            "field A.y 9-10",
            "method A.A 11-12",
            "method A.m 13-19 body 16-18",
            "class A.m.Local 16-17",
            "class A.K 20-21",
            "enum value A.K.P 20-21",
            "enum value A.K.Q 20-21",
            "method A.K.g 20-21",
            "class A.I 21-22",
            "method A.I.h 21-22",
            "field A.I.C 21-22",
            "class A.R 22-23",
            "field A.R.a 22-23",
        ],
    ),
    "kotlin": (
        """\
package a
import a.b.C as D
import x.*

/** About A. */
@Mark
class A(
  val p: Int,
  q: Int
) : B() {
  val x = 1
  fun m() {
    fun local() {}
  }
  companion object {
    const val K = 1
  }
  enum class E { P, Q }
}
fun String?.ext(): Int = 1
object O {
  fun f() = "a ${x} b"
}
typealias T = Int
val (a1, b1) = 1 to 2
""",
        [
            "import D 1-2",
            "import * 2-3",
            "class A 4-19 body 10-18",
            "field A.p 7-8",
            "field A.x 10-11",
            "method A.m 11-14 body 12-13",
            "function A.m.local 12-13",
            "class A.Companion 14-17 body 15-16",
            "field A.Companion.K 15-16",
            "class A.E 17-18",
            "enum value A.E.P 17-18",
            "enum value A.E.Q 17-18",
            "method String.ext 19-20",
            "class O 20-23 body 21-22",
            "method O.f 21-22",
            "class T 23-24",
            "constant a1 24-25",
            "constant b1 24-25",
        ],
    ),
    "go": (
        """\
package p

import (
	"fmt"
	x "a/b"
)

const K = 1

const (
	A, B = 1, 2
	// about C
	C = iota
)

// S is one.
type S struct {
	a, b int
	pkg.Emb
}

type I interface {
	M()
}

func F() {
	local := 1
}

func (s *S[T]) M() {}
""",
        [
            "import fmt 3-4",
            "import x 4-5",
            "constant K 7-8",
            "constant A 10-11",
            "constant B 10-11",
            "constant C 11-13",
            "class S 15-20 body 17-19",
            "field S.a 17-18",
            "field S.b 17-18",
            "field S.Emb 18-19",
            "class I 21-24 body 22-23",
            "method I.M 22-23",
            "function F 25-28 body 26-27",
            "method S.M 29-30",
        ],
    ),
    "rust": (
        """\
use a::b::{self, c as d, e::*};
/// About S.
#[derive(Debug)]
pub struct S<T> {
    pub a: i32,
    // about b
    #[serde(skip)]
    b: T,
}
enum E { A, B(i32) }
impl<T> S<T> {
    const K: i32 = 1;
    pub fn m(&self) {
        fn inner() {}
    }
}
impl fmt::Display for S<i32> {
    fn fmt(&self) {}
}
trait Tr { fn a(); }
mod tests {
    #[test]
    fn t() {}
}
static Q: &str = r#"fn no() {}"#;
macro_rules! mac { () => {} }
""",
        [
            "import b 0-1",
            "import d 0-1",
            "import * 0-1",
            "class S 1-9 body 4-8",
            "field S.a 4-5",
            "field S.b 5-8",
            "class E 9-10",
            "enum value E.A 9-10",
            "enum value E.B 9-10",
            "class impl S<T> 10-16 body 11-15",
            "field S.K 11-12",
            "method S.m 12-15 body 13-14",
            "function S.m.inner 13-14",
            "class impl fmt::Display for S<i32> 16-19 body 17-18",
            "method <S<i32> as fmt::Display>.fmt 17-18",
            "class Tr 19-20",
            "method Tr.a 19-20",
            "section tests 20-24 body 21-23",
            "function tests.t 21-23",
            "constant Q 24-25",
            "function mac 25-26",
        ],
    ),
    "c": (
        """\
#include "a.h"
#define LIMIT 1
#define TWICE(x) \\
  ((x) * 2)
#ifdef X
int g = 1, *h;
#else
static const int table[3] = {1};
#endif
typedef struct { int a; } S;
struct V { int c; } v;
struct Forward;
enum { ANON };
int proto(int);
int (*pointer)(int);
/* about f */
EXPORTED static int *f(int a)
{
  int local = 1;
  return &a;
}
""",
        [
            "import a.h 0-1",
            "constant LIMIT 1-2",
            "function TWICE 2-4",
            "constant g 5-6",
            "constant h 5-6",
            "constant table 7-8",
            "class S 9-10",
            "field S.a 9-10",
            "constant v 10-11",
            "class V 10-11",
            "field V.c 10-11",
            "function proto 13-14",
            "constant pointer 14-15",
            "function f 15-21 body 18-20",
        ],
    ),
    "cpp": (
        """\
namespace a::b {
// about C
template <typename T>
class C : public D {
 public:
  C() : x(1) {}
  ~C();
  int& ref() { return x; }
  int x, y = 2;
  C operator+(const C& o);
  enum E { P, Q = 1 };
  struct In { int z; };
};
}
int* a::C::def(int q) {
  return nullptr;
}
template <> void spec<int>() {}
__global__ void kernel(float* a) {
  other<<<1, 2>>>(a);
}
""",
        [
            "section a::b 0-14 body 1-13",
            "class a.b.C 1-13 body 4-12",
            "method a.b.C.C 5-6",
            "method a.b.C.~C 6-7",
            "method a.b.C.ref 7-8",
            "field a.b.C.x 8-9",
            "field a.b.C.y 8-9",
            "method a.b.C.operator+ 9-10",
            "class a.b.C.E 10-11",
            "enum value a.b.C.E.P 10-11",
            "enum value a.b.C.E.Q 10-11",
            "class a.b.C.In 11-12",
            "field a.b.C.In.z 11-12",
            "method a.C.def 14-17 body 15-16",
            "function spec<int> 17-18",
            "function kernel 18-21 body 19-20",
        ],
    ),
    "csharp": (
        """\
using System;
using X = A.B;
namespace N.M {
  /// About A.
  [Mark]
  public class A<T> : B {
    private int x = 1, y;
    public int P { get; set; }
    public A() {}
    public void M<T>(int a) {
      void Local() {}
    }
    int this[int i] => 1;
    public static A operator +(A a, A b) => a;
  }
  enum E { P, Q = 2 }
  record R(int Z);
}
""",
        [
            "import System 0-1",
            "import X 1-2",
            "section N.M 2-18 body 3-17",
            "class N.M.A 3-15 body 6-14",
            "field N.M.A.x 6-7",
            "field N.M.A.y 6-7",
            "field N.M.A.P 7-8",
            "method N.M.A.A 8-9",
            "method N.M.A.M 9-12 body 10-11",
            "function N.M.A.M.Local 10-11",
            "method N.M.A.this[] 12-13",
            "method N.M.A.operator + 13-14",
            "class N.M.E 15-16",
            "enum value N.M.E.P 15-16",
            "enum value N.M.E.Q 15-16",
            "class N.M.R 16-17",
            "field N.M.R.Z 16-17",
        ],
    ),
    "php": (
        """\
<?php
namespace A\\B;
use X\\Z as W, Q\\R;
use function a\\b;
use G\\{H, I as J};
const K = 1, L = 2;
define('M', 1);
// about C
#[Mark]
abstract class C extends D implements E
{
    use Part;
    public const Z = 1;
    private int $x = 1, $y;

    /**
     * About m.
     */
    #[Other]
    public function m(
        private int $p
    ): string {
        return "function no() {$b}";
    }
    abstract function n();
}
enum En: string { case A = 'a'; }
if (!function_exists('z')) {
    function z() {}
}
return ['a' => 1, 'b' => ['c' => 2], 3];
""",
        [
            "import W 2-3",
            "import R 2-3",
            "import b 3-4",
            "import H 4-5",
            "import J 4-5",
            "constant K 5-6",
            "constant L 5-6",
            "constant M 6-7",
            "class C 7-26 body 11-25",
            "import C.Part 11-12",
            "field C.Z 12-13",
            "field C.x 13-14",
            "field C.y 13-14",
            "method C.m 15-24 body 22-23",
            "field C.p 20-21",
            "method C.n 24-25",
            "class En 26-27",
            "enum value En.A 26-27",
            "function z 28-29",
            "key a 30-31",
            "key b 30-31",
            "key b.c 30-31",
        ],
    ),
    "ruby": (
        """\
require "x"
module A
  # about B
  class B < C
    K = 1
    attr_accessor :x, :y
    # about m
    def m(a) = 1
    def self.s
      # why
      "def no #{x}"
    end
    class << self
      def t; end
    end
  end
end
describe "box" do
  it "opens" do
    local = 1
  end
end
""",
        [
            "import x 0-1",
            "class A 1-17 body 2-16",
            "class A.B 2-16 body 4-15",
            "field A.B.K 4-5",
            "field A.B.x 5-6",
            "field A.B.y 5-6",
            "method A.B.m 6-8",
            "method A.B.s 8-12 body 9-11",
            "method A.B.t 13-14",
            "function describe box 17-22 body 18-21",
            "function describe box.it opens 18-21 body 19-20",
        ],
    ),
}


@pytest.mark.parametrize("language", sorted(CASES))
def test_units_of(language: str) -> None:
    text, expected = CASES[language]
    assert shown(units(language, text)) == expected


@pytest.mark.parametrize("language", sorted(CASES))
def test_line_ends_and_marks_of_other_systems_change_nothing(language: str) -> None:
    text, expected = CASES[language]
    assert shown(units(language, text.replace("\n", "\r\n"))) == expected
    assert shown(units(language, "\ufeff" + text)) == expected
    assert shown(units(language, text.rstrip("\n"))) == expected


@pytest.mark.parametrize("language", sorted(CASES))
def test_bytes_that_are_not_utf_8_in_a_comment_change_nothing(language: str) -> None:
    text, expected = CASES[language]
    comment = "about \udce9\udcff "
    assert "about " in text or "About " in text
    assert shown(units(language, text.replace("about ", comment).replace("About ", comment))) == expected


def test_a_header_of_cpp_is_read_as_cpp() -> None:
    assert shown(units("c", "namespace a {\nclass B {};\n}\n")) == ["section a 0-3 body 1-2", "class a.B 1-2"]


def test_jsx_and_types_together() -> None:
    text = "export function App(p: Props) {\n  return <div>{p.x}</div>;\n}\n"
    assert shown(units("tsx", text)) == ["function App 0-3 body 1-2"]


def test_a_comment_at_the_end_of_a_line_belongs_to_that_line() -> None:
    assert shown(units("go", "package a\nvar x = 1 // about x\nvar y = 2\n")) == ["constant x 1-2", "constant y 2-3"]
    assert shown(units("java", "class A {\n  /* in front */ int x;\n  int y;\n}\n"))[1:] == ["field A.x 1-2", "field A.y 2-3"]
