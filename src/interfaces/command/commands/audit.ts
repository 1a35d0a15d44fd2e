/** The command that shows a company's audit trail. */
import { LIMITS } from "@daybook/words/limits";
import type { AuditService } from "../../../modules/tenants/audit/index.ts";
import { databaseCommand } from "../command.ts";
import { optional, text, wholeNumber } from "../fields.ts";
import { instant, table } from "../table.ts";
import { COMPANY_ARGUMENT as company, companyId } from "./choose.ts";
import { readTime, TIME } from "./times.ts";

type AuditEvent = Awaited<ReturnType<AuditService["list"]>>[number];

const MOST_EVENTS = LIMITS.audit_events_shown.value;
const DEFAULT_LIMIT = 50;

const audit = databaseCommand({
  name: "audit",
  summary: "Show who changed a company, when, and by what",
  description:
    "Each change leaves an event: its surface (key, console, command or job), its actor (a user's id, the operator's name on the machine or a job's queue), its action, and the record that it named. Latest first.",
  examples: [
    ["audit comp_sample", "the last 50 changes"],
    ["audit comp_sample --voucher vch_1 --json", "who posted a voucher"],
    ["audit comp_sample --actor user_1 --since 2026-01-01", "what a user changed this year"],
  ],
  fields: {
    company,
    voucher: optional("option", text("id"), "Only the events that posted the entries of this voucher."),
    subject: optional("option", text("id"), "Only events about this record."),
    actor: optional("option", text("name"), "Only events of this user, operator or queue."),
    action: optional("option", text("name"), "Only events of this operation, command or queue."),
    since: optional("option", TIME, "Only events at or after this time."),
    limit: optional(
      "option",
      wholeNumber("count", 1, MOST_EVENTS),
      `Most events to show. Default: ${DEFAULT_LIMIT}.`,
    ),
  },
  async run(app, { company: company_id, since, limit, ...filter }) {
    const from = since === null ? null : readTime(since, "--since");
    const events = await app.audit.list(
      companyId(company_id),
      { ...filter, since: from },
      limit ?? DEFAULT_LIMIT,
    );
    return { company_id, events };
  },
  show: ({ events }) =>
    table(
      ["AT", "SURFACE", "ACTOR", "ACTION", "ABOUT", "CHANGE", "REQUEST"],
      events.map((each) => [
        instant(each.at),
        each.surface,
        each.key_id === null ? (each.actor ?? "-") : `${each.actor ?? "-"} (${each.key_id})`,
        each.action,
        each.subject ?? "-",
        changeText(each),
        each.request_id ?? "-",
      ]),
      "No event matches.",
    ),
});

/** What changed, with the name of the field or the remark after it. */
function changeText({ from_state: from, to_state: to, note }: AuditEvent): string {
  if (from === null && to === null) return note ?? "-";
  return `${from ?? "none"} -> ${to ?? "none"}${note === null ? "" : ` (${note})`}`;
}

export const AUDIT_COMMANDS = [audit];
