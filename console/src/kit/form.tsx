/** Parts of forms: fields with their labels and what is wrong with them, and the form with its buttons. */
import { type InputHTMLAttributes, type ReactNode, type SubmitEvent, useId } from "react";
import { Button } from "./button.tsx";
import { Refusal } from "./refusal.tsx";

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  /** What is wrong with the value. */
  readonly problem?: string | null | undefined;
  /** A few words below it. */
  readonly note?: string | undefined;
}

export function TextField({ label, value, onText, problem, note, ...rest }: TextFieldProps) {
  const id = useId();
  const says = problem ?? note;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        dir={rest.dir ?? "auto"}
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={says ? `${id}-note` : undefined}
        onChange={(event) => onText(event.target.value)}
      />
      {says ? (
        <small id={`${id}-note`} className={problem ? "problem" : "soft"}>
          {says}
        </small>
      ) : null}
    </div>
  );
}

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onChoose: (value: string) => void;
  readonly note?: string | undefined;
}

export function SelectField({ label, value, choices, onChoose, note }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChoose(event.target.value)}
      >
        {choices.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
      {note === undefined ? null : (
        <small id={`${id}-note`} className="soft">
          {note}
        </small>
      )}
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
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isBusy) onSend();
  };
  return (
    <form className="form" onSubmit={onSubmit}>
      {children}
      <Refusal error={error} />
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
