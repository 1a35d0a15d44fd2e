/**
 * The arrows of the house: interfaces -> modules -> platform -> core, modules through their doors only,
 * a declared graph between modules, and a table of what each kind of file in a module may know.
 * `test/tidy/arrows.test.ts` runs these rules, counts what was seen and proves that each rule bites.
 */
import swc from "@swc/core";
import { Visitor } from "@swc/core/Visitor.js";

// The parser reads JSX only if it is asked to, which the tool does not do.
const { parseFileSync } = swc;
Object.assign(swc, {
  parseFileSync: /** @type {typeof parseFileSync} */ (
    (path, options) => parseFileSync(path, { ...options, syntax: "typescript", tsx: path.endsWith(".tsx") })
  ),
});

// The parser knows `using` and `await using`; neither the visitor that looks for imports in its tree nor the
// types of the parser know them.
const visitStatement = Visitor.prototype.visitStatement;
Visitor.prototype.visitStatement = function (statement) {
  if (!("decls" in statement)) return visitStatement.call(this, statement);
  statement.decls = this.visitVariableDeclarators(
    /** @type {import("@swc/core").VariableDeclarator[]} */ (statement.decls),
  );
  return statement;
};

/** The areas of the business: which others the modules of each may use. */
const AREA_GRAPH = {
  tenants: [],
  books: ["tenants"],
  feed: ["books", "tenants"],
  filings: ["tenants"],
  sheets: ["feed", "books", "tenants"],
  intake: ["sheets", "feed", "books", "filings", "tenants"],
};

/**
 * Which module may use which others, or all of an area, through their `index.ts`. A circle can't be written
 * here without showing. The areas `sheets` and `intake` are one module each.
 */
const MODULE_GRAPH = {
  "tenants/company": [],
  "tenants/access": ["tenants/company"],
  "tenants/sign-in": ["tenants/access"],
  "tenants/team": ["tenants/access", "tenants/company", "tenants/sign-in"],
  "tenants/usage": ["tenants/access", "tenants/company"],
  "tenants/audit": ["tenants/company"],
  "tenants/retries": [],
  "tenants/integrations": ["tenants/company"],
  "books/chart": [],
  "books/ledger": ["books/chart"],
  "books/schedules": ["books/chart", "books/ledger"],
  "books/reports": ["books/chart", "books/ledger"],
  "books/exports": ["books/chart", "books/ledger", "books/reports", "tenants/access", "tenants/company"],
  "feed/banking": ["books/chart"],
  "feed/transactions": ["books/chart", "books/ledger", "books/schedules", "feed/banking", "tenants/company"],
  "feed/uploads": ["feed/banking", "feed/transactions"],
  "feed/connections": [
    "books/ledger",
    "feed/banking",
    "feed/transactions",
    "tenants/company",
    "tenants/integrations",
  ],
  "feed/rules": ["books/chart", "feed/banking", "feed/transactions"],
  "feed/invoices": ["books/chart", "books/ledger", "feed/transactions"],
  "filings/files": [],
  "filings/taxes": ["filings/files", "tenants/company"],
  "filings/tax-credits": ["filings/taxes", "tenants/company"],
  "filings/forms-1099": ["tenants/company"],
  sheets: ["books/chart", "books/ledger", "feed/transactions", "tenants/company"],
  intake: ["tenants", "books", "feed", "filings", "sheets"],
};

/**
 * What each kind of file of a module may use: kinds of its own module, other modules' doors, rooms of the
 * house.
 */
const KINDS = {
  record: { own: ["rules"], doors: false, rooms: ["core"] },
  contract: { own: ["contract", "record", "rules"], doors: false, rooms: ["contract", "core"] },
  handlers: {
    own: ["contract", "record", "handlers", "service", "rules"],
    doors: false,
    rooms: ["contract", "core"],
  },
  service: {
    own: ["service", "record", "rules", "store"],
    doors: true,
    // The made-up company is for intake alone, as another rule says.
    rooms: ["contract", "core", "platform", "sample"],
  },
  // The rows that a decision is about are typed by the store.
  rules: { own: ["rules", "record", "store"], doors: true, rooms: ["contract", "core", "platform/text"] },
  store: { own: ["store", "record", "rules"], doors: true, rooms: ["core", "platform/db"] },
  jobs: { own: ["service", "rules"], doors: false, rooms: ["core", "platform/jobs"] },
  bundle: {
    own: ["bundle", "record", "service", "rules", "store"],
    doors: true,
    rooms: ["contract", "core", "platform/db"],
  },
  words: { own: ["rules"], doors: false, rooms: [] },
  index: {
    own: ["contract", "record", "handlers", "service", "rules", "store", "jobs", "bundle"],
    doors: false,
    rooms: [],
  },
};

/** Which interfaces may use which others. */
const INTERFACE_GRAPH = {
  dispatch: [],
  door: [],
  health: ["door"],
  objects: [],
  openapi: [],
  docs: ["openapi"],
  mcp: ["dispatch", "openapi"],
  app: ["docs", "door"],
  rest: ["app", "dispatch", "docs", "door", "health", "mcp", "objects"],
  command: ["app", "openapi"],
};

