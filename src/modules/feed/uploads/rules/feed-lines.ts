/** Lines that a connector sends: JSON, one object a line of text. Each is read or refused by itself. */
import Type, { type Static } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { firstFault, placeText } from "../../../../contract/faults.ts";
import { exactly, nullable } from "../../../../contract/operation.ts";
import { idSchema } from "../../../../contract/schemas.ts";
import { cents } from "@daybook/words/cents";
import { parseCivilDate } from "@daybook/words/civil-date";
import { TRANSACTION_STATUSES, TWIN_ANSWERS } from "@daybook/words/feed-words";
import type { DayCheck } from "@daybook/words/day-check";
import { firstFlaw, flawSentence } from "../../../../platform/text/json-flaw.ts";
import { LIMITS } from "@daybook/words/limits";
import { quoted } from "../../../../platform/text/line-problem.ts";
import { parseId } from "@daybook/words/public-id";
import { MOST_CENTS } from "@daybook/words/feed-words";
import type { FeedLine } from "../../transactions/index.ts";

const textSchema = (least: number) =>
  Type.String({ minLength: least, maxLength: LIMITS.text_field_characters.value });

const lineSchema = exactly({
  account_id: idSchema("account", "The account."),
  external_id: nullable(textSchema(1)),
  date: Type.String(),
  amount_cents: Type.Integer({ minimum: -MOST_CENTS, maximum: MOST_CENTS }),
  description: Type.Optional(textSchema(0)),
  merchant_name: Type.Optional(nullable(textSchema(1))),
  card_id: Type.Optional(nullable(idSchema("card", "The card."))),
  status: Type.Optional(Type.Enum([...TRANSACTION_STATUSES])),
  source_vendor: Type.Optional(textSchema(1)),
  source_type: Type.Optional(textSchema(1)),
  in_books: Type.Optional(Type.Enum([...TWIN_ANSWERS])),
});

const targetSchema = Type.Union([
  exactly({ id: idSchema("transaction", "The transaction.") }),
  exactly({ account_id: idSchema("account", "The account."), external_id: textSchema(1) }),
]);

/** The target of a removal: a transaction, or a line by its account and the bank's id. */
export type Target = Static<typeof targetSchema>;

/** The source of lines that name none. */
const BY_HAND = "manual";

const [lines, targets] = [Compile(lineSchema), Compile(targetSchema)];

/** A line that can't be read. The message says why, without a full stop. */
export class NoFeedLine extends Error {
  override readonly name = "NoFeedLine";
}

/** Reads a text as a line. Throws `NoFeedLine`, also for an impossible day. */
export function readFeedLine(text: string, checkDay: DayCheck): FeedLine {
  const {
    account_id,
    external_id,
    amount_cents,
    description = "",
    merchant_name = null,
    card_id = null,
    status = "approved",
    source_vendor = BY_HAND,
    source_type = BY_HAND,
    in_books,
    ...given
  } = checked(text, lineSchema, lines);
  const date = parseCivilDate(given.date);
  if (date === null) throw new NoFeedLine(`${quoted(given.date)} is not a date of the form YYYY-MM-DD`);
  const fault = checkDay(date);
  if (fault !== null) throw new NoFeedLine(`the ${fault}`);
  const card = card_id === null ? null : parseId("card", card_id);
  return {
    account_id,
    external_id,
    card_id: card,
    date,
    amount_cents: cents(amount_cents),
    description,
    merchant_name,
    status,
    source_vendor,
    source_type,
    ...(in_books && { in_books }),
  };
}

/** Parses the target of a removal. Throws `NoFeedLine`. */
export function readTarget(text: string): Target {
  return checked(text, targetSchema, targets);
}

function checked<S extends typeof lineSchema | typeof targetSchema>(
  text: string,
  _schema: S,
  validator: Validator,
): Static<S> {
  const value = parsed(text);
  if (validator.Check(value)) return value as Static<S>;
  const { path, says } = firstFault(validator.Errors(value));
  throw new NoFeedLine(path.length === 0 ? `it ${says}` : `\`${placeText(path)}\` ${says}`);
}

function parsed(text: string): unknown {
  let storable = true;
  let value: unknown;
  try {
    value = JSON.parse(text, (_name, part: unknown) => {
      storable &&= typeof part !== "string" || (part.isWellFormed() && !part.includes("\0"));
      return part;
    });
  } catch {
    throw new NoFeedLine("it is not JSON");
  }
  if (!storable) throw new NoFeedLine("a text in it contains NUL or half of a surrogate pair");
  const flaw = firstFlaw(text);
  if (flaw !== null) throw new NoFeedLine(`it ${flawSentence(flaw)}`);
  return value;
}
