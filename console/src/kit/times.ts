/** How instants are written, in the time zone of the browser. */

const TIME = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const CLOCK = new Intl.DateTimeFormat("en-US", { timeStyle: "medium" });
const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** An instant in Unix seconds, to the minute. */
export function timeText(seconds: number): string {
  return TIME.format(seconds * 1_000);
}

/** An instant in Unix seconds, as programs read it. */
export const timeValue = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** The time of day of an instant, to the second. */
export const clockText = (seconds: number): string => CLOCK.format(seconds * 1_000);

/** The day of an instant in Unix seconds. */
export function dayOfText(seconds: number): string {
  return DAY.format(seconds * 1_000);
}
