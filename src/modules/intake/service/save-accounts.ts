/** The list of accounts that an import writes for the next one, also if it is refused because of accounts. */
import { accountListText, readSavedList, type SavedList } from "../rules/account-list.ts";
import { type ReadingOptions, type ReadingReport, UnsureAccounts } from "./read-books.ts";

/**
 * Reads books and passes the report on after their accounts were saved, if the caller wants that. A file that
 * can't be replaced by the list is refused before the books are read.
 */
export async function savingAccounts<Report extends ReadingReport>(
  { save_accounts: save, saved_accounts: before }: Pick<ReadingOptions, "save_accounts" | "saved_accounts">,
  read: () => Promise<Report>,
): Promise<Report> {
  if (save === undefined) return read();
  const saved: SavedList = before === undefined ? new Map() : await readSavedList(before);
  try {
    const report = await read();
    await save(accountListText(report.accounts, saved));
    return report;
  } catch (error) {
    if (error instanceof UnsureAccounts) await save(accountListText(error.known, saved));
    throw error;
  }
}
