/** A button that opens a menu below it, at its left edge where there is room, else at its right one. */
import { Menu } from "@mantine/core";
import type { ReactNode } from "react";

interface MenuButtonProps {
  /** The name of the menu, which is read out. */
  readonly name: string;
  /** The content of the button. */
  readonly face?: ReactNode;
  /** Names a button whose content is only the sign. */
  readonly label?: string;
  readonly look?: "primary" | "plain" | "chosen";
  readonly children: ReactNode;
}

export function MenuButton({ name, face, label, look, children }: MenuButtonProps) {
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      position="bottom-start"
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <button type="button" className={look === undefined ? "button" : `button ${look}`} aria-label={label}>
          {face} <Down />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={name}>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** The sign of a button that opens something below it. */
export function Down() {
  return (
    <svg className="icon down" viewBox="0 0 16 16" aria-hidden="true">
      <path d="m4 6 4 4 4-4" />
    </svg>
  );
}
