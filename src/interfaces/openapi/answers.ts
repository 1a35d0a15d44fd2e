/**
 * Answers for the examples of the cards: each is what the service itself answers over the example book,
 * asked through its own HTTP layer, so an example can't promise what the code does not do.
 */
import type { FastifyInstance } from "fastify";
import { API_ROOT, type Bound } from "../../contract/operation.ts";
import { assert } from "../../core/assert.ts";
import type { Report } from "../../core/progress.ts";
import { parseId, type PublicId } from "../../core/public-id.ts";
import type { Answered, Answers } from "./document.ts";
import { EXAMPLE_COMPANY, EXAMPLE_OWNER, exampleBundle } from "./example-book.ts";

/** What of the application answers examples. */
export interface ExampleServices {
  readonly operations: readonly Bound[];
  readonly access: { createKey(companyId: PublicId<"company">, member: string, name: string): Promise<{ readonly api_key: string }> };
  readonly intake: { importBundle(source: AsyncIterable<Uint8Array>, report: Report): Promise<unknown> };
  rest(): FastifyInstance;
}

/** Loads the example book into the application's database and asks it every example. */
export async function askExamples(app: ExampleServices): Promise<Answers> {
  await app.intake.importBundle(once(Buffer.from(JSON.stringify(exampleBundle()))), () => {});
  const company = parseId("company", EXAMPLE_COMPANY);
  assert(company !== null, "the example company has no valid id");
  const { api_key } = await app.access.createKey(company, EXAMPLE_OWNER, "examples");
  const rest = app.rest();
  const answers = new Map<string, Answered[]>();
  for (const { operation } of app.operations) {
    const asked: Answered[] = [];
    for (const { title, path } of operation.examples) {
      const response = await rest.inject({ method: operation.method, url: `${API_ROOT}${path}`, headers: { authorization: `Bearer ${api_key}` } });
      assert(response.statusCode === operation.success.status, `the example ${path} answers ${response.statusCode}: ${response.body}`);
      asked.push({ title, path, body: response.json() });
    }
    answers.set(operation.id, asked);
  }
  await rest.close();
  return answers;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
