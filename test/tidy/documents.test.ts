/**
 * The documents are true: what a page names is there. Links and anchors, files, commands with their
 * options and values, settings, requests with their parameters, answers, tables and orders of things are
 * compared with the code, so that a page can't go on telling what is no longer so.
 */
import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import project from "../../package.json" with { type: "json" };
import { fileVariable, SETTINGS } from "../../src/config/config.ts";
import { API_ROOT, CONSOLE_API_ROOT } from "../../src/contract/operation.ts";
import { ERRORS } from "../../src/core/errors.ts";
import { PATHS as CONSOLE_PATHS } from "../../src/interfaces/app/addresses.ts";
import { COMMANDS, GROUPS } from "../../src/interfaces/command/registry.ts";
import { EXIT } from "../../src/interfaces/command/exit-codes.ts";
import { readFields } from "../../src/interfaces/command/fields.ts";
import { readCommandLine } from "../../src/interfaces/command/program.ts";
import { PIPELINE } from "../../src/interfaces/dispatch/pipeline.ts";
import { measurementsPage } from "../../bench/record.ts";
import { anchorsOf, type Block, blocksOf, codeOf, commandLines, linksOf, PAGES, rowsOf } from "./pages.ts";
import { FILES, ROOT, textOf } from "./tree.ts";
import { ROWS } from "../../src/interfaces/door/paths.ts";
import { MCP_PATH } from "../../src/interfaces/mcp/index.ts";

/** A command in a text, with the second word of a group's. */
const NAMED_COMMAND = /\bdaybook ([a-z0-9][a-z0-9-]*)(?: ([a-z][a-z0-9-]*))?/g;

test("every command that the files of a deployment and the program's own sentences name exists (CMD-016)", () => {
  const names = new Set([...COMMANDS.map(({ name }) => name), ...Object.keys(GROUPS), "help"]);
  const wrong = FILES.filter(
    (file) => /^(?:deploy|docs|src)\/|^README\.md$/.test(file) && !file.endsWith(".test.ts"),
  ).flatMap((file) =>
    [...textOf(file).matchAll(/`(?:npx )?daybook [\w .<>|-]*`|npx daybook .*/g)].flatMap(([quoted]) =>
      [...quoted.matchAll(NAMED_COMMAND)]
        .filter(([, first = "", second = ""]) => !names.has(first) && !names.has(`${first} ${second}`))
        .map(([text]) => `${file}: ${text}`),
    ),
  );
  expect(wrong).toEqual([]);
});

const HEALTH_PATHS: ReadonlySet<string> = new Set(
  Object.entries(ROWS).flatMap(([route, { surface }]) =>
    surface === "health" ? [route.replace("GET ", "")] : [],
  ),
);

interface Documented {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: {
          readonly "application/json"?: {
            readonly examples?: Readonly<
              Record<string, { readonly description: string; readonly value: unknown }>
            >;
          };
        };
      }
    >
  >;
}
const openApi = JSON.parse(textOf("published/openapi.json")) as {
  paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
};

/** Answers of the examples by the method and the path that ask them. */
const answers = new Map(
  Object.values(openApi.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ responses }) =>
      ["200", "201", "202"].flatMap((status) =>
        Object.values(responses[status]?.content?.["application/json"]?.examples ?? {}),
      ),
    )
    .map(({ description, value }) => [description.replaceAll("`", ""), value]),
);

const BLOCKS = PAGES.flatMap(blocksOf);
const SHELL = BLOCKS.filter(({ kind }) => kind === "sh");
const LINES = SHELL.flatMap((block) =>
  commandLines(block).map((words) => ({ page: block.page, words, line: words.join(" ") })),
);

function linesOf(...start: readonly string[]) {
  return LINES.filter(({ words }) => start.every((word, index) => words[index] === word));
}

