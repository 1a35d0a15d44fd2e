/**
 * Dates and amounts of a report, in the format that the whole report shows. A first pass over the file finds
 * the formats out, the second one reads. Invariant: a value that could be two dates or two amounts is
 * refused.
 */
import type { Note, Way } from "../../../../core/advice.ts";
import { type Cents, ZERO_CENTS } from "@daybook/words/cents";
import { AmountSurvey, type AmountStyle, centsInStyle, isAmbiguousAmount } from "@daybook/words/amount-style";
import type { CivilDate } from "@daybook/words/civil-date";
import { type DateFormat, dateFromText, DateSurvey } from "@daybook/words/date-text";
import { isFinerThanCents } from "@daybook/words/money-text";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";

const FORMAT_WAYS: readonly Way[] = [
  { give: "date_format", as: "MM/DD/YYYY" },
  { give: "date_format", as: "DD/MM/YYYY" },
];

/** Collects the dates and amounts of a report. */
export class ValueSurvey {
  readonly dates = new DateSurvey();
  readonly amounts = new AmountSurvey();

  /**
   * The reader of the report's values. `given` is the user's format of dates, `usual` that of the program.
   * @throws LineProblem if the dates contradict each other.
   */
  reader(given: DateFormat | null, usual: DateFormat | null, note: (sentence: Note) => void): ValueReader {
    if (given === null) this.#checkOrders();
    const { ambiguous, format } = this.dates;
    if (given === null && format === null && usual === null && ambiguous)
      throw new LineProblem(
        ambiguous.line,
        `The date ${quoted(ambiguous.text)} could be two days, and so could all dates of the file. Say which.`,
        FORMAT_WAYS,
      );
    const chosen = given ?? format ?? usual ?? "YYYY-MM-DD";
    if (given === null && format === null && ambiguous)
      note({
        message: `All dates of the file could be two days; they were read as ${chosen}, such as ${quoted(ambiguous.text)} in line ${ambiguous.line}.`,
        ways: FORMAT_WAYS.flatMap((way) =>
          "give" in way && way.as !== chosen ? [{ ...way, when: "that is wrong" }] : [],
        ),
      });
    return new ValueReader(chosen, this.amounts.style);
  }

  /** Throws `LineProblem` if the dates of the report are not all written in one way. */
  #checkOrders(): void {
    const { dayBeforeMonth, shown, turned } = this.dates;
    if (dayBeforeMonth !== null)
      throw new LineProblem(
        dayBeforeMonth.line,
        `The date ${quoted(dayBeforeMonth.text)} has its day before its month, so no date of the file that begins with a year is sure. Export the file again with dates such as 2026-01-31.`,
      );
    if (turned !== null)
      throw new LineProblem(
        turned[1].line,
        `The date ${quoted(turned[1].text)} and the date ${quoted(turned[0].text)} of line ${turned[0].line} are written in two ways, as when a spreadsheet program took the day of some for their month. Export the file again.`,
        [{ give: "date_format", when: "every date is right" }],
      );
    const [one, two] = shown.values();
    if (one && two)
      throw new LineProblem(
        two.line,
        `The date ${quoted(two.text)} and the date ${quoted(one.text)} of line ${one.line} have day and month in different orders. Export the file again with one format of dates.`,
      );
  }
}

/** Reads the dates and amounts of one report. */
export class ValueReader {
  readonly dateFormat: DateFormat;
  readonly #style: AmountStyle;
  /** Dates repeat from row to row, so the last one is kept. */
  #lastText = "";
  #lastDate: CivilDate | null = null;

  constructor(dateFormat: DateFormat, style: AmountStyle) {
    this.dateFormat = dateFormat;
    this.#style = style;
  }

  /** The date of a text, or null. */
  dateOrNull(text: string): CivilDate | null {
    if (text !== this.#lastText) {
      this.#lastText = text;
      this.#lastDate = dateFromText(text, this.dateFormat);
    }
    return this.#lastDate;
  }

  /** Throws `LineProblem` at `line` for a text that is no date. */
  date(text: string, line: number): CivilDate {
    const date = this.dateOrNull(text);
    if (date === null)
      throw new LineProblem(line, `${quoted(text)} is not a date of the form ${this.dateFormat}.`);
    return date;
  }

  /** The cents of a text; null for an empty one. Throws `LineProblem` at `line` for a text that is no amount. */
  cents(text: string, what: string, line: number): Cents | null {
    if (text === "") return null;
    if (text === "-" || text === "–") return ZERO_CENTS;
    const cents = centsInStyle(text, this.#style);
    if (cents !== null) return cents;
    const why = isAmbiguousAmount(text, this.#style)
      ? "could be two amounts: nothing in the file shows whether its points separate thousands or cents"
      : isFinerThanCents(text)
        ? "is finer than a cent"
        : text.startsWith("=")
          ? "is a formula; save the workbook with values instead"
          : "is not an amount of dollars, such as 1,234.50 or (1,234.50)";
    throw new LineProblem(line, `The ${what} ${quoted(text)} ${why}.`);
  }
}
