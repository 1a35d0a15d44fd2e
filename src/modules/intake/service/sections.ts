/** The sections of the company bundle, in the order of the file. */
import type { BundleScope, BundleSection, RecordBatch, SectionCounts } from "../../../contract/bundle.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { pause } from "../../../platform/time/timer.ts";
import { membersSection, usersSection } from "../../tenants/access/index.ts";
import { accountsSection, cardsSection } from "../../feed/banking/index.ts";
import { categoriesSection, departmentsSection } from "../../books/chart/index.ts";
import { statementNotesSection } from "../../books/exports/index.ts";
import { companySection, featuresSection } from "../../tenants/company/index.ts";
import { formReportsSection, formsSection } from "../../filings/forms-1099/index.ts";
import {
  closingSection,
  closingsSection,
  journalSection,
  manualEntriesSection,
  vouchersStore,
} from "../../books/ledger/index.ts";
import {
  billsSection,
  endFees,
  findClaims,
  invoicesSection,
  settlementsSection,
} from "../../feed/invoices/index.ts";
import { integrationsSection } from "../../tenants/integrations/index.ts";
import { taxCreditsSection } from "../../filings/tax-credits/index.ts";
import { delawareChecksSection, taxesSection } from "../../filings/taxes/index.ts";
import { sheetsSection } from "../../sheets/index.ts";
import { rulesSection } from "../../feed/rules/index.ts";
import { overridesSection, usageSection } from "../../tenants/usage/index.ts";
import { invitationsSection } from "../../tenants/team/index.ts";
import {
  reconciliationsSection,
  schedulesSection,
  transactionsSection,
  transfersSection,
} from "../../feed/transactions/index.ts";

export const chartSection = categoriesSection((db, companyId, ids) =>
  vouchersStore.findUsedCategory(db, companyId, ids),
);

const feedSection = transactionsSection({ findClaims, endFees });

/** Each refers only to sections before it. */
export const SECTIONS: readonly BundleSection<Tx>[] = [
  companySection,
  featuresSection,
  usageSection,
  overridesSection,
  integrationsSection,
  usersSection,
  membersSection,
  invitationsSection,
  chartSection,
  departmentsSection,
  statementNotesSection,
  accountsSection,
  cardsSection,
  invoicesSection,
  billsSection,
  feedSection,
  schedulesSection,
  settlementsSection,
  reconciliationsSection,
  transfersSection,
  rulesSection,
  delawareChecksSection,
  taxesSection,
  taxCreditsSection,
  formReportsSection,
  formsSection,
  sheetsSection,
  journalSection,
  manualEntriesSection,
  closingsSection,
  closingSection,
];

/** Records handed to a section at once where they are made and not read. */
const RECORDS_PER_BATCH = 500;

/** Writes records that were made here the way that those of a file are written. */
export function writeRecords(
  section: BundleSection<Tx>,
  scope: BundleScope<Tx>,
  records: Iterable<unknown>,
): Promise<SectionCounts> {
  return section.write(scope, inBatches(records));
}

async function* inBatches(records: Iterable<unknown>): AsyncGenerator<RecordBatch, void, undefined> {
  let values: unknown[] = [];
  let from = 0;
  for (const record of records) {
    values.push(record);
    if (values.length < RECORDS_PER_BATCH) continue;
    // Pauses for progress reports and requests to stop. Reading a file pauses anyway.
    await pause(0);
    yield { from, values };
    from += values.length;
    values = [];
  }
  if (values.length > 0) yield { from, values };
}
