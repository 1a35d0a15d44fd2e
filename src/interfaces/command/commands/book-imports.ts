/** Commands that list imports of books and take them back, and what is shown of a plan and of later imports. */
import { cents } from "@daybook/words/cents";
import { losAngelesDate } from "@daybook/words/civil-date";
import { accountingText } from "@daybook/words/money-text";
import type { LaterImport, PlanReport } from "../../../modules/intake/index.ts";
import { databaseCommand } from "../command.ts";
import { id, needed, toggle } from "../fields.ts";
import { table } from "../table.ts";
import { chooseCompany, COMPANY_OPTION } from "./choose.ts";

export const importList = databaseCommand({
  name: "import list",
  summary: "List the latest imports of books, the newest first",
  description: "With their ids, by which `import undo` takes one back.",
  examples: [["import list --company comp_sample", "those of a company"]],
  fields: COMPANY_OPTION,
  run: async (app, { company }) => {
    const company_id = await chooseCompany(app, company);
    return { company_id, imports: await app.intake.listImports(company_id) };
  },
  show: ({ imports }) =>
    table(
      ["IMPORT", "DAY", "FILE", "FORMAT", "NEW VOUCHERS", "STATUS"],
      imports.map((each) => [
        each.id,
        losAngelesDate(each.created),
        each.file_name ?? "-",
        each.format,
        `${each.added_vouchers}`,
        each.undone_at === null ? each.status : "taken back",
      ]),
      "There are no imports of books.",
    ),
});

export const importUndo = databaseCommand({
  name: "import undo",
  summary: "Take an import of books back: remove the vouchers that it added",
  description:
    "All of them, or none: it is refused while one is in closed books or reversed, and while a later import recognised vouchers of earlier ones; take that back first. Categories and departments that the import made go with it, unless something else uses them. The company and what it had before stay, and the file can be imported again.",
  examples: [
    ["import undo imp_1 --dry-run", "says how many vouchers would go"],
    ["import undo imp_1", "removes them"],
  ],
  fields: {
    import: needed("argument", id("import"), "The import, as `import journal` or `import list` shows it."),
    ...COMPANY_OPTION,
    dry_run: toggle("Only say what would go."),
  },
  run: async (app, { import: importId, company, dry_run }) => {
    const { book_import, ...counts } = await app.intake.takeBackImport(
      await chooseCompany(app, company),
      importId,
      dry_run,
    );
    return { id: book_import.id, ...counts, dry_run };
  },
  show: ({ id: undone, dry_run, ...counts }) => {
    const { removed_vouchers, removed_entries, restored_vouchers, removed_categories, kept_categories } =
      counts;
    return [
      `${removed_vouchers} vouchers of ${undone} with ${removed_entries} entries ${dry_run ? "would be" : "were"} removed, with ${removed_categories} categories and departments.${dry_run ? " Nothing was changed." : ""}`,
      ...(restored_vouchers > 0
        ? [
            `${restored_vouchers} vouchers of earlier imports ${dry_run ? "would become" : "became"} as they were.`,
          ]
        : []),
      ...(kept_categories > 0
        ? [
            `${kept_categories} categories and departments that it made stay, because something else uses them.`,
          ]
        : []),
    ].join("\n");
  },
});

/** Compares the books that would be with the trial balance. */
export function showProof({ date, accounts, differences }: NonNullable<PlanReport["proof"]>): string {
  if (differences.length === 0)
    return `All ${accounts} accounts of the trial balance of ${date} would be equal to the cent.`;
  return `${differences.length} accounts would differ from the trial balance of ${date}:\n${table(
    ["ACCOUNT", "TRIAL BALANCE", "BOOKS"],
    differences.map(({ account, expected, found }) => [
      account,
      expected === null ? "-" : accountingText(cents(expected)),
      accountingText(cents(found)),
    ]),
    "",
  )}`;
}

/** Lists the vouchers that the source edited and deleted, with what becomes of each. */
export function showLater({ changed_vouchers, gone_vouchers, gone_count }: LaterImport): string[] {
  const lines: string[] = [];
  if (changed_vouchers.length > 0)
    lines.push(
      `${changed_vouchers.length} vouchers were imported before with other lines or texts:`,
      table(
        ["LINE", "DATE", "DESCRIPTION", "AMOUNT", "WAS", "VOUCHER", "BECOMES"],
        changed_vouchers.map(({ line, date, description, amount_cents, was, voucher_id, applied }) => [
          String(line),
          date,
          description,
          accountingText(amount_cents),
          `${was.date} ${was.description} ${accountingText(was.amount_cents)}`,
          voucher_id,
          applied ? "as in the file" : "left as it is",
        ]),
        "",
      ),
    );
  if (gone_count > 0)
    lines.push(
      `${gone_count} vouchers were imported before and are not in the file:`,
      table(
        ["DATE", "DESCRIPTION", "AMOUNT", "VOUCHER", "BECOMES"],
        gone_vouchers.map(({ date, description, amount_cents, voucher_id, applied }) => [
          date,
          description,
          accountingText(amount_cents),
          voucher_id,
          applied ? "removed" : "left as it is",
        ]),
        "",
      ),
    );
  const left = [...changed_vouchers, ...gone_vouchers].find(({ applied }) => !applied);
  if (left !== undefined)
    lines.push(
      `To take over what was left, add --changes apply, or --change ${left.voucher_id}=apply for one.`,
    );
  return lines;
}
