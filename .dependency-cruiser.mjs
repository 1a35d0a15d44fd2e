/**
 * The arrows of the house: interfaces -> modules -> platform -> core, modules through their doors only,
 * and a declared graph between modules. `test/tidy/arrows.test.ts` runs these rules and counts what was seen.
 */

import { Visitor } from "@swc/core/Visitor.js";

// The parser knows `using` and `await using`, the visitor that looks for imports in its tree does not.
const visitStatement = Visitor.prototype.visitStatement;
Visitor.prototype.visitStatement = function (statement) {
  if (statement.type !== "UsingDeclaration") return visitStatement.call(this, statement);
  statement.decls = this.visitVariableDeclarators(statement.decls);
  return statement;
};

/** Which module may use which others, through their `index.ts`. A circle can't be written here without showing. */
const MODULE_GRAPH = {
  company: [],
  chart: [],
  access: ["company"],
  ledger: ["chart"],
  reports: ["chart", "company", "ledger"],
  intake: ["access", "chart", "company", "ledger"],
};

const modules = Object.entries(MODULE_GRAPH).map(([name, uses]) => ({
  name: `module-${name}`,
  comment: `${name} may use ${uses.join(", ") || "no other module"}. Another arrow is a change of the plan: state it here and say why in the commit.`,
  severity: "error",
  from: { path: `^src/modules/${name}/`, pathNot: "[.]test[.]ts$" },
  to: { path: "^src/modules/[^/]+/", pathNot: `^src/modules/(${[name, ...uses].join("|")})/` },
}));

const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
const product = "[.]test[.]ts$";

export default {
  forbidden: [
    ...modules,
    forbid("module-declared", "Every module stands in the declared graph.", { path: "^src/" }, { path: "^src/modules/[^/]+/", pathNot: `^src/modules/(${Object.keys(MODULE_GRAPH).join("|")})/` }),
    forbid("door", "Other modules and rooms use a module through its index.ts.", { path: "^src/modules/([^/]+)/" }, { path: "^src/modules/([^/]+)/", pathNot: "^src/modules/($1/|[^/]+/index[.]ts$)" }),
    forbid("door-outside", "Everything outside the modules uses them through their index.ts.", { path: "^src/(?!modules/)", pathNot: product }, { path: "^src/modules/[^/]+/", pathNot: "^src/modules/[^/]+/index[.]ts$" }),
    forbid("core", "core knows nothing but itself.", { path: "^src/core/", pathNot: product }, { path: "^src/", pathNot: "^src/core/" }),
    forbid("contract", "contract knows core only, and no module.", { path: "^src/contract/", pathNot: product }, { path: "^src/", pathNot: "^src/(contract|core)/" }),
    forbid("cards", "A module's card knows contract, core and the module's own word lists.", { path: "^src/modules/([^/]+)/contract[.]ts$" }, { path: "^src/", pathNot: "^src/(contract/|core/|modules/$1/rules)" }),
    forbid("platform", "platform knows core only.", { path: "^src/platform/", pathNot: product }, { path: "^src/", pathNot: "^src/(platform|core)/" }),
    forbid("config", "config knows core and platform.", { path: "^src/config/", pathNot: product }, { path: "^src/", pathNot: "^src/(config|platform|core)/" }),
    forbid("modules", "Modules know contract, platform and core.", { path: "^src/modules/", pathNot: product }, { path: "^src/", pathNot: "^src/(modules|contract|platform|core)/" }),
    forbid("rules", "Rules are pure decisions: they read no database, no clock, no file.", { path: "^src/modules/[^/]+/rules(/|[.]ts$)", pathNot: product }, { path: "^src/platform/" }),
    forbid("handlers", "Handlers translate; what they need of the platform comes through the service.", { path: "^src/modules/[^/]+/handlers[.]ts$" }, { path: "^src/platform/" }),
    forbid("store", "A store is SQL; it knows no use case.", { path: "^src/modules/[^/]+/store(/|[.]ts$)" }, { path: "^src/modules/[^/]+/(service|handlers|jobs)(/|[.]ts$)" }),
    forbid("root", "Only the command line and tests open the application.", { path: "^src/", pathNot: ["[.]test[.]ts$", "^src/(app|main)[.]ts$"] }, { path: "^src/(app|main)[.]ts$" }),
    forbid("acceptance", "The acceptance tests speak HTTP and the command line; they know no code of ours.", { path: "^test/acceptance/" }, { path: "^src/" }),
    forbid("no-circular", "A circle of files has no order in which it can be read.", {}, { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } }),
    forbid("resolvable", "Every import leads somewhere.", {}, { couldNotResolve: true }),
    forbid("no-tests", "The product does not import tests.", { path: "^src/", pathNot: product }, { path: "([.]test[.]ts$|^test/)" }),
    forbid("no-dev", "The product does not import what only developers install.", { path: "^src/", pathNot: product }, { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^node_modules/" },
    parser: "swc",
    tsPreCompilationDeps: true,
    moduleSystems: ["es6"],
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"], extensions: [".ts", ".js", ".mjs"] },
  },
};
