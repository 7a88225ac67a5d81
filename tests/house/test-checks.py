#!/usr/bin/env python3
"""The house checks find what they are for: each is run on a small tree with one offence, and on
one without. Usage: test-checks.py TOOLS-DIRECTORY CC"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

TOOLS = os.path.abspath(sys.argv[1])
CC = sys.argv[2:]
HEAD = "/* A file. */\n"


def run(tool, *arguments):
    """(exit status, standard output and error) of a tool."""
    done = subprocess.run([os.path.join(TOOLS, tool), *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


class Tree(unittest.TestCase):
    """A test with a directory of its own."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.root = holder.name

    def write(self, path, text):
        whole = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return whole


class Circles(Tree):
    def check(self, files, fault=None):
        for path, text in files.items():
            self.write(path, text)
        status, output = run("check-includes.py", self.root)
        self.assertEqual(status, 1 if fault else 0, output)
        self.assertIn(fault or "0 offences", output)

    def test_none(self):
        self.check({"store/a.h": "", "store/a.c": '#include "a.h"\n#include "b.h"\n',
                    "store/b.h": "", "store/b.c": '#include "b.h"\n'})

    def test_of_two(self):
        self.check({"store/a.h": "", "store/a.c": '#include "b.h"\n',
                    "store/b.h": "", "store/b-private.h": '#include "a.h"\n'},
                   "a circle: store/a store/b")

    SHARED = "void\nsabot_a(void);\nvoid\nsabot_b(void);\n"

    @staticmethod
    def source(text):
        return '#include "x-private.h"\n\n' + text

    def test_of_calls(self):
        """A header that both include hides it."""
        self.check({"store/x-private.h": self.SHARED,
                    "store/a.c": self.source("void\nsabot_a(void)\n{\n\tsabot_b();\n}\n"),
                    "store/b.c": self.source("void\nsabot_b(void)\n{\n\tsabot_a();\n}\n")},
                   "a circle of calls: store/a store/b")

    def test_of_folders(self):
        """No module leads back to itself, but its folder does."""
        self.check({"store/log/a.h": "", "store/log/b.h": '#include "store/proof/c.h"\n',
                    "store/proof/c.h": "", "store/proof/d.h": '#include "store/log/a.h"\n'},
                   "a circle of folders: store/log store/proof")

    def test_of_calls_between_folders(self):
        self.check({"store/x-private.h": self.SHARED,
                    "store/log/a.c": "void\nsabot_a(void)\n{\n\tsabot_b();\n}\n",
                    "store/proof/b.c": "void\nsabot_b(void)\n{\n}\n",
                    "store/proof/c.c": "void\nsabot_c(void)\n{\n\tsabot_d();\n}\n",
                    "store/log/d.c": "void\nsabot_d(void)\n{\n}\n"},
                   "a circle of calls of folders: store/log store/proof")

    def test_a_name_in_a_comment_is_no_call(self):
        self.check({"store/x-private.h": self.SHARED,
                    "store/a.c": self.source("void\nsabot_a(void)\n{\n\tsabot_b();\n}\n"),
                    "store/b.c": self.source("/* As sabot_a(). */\nvoid\nsabot_b(void)\n{\n}\n")})


class Words(Tree):
    def check(self, name, text, fault=None):
        self.write(name, text)
        status, output = run("check-words.py", self.root)
        self.assertEqual(status, 1 if fault else 0, output)
        self.assertIn(fault or "0 offences", output)

    def test_comment(self):
        self.check("store/a.h", "int x;\n/*\n * Whoever waits.\n */\n", 'store/a.h:3: "Whoever"')

    def test_page(self):
        self.check("docs/a.md", "# A\n\nIt is made anew.\n", 'docs/a.md:3: "anew"')

    SENTENCE = 'msgid ""\n"One line, "\n"%s"\nmsgstr "Ella tells."\n'

    def test_sentence_on_a_screen(self):
        self.check("po/es.po", self.SENTENCE % "nobody is told.", 'po/es.po:1: "told"')
        self.check("po/es.po", self.SENTENCE % "nothing is shown.")

    def test_stored_sentence(self):
        self.check("po/es.po", 'msgid "player was told"\nmsgstr ""\n')

    def test_identifier(self):
        self.check("store/a.c", "int is_told;\n", 'store/a.c:1: "is_told"')

    def test_bare_verb(self):
        self.check("store/a.c", "static void\ntake(int n)\n{\n}\n", 'store/a.c:2: "take"')
        self.check("store/a.c", "static void\ntake_card(int n)\n{\n\ttake(n);\n}\n")

    def test_code_is_no_text(self):
        self.check("store/a.c", 'int said;\nchar *text = "it tells /* whoever */";\n/* `told` */\n')
        self.check("docs/a.md", "`told` and [x](a.md#asked-for)\n")


