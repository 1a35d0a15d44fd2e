/** The list of accounts that an import writes for the next one, also if it is refused because of accounts. */
import { accountListText } from "../rules/account-list.ts";
import { type ReadingOptions, type ReadingReport, UnsureAccounts } from "./read-books.ts";

/** Passes a reading on after its accounts were saved, if the caller wants that. */
export async function savingAccounts<Report extends ReadingReport>(
  { save_accounts: save }: Pick<ReadingOptions, "save_accounts">,
  reading: Promise<Report>,
): Promise<Report> {
  if (save === undefined) return reading;
  try {
    const report = await reading;
    await save(accountListText(report.accounts));
    return report;
  } catch (error) {
    if (error instanceof UnsureAccounts) await save(accountListText(error.known));
    throw error;
  }
}
