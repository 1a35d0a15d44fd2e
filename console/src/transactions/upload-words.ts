/**
 * What the service says of a bank's file, in words of the upload's page: it names parameters, which programs
 * set, where the page has fields. Invariant: no name of a parameter is left.
 */

/** What the service says, and what a person does on the page instead. The first ones hold whole sentences. */
const ON_PAGE: readonly (readonly [said: RegExp, here: string])[] = [
  [
    /Say it: `signs` is `card` if purchases are positive, `bank` if they are negative/gu,
    "Say it above, under “Spending is”",
  ],
  [/take the upload back and say `signs`/gu, "choose above, under “Spending is”"],
  [/set `date_format`/gu, "choose above, under “Dates”, what they are"],
  [
    /Give the names of the columns in `columns`, or their numbers if there is no header/gu,
    "Say above what each column is",
  ],
  [
    /`columns` needs `date`, and `amount` or `debit` or `credit`, when columns are named by number/gu,
    "Say above which column is the date, and which the amount, or money out and money in",
  ],
  [/`last4`/gu, "last four digits"],
  [/`([^`]*)`/gu, "“$1”"],
];

/** Returns a sentence of the service in words of the page. */
export function onPage(message: string): string {
  const said = ON_PAGE.reduce((text, [pattern, here]) => text.replaceAll(pattern, here), message);
  return said.replaceAll(/“[a-z\d]+(?:_[a-z\d]+)+”/gu, (name) => name.replaceAll("_", " "));
}