/** The rooms of the console below its pages: which of them each may use. */
const CONSOLE_ROOMS = {
  style: [],
  api: [],
  kit: ["api", "style"],
  parts: ["api", "kit", "style"],
  shell: ["api", "kit", "parts", "style"],
};
const BELOW_PAGES = Object.keys(CONSOLE_ROOMS);

/** A page uses the rooms below, and another page only if that is stated here. */
const CONSOLE_GRAPH = {
  ...CONSOLE_ROOMS,
  overview: [...BELOW_PAGES, "filings"],
  transactions: [...BELOW_PAGES, "rules"],
};

const TEST = "[.]test[.]tsx?$";
const MODULES = "^src/modules/";
/** The folder of a module; its name is the group. */
const MODULE = `${MODULES}((?:tenants|books|feed|filings)/[^/]+|sheets|intake)/`;

/**
 * @param {string} name
 * @param {string} comment
 * @param {import("dependency-cruiser").IRegularForbiddenRuleType["from"]} from
 * @param {import("dependency-cruiser").IRegularForbiddenRuleType["to"] & { reachable?: boolean }} to
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/**
 * @param {string} path
 * @param {string[]} others
 */
const product = (path, ...others) => ({ path, pathNot: [TEST, ...others] });

/**
 * Rules for the folders of `base`, each of which may use itself and what `graph` states.
 *
 * @param {string} base
 * @param {Record<string, string[]>} graph
 * @param {string} prefix
 */
const graphRules = (base, graph, prefix) =>
  Object.entries(graph).map(([name, uses]) =>
    forbid(
      `${prefix}-${name.split("/").at(-1)}`,
      `Of ${base}, ${name} may use ${uses.join(", ") || "nothing else"}. Another arrow is a change of the plan: state it here and say why in the commit.`,
      product(`^${base}/${name}/`),
      { path: `^${base}/`, pathNot: `^${base}/(${[name, ...uses].join("|")})/` },
    ),
  );

const kinds = Object.entries(KINDS).flatMap(([name, { own, doors, rooms }]) => {
  const from = product(`${MODULE}${name}([.]ts$|/)`);
  return [
    forbid(`${name}-own`, `Of its own module, ${name} may use ${own.join(", ")}.`, from, {
      path: `${MODULES}$1/`,
      pathNot: `${MODULES}$1/(${own.join("|")})([.]ts$|/)`,
    }),
    forbid(`${name}-rooms`, `Of other rooms, ${name} may use ${rooms.join(", ") || "none"}.`, from, {
      path: "^src/(?!modules/)",
      ...(rooms.length === 0 ? {} : { pathNot: `^src/(${rooms.join("|")})/` }),
    }),
    ...(doors
      ? []
      : [
          forbid(`${name}-doors`, `${name} uses no other module.`, from, {
            path: MODULES,
            pathNot: `${MODULES}$1/`,
          }),
        ]),
  ];
});

/**
 * @param {string} name
 * @param {string[]} knows
 */
const room = (name, knows) =>
  forbid(name, `${name} knows ${knows.join(", ") || "nothing"} beside itself.`, product(`^src/${name}/`), {
    path: "^src/",
    pathNot: `^src/(${[name, ...knows].join("|")})/`,
  });

