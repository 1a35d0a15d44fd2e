/**
 * Commands that run until they are stopped: the whole service in one process, or only its server or its
 * worker.
 */
import { residentCommand } from "../command.ts";
import { optional, text, toggle, wholeNumber } from "../fields.ts";

const LISTEN_OPTIONS = {
  port: optional(
    "option",
    wholeNumber("number", 0, 65_535),
    "Port to listen on; overrides PORT. 0 picks a free one.",
  ),
  host: optional("option", text("address"), "Address to listen on; overrides HOST."),
} as const;

const start = residentCommand({
  name: "start",
  summary: "Run the whole service: API, reference pages and background worker",
  description:
    "On the embedded database in DAYBOOK_HOME, or on PostgreSQL with DATABASE_URL. The first start on the embedded database creates a sample company and shows an API key for it; on PostgreSQL `--sample` does. Ctrl-C stops it; a second Ctrl-C stops it at once.",
  examples: [
    ["start", "on port 4100 of this machine"],
    [
      "start --port 0 --no-sample --json",
      "for scripts: one line {base_url, docs_url, company_id, api_key} when it is ready",
    ],
  ],
  fields: {
    ...LISTEN_OPTIONS,
    sample: toggle("Create the sample company in an empty PostgreSQL database too."),
    no_sample: toggle("Do not create a sample company on the first start."),
  },
  // The code of the server is imported only here, so that other commands start quickly.
  run: async (context, { sample, no_sample, ...args }) =>
    (await import("../resident.ts")).runServer(context, {
      ...args,
      command: "start",
      worker: true,
      sample: !no_sample && (sample || context.config.databaseUrl === null),
    }),
});

const serve = residentCommand({
  name: "serve",
  summary: "Run the API and the reference pages, without the background worker",
  description: "On PostgreSQL, in any number, with at least one `daybook work`.",
  examples: [["serve --port 4101", "a second one beside the first"]],
  fields: LISTEN_OPTIONS,
  run: async (context, args) =>
    (await import("../resident.ts")).runServer(context, {
      ...args,
      command: "serve",
      worker: false,
      sample: false,
    }),
});

const work = residentCommand({
  name: "work",
  summary: "Run the background worker alone, on PostgreSQL",
  description: "In any number. On the embedded database the worker runs within `daybook start`.",
  examples: [["work", "until it is stopped"]],
  fields: {},
  run: async (context) => (await import("../resident.ts")).runWorker(context),
});

export const RESIDENT_COMMANDS = [start, serve, work];
