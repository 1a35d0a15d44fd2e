/**
 * Reads books of another program into vouchers and a chart, without storing anything: what an import and a
 * dry run have in common.
 */
import type { Note } from "../../../core/advice.ts";
import { ACCOUNT_KINDS, type AccountKind, isAccountKind } from "@daybook/words/account-kinds";
import { LIMITS } from "@daybook/words/limits";
import { addMonths, losAngelesDate, type CivilDate, type UnixSeconds } from "@daybook/words/civil-date";
import { DATE_FORMATS } from "@daybook/words/date-text";
import { Refusal, refuse } from "../../../core/errors.ts";
import type { CashFlowRole } from "@daybook/words/ledger-words";
import { dayCheck } from "@daybook/words/day-check";
import { Sorter } from "../../../platform/spool/sorted.ts";
import { LineProblem } from "../../../platform/text/line-problem.ts";
import type { Workbooks } from "../../../platform/workbooks/index.ts";
import { type ListedAccount, readAccountList } from "../rules/account-list.ts";
import type { UnsureAccount } from "../rules/account-classes.ts";
import { type ChartAccount, ChartBuilder } from "../rules/chart-from-accounts.ts";
import { CLOSING_CHOICES, ClosingVouchers } from "../rules/closing-vouchers.ts";
import type { ColumnNames } from "../rules/csv-columns.ts";
import { DepartmentList } from "../rules/department-list.ts";
import type { BooksFormatName, Reading } from "../rules/formats/format.ts";
import { formatOf } from "../rules/formats/index.ts";
import { openingBalances } from "../rules/formats/opening-balances.ts";
import { LineCounts, type SkippedLines } from "../rules/formats/lines.ts";
import type { ParsedVoucher } from "../rules/parsed-voucher.ts";
import { sidesOf } from "../rules/account-sides.ts";
import { RetainedEarnings } from "../rules/retained-earnings.ts";
import { SoldAssets } from "../rules/sold-assets.ts";
import { accountsOf, guessesOf } from "./reported-accounts.ts";
import { type BooksSource, openBooks } from "./open-books.ts";

/** A file that another one includes. */
export interface IncludedFile {
  readonly content: AsyncIterable<Uint8Array>;
  readonly path: string;
}

/** What the user says about the books. */
export interface ReadingOptions {
  /** Left out: found by looking at the file. */
  readonly format?: BooksFormatName;
  /** Names of the columns of a general CSV, by what they hold. */
  readonly columns?: ColumnNames;
  /** Accounts that are cash, with everything below them. */
  readonly cash?: readonly string[];
  /** The kinds of accounts, by account; see `ACCOUNT_KINDS`. */
  readonly kinds?: Readonly<Record<string, string>>;
  /** The cash flow roles of single accounts, by account. */
  readonly cash_flow?: ReadonlyMap<string, CashFlowRole>;
  /** A list of accounts with their types. */
  readonly account_list?: AsyncIterable<Uint8Array>;
  /** Takes the list of what each account is; of books that are refused because of accounts, what is asked. */
  readonly save_accounts?: (list: string) => Promise<void>;
  /** The list in whose place that one is saved. */
  readonly saved_accounts?: AsyncIterable<Uint8Array>;
  /** True takes an account that must be asked for as the guess of it, which the report names. */
  readonly accept_guesses?: boolean;
  /** One of `DATE_FORMATS`; left out: as the file shows. */
  readonly date_format?: string;
  /** Dollars for a unit of another currency or commodity, by its code. */
  readonly prices?: Readonly<Record<string, number>>;
  /** The file holds opening balances of the end of a day; null for the day that its title names. */
  readonly opening?: {
    readonly date: CivilDate | null;
  };
  /** One of `CLOSING_CHOICES`; left out: closing vouchers are left out, and what only looks like one is refused. */
  readonly closing_vouchers?: string;
  /** To how many bytes a packed file may unpack; left out: as many as a disk should have free. */
  readonly unpacked_bytes?: number;
  /** The full path of the file, by which it is recognised when a file that it includes includes it. */
  readonly path?: string;
  /**
   * Opens a file that another one includes. `from` is the path of that one, as it was returned when it was
   * opened; null for the books themselves.
   */
  readonly include?: (path: string, from: string | null) => Promise<IncludedFile>;
}

