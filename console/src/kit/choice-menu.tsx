/** A button that opens a menu of which one item is chosen. */
import { Menu } from "@mantine/core";
import { MenuButton } from "./menu-button.tsx";

interface ChoiceMenuProps<Word extends string> {
  /** What is chosen, such as "Columns"; read out before the present choice. */
  readonly name: string;
  readonly choices: readonly (readonly [word: Word, label: string])[];
  readonly value: Word;
  /** True if the button shows the name before the chosen label. */
  readonly isNamed?: boolean;
  /** True if the choice is a condition that leaves something out. */
  readonly isChosen?: boolean;
  readonly onChoose: (word: Word) => void;
}

export function ChoiceMenu<Word extends string>(props: ChoiceMenuProps<Word>) {
  const { name, choices, value, isNamed = false, isChosen = false, onChoose } = props;
  const label = choices.find(([word]) => word === value)?.[1] ?? value;
  return (
    <MenuButton
      name={name}
      {...(isChosen ? { look: "chosen" } : {})}
      face={
        <>
          <span className={isNamed ? undefined : "unseen"}>{name}: </span>
          {label}
        </>
      }
    >
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
    </MenuButton>
  );
}
