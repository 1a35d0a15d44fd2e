/** The fields of the debit and the credit of a line, as two cells of its row. */
interface SideFieldsProps {
  /** What the line is called, such as `line 1` or a category. */
  readonly of: string;
  /** The amounts as they are written. */
  readonly written: { readonly debit?: string; readonly credit?: string } | undefined;
  readonly isFault?: boolean;
  readonly onWrite: (side: "debit" | "credit", text: string) => void;
}

export function SideFields({ of, written, isFault = false, onWrite }: SideFieldsProps) {
  return (["debit", "credit"] as const).map((side) => (
    <td key={side}>
      <input
        className="n"
        inputMode="decimal"
        autoComplete="off"
        aria-label={`${side === "debit" ? "Debit" : "Credit"} of ${of}`}
        aria-invalid={isFault || undefined}
        value={written?.[side] ?? ""}
        onChange={(event) => onWrite(side, event.target.value)}
      />
    </td>
  ));
}
