/** A day, typed or picked, as a field with its label. */
import { useId } from "react";
import { isDay } from "./dates.ts";
import { FieldNote, noteId } from "./field-note.tsx";
import { useMark } from "./marks.ts";

interface DayInputProps {
  readonly label: string;
  /** As `2026-11-30`; empty for none. */
  readonly value: string;
  /** The name under which it is sent: a refusal that is about it is said here. */
  readonly param?: string;
  readonly problem?: string | null | undefined;
  readonly note?: string | undefined;
  readonly isRequired?: boolean;
  readonly isFirst?: boolean;
  /** Called once the day is complete, and with nothing when it is cleared. */
  readonly onDay: (day: string) => void;
}

export function DayInput(props: DayInputProps) {
  const { label, value, param, problem, note, isRequired = false, isFirst = false, onDay } = props;
  const id = useId();
  const wrong = useMark(param, problem);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        required={isRequired}
        data-autofocus={isFirst || undefined}
        aria-invalid={wrong === null ? undefined : true}
        aria-describedby={noteId(id, wrong ?? note)}
        onChange={({ target }) => {
          // A day that is still being typed is not complete.
          if (target.value === "" || isDay(target.value)) onDay(target.value);
        }}
      />
      <FieldNote {...{ id, wrong, note }} />
    </div>
  );
}
