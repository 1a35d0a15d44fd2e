/** Journal entries in answers, and as people write them: schemas that the modules of the books share. */
import Type from "typebox";
import { ENTRY_SOURCES } from "@daybook/words/ledger-words";
import { exactly, nullable } from "./operation.ts";
import {
  centsSchema,
  currencySchema,
  dateSchema,
  idSchema,
  markerSchema,
  timestampSchema,
} from "./schemas.ts";

/** How amounts are signed. */
export const SIGN_RULE = "Assets count debit minus credit, every other category credit minus debit.";

export const journalEntrySchema = exactly({
  id: idSchema("journalEntry", "The entry's id."),
  object: markerSchema("journal_entry"),
  date: dateSchema("The accounting date."),
  category_id: idSchema("category", "The category it is booked on."),
  category_name: Type.String({ description: "Name of the category now." }),
  department_id: nullable(idSchema("department", "Its department, if any.")),
  department_name: nullable(Type.String({ description: "Name of the department now." })),
  amount_cents: centsSchema(`The amount, signed as in totals and reports. ${SIGN_RULE}`),
  debit_cents: centsSchema("The debit, or 0."),
  credit_cents: centsSchema("The credit, or 0."),
  currency: currencySchema,
  description: Type.String({ description: "What it is for." }),
  merchant: nullable(Type.String({ description: "Merchant or counterparty." })),
  source: Type.Enum([...ENTRY_SOURCES], { description: "What it was posted from." }),
  transaction_id: nullable(
    Type.String({ description: "The bank or card transaction that it was posted from, if any." }),
  ),
  held: Type.Boolean({
    description:
      "Whether its posting is on hold. Held entries count in reports, but not in the list of merchants.",
  }),
  created: timestampSchema("When it was written."),
  updated: timestampSchema("When it was last written."),
});

const lineAmount = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }));
/** A text of a body that may be left out. */
export const optionalText = (description: string) => Type.Optional(nullable(Type.String({ description })));

/** An entry that a person posts, as files and the console write it. */
export const newEntrySchema = exactly(
  {
    date: Type.String({ description: "The accounting date, `YYYY-MM-DD`." }),
    memo: Type.String({ description: "What it is for." }),
    reference: optionalText("The poster's own name of the entry, unique in the company."),
    adjusting: Type.Optional(
      Type.Boolean({
        description:
          "Whether it is an adjusting entry, which a trial balance can leave out or show by itself. Default: false.",
      }),
    ),
    reverses_on: optionalText(
      "A later day, `YYYY-MM-DD`, on which its reversal is posted together with it. Default: none is posted.",
    ),
    lines: Type.Array(
      exactly({
        category: Type.String({ description: "The id of a category, or its name if only one has it." }),
        department: optionalText("The id or the name of a department."),
        debit_cents: lineAmount("The debit. In cents."),
        credit_cents: lineAmount("The credit, in place of a debit. In cents."),
        memo: optionalText("What the line is for. Default: the entry's memo."),
      }),
      { description: "Its lines, whose debits equal their credits." },
    ),
  },
  { title: "NewManualEntry" },
);

/** What can be wrong with an entry that a person posts. */
export const NEW_ENTRY_ERRORS = [
  {
    code: "parameter_missing",
    params: ["date", "memo", "lines"],
    when: "A required field is absent.",
  },
  {
    code: "invalid_request",
    params: [
      "date",
      "memo",
      "reference",
      "adjusting",
      "reverses_on",
      "lines",
      "lines[].category",
      "lines[].department",
      "lines[]",
      "lines[].memo",
    ],
    when: "A part is invalid, the entry does not balance, or its day is closed.",
  },
] as const;
