/**
 * Every operation of a company behind one door: those of the API, and those that only the web console has,
 * served to keys by the same pipeline below a root of their own. The conformance tests take their operations
 * from here, so that none is left out. The operations of a user without a company have another pipeline;
 * `session-door.test.ts` tests it.
 */
import { bind, type Bound } from "../../src/contract/operation.ts";
import {
  connectionsConsoleContract,
  connectionsConsoleHandlers,
  connectionsService,
} from "../../src/modules/feed/connections/index.ts";
import { type ServeOptions, type TestApp, testApp } from "../support/app.ts";
import { connectionNeeds, vendorServer } from "../support/vendors.ts";
import { addConsoleRecords } from "./console-records.ts";
import { CONSOLE } from "./requests.ts";

/** The console's operations, with a server of the test in place of the vendors of connections. */
async function consoleOperations(http: TestApp): Promise<readonly Bound[]> {
  const vendor = await vendorServer(({ path }) =>
    path === "/accounts"
      ? { body: { accounts: [{ id: "theirs", name: "Theirs", nickname: null, status: "active" }] } }
      : path === "/credit"
        ? { body: { accounts: [] } }
        : { body: { link_token: "link", expiration: "2026-05-21T00:00:00Z", hosted_link_url: null } },
  );
  const connections = connectionsService(connectionNeeds(http, vendor.url));
  const withVendor = bind(connectionsConsoleContract, connectionsConsoleHandlers(connections));
  return http.app.consoleOperations.map(
    (bound) => withVendor.find(({ operation }) => operation.id === bound.operation.id) ?? bound,
  );
}

export interface EveryDoor extends TestApp {
  /** All operations of a company, served to keys. The paths of the console's begin with `CONSOLE`. */
  readonly bound: readonly Bound[];
}

let opened: Promise<EveryDoor> | undefined;

/** Returns the application with all operations of a company served to keys, on further servers too. */
export function everyDoor(): Promise<EveryDoor> {
  opened ??= open();
  return opened;
}

async function open(): Promise<EveryDoor> {
  const http = await testApp();
  const ofConsole = await consoleOperations(http);
  const bound = [
    ...http.app.operations,
    ...ofConsole
      .filter(({ scope }) => scope !== "user")
      .map((each) => ({
        ...each,
        operation: { ...each.operation, path: `${CONSOLE}${each.operation.path}` },
      })),
  ];
  const serve = (options: ServeOptions) =>
    http.serve({ operations: bound, consoleOperations: ofConsole, ...options });
  const served = await serve({});
  return {
    ...http,
    ...served,
    bound,
    serve,
    async company(overrides = {}) {
      const company = await http.company(overrides);
      if ((company.bundle.manual_entries ?? []).length > 0) await addConsoleRecords(http, company);
      return { ...company, read: (target) => served.read(target, company.key) };
    },
  };
}
