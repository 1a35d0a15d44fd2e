/**
 * Rows of a bank's table that are no transactions: balances, totals and titles of sections, by the words that
 * banks write there in several languages. Only a whole text is one, so that a payee such as Total Wine or a
 * balance transfer stays a transaction.
 */

/** A day or the like may follow. */
const REST = String.raw`(?:\s+(?:as of|as at|on|at|per|vom|am|zum|au|al|del|op|em|il)\b.*)?\s*[:.]?$`;
const KIND = "(?:account|ledger|available|statement|current|cash|book|bank)";

const OPENING = new RegExp(
  String.raw`^(?:${[
    String.raw`(?:opening|beginning|starting|start|initial|previous|prior|last|old)(?: ${KIND})? balance`,
    String.raw`balance at (?:the )?start of .*|balance (?:brought )?(?:forward|b\/?f(?:wd)?|b\/?d)|(?:balance )?brought (?:forward|down)`,
    "anfangssaldo|anfangsbestand|alter (?:konto)?(?:saldo|stand)|saldovortrag|saldo (?:anterior|inicial|previo)",
    "saldo (?:iniziale|precedente)|(?:ancien|précédent) solde|solde (?:initial|précédent|reporté|d.ouverture)",
    "beginsaldo|(?:vorig|oud) saldo|openingssaldo|ingående saldo",
  ].join("|")})${REST}`,
  "iu",
);
const CLOSING = new RegExp(
  String.raw`^(?:${[
    String.raw`(?:closing|ending|end|final|new|current|statement|ledger|available)(?: ${KIND})? balance|balance`,
    String.raw`balance at (?:the )?end of .*|balance (?:carried )?(?:down|c\/?f(?:wd)?|c\/?d)|balance carried forward|carried (?:forward|down)`,
    "endsaldo|endbestand|schlusssaldo|neuer (?:konto)?(?:saldo|stand)|kontostand|saldo",
    "saldo (?:final|finale|actual|atual|contabile|do dia)|nouveau solde|solde(?: (?:final|créditeur|débiteur))?",
    "(?:eind|slot)saldo|nieuw saldo|utgående saldo",
  ].join("|")})${REST}`,
  "iu",
);
const OF_TOTALS =
  "of|for|all|the|and|&|debits?|credits?|withdrawals?|deposits?|charges?|payments?|fees?|transactions?|amounts?" +
  "|balance|purchases?|money|in|out|paid|activity|this|page|period|month|year|interest|to date|\\d{4}";
const TOTAL = new RegExp(
  String.raw`^(?:${[
    String.raw`(?:(?:grand|sub|page|overall|running|statement|net)[ -]?)?totals?(?: (?:${OF_TOTALS}))*`,
    "net change|sum|gesamt(?:summe)?|zwischensumme|summe|total général|totale|suma|subtotale|totaal",
  ].join("|")})\s*:?$`,
  "iu",
);
/** Names of shops, too: of shoes, yoga, fuel and food. */
const SHOP = /^(?:new balance|balance|saldo|solde|sum|suma|summe|totale?|total \d{4})$/i;
const PENDING_WORDS =
  "pending|not (?:yet )?posted|authori[sz]ation|vorgemerkt|ausstehend|en attente|à venir|pend(?:iente|ente)|in sospeso";
/** With the ending of a plural or a case. */
const PENDING = new RegExp(String.raw`(?<!\p{L})(?:${PENDING_WORDS})\p{L}{0,2}(?!\p{L})`, "iu");
/** A title alone, perhaps with the number of its lines: texts that go on in a second row have more. */
const PENDING_ALONE = new RegExp(String.raw`^(?:${PENDING_WORDS})[^\d(]*(?:\(\d+\))?$`, "iu");
const PENDING_TEXT = /^\W{0,3}(?:pending|vorgemerkt)\b\s*(?:[-:*)\]]|$)|[([*](?:pending|vorgemerkt)[)\]*]/i;

/** Returns the kind of balance that a whole text names; null if it names none. */
export function balanceNamed(text: string): "opening" | "closing" | null {
  if (OPENING.test(text)) return "opening";
  return CLOSING.test(text) ? "closing" : null;
}

/** True for a text that is the name of a total and nothing else. */
export function isTotal(text: string): boolean {
  return TOTAL.test(text);
}

/** True for the text of a balance or a total that may be a purchase at a shop of that name. */
export function mayBeShop(text: string): boolean {
  return SHOP.test(text);
}

/** True for the title of lines that the bank has not booked. */
export function isOfPending(title: string): boolean {
  return PENDING.test(title);
}

/** True for such a title where the text of a line may go on. */
export function isOfPendingAlone(title: string): boolean {
  return PENDING_ALONE.test(title);
}

/** True if the text of a line states that it is not booked. */
export function saysPending(text: string): boolean {
  return PENDING_TEXT.test(text);
}
