/** The operation of the web console that reads a file of open items of another program. */
import Type from "typebox";
import { exactly, fileSchema, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import { centsSchema, dateSchema, markerSchema } from "../../../contract/schemas.ts";
import { DATE_FORMATS } from "@daybook/words/date-text";

const party = Type.String({ description: "The customer or the vendor." });

/** What only the web console asks of files of open items. */
export const openItemsContract = {
  readOpenItems: operation({
    tag: "Console",
    since: "1.0",
    id: "readOpenItems",
    method: "POST",
    path: "/open_items_file",
    summary: "Read a file of open invoices or bills",
    description:
      "Reads open items of another program, as CSV or XLSX: an aging detail, open invoices or unpaid bills of QuickBooks, the aged or the invoice details of Xero or its export of invoices, or those of Wave and Zoho Books. Answers the items as `openInvoices` and `openBills` take them. Changes nothing.",
    requires: [{ area: "reports", level: "view" }],
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: {
      mode: "form",
      schema: exactly(
        {
          file: fileSchema("The file."),
          side: Type.Enum(["receivable", "payable"], {
            description: "What it lists: what customers owe, or what is owed to vendors.",
          }),
          date: Type.Optional(
            Type.String({
              description: "The day at whose end the items are open. Default: that of its title.",
            }),
          ),
          date_format: Type.Optional(
            Type.Enum([...DATE_FORMATS], {
              description: "The format of dates. Default: as the whole file shows.",
            }),
          ),
        },
        { title: "OpenItemsUpload" },
      ),
      limit: "upload_bytes",
    },
    paging: { kind: "none" },
    idempotency: "A read; repeat it freely.",
    idempotencyKey: "unused",
    success: {
      status: 200,
      description: "The items of the file.",
      schema: exactly(
        {
          object: markerSchema("open_items_file"),
          date: dateSchema("The day at whose end they are open."),
          items: Type.Array(
            exactly(
              {
                party_name: party,
                number: nullable(Type.String({ description: "Its number." })),
                date: dateSchema("Its date."),
                due_date: nullable(dateSchema("The day on which it is due.")),
                original_cents: nullable(centsSchema("What it was for.")),
                open_cents: centsSchema("What is open of it; negative for a credit."),
              },
              { title: "ListedOpenItem" },
            ),
            { description: "The items." },
          ),
          totals: Type.Array(
            exactly(
              { party_name: party, open_cents: centsSchema("What is open of its items.") },
              { title: "ListedOpenTotal" },
            ),
            { description: "What the file states as the totals of parties." },
          ),
          notes: Type.Array(Type.String(), { description: "Sentences on what to check." }),
        },
        { title: "OpenItemsFile" },
      ),
    },
    errors: [
      { code: "parameter_missing", params: ["file", "side"], when: "A required field is absent." },
      {
        code: "invalid_request",
        params: ["file", "side", "date", "date_format"],
        when: "The file can't be read exactly, or says no day, or a value is invalid.",
      },
    ],
    limits: ["upload_bytes"],
    examples: [],
    hints: READ_HINTS,
  }),
} as const;
