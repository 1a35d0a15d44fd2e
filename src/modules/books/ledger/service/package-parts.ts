/**
 * What a module puts into the package of a closed period: a table of its own records. A module above the
 * ledger hands its parts in by the composition root, as it does its checks of a close.
 */
import type { Area, CompanyFor, Right } from "@daybook/words/areas";
import type { Cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import type { StatementRowKind, TextColumn } from "../../../../core/statement-table.ts";
import type { Queryable } from "../../../../platform/db/index.ts";

/** The days of a package, and when it is made. */
export interface PackageDays {
  readonly startDate: CivilDate;
  readonly endDate: CivilDate;
  readonly now: UnixSeconds;
  /** The name of who did something: a user's, or the operator's on the machine. */
  readonly nameOf: (actor: string | null) => string;
}

export interface PartRow {
  readonly kind?: StatementRowKind;
  readonly depth?: number;
  readonly label: string;
  readonly texts?: readonly string[];
  /** One for each column; absent for a row without amounts. */
  readonly amounts?: readonly (Cents | null)[];
}

/** A table of a package that is no statement. */
export interface PartTable {
  /** `As of July 31, 2026`. */
  readonly period: string;
  readonly textColumns?: readonly TextColumn[];
  readonly columns: readonly string[];
  readonly rows: readonly PartRow[];
}

/** What a module puts into a package. */
export interface PackagePart {
  readonly title: string;
  /** The area that whoever reads it must be allowed to view. */
  readonly area: Area;
  readonly read: (db: Queryable, companyId: CompanyFor<Right>, days: PackageDays) => Promise<PartTable>;
}
