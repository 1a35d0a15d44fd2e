/**
 * E-mail addresses: the one form that all inputs accept, and the form in which they are compared. Invariant:
 * two accepted addresses that compare equal name one mailbox, so mail to one never reaches another person.
 */
import { domainToASCII } from "node:url";

/**
 * Characters that no address may contain: delimiters of mail programs, blanks, invisible characters, NUL and
 * halves of surrogate pairs.
 */
const BARRED = '<>()\\[\\],;:\\\\"\\s\\p{Cc}\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}';

/** No address has more characters, so a longer text need not be parsed. */
export const EMAIL_CHARACTERS = 254;

/** Two parts around one `@`, as far as a pattern can say it; `isEmail` says the rest. */
export const EMAIL_PATTERN = `^${part(64)}@${part(EMAIL_CHARACTERS - 65)}$`;

/** Refuses text that is no address. */
export const EMAIL_SENTENCE =
  "must be an e-mail address, in which every character shows and stands for itself";

const ADDRESS = new RegExp(EMAIL_PATTERN, "u");

const LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
/**
 * A host name as used in mail. The last label is not a number, which would make it a network address.
 */
const HOST = new RegExp(`^(${LABEL}[.])*(?![0-9]+$)${LABEL}$`);

/**
 * True if a text is a valid address in normalized Unicode. Look-alike letters, such as wide ones or the
 * Kelvin sign, are invalid: comparing addresses would turn them into the plain ones. Letters that equal
 * another letter when case is ignored, such as a final sigma, are invalid too: the two domains may have
 * different owners.
 */
export function isEmail(text: string): boolean {
  if (!ADDRESS.test(text) || text.normalize("NFKC") !== text) return false;
  const key = emailKey(text);
  return (
    key === text.toLowerCase().normalize("NFC") &&
    isHost(domainOf(text)) &&
    domainToASCII(domainOf(text)) === domainToASCII(domainOf(key))
  );
}

function domainOf(address: string): string {
  return address.slice(address.indexOf("@") + 1);
}

/**
 * True if a domain is a host in plain form: an escaped or disguised number would name another host than it
 * shows.
 */
function isHost(domain: string): boolean {
  const plain = domainToASCII(domain);
  if (!HOST.test(plain) || plain.length > 253 || domain.includes("%")) return false;
  return /[\u0080-\u{10ffff}]/u.test(domain) || plain === domain.toLowerCase();
}

/**
 * The form in which addresses are compared, and in which those of users are kept: no letter's case counts, a
 * final sigma's neither.
 */
export function emailKey(email: string): string {
  // Letters of one case may have a form together that those of the other lack, such as a small j with a
  // caron.
  return Array.from(email, folded).join("").normalize("NFC");
}

/**
 * The foldings that were looked up. Only letters that have a case are kept, so it stays small whatever is
 * asked.
 */
const foldings = new Map<string, string>();

/** Simple case folding (Unicode, section 5.18), which JavaScript has in its regular expressions only. */
function folded(character: string): string {
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
  if (character <= "\u007f" || (lower === character && upper === character)) return lower;
  const known = foldings.get(character);
  if (known !== undefined) return known;
  // By way of its capital, a final sigma becomes the ordinary one; a dotless i would become the plain one,
  // which is another letter.
  const found =
    [upper.toLowerCase(), lower].find(
      (way) => Array.from(way).length === 1 && new RegExp(character, "iu").test(way),
    ) ?? character;
  foldings.set(character, found);
  return found;
}

function part(most: number): string {
  return `[^@${BARRED}]{1,${most}}`;
}
