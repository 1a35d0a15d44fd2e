/**
 * An amount in a column of figures: its closing parenthesis hangs, so that the last digits of all rows stand
 * under each other.
 */
import { amountText } from "./amounts.ts";

export function Amount({ cents }: { readonly cents: number }) {
  const text = amountText(cents);
  return text.endsWith(")") ? (
    <span className="hang">
      {text.slice(0, -1)}
      <i>)</i>
    </span>
  ) : (
    text
  );
}

/** The cell of a table with an amount. */
export function AmountCell(props: { readonly cents: number; readonly isWide?: boolean }) {
  const { cents, isWide = false } = props;
  return (
    <td className={isWide ? "n list-wide" : "n"}>
      <Amount cents={cents} />
    </td>
  );
}
