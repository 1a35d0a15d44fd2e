/** A button that shows a chosen name and opens the picker to choose another. */
import { Popover } from "@mantine/core";
import { useEffect, useState } from "react";
import { Down } from "./menu-button.tsx";
import type { Choice } from "./choices.ts";
import { Picker } from "./picker.tsx";
import "../style/lists.css";

interface NameFieldProps {
  readonly label: string;
  readonly value: string | null;
  /** The button's text while nothing is chosen. Default: the label. */
  readonly hint?: string;
  readonly choices: readonly Choice[];
  /** True for the field with which a dialog begins: its list is opened with it. */
  readonly isFirst?: boolean;
  readonly onChoose: (choice: Choice) => void;
}

export function NameField(props: NameFieldProps) {
  const { label, value, hint = label, choices, isFirst = false, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isFirst) return;
    // After the dialog has taken the focus, which the list takes from it.
    const opening = setTimeout(() => setOpen(true));
    return () => clearTimeout(opening);
  }, [isFirst]);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      returnFocus
      zIndex={400}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          className="button name-button"
          data-autofocus={isFirst || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="unseen">{label}: </span>
          <span dir="auto">{value ?? hint}</span> <Down />
        </button>
      </Popover.Target>
      <Popover.Dropdown
        aria-label={label}
        onKeyDownCapture={(event) => {
          // Escape closes the list of names, not the dialog.
          if (event.key === "Escape") setOpen(false);
        }}
      >
        <Picker
          label={label}
          choices={choices}
          onChoose={(choice) => {
            setOpen(false);
            onChoose(choice);
          }}
          onCancel={() => setOpen(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The same below its label, as a field of a form. */
export function LabelledName(props: NameFieldProps) {
  return (
    <div className="field">
      <span aria-hidden="true">{props.label}</span>
      <NameField {...props} />
    </div>
  );
}
