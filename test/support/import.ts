/** Imports books into an application in this process, in the way of the command for operators. */
import type { App } from "../../src/app.ts";
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { journalSection } from "../../src/modules/books/ledger/index.ts";
import type { Tx } from "../../src/platform/db/index.ts";
import type { Bundle, BundleVoucher } from "./bundle.ts";

export async function importInto(app: App, bundle: Bundle): Promise<void> {
  await app.intake.importBundle(bytesOf(JSON.stringify(bundle)));
}

/** Yields bytes in chunks that are cut anywhere, as reading a file does. */
export async function* bytesOf(text: string | Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) yield bytes.subarray(from, from + CHUNK_BYTES);
}

const CHUNK_BYTES = 4_099;

/** Returns the complete text of a company's bundle. */
export async function exported(app: App, companyId: string): Promise<string> {
  let text = "";
  for await (const piece of app.intake.exportBundle(companyId as PublicId<"company">)) text += piece;
  return text;
}

/** Writes vouchers within a transaction, as a module of the service that edits the books would. */
export async function insertVouchers(
  tx: Tx,
  companyId: string,
  journal: readonly BundleVoucher[],
  now: UnixSeconds,
): Promise<void> {
  await journalSection.write({ tx, companyId: companyId as PublicId<"company">, now }, inOneBatch(journal));
}

async function* inOneBatch(values: readonly unknown[]) {
  yield { from: 0, values };
}
