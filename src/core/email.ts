/**
 * E-mail addresses: which texts are valid addresses, and the normalized form for comparing two addresses.
 * Invariant: two valid addresses that compare equal belong to the same mailbox, so that mail for one person
 * never reaches another.
 */
import { domainToASCII } from "node:url";

/**
 * Characters that no address may contain: delimiters of mail headers, blanks, invisible characters, NUL and
 * halves of surrogate pairs. Written as part of a character class.
 */
const BARRED = '<>()\\[\\],;:\\\\"\\s\\p{Cc}\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}';

/** The length of the longest address. A longer text need not be parsed. */
export const EMAIL_CHARACTERS = 254;

/** A pattern for JSON Schema: two parts around one `@`. `isEmail` makes the checks that a pattern can't. */
export const EMAIL_PATTERN = `^${part(64)}@${part(EMAIL_CHARACTERS - 65)}$`;

/** The error for text that is not a valid address. */
export const EMAIL_SENTENCE =
  "must be an e-mail address, in which every character shows and stands for itself";

const ADDRESS = new RegExp(EMAIL_PATTERN, "u");

const LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
/** A host name in lower case. Its last label is not a number, because the name would be an IP address. */
const HOST = new RegExp(`^(${LABEL}[.])*(?![0-9]+$)${LABEL}$`);

/**
 * True if a text is a valid address in normalized Unicode. Variants of letters, such as full-width letters or
 * the Kelvin sign, are invalid, because `emailKey` would replace them with plain letters. Letters that equal
 * another letter if case is ignored, such as a final sigma, are invalid too, because the two domains may have
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
 * True if a domain is a host name without percent escapes and without a number in another notation. With
 * them, mail would go to another host than the one that people read.
 */
function isHost(domain: string): boolean {
  const plain = domainToASCII(domain);
  if (!HOST.test(plain) || plain.length > 253 || domain.includes("%")) return false;
  return /[\u0080-\u{10ffff}]/u.test(domain) || plain === domain.toLowerCase();
}

/**
 * Returns the form of an address for comparisons, in which users' addresses are stored. Case is ignored, and
 * a final sigma becomes an ordinary sigma.
 */
export function emailKey(email: string): string {
  // Folding can make letters combine: a capital J and a caron stay two characters, but a small j with a caron
  // is one character. So the result is normalized again.
  return Array.from(email, folded).join("").normalize("NFC");
}

/** A cache of folded letters. Only letters with a case are added, so it stays small. */
const foldings = new Map<string, string>();

/**
 * Folds the case of a character (Unicode, section 5.18). JavaScript offers simple case folding only within
 * regular expressions.
 */
function folded(character: string): string {
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
  if (character <= "\u007f" || (lower === character && upper === character)) return lower;
  const cached = foldings.get(character);
  if (cached !== undefined) return cached;
  // The small letter of the capital turns a final sigma into an ordinary one. It would also turn a dotless i
  // into a plain i, which is another letter, so the regular expression compares the candidate.
  const found =
    [upper.toLowerCase(), lower].find(
      (candidate) => Array.from(candidate).length === 1 && new RegExp(character, "iu").test(candidate),
    ) ?? character;
  foldings.set(character, found);
  return found;
}

function part(most: number): string {
  return `[^@${BARRED}]{1,${most}}`;
}
