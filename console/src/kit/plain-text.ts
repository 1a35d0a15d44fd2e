/** The sentences of the service in words for people. */

/** "must be a day" names what to enter; "must be on or after a day" does not. */
const ASKED = /^`[^`]+` must be (?=(?:an?|four|hosts|names|one|pairs|some|text|the|three)\b|\d)/;

/**
 * A refusal as it is said at its field. The service names the parameter between back-ticks; a person sees the
 * field, and reads what to enter.
 */
export function plainText(message: string): string {
  const asked = message
    .replace(ASKED, "Enter ")
    .replace(/^`[^`]+` must /, "It must ")
    .replace(/^`[^`]+` is required\.?$/, "Fill in this field.")
    .replaceAll(/`([^`]+)`/g, (_, word: string) => word.replaceAll("_", " "));
  return `${asked.slice(0, 1).toUpperCase()}${asked.slice(1)}`;
}
