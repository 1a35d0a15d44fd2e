/** A button that opens a menu of which one item is chosen. */
import { Menu } from "@mantine/core";

interface ChoiceMenuProps<Word extends string> {
  /** What is chosen, such as "Columns"; read out before the present choice. */
  readonly name: string;
  readonly choices: readonly (readonly [word: Word, label: string])[];
  readonly value: Word;
  /** True if the button shows the name before the chosen label. */
  readonly isNamed?: boolean;
  readonly onChoose: (word: Word) => void;
}

export function ChoiceMenu<Word extends string>(props: ChoiceMenuProps<Word>) {
  const { name, choices, value, isNamed = false, onChoose } = props;
  const label = choices.find(([word]) => word === value)?.[1] ?? value;
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      position="bottom-start"
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <button type="button" className="button">
          <span className={isNamed ? undefined : "unseen"}>{name}: </span>
          {label} <Down />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={name}>
        <Menu.RadioGroup
          value={value}
          onChange={(word) => {
            const chosen = choices.find((choice) => choice[0] === word)?.[0];
            if (chosen !== undefined) onChoose(chosen);
          }}
        >
          {choices.map(([word, text]) => (
            <Menu.RadioItem key={word} value={word} closeMenuOnClick>
              {text}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The sign of a button that opens something below it. */
export function Down() {
  return (
    <svg className="down" viewBox="0 0 10 6" width="9" height="6" aria-hidden="true">
      <path d="M1 1l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
