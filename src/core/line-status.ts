/**
 * Words for lines of a file that don't count, in the languages that the formats use: what a bank has not
 * booked or took back, and what a program has as a draft or void. Invariant: a word that is not known is
 * taken for none of the two, so that it can be told.
 */

/** Begin the text of a line that does not count, whatever follows: `PENDING_SETTLEMENT`, `Declined by bank`. */
const BEGINS = new RegExp(
  String.raw`^(?:${[
    "(?:payment |transaction |temporary |still )?(?:failed|failure|cancell?ed|declined|denied|rejected|reverted)",
    "refused|void(?:ed)?|expired|blocked|unsuccessful|incomplete|drafts?|deleted|removed|unclaimed",
    "(?:still |temporary )?(?:pending|processing|scheduled|upcoming|queued|initiated|created|unposted)",
    "uncleared|unapproved|unconfirmed|non-?posting|placed|on hold|held|hold|(?:payment|temporary) hold",
    "not (?:yet )?(?:posted|booked|cleared|settled|approved|processed|completed)",
    "in (?:progress|process|transit|review)|awaiting|waiting|authori[sz](?:ed|ation)|pre-?authori[sz](?:ed|ation)",
    "submitted|for review|to review|needs review|proposed|planned|template",
    "abgelehnt|storniert|vorgemerkt|umsatz vorgemerkt|ausstehend|fehlgeschlagen|offen|in bearbeitung",
    "reserviert|nicht (?:gebucht|ausgeführt)|geplant",
    "pendiente|rechazad[oa]|cancelad[oa]|anulad[oa]|fallid[oa]|retenid[oa]|en proceso|no contabilizad[oa]",
    "en attente|annulée?|refusée?|rejetée?|échouée?|à venir|en cours|non comptabilisée?|brouillon",
    "in sospeso|annullat[oa]|rifiutat[oa]|non contabilizzat[oa]|in corso|in lavorazione|bozza",
    "gereserveerd|geweigerd|geannuleerd|in behandeling|niet (?:geboekt|verwerkt)|mislukt|openstaand",
    "pendente|recusad[oa]|falhad[oa]|falhou|agendad[oa]|em (?:processamento|análise|aberto)",
  ].join("|")})(?![\p{L}])`,
  "iu",
);
/** What a line is called that counts, or whose money came back, which is told. */
const COUNTS = new RegExp(
  String.raw`^(?:${[
    "posted|booked|cleared|settled|completed?|sent|received|processed|success(?:ful|fully)?|succeeded|paid",
    "executed|approved|done|ok|final(?:i[sz]ed)?|reconciled|active|available|confirmed|published|closed",
    "transaction (?:posted|completed)|payment (?:sent|received|completed)",
    "gebucht|umsatz gebucht|ausgeführt|abgeschlossen|erfolgreich|comptabilisée?|exécutée?|effectuée?|terminée?",
    "contabilizad[oa]|realizad[oa]|completad[oa]|liquidad[oa]|ejecutad[oa]|efetivad[oa]|conclu[ií]d[oa]",
    "efetuad[oa]|contabilizzat[oa]|eseguit[oa]|completat[oa]|geboekt|verwerkt|voltooid|uitgevoerd",
  ].join("|")})$`,
  "iu",
);
/** Columns whose answer is a yes or no, and which of the two means that a line does not count. */
const QUESTION =
  /^(?:is )?(?:posted|posting|booked|cleared|settled|pending|draft|void(?:ed)?|cancell?ed|gebucht|geboekt)$/i;
const NEGATIVE_QUESTION = /pending|draft|void|cancel/i;
const YES = /^(?:y|yes|true|1|x|ja)$/i;
const NO = /^(?:n|no|false|0|nein|nee)$/i;

const plain = (text: string): string => text.replaceAll(/[_\s]+/g, " ").trim();

/** True if the text in a column of this name says that its line does not count. */
export function doesNotCount(text: string, column: string): boolean {
  if (BEGINS.test(plain(text))) return true;
  return QUESTION.test(column) && (NEGATIVE_QUESTION.test(column) ? YES : NO).test(text);
}

/** True for a line whose money came back, by another line or by none. */
export function cameBack(text: string): boolean {
  return /^(?:reversed|returned|disputed|(?:partially )?refunded|charged? ?back|estornad[oa])$/i.test(
    plain(text),
  );
}

/** True if it is known whether a line with this text in a column of this name counts. */
export function isKnownStatus(text: string, column: string): boolean {
  if (COUNTS.test(plain(text)) || cameBack(text) || doesNotCount(text, column)) return true;
  return QUESTION.test(column) && (YES.test(text) || NO.test(text));
}