/** What was read of a file of books. */
export interface ReadingReport {
  /** The program and the report that the file comes from. */
  readonly format: string;
  readonly vouchers: number;
  readonly entries: number;
  readonly first_date: CivilDate | null;
  readonly last_date: CivilDate | null;
  readonly lines_imported: number;
  readonly lines_skipped: readonly SkippedLines[];
  readonly accounts: readonly ChartAccount[];
  /** The accounts that had to be asked for, with what they were taken for because guesses are accepted. */
  readonly guesses: readonly UnsureAccount[];
  /** Sentences on what was read differently from how it was written, and on what the user should check. */
  readonly notes: readonly Note[];
}

/** Books that are being read. Whoever opens them closes them. */
export interface OpenReading {
  /** The format of the file; `opening` for opening balances. */
  readonly source: string;
  readonly chart: ChartBuilder;
  readonly departments: DepartmentList;
  /** The vouchers, once, in the order of the format; what looks like a closing voucher comes last. */
  vouchers(): AsyncIterable<ParsedVoucher>;
  /**
   * What was read so far. Throws `Refusal` with param `account` if an account is chosen in vain, and if one
   * is unsure, unless `asks`.
   */
  report(asks?: boolean): ReadingReport;
  /** The first day whose income no closing voucher that was left out through a day has closed; null without. */
  openSince(date: CivilDate): CivilDate | null;
  /** The accounts of the file that are retained earnings here. */
  earningsAccounts(): readonly string[];
  close(): Promise<void>;
}

const UNSURE_SHOWN = 25;

