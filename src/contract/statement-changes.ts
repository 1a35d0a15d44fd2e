/**
 * What lines change in the three statements, as the web console shows it before something is posted: a schema
 * that the operations of several modules answer with.
 */
import Type from "typebox";
import { exactly } from "./operation.ts";
import { centsSchema } from "./schemas.ts";

const STATEMENT_TYPES = ["income_statement", "balance_sheet", "cash_flow"] as const;

/** What lines change in the three statements. */
export const changesSchema = Type.Array(
  exactly({
    report_type: Type.Enum([...STATEMENT_TYPES], { description: "The statement." }),
    rows: Type.Array(
      exactly({
        label: Type.String({ description: "The name of the row." }),
        depth: Type.Integer({ minimum: 0, description: "0 for totals." }),
        change_cents: centsSchema("By how much its figure changes."),
      }),
      { description: "The rows that change, from top to bottom." },
    ),
  }),
  { description: "The three statements." },
);

/** A value of `changesSchema`. */
export type StatementChanges = Type.Static<typeof changesSchema>;