class Unique(Tree):
    def check(self, files, fault=None):
        for path, text in files.items():
            self.write(path, text)
        status, output = run("check-unique.py", self.root)
        self.assertEqual(status, 1 if fault else 0, output)
        self.assertIn(fault or "0 more than once, 0 not in their own header", output)

    def test_once(self):
        self.check({"store/a.h": "struct sabot_a {\nint\nsabot_a(void);\n",
                    "gui/b.c": "struct local {\n", "cli/c.c": "struct local {\n"})

    def test_header_twice(self):
        self.check({"store/a.h": "int x;\n", "gui/a.h": "int y;\n"},
                   "header a.h: gui/a.h, store/a.h")

    def test_function_twice(self):
        self.check({"store/a.h": "int\nsabot_a(void);\n", "gui/b.h": "int\nsabot_a(int x);\n"},
                   "sabot_a(): gui/b.h, store/a.h")

    def test_struct_twice(self):
        self.check({"store/a.c": "struct sabot_a {\n", "gui/b.h": "struct sabot_a {\n"},
                   "struct sabot_a: gui/b.h, store/a.c")

    BODY = "int\nsabot_a(int x,\n        int y)\n{\n"

    def test_own_header(self):
        self.check({"store/a.h": "int\nsabot_a(int x, int y);\n", "store/a.c": self.BODY,
                    "store/b.h": "int\nsabot_b(void);\n"}, None)

    def test_private_header(self):
        self.check({"store/a-private.h": "int\nsabot_a(int x, int y);\n",
                    "store/a.c": self.BODY})

    def test_shared_header(self):
        self.check({"case/indexer-private.h": "/* a.c: x */\n\nint\nsabot_a(int x, int y);\n",
                    "case/a.c": self.BODY})

    def test_shared_header_that_is_not_listed(self):
        self.check({"store/b-private.h": "/* a.c */\n\nint\nsabot_a(int x, int y);\n",
                    "store/a.c": self.BODY}, "store/a.c: sabot_a() is declared in")

    def test_shared_header_without_a_name(self):
        self.check({"case/indexer-private.h": "int\nsabot_a(int x, int y);\n",
                    "case/a.c": self.BODY}, "sabot_a() stands below no file's name")

    def test_shared_header_with_another_name(self):
        self.check({"case/indexer-private.h": "/* b.c */\n\nint\nsabot_a(int x, int y);\n",
                    "case/a.c": self.BODY}, "sabot_a() is not in b.c")

    def test_table_of_functions(self):
        self.check({"report/kinds/report-private.h": "int\nsabot_a(int x, int y);\n",
                    "report/kinds/a.c": self.BODY}, "functions of sabot_report_fill_fn only")

    def test_no_header(self):
        self.check({"store/a.h": "int x;\n", "store/a.c": "static " + self.BODY})

    def test_other_header(self):
        self.check({"store/b.h": "int\nsabot_a(int x, int y);\n", "store/a.c": self.BODY},
                   "store/a.c: sabot_a() is declared in store/b.h")

    def test_other_folder(self):
        self.check({"gui/b-private.h": "int\nsabot_a(int x, int y);\n", "store/a.c": self.BODY},
                   "store/a.c: sabot_a() is declared in gui/b-private.h")

    def test_list_of_functions(self):
        self.check({"store/b.h": "b_fn sabot_b, sabot_c,\n\tsabot_a;\n", "store/a.c": self.BODY},
                   "store/a.c: sabot_a() is declared in store/b.h")


