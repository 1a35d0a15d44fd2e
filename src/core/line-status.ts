/**
 * Words for lines of a file that don't count, in the languages that the formats use: what a bank has not
 * booked or took back, and what a program has as a draft or void.
 */

const DOES_NOT_COUNT = new RegExp(
  String.raw`^(?:${[
    "(?:payment |transaction )?(?:failed|failure|cancell?ed|declined|denied|rejected|reverted)",
    "refused|void(?:ed)?|expired|blocked|unsuccessful|incomplete|draft|deleted",
    "(?:still )?(?:pending|processing|scheduled|upcoming|queued|initiated|created|unposted|uncleared)",
    "not (?:yet )?(?:posted|booked|cleared|settled)|in (?:progress|process|transit|review)|awaiting .*",
    "(?:on |payment )?hold|held|authori[sz](?:ed|ation)(?: only)?|pre-?authori[sz](?:ed|ation)",
    "abgelehnt|storniert|vorgemerkt|ausstehend|fehlgeschlagen|offen|in bearbeitung",
    "pendiente|rechazad[oa]|cancelad[oa]|anulad[oa]|fallid[oa]",
    "en attente|annulée?|refusée?|échouée?|in sospeso|annullat[oa]|rifiutat[oa]",
  ].join("|")})$`,
  "i",
);
/** Columns whose answer is a yes or no, and which of the two means that a line does not count. */
const QUESTION = /^(?:is )?(?:posted|booked|cleared|settled|pending|void(?:ed)?|cancell?ed)$/i;
const NEGATIVE_QUESTION = /pending|void|cancel/i;
const YES = /^(?:y|yes|true|1|x)$/i;
const NO = /^(?:n|no|false|0)$/i;

/** True if the text in a column of this name says that its line does not count. */
export function doesNotCount(text: string, column: string): boolean {
  if (DOES_NOT_COUNT.test(text)) return true;
  return QUESTION.test(column) && (NEGATIVE_QUESTION.test(column) ? YES : NO).test(text);
}

/** True for a line whose money came back, by another line or by none. */
export function cameBack(text: string): boolean {
  return /^(?:reversed|returned|disputed|charged? ?back)$/i.test(text);
}
