/** One of a few words, chosen from a list that the browser draws. */

interface SelectProps {
  /** Its name for readers of the screen; left out where a label stands beside it. */
  readonly label?: string;
  readonly id?: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly describedBy?: string | undefined;
  readonly onChoose: (value: string) => void;
}

export function Select({ label, id, value, choices, describedBy, onChoose }: SelectProps) {
  return (
    <select
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    >
      {choices.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