class Json(Tree):
    def check(self, path, text, fault=None):
        self.write(path, text)
        status, output = run("check-json.py", self.root)
        self.assertEqual(status, 1 if fault else 0, output)
        self.assertIn(fault or "0 offences", output)

    def test_structs(self):
        self.check("gui/a.c", "int n = rules->n; /* json_object_get(rules) once */\n")

    def test_written(self):
        self.check("gui/a.c", 'json_t *args = json_pack("{s:s}", "table", name);\n')

    def test_read(self):
        self.check("gui/a.c", 'int n = json_integer_value(json_object_get(ok, "n"));\n',
                   "gui/a.c: reads JSON in 2 places, none is allowed")

    def test_walked_over(self):
        """Not the list, whose members are structs."""
        self.check("report/a.c", "json_object_foreach(set, key, value)\n",
                   "report/a.c: reads JSON in 1 places, none is allowed")
        self.check("report/a.c", "json_array_foreach(list, i, item)\n")

    def test_read_in_a_header(self):
        self.check("cli/a.h", "return sabot_json_text(ok, name);\n", "cli/a.h")

    def test_read_at_a_door(self):
        self.check("proto/a.c", 'json_object_get(ok, "n");\n')

    def test_a_line_of_the_same_process(self):
        self.check("view/a.c", "sabot_derived_line_read(json, &line);\n",
                   "view/: typed messages read in 1 places, 0 are allowed")

    def test_built_by_hand(self):
        self.check("gather/a.c", 'json = json_pack("{s:s}", "table", name);\n',
                   "gather/: objects built by hand in 1 places, 0 are allowed")


class Includes(Tree):
    CASES = [
        ("engine/a.c", "#include <stdint.h>", None),
        ("engine/a.c", "#include <glib.h>", "engine/ may not include <glib.h>"),
        ("engine/a.c", '#include "proto/wire.h"', "engine/ may not include proto/wire.h"),
        ("engine/core/a.c", '#include "engine/table/table.h"',
         "engine/core/ may not include engine/table/table.h"),
        ("engine/table/a.c", '#include "engine/core/card.h"', None),
        ("view/a.c", '#include "daemon/api/api.h"', "view/ may not include daemon/api/api.h"),
        ("devices/a.c", '#include "engine/core/event.h"', None),
        ("devices/a.c", '#include "engine/table/table.h"',
         "devices/ may not include engine/table/table.h"),
        ("devices/drivers/a.c", '#include "devices/shoe/shoe-driver.h"', None),
        ("devices/drivers/a.c", '#include "devices/transport/transport.h"',
         "devices/drivers/ may not"),
        ("gui/a.c", "#include <sqlite3.h>", "<sqlite3.h> belongs to store"),
        ("gui/a.c", "#include <gtk/gtk.h>", None),
        ("gui/model/a.c", "#include <gtk/gtk.h>", "<gtk/gtk.h> belongs to gui"),
        ("gui/a.c", '#include "engine/table/table.h"', "gui/ may not include engine/table/table.h"),
        ("cli/a.c", '#include "daemon/api/api.h"', "cli/ may not include daemon/api/api.h"),
        ("cli/a.c", '#include "daemon/nowhere.h"', '"daemon/nowhere.h" is not there'),
        ("store/a.c", '#include "engine/core/card.h"', None),
        ("proto/a.c", '#include "store/db/db.h"', "proto/ may not include store/db/db.h"),
    ]

    def test_cases(self):
        for name in ("engine/core/event.h", "engine/table/table.h", "engine/core/card.h",
                     "proto/wire.h",
                     "store/db/db.h", "daemon/api/api.h", "devices/shoe/shoe-driver.h",
                     "devices/transport/transport.h"):
            self.write(name, HEAD)
        for path, line, fault in self.CASES:
            with self.subTest(path=path, line=line):
                whole = self.write(path, HEAD + line + "\n")
                status, output = run("check-includes.py", self.root)
                os.remove(whole)
                if fault:
                    self.assertEqual(status, 1)
                    self.assertIn(f"{path}:2: {fault}", output)
                else:
                    self.assertEqual(status, 0, output)

    def test_nothing_to_check_is_a_failure(self):
        self.assertEqual(run("check-includes.py", self.root)[0], 1)


