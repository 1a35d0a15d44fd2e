/**
 * Schedules as the operator keeps them: a whole transaction that is spread or capitalized without lines, a
 * spread that gets another last month or ends early, and an asset that is disposed of. Invariant: each change
 * comes after the feed's stamp, and the vouchers of a schedule are written with its row, in one transaction.
 */
import type { Permissions } from "@daybook/words/areas";
import { type Cents, cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import {
  type Db,
  describeChange,
  type Queryable,
  type Tx,
  transactionOrPreview,
} from "../../../../platform/db/index.ts";
import { currentActor } from "../../../../platform/log/actor.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import { categoriesOfRoles } from "../../../books/chart/index.ts";
import {
  type AssetFigures,
  assetFigures,
  disposalVoucher,
  lastDayOf,
  monthsBetween,
  NOT_ENDED,
  PLAIN,
  postingsOf,
  putSpreads,
  removeSpreads,
  remainingCents,
  schedulesStore,
  type SpreadRow,
  withEnd,
  withLastDay,
} from "../../../books/schedules/index.ts";
import { isEditable, paidItem, spreadOf } from "../rules.ts";
import {
  type DepreciationInOperating,
  depreciationInOperating,
  type Disposal,
  disposed,
} from "./disposal.ts";
import { assetCategory, checkDay, checkDepreciation, leafOf, planOf } from "./schedule-choices.ts";
import { assetsStore } from "../store/assets.ts";
import { transactionsStore } from "../store/transactions.ts";
import {
  type NewStanding,
  type RegisterCompany,
  type RegisterLine,
  registerOf,
  standingOf,
  takeRegister,
} from "./standing.ts";
import type { RequestTime } from "./edits.ts";
import { beginWriting, writeChanges } from "./write.ts";
import type { FeedCompany } from "./reads.ts";

type Company = PublicId<"company">;

/** The caller: the operator of the service, or the permissions of a member. */
export type ScheduleCaller = "operator" | Permissions;

/** A spread or an asset, with its figures of a day. */
export interface Schedule extends SpreadRow, AssetFigures {
  readonly last_day: CivilDate;
  readonly months: number;
  readonly remaining_cents: Cents;
}

/** A schedule after a change. */
export interface ChangedSchedule extends Schedule {
  readonly in_operating: DepreciationInOperating | null;
}

/** A schedule that a whole transaction is to have. */
export interface NewSchedule {
  /** The transaction. */
  readonly id: string;
  readonly kind: SpreadRow["kind"];
  /** The category of each month's share; null for the transaction's own. */
  readonly category_id: string | null;
  /** The category of the asset. A spread has none: it is held on prepaid expenses or deferred revenue. */
  readonly asset: string | null;
  readonly start_date: CivilDate;
  readonly months: number;
  /** By whole months, from the month of `start_date` on, or by days, from `start_date` on, and so on. */
  readonly basis: SpreadRow["basis"];
  readonly declining_percent: number | null;
  readonly salvage_cents: Cents;
}

/** Assets with their figures of a day, and their categories beside the ledger. */
export interface Register {
  readonly assets: readonly Schedule[];
  readonly lines: readonly RegisterLine[];
}

export interface SchedulesUpkeep {
  /** Lists spreads or assets with their figures of a day, the latest first. */
  listSchedules(
    companyId: FeedCompany,
    kind: SpreadRow["kind"],
    at: CivilDate,
    count: number,
  ): Promise<Schedule[]>;
  /** Returns a spread or an asset with its months. Refuses `resource_missing`. */
  getSchedule(companyId: FeedCompany, id: string, at: CivilDate): Promise<Schedule>;
  // With `isPreview`, a change of the last day or an end below is checked and answered, and then rolled back.
  /** Spreads or capitalizes a whole transaction. Refuses `resource_missing` and `invalid_request`. */
  startSchedule(
    companyId: Company,
    asked: NewSchedule,
    at: RequestTime,
    caller: ScheduleCaller,
  ): Promise<Schedule>;
  /**
   * Adds a schedule of what is in the books without a transaction of the bank. Refuses as `startSchedule`
   * does, and closed books.
   */
  addSchedule(
    companyId: Company,
    asked: NewStanding,
    at: RequestTime,
    caller: ScheduleCaller,
    isPreview?: boolean,
  ): Promise<Schedule>;
  /**
   * Removes a schedule without a transaction, with its entries; what it is of stays in the books. Refuses
   * `resource_missing`, `invalid_request` and closed books.
   */
  removeSchedule(companyId: Company, id: string, at: RequestTime, caller: ScheduleCaller): Promise<void>;
  /** The assets that are in the books at the end of a day, beside the ledger. */
  register(companyId: RegisterCompany, date: CivilDate): Promise<Register>;
  /** Adds the assets of a register that agrees with the ledger at the end of a month, or none. */
  addRegister(
    companyId: Company,
    register: { readonly date: CivilDate; readonly assets: readonly NewStanding[] },
    at: RequestTime,
    caller: ScheduleCaller,
    isPreview?: boolean,
  ): Promise<Register>;
  /** Gives a schedule another last day. Months that have ended by `today` keep their shares. */
  moveLastDay(
    companyId: Company,
    id: string,
    last: CivilDate,
    at: RequestTime,
    caller: ScheduleCaller,
    isPreview?: boolean,
  ): Promise<ChangedSchedule>;
  /** Ends a schedule on a day, on which its rest is recognized. */
  endSchedule(
    companyId: Company,
    id: string,
    on: CivilDate,
    at: RequestTime,
    caller: ScheduleCaller,
    isPreview?: boolean,
  ): Promise<ChangedSchedule>;
  /** Lets a schedule that ended early, or an asset that was disposed of, go on as it was planned. */
  reopenSchedule(
    companyId: Company,
    id: string,
    at: RequestTime,
    caller: ScheduleCaller,
    isPreview?: boolean,
  ): Promise<ChangedSchedule>;
  /** Takes an asset out of the books: its cost and depreciation leave, and a gain or loss stays. */
  disposeAsset(
    companyId: Company,
    id: string,
    disposal: Disposal,
    at: RequestTime,
    caller: ScheduleCaller,
    isPreview?: boolean,
  ): Promise<ChangedSchedule>;
}

export function schedulesUpkeep(db: Db, ids: Ids): SchedulesUpkeep {
  /** Changes a schedule after the feed's stamp, and returns the changed one. */
  const changing = async (
    {
      companyId,
      id,
      at,
      caller,
      isPreview = false,
    }: {
      companyId: Company;
      id: string;
      at: RequestTime;
      caller: ScheduleCaller;
      isPreview?: boolean | undefined;
    },
    action: string,
    change: (tx: Tx, row: SpreadRow) => Promise<SpreadRow | string> | SpreadRow | string,
  ): Promise<ChangedSchedule> => {
    checkCaller(caller);
    const work = async (tx: Tx): Promise<ChangedSchedule> => {
      await beginWriting(tx, companyId, at.now);
      const row = await findSchedule(tx, companyId, id);
      const changed = await change(tx, row);
      if (typeof changed === "string") throw refuse("invalid_request", { param: "id", message: changed });
      await putSpreads(tx, companyId, at.now, [changed]);
      await describe(tx, companyId, at.now, { action, id, from: stateOf(row), to: stateOf(changed) });
      const { ended_on } = changed;
      // Its end may lie ahead.
      const shown = scheduleOf(changed, ended_on !== null && ended_on > at.today ? ended_on : at.today);
      return { ...shown, in_operating: await depreciationInOperating(tx, companyId, shown) };
    };
    return transactionOrPreview(db, isPreview, work);
  };
  return {
    listSchedules: async (companyId, kind, at, count) =>
      (await schedulesStore.listKind(db, companyId, kind, count)).map((row) => scheduleOf(row, at)),
    getSchedule: async (companyId, id, at) => scheduleOf(await findSchedule(db, companyId, id), at),
    async startSchedule(companyId, asked, at, caller) {
      checkCaller(caller);
      return db.transaction((tx) => start(tx, ids, companyId, asked, at));
    },
    addSchedule(companyId, asked, at, caller, isPreview = false) {
      checkCaller(caller);
      return transactionOrPreview(db, isPreview, async (tx) => {
        await beginWriting(tx, companyId, at.now);
        const row = await standingOf({ tx, ids, companyId, ...at }, asked);
        await putSpreads(tx, companyId, at.now, [row]);
        await describeAdded(tx, companyId, at.now, row);
        return scheduleOf(row, at.today);
      });
    },
    async removeSchedule(companyId, id, at, caller) {
      checkCaller(caller);
      await db.transaction(async (tx) => {
        await beginWriting(tx, companyId, at.now);
        const row = await findSchedule(tx, companyId, id);
        if (row.transaction_id !== null)
          throw refuse("invalid_request", {
            param: "id",
            message: `The schedule is of the transaction ${row.transaction_id}, and goes with it.`,
          });
        await removeSpreads(tx, companyId, at.now, [id]);
        await describe(tx, companyId, at.now, {
          action: "schedule remove",
          id,
          from: stateOf(row),
          to: "removed",
        });
      });
    },
    register: async (companyId, date) => ({
      assets: (await assetsStore.listBooked(db, companyId, date)).map((row) => scheduleOf(row, date)),
      lines: await registerOf(db, companyId, date),
    }),
    addRegister(companyId, { date, assets }, at, caller, isPreview = false) {
      checkCaller(caller);
      return transactionOrPreview(db, isPreview, async (tx) => {
        await beginWriting(tx, companyId, at.now);
        const { rows, lines } = await takeRegister({ tx, ids, companyId, ...at }, date, assets);
        for (const row of rows) await describeAdded(tx, companyId, at.now, row);
        return { assets: rows.map((row) => scheduleOf(row, date)), lines };
      });
    },
    moveLastDay: (companyId, id, last, at, caller, isPreview) =>
      changing({ companyId, id, at, caller, isPreview }, "schedule change", (_, row) =>
        withLastDay(row, last, at.today),
      ),
    endSchedule: (companyId, id, on, at, caller, isPreview) =>
      changing({ companyId, id, at, caller, isPreview }, "schedule end", (_, row) =>
        withEnd(row, { ...NOT_ENDED, ended_on: on, ended_as: "recognized" }),
      ),
    reopenSchedule: (companyId, id, at, caller, isPreview) =>
      changing({ companyId, id, at, caller, isPreview }, "schedule reopen", (_, row) =>
        row.ended_on === null ? "It did not end early." : { ...row, ...NOT_ENDED },
      ),
    disposeAsset: (companyId, id, disposal, at, caller, isPreview) =>
      changing({ companyId, id, at, caller, isPreview }, "asset dispose", (tx, row) =>
        disposed(tx, companyId, row, disposal, at.today),
      ),
  };
}

async function findSchedule(db: Queryable, companyId: Company, id: string): Promise<SpreadRow> {
  const [row] = await schedulesStore.listById(db, companyId, [id]);
  if (row !== undefined) return row;
  throw refuse("resource_missing", { param: "id", message: `The company has no spread or asset ${id}.` });
}

/** Schedules decide what many months show, so they take more than the edit of a transaction. */
function checkCaller(caller: ScheduleCaller): void {
  if (caller !== "operator" && (caller.accounting_setup !== "manage" || caller.transactions !== "manage"))
    throw refuse("insufficient_permission", {
      message: "Spreads and assets need `manage` for `transactions` and for `accounting_setup`.",
    });
}

function scheduleOf(row: SpreadRow, at: CivilDate): Schedule {
  const last = lastDayOf(row);
  return {
    ...row,
    ...assetFigures(row, at),
    last_day: last,
    months: monthsBetween(row.start_date, last),
    remaining_cents: remainingCents(row, at),
  };
}

/** Returns the months of a schedule, and the disposal of an asset with what was paid for it. */
export function scheduleLines(row: SpreadRow) {
  return postingsOf(row).map(({ id, date, lines: [share] }) => {
    const is_disposal = id === disposalVoucher(row.id);
    const amount = is_disposal ? (row.proceeds_cents ?? 0) : 0 - (share?.net_debit_cents ?? 0);
    return { voucher: id, date, amount_cents: amount, is_disposal };
  });
}

function stateOf({ ended_as, ended_on, end_date }: SpreadRow): string {
  return ended_on === null ? `through ${end_date}` : `${ended_as ?? "ended"} on ${ended_on}`;
}

async function start(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  asked: NewSchedule,
  { now, today }: RequestTime,
): Promise<Schedule> {
  const updated = await beginWriting(tx, companyId, now);
  const [row] = await transactionsStore.lockById(tx, companyId, [asked.id]);
  if (row === undefined || !isEditable(row))
    throw refuse("resource_missing", {
      param: "id",
      message: `There is no ordinary transaction ${asked.id}. One that is split, excluded or a side of a transfer has no schedule of its own.`,
    });
  if (row.invoice_id !== null || row.spread_id !== null)
    throw refuse("invalid_request", {
      param: "id",
      message: `${row.id} ${row.invoice_id === null ? `has the schedule ${row.spread_id ?? ""}` : `pays ${paidItem(row.invoice_id)}`}.`,
    });
  checkDay(asked.start_date, today, "start_date");
  checkAmount(asked.kind, row.amount_cents);
  const amount_cents = cents(Math.abs(row.amount_cents));
  const plan = await planOf(tx, companyId, { ...asked, amount_cents });
  const category_id =
    asked.category_id === null
      ? row.category_id
      : await leafOf(tx, companyId, asked.category_id, "category_id");
  if (asked.kind === "capitalization" && category_id !== null)
    await checkDepreciation(tx, companyId, category_id);
  const id = ids.next("spread");
  const after = { ...row, category_id, spread_id: id, updated };
  const source = spreadOf(after);
  if (source === null)
    throw refuse("invalid_request", {
      param: "category_id",
      message: `${row.id} has no category. Choose one.`,
    });
  const spread: SpreadRow = {
    id,
    kind: asked.kind,
    ...PLAIN,
    ...source,
    ...plan,
    ...(await holdersOf(tx, ids, companyId, asked, row.amount_cents, now)),
    counted_cents: [],
    ...NOT_ENDED,
    created: now,
  };
  await writeChanges(tx, companyId, now, [{ before: row, after }], () =>
    putSpreads(tx, companyId, now, [spread]),
  );
  await describe(tx, companyId, now, {
    action: asked.kind === "spread" ? "schedule start" : "asset capitalize",
    id,
    from: null,
    to: stateOf(spread),
  });
  return scheduleOf(spread, today);
}

/** Refuses an amount that has no schedule of a kind. */
function checkAmount(kind: SpreadRow["kind"], amount: Cents): void {
  if (amount === 0 || (kind === "capitalization" && amount > 0))
    throw refuse("invalid_request", {
      param: "id",
      message:
        amount === 0 ? "An amount of 0 has no schedule." : "An asset is bought with money that goes out.",
    });
}

/** The category that holds the amount, and the one from which each month's share is taken. */
async function holdersOf(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  { kind, asset }: NewSchedule,
  amount: Cents,
  now: UnixSeconds,
): Promise<Pick<SpreadRow, "holding_category_id" | "contra_category_id">> {
  if (kind === "spread") {
    const role = amount < 0 ? "prepaid_expenses" : "deferred_revenue";
    const held = (await categoriesOfRoles(tx, companyId, [role], { ids, now }))[role];
    return { holding_category_id: held, contra_category_id: held };
  }
  if (asset === null)
    throw refuse("invalid_request", {
      param: "asset_category_id",
      message: "Name the category of the asset.",
    });
  const { accumulated_depreciation } = await categoriesOfRoles(tx, companyId, ["accumulated_depreciation"], {
    ids,
    now,
  });
  const held = await assetCategory(tx, companyId, asset);
  if (held === accumulated_depreciation)
    throw refuse("invalid_request", {
      param: "asset_category_id",
      message: `${asset} is where depreciation is gathered. Choose the category of the asset itself.`,
    });
  return { holding_category_id: held, contra_category_id: accumulated_depreciation };
}

function describeAdded(tx: Tx, companyId: Company, at: UnixSeconds, row: SpreadRow): Promise<void> {
  const action = row.kind === "spread" ? "schedule add" : "asset add";
  return describe(tx, companyId, at, { action, id: row.id, from: null, to: stateOf(row) });
}

function describe(
  tx: Tx,
  companyId: Company,
  at: UnixSeconds,
  { action, id, from, to }: { action: string; id: string; from: string | null; to: string },
): Promise<void> {
  return describeChange(tx, companyId, {
    at,
    by: currentActor()?.by ?? "daybook",
    action,
    topic: "schedules",
    subject: id,
    from_state: from,
    to_state: to,
  });
}
