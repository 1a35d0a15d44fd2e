/**
 * Reading a company bundle: the members of the file are led to their sections in the one order that is
 * allowed, so that each record is read once and never kept. Invariant: the file is accepted whole or nothing
 * of it.
 */
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  BundleProblem,
  type RecordBatch,
  type SectionCounts,
} from "../../../contract/bundle.ts";
import { assert } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { parseId, type PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../platform/db/index.ts";
import { updateActor } from "../../../platform/log/actor.ts";
import { companyStore } from "../../tenants/company/index.ts";
import { JsonProblem } from "../rules/json-problem.ts";
import { type JsonPart, readJsonObject } from "../rules/json-stream.ts";
import { SECTIONS } from "./sections.ts";

/** The result of an import. */
export interface BundleImport {
  readonly company_id: PublicId<"company">;
  /** Counts for each section that the file has. */
  readonly counts: Readonly<Record<string, SectionCounts>>;
}

/**
 * Reads and writes a bundle in a transaction of the caller's.
 * @throws BundleProblem or JsonProblem for the first thing that is wrong.
 */
export async function readBundle(
  tx: Tx,
  now: () => UnixSeconds,
  source: AsyncIterable<Uint8Array>,
): Promise<BundleImport> {
  const file = new BundleFile(source);
  try {
    await file.readHeading();
    const companyId = companyIdOf(await file.peek());
    updateActor({ company_id: companyId });
    // One import of a company at a time, and its time is that at which its turn came: what it writes is later
    // than all that was there before.
    await companyStore.lock(tx, companyId);
    const scope = { tx, companyId, now: now() };
    await tx.setNow(scope.now);
    const counts: Record<string, SectionCounts> = {};
    for (const section of SECTIONS) {
      const part = await file.peek();
      if (!part) break;
      file.refuseStranger(part.member, section.name);
      if (part.member !== section.name) continue;
      counts[section.name] = await section.write(scope, file.batches(section));
    }
    const rest = await file.peek();
    if (rest) file.refuseStranger(rest.member, null);
    assert(!rest, "a member of the bundle was left over");
    return { company_id: companyId, counts };
  } finally {
    await file.close();
  }
}

/** The bytes in which a bundle must show its first two members, with room for blanks. */
const HEADING_BYTES = 200;

const ORDER = SECTIONS.map(({ name }) => name);

/** The parts of the file, the next of which can be looked at before it is taken. */
class BundleFile {
  readonly #parts: AsyncGenerator<JsonPart, void, undefined>;
  #next: JsonPart | null | undefined;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#parts = readJsonObject(source, { exactIntegers: true });
  }

  /** The next part; null at the end of the file. */
  async peek(): Promise<JsonPart | null> {
    if (this.#next === undefined) {
      const result = await this.#parts.next();
      this.#next = result.done ? null : result.value;
    }
    return this.#next;
  }

  async #take(): Promise<JsonPart | null> {
    const part = await this.peek();
    this.#next = undefined;
    return part;
  }

  /** Takes `format` and `version`, which distinguish a bundle from any other file. */
  async readHeading(): Promise<void> {
    const format = await this.#take().catch((error: unknown) => {
      // A fault after the heading is reported with its own path, even if reading the first piece of the file
      // found it.
      throw error instanceof JsonProblem && error.offset <= HEADING_BYTES
        ? notABundle(`${error.reason}, at byte ${error.offset}`)
        : error;
    });
    if (format?.kind !== "value" || format.member !== "format")
      throw notABundle(format ? `it begins with ${JSON.stringify(format.member)}` : "it is empty");
    if (format.value !== BUNDLE_FORMAT)
      throw new BundleProblem("format", `must be ${JSON.stringify(BUNDLE_FORMAT)}`);
    const version = await this.#take();
    if (version?.kind !== "value" || version.member !== "version")
      throw new BundleProblem("version", "must stand second, behind format");
    if (version.value !== BUNDLE_VERSION)
      throw new BundleProblem(
        "version",
        `must be ${BUNDLE_VERSION}, the only version of the format that is known here`,
      );
  }

  /** Refuses a member that no bundle has, and one that should have stood before `awaited`. */
  refuseStranger(member: string, awaited: string | null): void {
    const place = ORDER.indexOf(member);
    const order = `format, version, ${ORDER.join(", ")}`;
    if (place < 0) throw new BundleProblem(member, `is not a member of a bundle; its members are ${order}`);
    if (awaited === null || place < ORDER.indexOf(awaited))
      throw new BundleProblem(member, `stands too late; the members stand in this order: ${order}`);
  }

  /** The records of the section that comes next. */
  async *batches(section: {
    readonly name: string;
    readonly form: "object" | "array";
  }): AsyncGenerator<RecordBatch, void, undefined> {
    const first = await this.peek();
    if (first && (first.kind === "value") !== (section.form === "object")) {
      throw new BundleProblem(section.name, `must be an ${section.form}`);
    }
    for (let part = first; part?.member === section.name; part = await this.peek()) {
      this.#next = undefined;
      if (part.kind === "value") yield { from: 0, values: [part.value] };
      else if (part.kind === "records") yield { from: part.from, values: part.values };
    }
  }

  /** Closes the source. */
  async close(): Promise<void> {
    await this.#parts.return();
  }
}

function notABundle(because: string): BundleProblem {
  return new BundleProblem(
    "",
    `is not a company bundle, which is a JSON object that begins with "format": "${BUNDLE_FORMAT}" (${because})`,
  );
}

/** The company that the file is about: its first section says so. */
function companyIdOf(part: JsonPart | null): PublicId<"company"> {
  if (part?.member !== "company")
    throw new BundleProblem("company", "is required, behind format and version");
  if (part.kind !== "value" || typeof part.value !== "object" || part.value === null)
    throw new BundleProblem("company", "must be an object");
  if (!("id" in part.value)) throw new BundleProblem("company.id", "is required");
  const id = typeof part.value.id === "string" ? parseId("company", part.value.id) : null;
  if (id === null)
    throw new BundleProblem(
      "company.id",
      "must be an id: `comp_` and 1 to 63 letters, digits, `_`, `.` or `-`, the first of them a letter or a digit",
    );
  return id;
}
