/** E-mail addresses: the one form that every way in accepts. */

/** Two parts around one `@`, without blanks, control characters, NUL and halves of surrogate pairs; in lower case it is what a user is found by. */
export const EMAIL_PATTERN = `^${part(64)}@${part(189)}$`;

function part(most: number): string {
  return `[^@\\s\\u0000-\\u001f\\u007f\\ud800-\\udfff]{1,${most}}`;
}
