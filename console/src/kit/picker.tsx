/**
 * Chooses one of many names by a few letters: a field with a list below it. The field keeps the focus, Enter
 * chooses, Escape leaves things as they are.
 */
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { type Choice, foundChoices } from "./choices.ts";
import { useChosenRow } from "./list-keys.ts";

interface PickerProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (choice: Choice) => void;
  readonly onCancel?: () => void;
  /** Said instead of the list while there are no choices, such as that they load. */
  readonly empty?: string;
}

export function Picker({ label, choices, onChoose, onCancel, empty }: PickerProps) {
  const [text, setText] = useState("");
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const found = useMemo(() => foundChoices(choices, text), [choices, text]);
  const { at, chooseRow, move } = useChosenRow(found.map(keyOf));
  useEffect(() => {
    // Only the list is scrolled: the page would leave the button, where the list has no place yet.
    const option = document.getElementById(`${list}-${at}`);
    const box = option?.parentElement;
    if (!option || !box) return;
    const [own, shown] = [option.getBoundingClientRect(), box.getBoundingClientRect()];
    if (own.top < shown.top) box.scrollTop -= shown.top - own.top;
    else if (own.bottom > shown.bottom) box.scrollTop += own.bottom - shown.bottom;
  }, [list, at]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = found[at];
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && chosen) onChoose(chosen);
    else if (event.key === "Escape") onCancel?.();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="picker">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={found.length === 0 ? undefined : `${list}-${at}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          chooseRow(null);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={list} role="listbox" aria-label={label}>
        {found.map((choice, index) => (
          <li
            key={keyOf(choice)}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(choice)}
          >
            <span dir="auto">{choice.name}</span>
            {choice.note === undefined ? null : <small dir="auto">{choice.note}</small>}
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <p className="none" role="status">
          {choices.length === 0 ? (empty ?? "There is nothing to choose.") : "Nothing has these letters."}
        </p>
      ) : null}
    </div>
  );
}

/** Null is the id of having none, such as no department. */
function keyOf({ id }: Choice): string {
  return id ?? "none";
}
