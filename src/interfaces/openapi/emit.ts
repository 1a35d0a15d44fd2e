/**
 * The published files: everything that the code promises, generated from it. They are committed, and a
 * check fails when they differ from what is generated, so that a changed promise shows in a review.
 * Invariant: the same code gives the same bytes, on either database.
 */
import { BOOK_FUNCTIONS, knownFunctions } from "@daybook/formula";
import { type BundleSection, bundleSchema } from "../../contract/bundle.ts";
import { type Bound, CONSOLE_API_ROOT } from "../../contract/operation.ts";
import { assert } from "@daybook/words/assert";
import { type Db, describeSchema } from "../../platform/db/index.ts";
import { memoryObjects, type Objects } from "../../platform/objects/index.ts";
import { countingText, type RandomText } from "../../platform/random/random.ts";
import { type Clock, manualClock } from "../../platform/time/clock.ts";
import { askExamples, type ExampleServices } from "./answers.ts";
import { clientFiles, consoleFiles } from "./client.ts";
import { commandFiles } from "./command-inputs.ts";
import { openApiDocument } from "./document.ts";
import { EXAMPLE_NOW } from "./example-company.ts";
import { lookFiles } from "./look.ts";
import {
  configPage,
  doorsTable,
  errorsTable,
  examplesTable,
  jsonText,
  limitsTable,
  permissionsTable,
} from "./published.ts";

/**
 * Options for opening an app to emit from: with a database and objects of its own, the time of the examples,
 * and the same ids each time.
 */
export function emitOptions(): {
  command: string;
  inMemory: true;
  clock: Clock;
  randomText: RandomText;
  objects: Objects;
} {
  return {
    command: "emit",
    inMemory: true,
    clock: manualClock(EXAMPLE_NOW),
    randomText: countingText(),
    objects: memoryObjects(),
  };
}

/** The parts of the app that `emit` reads. */
export interface EmitServices extends ExampleServices {
  readonly db: Db;
  readonly clock: Clock;
  readonly consoleOperations: readonly Bound[];
  readonly company: { list(): Promise<readonly unknown[]> };
  readonly intake: ExampleServices["intake"] & {
    readonly sections: readonly Omit<BundleSection<never>, "write" | "read">[];
  };
}

/**
 * The published files by name, and those of the clients by their paths. Loads the example book into the
 * application's database, which must be empty and at the time of the examples (see `emitOptions`).
 * `operationsOfCommands` are the ids of those that commands are made of.
 */
export async function emitPublished(
  app: EmitServices,
  operationsOfCommands: ReadonlySet<string>,
): Promise<Map<string, string>> {
  assert(app.clock.now() === EXAMPLE_NOW, "the published files are made at the time of the examples");
  assert((await app.company.list()).length === 0, "the published files are made over an empty database");
  const schema = await describeSchema(app.db);
  const operations = app.operations.map(({ operation }) => operation);
  const answers = await askExamples(app);
  const openapi = jsonText(openApiDocument(operations, answers));
  // As the file holds it, so that the client is made from what is published.
  const published = JSON.parse(openapi) as object;
  const own = openApiDocument(
    app.consoleOperations.map(({ operation }) => operation),
    new Map(),
  );
  const files: readonly (readonly [string, string])[] = [
    ["company-bundle.schema.json", jsonText(bundleSchema(app.intake.sections))],
    ["config.md", configPage()],
    ["errors.json", jsonText(errorsTable())],
    ["functions.json", jsonText(knownFunctions(BOOK_FUNCTIONS))],
    ["examples.json", jsonText(examplesTable(answers))],
    ["limits.json", jsonText(limitsTable())],
    ["openapi.json", openapi],
    ["permissions.json", jsonText(permissionsTable(operations))],
    ["permissions.tsv", doorsTable(app.operations, app.consoleOperations)],
    [
      "schema.sql",
      `-- The database after all migrations, generated from its catalog. For reading: migrations make it.\n\n${schema}`,
    ],
    ...clientFiles(published),
    ...consoleFiles(own, published, CONSOLE_API_ROOT),
    ...(await lookFiles()),
    ...commandFiles(
      [...app.operations, ...app.consoleOperations].flatMap(({ operation }) =>
        operationsOfCommands.has(operation.id) ? [operation] : [],
      ),
    ),
  ];
  return new Map(files);
}