describe("links", () => {
  const links = PAGES.flatMap((page) => linksOf(page).map((target) => ({ page, target })));

  test("lead to files and headings of the project, and nowhere else", () => {
    expect(links.length).toBeGreaterThan(50);
    const broken = links.filter(({ page, target }) => {
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? page : normalize(join(dirname(page), path));
      if (!FILES.includes(file)) return true;
      return anchor !== undefined && !anchorsOf(file).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test("lead to every decision from the list of decisions", () => {
    const decisions = FILES.filter((path) => /^docs\/decisions\/\d{4}-/.test(path)).map((path) =>
      path.replace("docs/decisions/", ""),
    );
    expect(linksOf("docs/decisions/index.md")).toEqual(decisions);
  });

  test("reach every page from the README, step by step", () => {
    const reached = new Set<string>();
    const visit = (page: string): void => {
      if (reached.has(page) || !PAGES.includes(page)) return;
      reached.add(page);
      for (const target of linksOf(page)) visit(normalize(join(dirname(page), target.split("#")[0] ?? "")));
    };
    visit("README.md");
    expect(PAGES.filter((page) => page.startsWith("docs/") && !reached.has(page))).toEqual([]);
  });
});

describe("names", () => {
  const code = PAGES.flatMap((page) =>
    [...codeOf(page), ...blocksOf(page).flatMap(({ text }) => text.split("\n"))].map((text) => ({
      page,
      text,
    })),
  );

  test("of files and folders are names of what is there", () => {
    const TOP = /^(?:src|test|docs|migrations|published|bench|bin|console|client|formula)\/[\w./-]*$/;
    const ROOM = /^(?:core|config|contract|modules|platform|interfaces)\/[\w./-]*$/;
    const named = code.flatMap(({ page, text }) =>
      TOP.test(text) ? [{ page, path: text }] : ROOM.test(text) ? [{ page, path: `src/${text}` }] : [],
    );
    expect(named.length).toBeGreaterThan(20);
    // The endpoint that CONTRIBUTING.md adds is an example, and the client is built from its sources.
    expect(
      named.filter(
        ({ path }) =>
          !existsSync(join(ROOT, path)) &&
          !path.startsWith("src/modules/feed/banking/") &&
          path !== "client/build",
      ),
    ).toEqual([]);
  });

  test("of settings are settings", () => {
    const known: ReadonlySet<string> = new Set([
      ...Object.values(SETTINGS).flatMap((entry) => [entry.variable, fileVariable(entry) ?? []].flat()),
      "DAYBOOK_URL",
      "DAYBOOK_KEY",
      "DAYBOOK_GOLDENS",
      "DAYBOOK_TEST_CITUS",
      "DAYBOOK_TEST_SERVER",
      "DAYBOOK_TEST_TRANSACTIONS",
    ]);
    const named = PAGES.flatMap((page) =>
      [...textOf(page).matchAll(/\b(?:DAYBOOK|DATABASE)_[A-Z_]+\b/g)].map(([variable]) => ({
        page,
        variable,
      })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ variable }) => !known.has(variable))).toEqual([]);
  });

  test("of errors behind a status are codes with that status", () => {
    const named = PAGES.flatMap((page) =>
      [...textOf(page).matchAll(/\b([45]\d\d) `(\w+)`/g)].map(([, status, name = ""]) => ({
        page,
        status,
        name,
      })),
    );
    expect(named.length).toBeGreaterThan(10);
    const table: Readonly<Record<string, { readonly status: number }>> = ERRORS;
    expect(named.filter(({ status, name }) => String(table[name]?.status) !== status)).toEqual([]);
  });
});

describe("command lines", () => {
  test("begin with a command that a reader has", () => {
    const KNOWN = ["export", "echo", "createuser", "createdb", "curl", "systemctl", "npm", "npx"];
    expect(LINES.length).toBeGreaterThan(50);
    expect(LINES.filter(({ words: [first = ""] }) => !KNOWN.includes(first))).toEqual([]);
  });

  test("of npm name scripts of the project", () => {
    const scripts = Object.keys(project.scripts);
    const unknown = linesOf("npm").filter(
      ({ words: [, verb = "", name = ""] }) =>
        !["ci", "start", "test"].includes(verb) && !(verb === "run" && scripts.includes(name)),
    );
    expect(unknown).toEqual([]);
    expect(scripts).toEqual(expect.arrayContaining(["start", "test"]));
  });

  test("of daybook are ones that it understands, option by option and value by value", () => {
    const lines = linesOf("npx");
    expect(lines.length).toBeGreaterThan(30);
    const refused = lines.flatMap(({ page, words, line }) => {
      if (words[1] !== "daybook") return [`${page}: ${line}`];
      const request = readCommandLine(words.slice(2), project.version);
      if (request.kind === "refused") return [`${page}: ${line}: ${request.text}`];
      if (request.kind === "run") readFields(request.command.fields, request.given);
      return [];
    });
    expect(refused).toEqual([]);
  });

  test("in sentences name commands of daybook", () => {
    const named = PAGES.flatMap((page) =>
      codeOf(page).flatMap((text) =>
        /^(?:npx )?daybook ./.test(text)
          ? [{ page, words: text.replace(/^npx /, "").split(" ").slice(1) }]
          : [],
      ),
    );
    expect(named.length).toBeGreaterThan(20);
    // A command without what it needs still explains itself, when there is such a command.
    const unknown = named.filter(
      ({ words }) =>
        readCommandLine(
          [...words.filter((word) => !word.startsWith("-")).slice(0, 2), "--help"],
          project.version,
        ).kind === "refused",
    );
    expect(unknown).toEqual([]);
  });

  test("of the README run it and test it, each in one line", () => {
    const lines = blocksOf("README.md").flatMap(({ text }) => text.trim().split("\n"));
    expect(lines).toEqual(expect.arrayContaining(["npm ci && npm start", "npm ci && npm test"]));
  });
});

/** The request of a `curl` line: its path below the root of the API, with its query. */
function targetOf(words: readonly string[]): string | null {
  const address = words.find((word) => word.includes(API_ROOT));
  return address === undefined ? null : address.slice(address.indexOf(API_ROOT) + API_ROOT.length);
}

/** The method of a `curl` line. */
function methodOf(words: readonly string[]): string {
  return words.includes("-X") ? (words[words.indexOf("-X") + 1] ?? "") : "GET";
}

function operationAt(method: string, path: string): Documented | null {
  const templates = Object.keys(openApi.paths).filter((known) =>
    new RegExp(`^${known.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  return (
    templates
      .map((template) => openApi.paths[template]?.[method.toLowerCase()])
      .find((operation) => operation !== undefined) ?? null
  );
}

describe("requests", () => {
  test("name operations and parameters that there are", () => {
    const lines = linesOf("curl").filter(
      ({ line }) => ![...HEALTH_PATHS].some((path) => line.endsWith(path)),
    );
    expect(lines.length).toBeGreaterThan(10);
    for (const { page, words, line } of lines) {
      const [path = "", query = ""] = (targetOf(words) ?? "").split("?");
      const operation = operationAt(methodOf(words), path);
      expect(operation, `${page}: ${line}`).not.toBeNull();
      const names = (operation?.parameters ?? []).map(({ name }) => name);
      expect(names, `${page}: ${line}`).toEqual(
        expect.arrayContaining([...new URLSearchParams(query).keys()]),
      );
    }
  });

  test("in sentences name paths that there are", () => {
    const paths = PAGES.flatMap((page) =>
      codeOf(page).flatMap((text) => {
        const [, method = "GET", path] =
          /^(?:(GET|POST|PATCH|DELETE) )?(\/(?!docs|tmp|app|opt|var|etc|data\b)[a-z_]+(?:\/[\w{}]+)*)$/.exec(
            text,
          ) ?? [];
        return path === undefined ? [] : [{ page, method, path }];
      }),
    );
    expect(paths.length).toBeGreaterThan(8);
    expect(
      paths.filter(
        ({ method, path }) =>
          path !== API_ROOT &&
          path !== MCP_PATH &&
          !HEALTH_PATHS.has(path) &&
          operationAt(method, path) === null,
      ),
    ).toEqual([]);
    const pages = PAGES.flatMap((page) =>
      codeOf(page).flatMap((text) => /^(?:http:\/\/[\d.:]+)?(\/app(?:\/.*)?)$/.exec(text)?.[1] ?? []),
    );
    expect(pages.length).toBeGreaterThan(2);
    const known = [...Object.values<string>(CONSOLE_PATHS), CONSOLE_API_ROOT, `${CONSOLE_API_ROOT}/v1`];
    expect(pages.filter((path) => !known.includes(path))).toEqual([]);
  });
});

/** Whether all that `part` states stands in `whole`; of lists, in this order. */
function holds(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part)) {
    if (!Array.isArray(whole)) return false;
    let at = 0;
    return part.every((item) => {
      const found = whole.findIndex((candidate, index) => index >= at && holds(candidate, item));
      at = found + 1;
      return found !== -1;
    });
  }
  if (typeof part !== "object" || part === null) return whole === part;
  if (typeof whole !== "object" || whole === null) return false;
  const members = whole as Readonly<Record<string, unknown>>;
  return Object.entries(part).every(([name, value]) => holds(members[name], value));
}

describe("answers", () => {
  const withRequest = PAGES.flatMap((page) => {
    const blocks = blocksOf(page);
    return blocks.flatMap((block, index) => {
      const before: Block | undefined = blocks[index - 1];
      if (block.kind !== "json" || before?.kind !== "sh") return [];
      const asked = commandLines(before).findLast((words) => targetOf(words) !== null);
      return asked === undefined
        ? []
        : [{ page, target: `${methodOf(asked)} ${targetOf(asked)}`, text: block.text }];
    });
  });

  test("are what the example company answers, as far as they are shown", () => {
    expect(withRequest.length).toBeGreaterThan(3);
    for (const { page, target, text } of withRequest) {
      expect([...answers.keys()], page).toContain(target);
      expect(holds(answers.get(target), JSON.parse(text)), `${page}: ${target}`).toBe(true);
    }
  });

  test("and other JSON can be read; a voucher is one of the example company", () => {
    const example = JSON.parse(textOf("docs/example-company.json")) as { journal: unknown[] };
    for (const { page, text } of BLOCKS.filter(({ kind }) => kind === "json")) {
      const value = JSON.parse(text) as { id?: string };
      if (value.id?.startsWith("vch_")) expect(example.journal, page).toContainEqual(value);
    }
  });
});

test("the page of measurements is what the benchmark recorded", async () => {
  expect(textOf("docs/operating/measurements.md")).toBe(await measurementsPage());
});

describe("figures", () => {
  interface Line {
    readonly name: string;
    readonly amount_cents?: number;
    readonly balance_cents?: number;
  }
  type Report = Readonly<Record<string, { total_cents: number; categories: readonly Line[] }>> &
    Readonly<Record<string, number>>;
  const report = (name: string): Report => {
    const found = [...answers].find(
      ([path]) => path.startsWith(`GET /reports/${name}?`) && !path.includes("group_by"),
    );
    return found?.[1] as Report;
  };
  const income = report("income_statement");
  const sheet = report("balance_sheet");
  const flow = report("cash_flow");

  const facts = new Set<string>();
  for (const statement of [income, sheet, flow]) {
    for (const section of Object.values(statement)) {
      for (const { name, amount_cents, balance_cents } of section?.categories ?? [])
        facts.add(`${name} ${amount_cents ?? balance_cents}`);
    }
  }
  const totals: readonly (readonly [string, number | undefined])[] = [
    ["Net income", income["net_income_cents"]],
    ["Assets", sheet["assets"]?.total_cents],
    ["Liabilities and equity", sheet["liabilities_and_equity_cents"]],
    ["Operating activities", flow["operating_activities"]?.total_cents],
    ["Investing activities", flow["investing_activities"]?.total_cents],
    ["Financing activities", flow["financing_activities"]?.total_cents],
    ["Change in cash", flow["change_in_cash_cents"]],
    ["Cash at the beginning", flow["beginning_cash_cents"]],
    ["Cash at the end", flow["ending_cash_cents"]],
  ];
  for (const [name, amount] of totals) facts.add(`${name} ${amount}`);

  test.each(["docs/concepts/sign-rule.md", "docs/concepts/cash-flow.md"])(
    "of %s are those of the example company",
    (page) => {
      const told = rowsOf(page).flatMap(([name = "", amount = "", ...more]) => {
        const figure = amount.replaceAll(/[*,]/g, "").replace("−", "-");
        return more.length === 0 && /^-?\d+$/.test(figure)
          ? [`${name.replaceAll("*", "").replace(/^– /, "")} ${figure}`]
          : [];
      });
      expect(told.length).toBeGreaterThan(5);
      expect(told.filter((fact) => !facts.has(fact))).toEqual([]);
    },
  );
});

describe("tables and lists", () => {
  test("of exit codes are the table of exit codes", () => {
    const told = rowsOf("docs/guides/automation.md").filter(([code = ""]) => /^\d+$/.test(code));
    expect(told).toEqual(Object.values(EXIT).map(({ code, meaning }) => [String(code), meaning]));
  });

  test("of the pipeline's stages are its stages", () => {
    const told = blocksOf("ARCHITECTURE.md").map(({ text }) => text.trim().split(/,\s*/));
    expect(told).toContainEqual(PIPELINE.map(({ name }) => name));
  });

  test("of modules are the modules and what each may use", () => {
    const graph = /^const MODULE_GRAPH = \{\n(.*?)^\};/ms.exec(textOf(".dependency-cruiser.mjs"))?.[1] ?? "";
    const declared = [...graph.matchAll(/^ {2}"?([\w/-]+)"?: \[([^\]]*)\],$/gm)].map(
      ([, name = "", uses = ""]) => [name, [...uses.matchAll(/"([^"]+)"/g)].map(([, use]) => use)],
    );
    expect(declared.length).toBeGreaterThan(5);
    const words = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
    const told = rowsOf("ARCHITECTURE.md").flatMap(([name = "", , uses]) =>
      uses === undefined ? [] : [[words(name).join(), words(uses)] as const],
    );
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(declared));
  });

  test("of commands in the changelog are those of the command line", () => {
    const words = /^- `daybook` with ([^.]+ and\s+`emit`)\./m.exec(textOf("CHANGELOG.md"))?.[1] ?? "";
    const told = [...words.matchAll(/`(\w+)`/g)].map(([, word = ""]) => word);
    const shown = readCommandLine(["--help"], project.version);
    const known =
      shown.kind === "shown" ? [...shown.text.matchAll(/^ {2}(\w+) .*$/gm)].map(([, word = ""]) => word) : [];
    expect(told.toSorted()).toEqual(
      known.filter((word) => word !== "help" && !/^\d{1,3}$/.test(word)).toSorted(),
    );
  });
});
