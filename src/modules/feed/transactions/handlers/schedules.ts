/** The operations on schedules: bodies to requests, rows to views. */
import { cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import { journalEntryId } from "@daybook/words/public-id";
import { CONSOLE_API_ROOT, type Handlers } from "../../../../contract/operation.ts";
import { wholeList } from "../../../../contract/schemas.ts";
import { DATE_INPUT, readAs } from "../../../../core/kinds.ts";
import type { StandingBody } from "../contract/schedule-schemas.ts";
import type { schedulesConsoleContract } from "../contract/schedules.ts";
import type { TransactionsService } from "../service/index.ts";
import { type ChangedSchedule, type Register, type Schedule, scheduleLines } from "../service/schedules.ts";
import type { NewStanding } from "../service/standing.ts";

/** The most schedules of one kind that are listed. */
const SCHEDULES = LIMITS.page_size_max.value;

function scheduleView(row: Schedule) {
  return {
    id: row.id,
    object: "schedule" as const,
    kind: row.kind,
    transaction_id: row.transaction_id,
    description: row.description,
    merchant: row.merchant,
    category_id: row.category_id,
    department_id: row.department_id,
    holding_category_id: row.holding_category_id,
    contra_category_id: row.contra_category_id,
    amount_cents: row.amount_cents,
    remaining_cents: row.remaining_cents,
    start_date: row.start_date,
    end_date: row.end_date,
    last_day: row.last_day,
    months: row.months,
    basis: row.basis,
    declining_percent: row.declining_percent,
    salvage_cents: row.salvage_cents,
    opened_on: row.opened_on,
    opened_cents: row.opened_cents,
    ended_on: row.ended_on,
    ended_as: row.ended_as,
    cost_cents: row.cost_cents,
    depreciated_cents: row.depreciated_cents,
    book_value_cents: row.book_value_cents,
    proceeds_cents: row.proceeds_cents,
    proceeds_category_id: row.proceeds_category_id,
    gain_cents: row.gain_cents,
    result_category_id: row.result_category_id,
    held: row.held,
    created: row.created,
  };
}

export function openedScheduleView(
  row: Schedule & Partial<Pick<ChangedSchedule, "in_operating">>,
  today: CivilDate,
  preview = false,
) {
  const lines = scheduleLines(row).map(({ voucher, date, amount_cents, is_disposal }) => ({
    date,
    amount_cents,
    is_disposal,
    is_recognized: date <= today,
    entry: row.held || preview || amount_cents === 0 ? null : journalEntryId(voucher, 1),
  }));
  return {
    object: "opened_schedule" as const,
    schedule: scheduleView(row),
    lines,
    in_operating: row.in_operating ?? null,
    preview,
  };
}

/** The handlers of what only the web console asks of schedules. */
export function schedulesConsoleHandlers(
  transactions: TransactionsService,
): Handlers<typeof schedulesConsoleContract> {
  return {
    async listSchedules({ principal, input, today }) {
      const kind = input.kind ?? "spread";
      const day = input.date ?? today;
      const rows = await transactions.listSchedules(principal.companyId, kind, day, SCHEDULES);
      return wholeList(`${CONSOLE_API_ROOT}/schedules`, rows.map(scheduleView));
    },
    async addSchedule({ principal: { companyId, permissions }, body, now, today }) {
      const { kind, opened_on, preview = false } = body;
      const asked = {
        ...standingOf(body),
        kind,
        opened_on: opened_on === undefined ? null : readAs(DATE_INPUT, opened_on, "opened_on"),
      };
      const at = { now, today };
      return openedScheduleView(
        await transactions.addSchedule(companyId, asked, at, permissions, preview),
        today,
        preview,
      );
    },
    async removeSchedule({ principal: { companyId, permissions }, input, now, today }) {
      await transactions.removeSchedule(companyId, input.id, { now, today }, permissions);
      return null;
    },
    async getAssetRegister({ principal, input, today }) {
      const date = input.date ?? today;
      return registerView(await transactions.register(principal.companyId, date), date);
    },
    async addAssetRegister({ principal: { companyId, permissions }, body, now, today }) {
      const { preview = false } = body;
      const date = readAs(DATE_INPUT, body.date, "date");
      const assets = body.assets.map((asset): NewStanding => ({
        ...standingOf(asset),
        kind: "capitalization",
        opened_on: date,
      }));
      const at = { now, today };
      return registerView(
        await transactions.addRegister(companyId, { date, assets }, at, permissions, preview),
        date,
        preview,
      );
    },
    async getSchedule({ principal, input, today }) {
      return openedScheduleView(await transactions.getSchedule(principal.companyId, input.id, today), today);
    },
    async moveScheduleEnd({ principal: { companyId, permissions }, input, body, now, today }) {
      const { preview = false } = body;
      const last = readAs(DATE_INPUT, body.last_day, "last_day");
      const at = { now, today };
      return openedScheduleView(
        await transactions.moveLastDay(companyId, input.id, last, at, permissions, preview),
        today,
        preview,
      );
    },
    async endSchedule({ principal: { companyId, permissions }, input, body, now, today }) {
      const { preview = false } = body;
      const on = readAs(DATE_INPUT, body.on, "on");
      const at = { now, today };
      return openedScheduleView(
        await transactions.endSchedule(companyId, input.id, on, at, permissions, preview),
        today,
        preview,
      );
    },
    async reopenSchedule({ principal: { companyId, permissions }, input, body, now, today }) {
      const { preview = false } = body;
      return openedScheduleView(
        await transactions.reopenSchedule(companyId, input.id, { now, today }, permissions, preview),
        today,
        preview,
      );
    },
    async disposeAsset({ principal: { companyId, permissions }, input, body, now, today }) {
      const { preview = false, to, result = null } = body;
      const disposal = {
        on: readAs(DATE_INPUT, body.on, "on"),
        proceeds_cents: cents(body.proceeds_cents),
        to,
        result,
      };
      const at = { now, today };
      return openedScheduleView(
        await transactions.disposeAsset(companyId, input.id, disposal, at, permissions, preview),
        today,
        preview,
      );
    },
  };
}

function standingOf(body: StandingBody): Omit<NewStanding, "kind" | "opened_on"> {
  return {
    description: body.description,
    holding: body.holding_category_id,
    category: body.category_id,
    contra: body.contra_category_id ?? null,
    department_id: body.department_id ?? null,
    amount_cents: cents(body.amount_cents),
    start_date: readAs(DATE_INPUT, body.start_date, "start_date"),
    months: body.months,
    basis: body.basis ?? "month",
    declining_percent: body.declining_percent ?? null,
    salvage_cents: cents(body.salvage_cents ?? 0),
    opened_cents: cents(body.opened_cents ?? 0),
  };
}

function registerView({ assets, lines }: Register, date: CivilDate, preview = false) {
  return {
    object: "asset_register" as const,
    date,
    assets: assets.map(scheduleView),
    categories: [...lines],
    preview,
  };
}