/** @throws LineProblem for a file that can't be read; `Refusal` for an option that is invalid. */
export async function readBooks(
  content: AsyncIterable<Uint8Array>,
  options: ReadingOptions,
  {
    workbooks,
    now,
    signal,
  }: { readonly workbooks: Workbooks; readonly now: UnixSeconds; readonly signal: AbortSignal },
): Promise<OpenReading> {
  const chart = new ChartBuilder({
    cash: options.cash ?? [],
    kinds: kindsOf(options.kinds ?? {}),
    roles: options.cash_flow ?? new Map(),
    acceptsGuesses: options.accept_guesses === true,
  });
  const departments = new DepartmentList();
  const dateFormat = wordOf(DATE_FORMATS, "date_format", options.date_format);
  const choice = wordOf(CLOSING_CHOICES, "closing_vouchers", options.closing_vouchers);
  const earnings = new RetainedEarnings(chart);
  const closing = new ClosingVouchers(chart.classes, earnings, choice);
  if (options.account_list)
    await readListFile(options.account_list, chart, workbooks, signal, options.unpacked_bytes);
  const opened = await openBooks(sourceOf(content, null, options), workbooks, signal, options.unpacked_bytes);
  const counts = new LineCounts();
  const notes: Note[] = [];
  const seen = new Seen();
  const sold = new SoldAssets((account) => chart.classes.classOf(account));
  const passed = (voucher: ParsedVoucher): ParsedVoucher => {
    sold.add(voucher);
    return seen.add(voucher);
  };
  const reading: Reading = {
    classes: chart.classes,
    counts,
    note: (sentence) => notes.push(sentence),
    dateFormat,
    columns: options.columns ?? {},
    prices: new Map(Object.entries(options.prices ?? {})),
    sorter: <Item>() => new Sorter<Item>(signal),
  };
  try {
    const pathOf = (name: string): string => chart.ownPath(name) ?? name;
    const format = options.opening
      ? { ...openingBalances(options.opening.date, pathOf), name: "opening" }
      : formatOf(opened.start, options.format ?? (options.columns ? "csv" : null));
    // Books may hold the months of a depreciation, which are as far ahead as a spread can be.
    const ahead = options.opening ? LIMITS.days_ahead_months.value : LIMITS.spread_months.value;
    const doubtOf = dayCheck(losAngelesDate(now), ahead);
    return {
      source: format.name,
      chart,
      departments,
      async *vouchers() {
        // The side of a balance is evidence of what an account is, so it is known before the first voucher.
        await survey(chart, () => sidesOf(earnings.noting(format.read(opened.file, unheard(reading)))));
        for await (const voucher of format.read(opened.file, reading)) {
          const doubt = doubtOf(voucher.date);
          if (doubt !== null) throw new LineProblem(voucher.line, `The ${doubt}.`, [], voucher.file ?? null);
          const taken = closing.take(voucher);
          if (taken) yield passed(taken);
        }
        for (const voucher of closing.decide()) yield passed(voucher);
        for (const line of closing.leftOutLines) counts.leaveOut("lines of closing vouchers", line);
        if (seen.vouchers === 0) throw new LineProblem(1, "The journal contains no vouchers.");
      },
      report(asks = false) {
        const accepted = options.accept_guesses ? earnings.doubts : [];
        if (!asks) refuseUnsure(accountsOf(chart, earnings, accepted), earnings.doubts);
        refuseUnused(chart);
        const inInvesting = sold.accounts();
        chart.setRole(inInvesting, "investing");
        return {
          format: format.title,
          vouchers: seen.vouchers,
          entries: seen.entries,
          first_date: seen.first,
          last_date: seen.last,
          lines_imported: counts.imported,
          lines_skipped: counts.skipped,
          accounts: accountsOf(chart, earnings, accepted),
          guesses: guessesOf(chart, accepted),
          notes: [
            ...notes,
            ...closing.notes,
            ...chart.notes(),
            ...departments.notes(),
            ...openNote(chart),
            ...cashNote(chart),
            ...soldNote(inInvesting),
            ...farNote(seen.last, losAngelesDate(now)),
          ],
        };
      },
      openSince: (date) => closing.openSince(date),
      earningsAccounts: () => earnings.accounts,
      close: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Content with the way to the files that it includes; `from` is its path, null for the books themselves. */
function sourceOf(
  content: AsyncIterable<Uint8Array>,
  from: string | null,
  options: Pick<ReadingOptions, "include" | "path">,
): BooksSource {
  const { include } = options;
  if (!include) return { content, include: null };
  return {
    content,
    path: from ?? options.path ?? null,
    include: async (path) => {
      const inner = await include(path, from);
      return sourceOf(inner.content, inner.path, options);
    },
  };
}

/**
 * Reads the books once for the sides of their balances. Vouchers whose amounts were turned by the class of an
 * unsure account don't balance, so these accounts are asked for first.
 */
async function survey(
  chart: ChartBuilder,
  sides: Parameters<ChartBuilder["classes"]["survey"]>[0],
): Promise<void> {
  try {
    await chart.classes.survey(sides);
  } catch (error) {
    const asked = chart.classes.unsureTurned;
    if (error instanceof LineProblem && asked.length > 0)
      throw unsureAccounts(asked, [], asked.map(listed), false);
    throw error;
  }
}

const listed = ({ account, evidence, guess: kind }: UnsureAccount): ListedAccount => ({
  account,
  evidence,
  kind,
  isSure: false,
});

/** A reading whose notes and counts nobody hears. */
function unheard(reading: Reading): Reading {
  return { ...reading, counts: new LineCounts(), note: () => undefined };
}

/** Reads the classes of accounts from a list that stands beside the books. */
async function readListFile(
  content: NonNullable<ReadingOptions["account_list"]>,
  chart: ChartBuilder,
  workbooks: Workbooks,
  signal: AbortSignal,
  most?: number,
): Promise<void> {
  const list = await openBooks({ content, include: null }, workbooks, signal, most);
  try {
    await readAccountList(list.file.table, chart.classes);
  } finally {
    await list.close();
  }
}

function kindsOf(given: Readonly<Record<string, string>>): ReadonlyMap<string, AccountKind> {
  return new Map(
    Object.entries(given).map(([account, kind]) => {
      if (!isAccountKind(kind))
        throw refuse("invalid_request", {
          param: "account",
          message: `${JSON.stringify(kind)} is no kind of account; use one of ${Object.keys(ACCOUNT_KINDS).join(", ")}.`,
        });
      return [account, kind];
    }),
  );
}

/** The word that is given for an option; null without one. Throws `Refusal` for a word that is not known. */
function wordOf<Word extends string>(
  words: readonly Word[],
  param: "date_format" | "closing_vouchers",
  given: string | undefined,
): Word | null {
  if (given === undefined) return null;
  const found = words.find((known) => known === given);
  if (found === undefined)
    throw refuse("invalid_request", { param, message: `\`${param}\` must be one of ${words.join(", ")}.` });
  return found;
}

/** What the vouchers of a reading are together. */
class Seen {
  vouchers = 0;
  entries = 0;
  first: CivilDate | null = null;
  last: CivilDate | null = null;

  /** Counts a voucher and gives it back. */
  add(voucher: ParsedVoucher): ParsedVoucher {
    this.vouchers += 1;
    this.entries += voucher.lines.length;
    if (this.first === null || voucher.date < this.first) this.first = voucher.date;
    if (this.last === null || voucher.date > this.last) this.last = voucher.date;
    return voucher;
  }
}

/** The refusal of books with accounts that nothing decides on. */
export class UnsureAccounts extends Refusal {
  /** What is asked. */
  readonly accounts: readonly UnsureAccount[];
  /** All accounts of the books as far as they were read. */
  readonly known: readonly ListedAccount[];
  constructor(
    { accounts, known }: Pick<UnsureAccounts, "accounts" | "known">,
    details: ConstructorParameters<typeof Refusal>[1],
  ) {
    super("invalid_request", details);
    this.accounts = accounts;
    this.known = known;
  }
}

/** Refuses books with accounts that nothing decides on, and with equity that may be retained earnings. */
function refuseUnsure(accounts: readonly ChartAccount[], doubts: readonly string[]): void {
  const asked = accounts
    .filter(({ isSure }) => !isSure)
    .map(({ account, evidence, kind: guess }) => ({ account, evidence, guess }));
  if (asked.length === 0) return;
  const isDoubt = ({ account }: UnsureAccount): boolean => doubts.includes(account);
  throw unsureAccounts(
    asked.filter((each) => !isDoubt(each)),
    asked.filter(isDoubt),
    accounts,
  );
}

const SAY_ALL =
  "Say it for each: in this report the sign of an amount depends on what its account is, so guesses can't be accepted.";

/** The refusal that asks for all accounts at once. Without `canGuess`, guesses answer nothing. */
function unsureAccounts(
  unsure: readonly UnsureAccount[],
  doubts: readonly UnsureAccount[],
  known: readonly ListedAccount[],
  canGuess = true,
): UnsureAccounts {
  const [first] = unsure;
  const [doubt] = doubts;
  const sentences = [
    ...(first === undefined
      ? []
      : [
          `It is not clear what ${unsure.length === 1 ? "this account is" : "these accounts are"}: ${namesOf(unsure)}.`,
        ]),
    ...(doubt === undefined
      ? []
      : [
          `It is not clear whether retained earnings, which are computed here, include ${namesOf(doubts)}: the name speaks of income, and vouchers move it within equity alone.`,
        ]),
  ];
  return new UnsureAccounts(
    { accounts: [...unsure, ...doubts], known },
    {
      param: "account",
      message:
        `${sentences.join(" ")} Nothing was imported. ${evidenceOf(unsure)}${first === undefined ? "" : canGuess ? "Say it for each." : SAY_ALL}`.trim(),
      ways: [
        ...(first === undefined ? [] : [{ give: "kinds", as: `${first.account}=${first.guess}` }]),
        ...(doubt === undefined
          ? []
          : [
              {
                give: "kinds",
                as: `${doubt.account}=retained_earnings`,
                when: "it holds income until that is passed on",
              },
              { give: "kinds", as: `${doubt.account}=equity`, when: "it has a line of its own" },
            ]),
        { give: "accounts" },
        ...(canGuess ? [{ give: "accept_guesses", when: "the guesses are right" }] : []),
      ],
    },
  );
}

function namesOf(unsure: readonly UnsureAccount[]): string {
  const names = unsure.slice(0, UNSURE_SHOWN).map(({ account }) => JSON.stringify(account));
  return `${names.join(", ")}${unsure.length > names.length ? ` and ${unsure.length - names.length} more` : ""}`;
}

/** Refuses choices for accounts that the books don't have. */
function refuseUnused(chart: ChartBuilder): void {
  const [unused] = chart.classes.unusedChoices();
  if (unused !== undefined)
    throw refuse("invalid_request", {
      param: "account",
      message: `The books have no account ${JSON.stringify(unused)} and none below it that is unclear, so nothing can be chosen for it.`,
    });
}

/** What is known of accounts that are asked for: what there is says too little, or disagrees. */
function evidenceOf(unsure: readonly UnsureAccount[]): string {
  return unsure
    .slice(0, UNSURE_SHOWN)
    .map(
      ({ account, evidence, guess }) =>
        `Of ${JSON.stringify(account)} it is known: ${evidence.join(", ")}; as a guess it would be ${guess}. `,
    )
    .join("");
}

/** Says which accounts have a usual section of the cash flow statement, because nothing says another one. */
function openNote(chart: ChartBuilder): Note[] {
  const open = chart.openAccounts();
  if (open.length === 0) return [];
  const names = open.slice(0, UNSURE_SHOWN).map((account) => JSON.stringify(account));
  const more = open.length > names.length ? ` and ${open.length - names.length} more` : "";
  return [
    {
      message: `Nothing says to which section of the cash flow statement ${open.length === 1 ? "this account belongs" : "these accounts belong"}: ${names.join(", ")}${more}. Operating activities show the changes, and financing those of equity.`,
      ways: [{ give: "cash_flow", as: `${open[0]}=investing`, when: "another section is right" }],
    },
  ];
}

/** Says that the last voucher lies far ahead: either a depreciation goes on until then, or a year is mistyped. */
function farNote(last: CivilDate | null, today: CivilDate): string[] {
  const months = LIMITS.days_ahead_months.value;
  if (last === null || last <= addMonths(today, months)) return [];
  return [
    `The last voucher is of ${last}, more than ${months} months ahead. If nothing is depreciated until then, check the year.`,
  ];
}

/** Says which accounts were given to investing, because the books hold the sale of an asset. */
function soldNote(accounts: readonly string[]): string[] {
  if (accounts.length === 0) return [];
  const names = accounts.slice(0, UNSURE_SHOWN).map((account) => JSON.stringify(account));
  const more = accounts.length > names.length ? ` and ${accounts.length - names.length} more` : "";
  return [
    `The books hold the sale of an asset. So that investing shows what was paid for it, these accounts have the cash flow role investing: ${names.join(", ")}${more}. Depreciation is still added back to net income.`,
  ];
}

/** Says that no account is cash: the cash flow statement then explains nothing, and `verify` names the chart. */
function cashNote(chart: ChartBuilder): Note[] {
  const roles = chart.accounts().map(({ cashFlow }) => cashFlow);
  if (roles.every((role) => role === null) || roles.includes("cash")) return [];
  return [
    {
      message:
        "No account is cash, so the cash flow statement explains no change of cash. Import the books again with an account that is cash.",
      ways: [{ give: "cash" }],
    },
  ];
}
