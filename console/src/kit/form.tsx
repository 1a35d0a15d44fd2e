/** Parts of forms: fields with their labels and what is wrong with them, and the form with its buttons. */
import { type InputHTMLAttributes, type ReactNode, type SubmitEvent, useId } from "react";
import { Button } from "./button.tsx";
import { FieldNote, noteId } from "./field-note.tsx";
import { MarksContext, useMark, useMarks } from "./marks.ts";
import { Refusal } from "./refusal.tsx";
import { Select } from "./select.tsx";

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  /** The name under which it is sent: a refusal that is about it is said here. */
  readonly param?: string;
  /** What else is wrong with the value. */
  readonly problem?: string | null | undefined;
  /** A few words below it. */
  readonly note?: string | undefined;
}

export function TextField({ label, value, onText, param, problem, note, ...rest }: TextFieldProps) {
  const id = useId();
  const wrong = useMark(param, problem);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        dir={rest.dir ?? "auto"}
        value={value}
        aria-invalid={wrong === null ? undefined : true}
        aria-describedby={noteId(id, wrong ?? note)}
        onChange={(event) => onText(event.target.value)}
      />
      <FieldNote {...{ id, wrong, note }} />
    </div>
  );
}

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onChoose: (value: string) => void;
  /** The name under which it is sent: a refusal that is about it is said here. */
  readonly param?: string;
  readonly note?: string | undefined;
}

export function SelectField({ label, value, choices, onChoose, param, note }: SelectFieldProps) {
  const id = useId();
  const wrong = useMark(param, null);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        value={value}
        choices={choices}
        describedBy={noteId(id, wrong ?? note)}
        onChoose={onChoose}
      />
      <FieldNote {...{ id, wrong, note }} />
    </div>
  );
}

/** A form that sends something: its fields, what was refused, and its two buttons. */
export function Form(props: {
  readonly verb: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { verb, isBusy, error, onSend, onClose, children } = props;
  const { isMarked, ...marks } = useMarks(error);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isBusy) onSend();
  };
  return (
    <form className="form" onSubmit={onSubmit}>
      <MarksContext value={marks}>{children}</MarksContext>
      {isMarked ? null : <Refusal error={error} />}
      <p className="buttons">
        <Button type="submit" className="button primary" isBusy={isBusy}>
          {verb}
        </Button>
        <button type="button" className="button" data-discards onClick={onClose}>
          Cancel
        </button>
      </p>
    </form>
  );
}
