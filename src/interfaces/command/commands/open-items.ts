/** The commands that bring in open invoices and bills of other books from a file. */
import { noteIn } from "../../../core/advice.ts";
import { DATE_FORMATS } from "@daybook/words/date-text";
import { accountingText } from "@daybook/words/money-text";
import { openSource } from "../../../platform/machine/files.ts";
import { databaseCommand } from "../command.ts";
import { day, needed, optional, sourceFile, toggle, word } from "../fields.ts";
import { table } from "../table.ts";
import { COMMAND_VOICE } from "../voice.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";
import type { ItemWords } from "./item-inputs.ts";

export function openItemsCommand({ item, party, claims, says, of: itemsOf }: ItemWords) {
  return databaseCommand({
    ...says.open,
    fields: {
      file: needed("argument", sourceFile(), "The file, or - for the standard input."),
      date: optional("option", day(), "The day at whose end they are open; default: the day in its title."),
      date_format: optional(
        "option",
        word(...DATE_FORMATS),
        "The format of dates; default: as the whole file shows.",
      ),
      dry_run: toggle("Show what would come in, and store nothing."),
      ...COMPANY_OPTION,
    },
    async run(app, { file, date, date_format, dry_run, company }, _report, signal) {
      const company_id = await chooseCompany(app, company);
      const { content } = await openSource(file, signal);
      const side = item === "bill" ? "payable" : "receivable";
      const { notes, ...opening } = await app.intake.readOpenItems(
        { content, side, date, date_format },
        signal,
      );
      const at = { now: app.clock.now(), today: app.clock.today() };
      const { parties, ...opened } = await itemsOf(app).bringIn(company_id, opening, at, "operator", dry_run);
      return {
        company_id,
        ...opened,
        parties: parties.map(({ party: party_name, ...rest }) => ({
          [`${party}_name`]: party_name,
          ...rest,
        })),
        notes: notes.map((note) => noteIn(note, COMMAND_VOICE)),
        dry_run,
      };
    },
    show: ({ date, count, parties, total_cents, ledger_cents, notes, dry_run }) =>
      [
        table(
          [party.toUpperCase(), `${item.toUpperCase()}S`, "OPEN", "LEDGER"],
          (parties as readonly Readonly<Record<string, unknown>>[]).map((row) => [
            String(row[`${party}_name`]),
            String(row["count"]),
            accountingText(row["open_cents"] as typeof total_cents),
            row["ledger_cents"] === null ? "-" : accountingText(row["ledger_cents"] as typeof total_cents),
          ]),
          "",
        ),
        `${count} ${item}s ${dry_run ? "would come in" : "came in"} as open at the end of ${date}. The ${claims} are ${accountingText(total_cents)}, as in the ledger (${accountingText(ledger_cents)}).${dry_run ? " Nothing was stored (--dry-run)." : ""}`,
        ...notes,
      ].join("\n\n"),
  });
}