class Style(Tree):
    BODY = "int\nf(void)\n{\n%s}\n"
    CASES = [
        ("honest", HEAD + BODY % "\treturn 1;\n", None),
        ("quoted slashes", HEAD + BODY % '\treturn "http://x"[0]; /* see // here */\n', None),
        ("slashes", HEAD + BODY % "\treturn 1; // one\n", "a.c:5: comment with //"),
        ("head", BODY % "\treturn 1;\n", "a.c:1: begins without a paragraph"),
        ("columns", HEAD + "int x" + "x" * 96 + ";\n", "a.c:2: 102 columns"),
        ("tabs", HEAD + "\t" * 12 + "int a;\n", "a.c:2: 102 columns"),
        ("blanks", HEAD + "int x; \n", "a.c:2: blanks"),
        ("end", HEAD + "int x;", "a.c:2: no newline"),
        ("file", HEAD + "int x;\n" * 600, "a.c:600: 601 lines"),
        ("function", HEAD + BODY % ("\tg();\n" * 99), "f has 101 lines"),
        ("long", HEAD + BODY % ("\tg();\n" * 70), None),
        ("parameters", HEAD + "int\nf(int a, int b, int c, int d,\n  int e, int f)\n{\n}\n",
         "f has 6 parameters"),
        ("callback", HEAD + "int\nf(int a, int b, int c, int d, int e, gpointer data)\n{\n}\n",
         None),
        ("idle", HEAD + "void\nf(void)\n{\n\tg_idle_add(g, NULL);\n}\n",
         "a.c:5: a source with idle priority"),
        ("idle source", HEAD + "void\nf(void)\n{\n\ts = g_idle_source_new();\n}\n",
         "a.c:5: a source with idle priority"),
        ("priority", HEAD + "void\nf(void)\n{\n\ts = g_idle_source_new();\n"
         "\tg_source_set_priority(s, 0);\n}\n", None),
        ("path", HEAD + 'const char *p = "/' + 'home/me";\n', "a.c:2: a path of somebody's"),
    ]

    def test_cases(self):
        for name, text, fault in self.CASES:
            with self.subTest(name=name):
                self.write("cli/a.c", text)
                status, output = run("check-style.py", self.root)
                if fault:
                    self.assertEqual(status, 1)
                    self.assertIn(fault, output)
                else:
                    self.assertEqual(status, 0, output)

    def test_header_without_pragma(self):
        self.write("cli/a.h", HEAD)
        self.assertIn("cli/a.h:1: has no #pragma once", run("check-style.py", self.root)[1])


class Symbols(Tree):
    CASES = [
        ("honest", "void *memcpy(void *, const void *, unsigned long);\n"
         "void f(void *a, const void *b, unsigned long n) { memcpy(a, b, n); }\n", None),
        ("heap", "void *malloc(unsigned long);\nvoid *f(void);\n"
         "void *f(void) { return malloc(9); }\n", "needs malloc"),
        ("copy", "char *strdup(const char *);\nchar *f(const char *);\n"
         "char *f(const char *s) { return strdup(s); }\n", "needs strdup"),
        ("own", "int g(void);\nint f(void);\nint f(void) { return g(); }\n"
         "int g(void) { return 1; }\n", None),
        ("output", "int puts(const char *);\nvoid f(void);\nvoid f(void) { puts(\"x\"); }\n",
         "needs puts"),
    ]

    def test_cases(self):
        for name, text, fault in self.CASES:
            with self.subTest(name=name):
                source = self.write("a.c", text)
                built, library = source[:-1] + "o", source[:-1] + "a"
                subprocess.run([*CC, "-O1", "-w", "-c", source, "-o", built], check=True)
                if os.path.exists(library):
                    os.remove(library)
                subprocess.run(["ar", "rcs", library, built], check=True)
                status, output = run("check-symbols.sh", library)
                self.assertEqual(status, 1 if fault else 0, output)
                self.assertIn(fault or "", output)

    def test_no_library_is_a_failure(self):
        self.assertNotEqual(run("check-symbols.sh", os.path.join(self.root, "none.a"))[0], 0)


class Summary(Tree):
    CASES = [
        ("good", [("sabot:engine / a", "OK"), ("sabot:gui / b", "OK")], 0, 0,
         "2 passed, 0 failed"),
        ("bad", [("sabot:engine / a", "OK"), ("sabot:gui / b", "FAIL")], 1, 1,
         "1 passed, 1 failed"),
        ("late", [("sabot:engine / a", "TIMEOUT")], 1, 1, "0 passed, 1 failed"),
        ("skipped", [("sabot:engine / a", "OK"), ("b", "SKIP")], 0, 0,
         "1 passed, 0 failed, 1 skipped"),
        ("only skipped", [("sabot:engine / a", "SKIP")], 0, 1, "0 passed, 0 failed, 1 skipped"),
        ("none", [], 0, 1, "0 passed, 0 failed"),
        ("broken meson", [("sabot:engine / a", "OK")], 2, 1, "1 passed, 1 failed"),
    ]

    def test_cases(self):
        for name, tests, meson_status, expected, last in self.CASES:
            with self.subTest(name=name):
                self.write("testlog.json", "".join(
                    json.dumps({"name": test, "result": result, "returncode": 0,
                                "stdout": "said so"}) + "\n" for test, result in tests))
                status, output = run("test-summary.py", self.root, str(meson_status))
                self.assertEqual(status, expected, output)
                self.assertEqual(output.splitlines()[-1], last)
                self.assertEqual("said so" in output, "FAIL" in output or "TIMEOUT" in output)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
