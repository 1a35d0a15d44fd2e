/**
 * The arrows of the house: interfaces -> modules -> platform -> core, modules through their doors only,
 * a declared graph between modules, and a table of what each kind of file in a module may know.
 * `test/tidy/arrows.test.ts` runs these rules, counts what was seen and proves that each rule bites.
 */
import { Visitor } from "@swc/core/Visitor.js";

// The parser knows `using` and `await using`, the visitor that looks for imports in its tree does not.
const visitStatement = Visitor.prototype.visitStatement;
Visitor.prototype.visitStatement = function (statement) {
  if (statement.type !== "UsingDeclaration") return visitStatement.call(this, statement);
  statement.decls = this.visitVariableDeclarators(statement.decls);
  return statement;
};

/**
 * Which module may use which others, through their `index.ts`. A circle can't be written here without
 * showing.
 */
const MODULE_GRAPH = {
  company: [],
  chart: [],
  access: ["company"],
  ledger: ["chart"],
  banking: ["chart"],
  schedules: ["chart", "ledger"],
  transactions: ["banking", "chart", "company", "ledger", "schedules"],
  rules: ["banking", "chart", "transactions"],
  invoices: ["chart", "ledger", "transactions"],
  reports: ["chart", "ledger"],
  exports: ["access", "chart", "company", "reports"],
  files: [],
  taxes: ["company", "files"],
  "tax-credits": ["company", "taxes"],
  "forms-1099": ["company"],
  sheets: ["chart", "company", "ledger", "transactions"],
  intake: [
    "access",
    "banking",
    "chart",
    "company",
    "forms-1099",
    "integrations",
    "invoices",
    "ledger",
    "rules",
    "schedules",
    "sheets",
    "tax-credits",
    "taxes",
    "team",
    "transactions",
    "usage",
  ],
  integrations: ["company"],
  "sign-in": ["access"],
  team: ["access", "company", "sign-in"],
  uploads: ["banking", "transactions"],
  usage: ["access", "company"],
};

/**
 * What each kind of file of a module may use: kinds of its own module, other modules' doors, rooms of the
 * house.
 */
const KINDS = {
  record: { own: ["rules"], doors: false, rooms: ["core"] },
  contract: { own: ["contract", "record", "rules"], doors: false, rooms: ["contract", "core"] },
  handlers: { own: ["contract", "record", "service", "rules"], doors: false, rooms: ["contract", "core"] },
  service: {
    own: ["service", "record", "rules", "store"],
    doors: true,
    rooms: ["contract", "core", "platform"],
  },
  // The rows that a decision is about are typed by the store.
  rules: { own: ["rules", "record", "store"], doors: true, rooms: ["contract", "core"] },
  store: { own: ["store", "record", "rules"], doors: true, rooms: ["core", "platform/db"] },
  jobs: { own: ["service", "rules"], doors: false, rooms: ["core", "platform/jobs"] },
  bundle: {
    own: ["bundle", "record", "service", "rules", "store"],
    doors: true,
    rooms: ["contract", "core", "platform/db"],
  },
  index: {
    own: ["contract", "record", "handlers", "service", "rules", "store", "jobs", "bundle"],
    doors: false,
    rooms: [],
  },
};

const TEST = "[.]test[.]ts$";
const MODULE = "^src/modules/";

const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
const product = (path, ...others) => ({ path, pathNot: [TEST, ...others] });

const modules = Object.entries(MODULE_GRAPH).map(([name, uses]) =>
  forbid(
    `module-${name}`,
    `${name} may use ${uses.join(", ") || "no other module"}. Another arrow is a change of the plan: state it here and say why in the commit.`,
    product(`${MODULE}${name}/`),
    { path: MODULE, pathNot: `${MODULE}(${[name, ...uses].join("|")})/` },
  ),
);

const kinds = Object.entries(KINDS).flatMap(([name, { own, doors, rooms }]) => {
  const from = product(`${MODULE}([^/]+)/${name}([.]ts$|/)`);
  return [
    forbid(`${name}-own`, `Of its own module, ${name} may use ${own.join(", ")}.`, from, {
      path: `${MODULE}$1/`,
      pathNot: `${MODULE}$1/(${own.join("|")})([.]ts$|/)`,
    }),
    forbid(`${name}-rooms`, `Of other rooms, ${name} may use ${rooms.join(", ") || "none"}.`, from, {
      path: "^src/(?!modules/)",
      ...(rooms.length === 0 ? {} : { pathNot: `^src/(${rooms.join("|")})/` }),
    }),
    ...(doors
      ? []
      : [
          forbid(`${name}-doors`, `${name} uses no other module.`, from, {
            path: MODULE,
            pathNot: `${MODULE}$1/`,
          }),
        ]),
  ];
});

const room = (name, knows) =>
  forbid(name, `${name} knows ${knows.join(", ") || "nothing"} beside itself.`, product(`^src/${name}/`), {
    path: "^src/",
    pathNot: `^src/(${[name, ...knows].join("|")})/`,
  });

export default {
  forbidden: [
    ...modules,
    ...kinds,
    forbid(
      "module-declared",
      "Every module stands in the declared graph.",
      {},
      { path: `${MODULE}[^/]+/`, pathNot: `${MODULE}(${Object.keys(MODULE_GRAPH).join("|")})/` },
    ),
    forbid(
      "door",
      "Modules use each other through their index.ts.",
      { path: `${MODULE}([^/]+)/` },
      { path: MODULE, pathNot: [`${MODULE}$1/`, `${MODULE}[^/]+/index[.]ts$`] },
    ),
    forbid(
      "door-outside",
      "Everything outside the modules uses them through their index.ts.",
      product("^src/(?!modules/)"),
      { path: MODULE, pathNot: `${MODULE}[^/]+/index[.]ts$` },
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
    room("modules", ["contract", "core", "platform"]),
    room("interfaces", ["config", "contract", "core", "modules", "platform"]),
    forbid(
      "database",
      "Of the interfaces, only the command line and the maker of published/schema.sql know that there is a database.",
      product("^src/interfaces/(?!command/)", "^src/interfaces/openapi/emit[.]ts$"),
      { path: "^src/platform/db/" },
    ),
    forbid(
      "root",
      "Only the command line and tests open the application.",
      product("^src/", "^src/(app|main)[.]ts$"),
      { path: "^src/(app|main)[.]ts$" },
    ),
    forbid(
      "acceptance",
      "The acceptance tests speak HTTP and the command line; neither they nor what they use knows code of ours.",
      { path: "^test/acceptance/" },
      { path: "^src/", reachable: true },
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
    parser: "swc",
    tsPreCompilationDeps: true,
    moduleSystems: ["es6"],
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".js", ".mjs"],
    },
  },
};