export default {
  forbidden: [
    ...graphRules("src/modules", AREA_GRAPH, "area"),
    ...graphRules("src/modules", MODULE_GRAPH, "module"),
    ...graphRules("src/interfaces", INTERFACE_GRAPH, "interface"),
    forbid(
      "interfaces-declared",
      "Every interface stands in the declared graph.",
      {},
      { path: "^src/interfaces/", pathNot: `^src/interfaces/(${Object.keys(INTERFACE_GRAPH).join("|")})/` },
    ),
    ...kinds,
    forbid(
      "module-declared",
      "Every module stands in the declared graph.",
      {},
      { path: MODULES, pathNot: `${MODULES}(${Object.keys(MODULE_GRAPH).join("|")})/` },
    ),
    forbid(
      "door",
      "Modules use each other through their index.ts.",
      { path: MODULE },
      { path: MODULES, pathNot: [`${MODULES}$1/`, `${MODULE}index[.]ts$`] },
    ),
    forbid(
      "door-outside",
      "Everything outside the modules uses them through their index.ts, or only their words.",
      product("^src/(?!modules/)"),
      { path: MODULES, pathNot: `${MODULE}(index|words)[.]ts$` },
    ),
    forbid(
      "words",
      "Words run everywhere and read nothing: they know no room, no package and nothing of Node.js.",
      product("^words/"),
      { pathNot: "^words/" },
    ),
    forbid(
      "formula",
      "The formula engine runs in browsers too: it knows neither the server nor Node.js.",
      product("^formula/"),
      { path: "^(src|test)/" },
    ),
    forbid("formula-browser", "What only Node.js has is not in a browser.", product("^formula/src/"), {
      dependencyTypes: ["core"],
    }),
    forbid(
      "client",
      "The client knows the service by its published document only.",
      { path: "^client/" },
      { path: "^(bench|formula|src|test|words)/" },
    ),
    forbid(
      "client-alone",
      "The client depends on nothing, neither a package nor what only Node.js has.",
      product("^client/src/", "^client/src/mirror/(command|csv|sqlite)[.]ts$"),
      { pathNot: "^(client|bench|formula|src|test|words)/" },
    ),
    forbid(
      "client-mirror-alone",
      "Stores and programs of Node.js use what Node.js has, and no package.",
      { path: "^client/src/mirror/(command|csv|sqlite)[.]ts$" },
      { pathNot: "^(client|bench|formula|src|test|words)/", dependencyTypesNot: ["core"] },
    ),
    forbid(
      "client-browser",
      "What only Node.js has is not in what browsers load.",
      product("^client/src/", "^client/src/mirror/(command|csv)[.]ts$"),
      { path: "^client/src/mirror/(command|csv|sqlite)[.]ts$" },
    ),
    forbid(
      "client-outside",
      "The console and tests use the client through its door, as programs do.",
      { path: "^(bench|console|src|test)/" },
      { path: "^client/", pathNot: "^client/src/(index|mirror/(index|indexeddb|postgres|sqlite))[.]ts$" },
    ),
    forbid(
      "console",
      "The console runs in browsers and calls the service by its client: it knows neither the server nor Node.js.",
      product("^console/src/"),
      { path: "^(src|test|bench|deploy)/" },
    ),
    forbid("console-browser", "What only Node.js has is not in a browser.", product("^console/src/"), {
      dependencyTypes: ["core"],
    }),
    ...graphRules("console/src", CONSOLE_GRAPH, "console"),
    forbid(
      "console-page",
      `Of console/src, a page may use ${BELOW_PAGES.join(", ")}.`,
      product("^console/src/([^/]+)/", `^console/src/(${Object.keys(CONSOLE_GRAPH).join("|")})/`),
      { path: "^console/src/", pathNot: `^console/src/($1|${BELOW_PAGES.join("|")})/` },
    ),
    forbid(
      "console-apart",
      "Nothing imports the console: the service serves what its builder made of it.",
      { pathNot: "^console/" },
      { path: "^console/" },
    ),
    // The parser does not tell types from values, so the types too are of the light part.
    forbid(
      "formula-threads",
      "The engine takes long to load, and is loaded by threads and by the maker of published/ only: everything else uses @daybook/formula/cells or @daybook/formula/formats.",
      product(
        "^src/",
        "^src/platform/formula/(program|books)[.]ts$",
        "^src/platform/workbooks/(program[.]ts$|(read|write)/)",
        "^src/interfaces/openapi/emit[.]ts$",
      ),
      { path: "^formula/src/", pathNot: "^formula/src/(cells|number-format/format)[.]ts$" },
    ),
    room("core", []),
    room("contract", ["core"]),
    room("platform", ["core"]),
    room("config", ["core", "platform"]),
    room("sample", ["contract", "core"]),
    room("modules", ["contract", "core", "platform", "sample"]),
    forbid(
      "made-up",
      "Of the product, only intake knows the made-up company.",
      product("^src/", "^src/(sample|modules/intake)/"),
      { path: "^src/sample/" },
    ),
    room("interfaces", ["config", "contract", "core", "modules", "platform"]),
    forbid(
      "database",
      "Of the interfaces, only the command line and the maker of published/schema.sql know that there is a database; the others may ask whether an error says that the database is unavailable, and say at what position of it a request reads.",
      product("^src/interfaces/(?!command/)", "^src/interfaces/openapi/emit[.]ts$"),
      { path: "^src/platform/db/", pathNot: "^src/platform/db/(unavailable|reading-position)[.]ts$" },
    ),
    forbid(
      "root",
      "Only the command line and tests open the application.",
      product("^src/", "^src/((app|main)[.]ts$|app/)"),
      { path: "^src/((app|main)[.]ts$|app/)" },
    ),
    forbid(
      "acceptance",
      "The acceptance tests speak HTTP and the command line; neither they nor what they use knows code of ours.",
      { path: "^test/acceptance/" },
      { path: "^(src|words)/", reachable: true },
    ),
    forbid("circle", "A circle of files has no order in which it can be read.", {}, { circular: true }),
    forbid("resolvable", "Every import leads somewhere.", {}, { couldNotResolve: true }),
    forbid("no-tests", "The product does not import tests.", product("^src/"), { path: `(${TEST}|^test/)` }),
    forbid("no-dev", "The product does not import what only developers install.", product("^src/"), {
      dependencyTypes: ["npm-dev"],
    }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // What is built is not source.
    exclude: { path: "^console/dist/" },
    parser: "swc",
    tsPreCompilationDeps: true,
    moduleSystems: ["es6"],
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".mjs"],
    },
  },
};
