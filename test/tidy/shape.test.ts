/**
 * The shape of the house: which folders and files there may be, how long they are, how they open, and
 * the words that they use. What a person would have to look for at every change is looked for here.
 */
import { basename, dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { LIMITS } from "@daybook/words/limits";
import { CODE, FILES, filesOf, isTest, linesMatching, textOf, WRITTEN } from "./tree.ts";

/** This folder spells out what it forbids. */
const OWN = "test/tidy/";
/** Texts that others wrote: the specification's rules, the licence, what npm writes. */
const FOREIGN = new Set(["LICENSE", "package-lock.json", "test/rules/rules.tsv"]);
/** Pictures have no lines. */
const OURS = FILES.filter((path) => !path.startsWith(OWN) && !FOREIGN.has(path) && !path.endsWith(".webp"));
const SQL = filesOf([".sql"], "migrations");
const PRODUCT = filesOf([".ts"], "src", "words").filter((path) => !path.endsWith(".test.ts"));

describe("folders", () => {
  test("have no name that says nothing of what is in them", () => {
    const folders = new Set(FILES.flatMap((path) => dirname(path).split("/")));
    expect(
      ["utils", "util", "helpers", "common", "shared", "types", "lib", "misc"].filter((name) =>
        folders.has(name),
      ),
    ).toEqual([]);
    expect(folders.size).toBeGreaterThan(20);
  });

  test("of the product are the rooms of the house", () => {
    const rooms = new Set(filesOf([""], "src").map((path) => path.split("/")[1] ?? ""));
    expect([...rooms].toSorted()).toEqual([
      "app",
      "app.ts",
      "config",
      "contract",
      "core",
      "interfaces",
      "main.ts",
      "modules",
      "platform",
      "sample",
    ]);
  });
});

describe("a module", () => {
  const modules = Map.groupBy(
    filesOf([""], "src/modules"),
    (path) => /^src\/modules\/((?:tenants|books|feed|filings)\/[^/]+|[^/]+)/.exec(path)?.[1] ?? "",
  );
  const KINDS = ["contract", "record", "handlers", "service", "rules", "store", "jobs", "bundle"];
  const PLACE = new RegExp(
    `^(README[.]md|(index|words)[.]ts|(${KINDS.join("|")})([.]test)?[.]ts|(${KINDS.join("|")})/.+[.]ts)$`,
  );

  test.each([...modules])("%s holds only the kinds of files that a module may hold", (name, paths) => {
    const inside = paths.map((path) => path.slice(`src/modules/${name}/`.length));
    expect(inside.filter((path) => !PLACE.test(path))).toEqual([]);
    expect(inside).toEqual(expect.arrayContaining(["README.md", "index.ts"]));
    // A kind is a file or a folder of its name, not both.
    expect(
      KINDS.filter(
        (kind) => inside.includes(`${kind}.ts`) && inside.some((path) => path.startsWith(`${kind}/`)),
      ),
    ).toEqual([]);
  });

  test.each([...modules.keys()])(
    "%s says in at most forty lines its words, its invariants and its callers",
    (name) => {
      const lines = textOf(`src/modules/${name}/README.md`).trimEnd().split("\n");
      expect(lines[0]).toBe(`# ${basename(name)}`);
      expect(lines.length).toBeGreaterThanOrEqual(8);
      expect(lines.length).toBeLessThanOrEqual(40);
      for (const opening of ["Words:", "Invariants", "Callers:"])
        expect(
          lines.some((line) => line.startsWith(opening)),
          opening,
        ).toBe(true);
    },
  );
});

describe("a file", () => {
  /** Files that were longer when the bound was set. The list may only become shorter. */
  const LONG = new Set([
    "words/limits.ts",
    "src/interfaces/app/join.test.ts",
    "src/modules/books/exports/service/generate.test.ts",
    "src/modules/intake/service/import-bundle.test.ts",
    "src/modules/books/ledger/service/reads.test.ts",
    "src/modules/books/reports/handlers.test.ts",
    "src/modules/feed/rules/handlers.test.ts",
    "src/modules/feed/transactions/service/edits.test.ts",
    "src/modules/feed/uploads/handlers.test.ts",
    "test/support/bundle.ts",
  ]);

  test("has at most 500 lines, if it is written by hand", () => {
    const long = [...WRITTEN, ...SQL].filter((path) => textOf(path).trimEnd().split("\n").length > 500);
    expect(new Set(long)).toEqual(LONG);
  });

  // The formatter wraps code and documents, but neither comments nor SQL.
  test("has comments and SQL of at most 110 columns", () => {
    const comments = linesMatching(WRITTEN, /^\s*(\*|\/\/|--) .*/).filter(
      (line) => !/https?:\/\/|oxlint-/.test(line),
    );
    const sql = linesMatching(
      PRODUCT,
      /^\s*(select|from|where|and|or|left join|join|order by|group by|values|returning|on conflict|set) /,
    );
    const width = (place: string): number => {
      const [, path = "", line = ""] = /^(.+?):(\d+): /.exec(place) ?? [];
      return textOf(path).split("\n")[Number(line) - 1]?.length ?? 0;
    };
    expect([...comments, ...sql].filter((place) => width(place) > 110 && !place.includes("${"))).toEqual([]);
    expect(comments.length).toBeGreaterThan(1_000);
    expect(sql.length).toBeGreaterThan(100);
  });

  test("opens with what it is, in a dozen lines at the most", () => {
    const opening = /^(?:#![^\n]*\n)?\/\*\*(?: [^\n]+ \*\/\n|\n(?: \*[^\n]*\n){1,12} \*\/\n)/;
    expect(CODE.filter((path) => !opening.test(textOf(path)))).toEqual([]);
    expect(SQL.filter((path) => !textOf(path).startsWith("-- "))).toEqual([]);
  });

  test("of a module speaks of no flag and of no command, which only one of its surfaces has", () => {
    const spoken = /^(?!\s*(?:\*|\/\/|\/\*)).*["'`].*(?:[^-\w]--[a-z]|`daybook |\bdaybook [a-z]+ )/m;
    const modules = CODE.filter((path) => /^src\/(?:core|modules)\//.test(path) && !isTest(path));
    expect(modules.filter((path) => spoken.test(textOf(path)))).toEqual([]);
  });

  test("of pages never takes the focus from a button while its work is under way", () => {
    const disabled = /\sdisabled=\{[^}]*\b(?:is(?:Pending|Busy|Running|Fetching\w*))\b/;
    expect(CODE.filter((path) => path.endsWith(".tsx") && disabled.test(textOf(path)))).toEqual([]);
  });

  test("of tests stands beside what it tests, or in test/", () => {
    const stray = filesOf([".test.ts"], "src", "client/src", "console/src", "formula/src", "words").filter(
      (path) => !CODE.some((other) => !isTest(other) && dirname(other) === dirname(path)),
    );
    expect(stray).toEqual([]);
  });

  test.each([
    ["a thing left for later", /\b(TODO|FIXME|XXX|HACK|not implemented|for now)\b/],
    [
      "a package registry",
      /npmjs[.]|npmmirror|yarnpkg|\b(registry|deb|archive|pypi)[.][a-z]+[.](org|com|net|io)\b/i,
    ],
    ["a folder of one machine", /(^|[^\w.}])\/(work|tmp|farm|home|root)\/[a-z]/],
    [
      "who or what wrote it",
      /\b(sub-?agent|helper|claude|anthropic|chatgpt|LLM|issue #?\d+|session #?\d+)\b/i,
    ],
  ])("never names %s", (_what, pattern) => {
    expect(linesMatching(OURS, pattern)).toEqual([]);
    expect(OURS.length).toBeGreaterThan(200);
  });

  test("but for those that fetch the outside data does not reach beyond the project", () => {
    expect(
      linesMatching(OURS, /shared\//).filter(
        (line) => !/^(test\/acceptance\/outside\.ts|\.ci\/run):/.test(line),
      ),
    ).toEqual([]);
  });
});

describe("words", () => {
  test("of the books: a node of the chart is a category, never an account", () => {
    // The table of ids names every resource, bank accounts too; other programs have accounts.
    const books = filesOf(
      [".ts", ".md"],
      "words",
      "src/core",
      "src/modules/books/chart",
      "src/modules/books/ledger",
      "src/modules/books/reports",
    ).filter(
      (path) =>
        !path.endsWith(".test.ts") &&
        path !== "words/public-id.ts" &&
        !path.startsWith("words/account-kinds"),
    );
    expect(linesMatching(books, /(?<!")\baccounts?\b(?!"|-kinds\b| types?\b)|\baccount(Id|_id)\b/i)).toEqual(
      [],
    );
    expect(books.length).toBeGreaterThan(30);
  });

  test("of the database: a column is named as its JSON field is, in snake_case", () => {
    expect(
      linesMatching(SQL, /^\s+"?[a-z]+[A-Z]\w*"?\s+(text|bigint|integer|boolean|date|smallint)\b/),
    ).toEqual([]);
  });

  test("of statements: no name stands twice", () => {
    // Files of tests that one worker happens to run after another would meet at their names.
    const named = CODE.filter((path) => !/^bench\/|statement\.test\.ts$/.test(path)).flatMap((path) =>
      [...textOf(path).matchAll(/\bstatement(?:<[^()]*?>)?\(\s*"([^"]+)"/g)].map(([, name]) => name),
    );
    expect(named.filter((name, at) => named.indexOf(name) < at)).toEqual([]);
    expect(named.length).toBeGreaterThan(450);
  });

  test("of the clock: only platform/ reads the time from a new Date", () => {
    expect(
      linesMatching(
        PRODUCT.filter((path) => !path.startsWith("src/platform/")),
        /\bnew Date\(\)|[^.\w]Date\(\)/,
      ),
    ).toEqual([]);
  });
});

test("the console takes the calendar, and amounts as texts, from words/", () => {
  // How instants are written is for the browser to say, and the present time of sheets is that of the books.
  const own = new Set([
    "console/src/kit/times.ts",
    "console/src/sheets/chart-picture.tsx",
    "console/src/sheets/worker.ts",
  ]);
  expect(
    linesMatching(
      CODE.filter((path) => path.startsWith("console/src/") && !isTest(path) && !own.has(path)),
      /\bDate\.(?:UTC|parse)\(|\b[gs]etUTC\w+\(|toISOString\(|toLocale(?:Date|Time)String\(|\bIntl\./,
    ),
  ).toEqual([]);
});

/** The text of a file of cards without the values of their examples. */
function withoutExamples(text: string): string {
  return text.replaceAll(/^( *)examples: \[\n.*?^\1\]/gms, "");
}

describe("numbers", () => {
  test("of the specification stand in words/limits.ts, and each of them is used", () => {
    const used = PRODUCT.filter((path) => path !== "words/limits.ts")
      .map(textOf)
      .join("\n");
    expect(
      Object.keys(LIMITS).filter((name) => !new RegExp(`LIMITS[.]${name}\\b|"${name}"`).test(used)),
    ).toEqual([]);
  });

  // What is larger than nine digits is the width of a type.
  test("are not written into cards and parameters", () => {
    const cards = [
      ...filesOf(["/contract.ts"], "src/modules"),
      ...PRODUCT.filter((path) => path.startsWith("src/contract/")),
    ];
    const isBare = (line: string): boolean =>
      /(?<![\w."'`$-])\d[\d_]{2,8}(?![\w."'`-])/.test(line) &&
      !/^\s*(\*|\/\/|\/\*\*)|["'`].*\d{2,}.*["'`]|\b(status|code): \d{3}\b/.test(line);
    const bare = cards.flatMap((path) =>
      withoutExamples(textOf(path))
        .split("\n")
        .filter(isBare)
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(bare).toEqual([]);
    expect(cards.length).toBeGreaterThan(5);
  });
});

describe("migrations", () => {
  test("are numbered without a gap, so that one is only ever added at the end", () => {
    const names = SQL.map((path) => basename(path));
    expect(names.filter((name) => !/^\d{4}-[a-z]+(-[a-z0-9]+)*[.]sql$/.test(name))).toEqual([]);
    expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1));
    expect(names.length).toBeGreaterThan(0);
  });
});

// A busy machine fails such a test for nothing. Work is counted instead, or two amounts of it are compared.
test("no test asserts how long something took", () => {
  const timed = /(performance\.now\(\)|process\.hrtime|Date\.now\(\) - (?!Date\.parse))[^;]*toBeLess/;
  expect(linesMatching(filesOf([".test.ts"]), timed)).toEqual([]);
});
