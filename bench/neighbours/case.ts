/**
 * The shape of a starvation case: one company is careless, and the reads of another company of the same
 * service are timed meanwhile. A case is one file in this folder, listed in `bench/parts/neighbours.ts`.
 */
import type { Bench } from "../part.ts";
import type { Child, Place } from "../process/child.ts";

/** A company of the service under test, with enough keys that no burst is exceeded. */
export interface Company {
  readonly id: string;
  readonly keys: readonly string[];
}

/** A running service that holds both companies. */
export interface Served {
  readonly bench: Bench;
  readonly engine: "embedded" | "server";
  readonly place: Place;
  readonly origin: string;
  readonly careless: Company;
  readonly other: Company;
  readonly daybook: Child;
}

export interface Case {
  /** What the careless company does, as in "150 polite readers of one key". */
  readonly what: string;
  /** Settings of the service for this case. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Makes the records that the case needs, before the service starts. */
  readonly prepare?: (bench: Bench, place: Place, careless: Company, other: Company) => Promise<void>;
  /** Paths that the other company reads; by default its company and an income statement. */
  readonly paths?: readonly string[];
  /** Starts the careless work and resolves once it is under way; the returned function ends it. */
  readonly begin: (served: Served) => Promise<() => Promise<void>>;
}
