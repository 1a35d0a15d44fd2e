/** Who is signed in, and what one chooses for oneself: theme, density, password, keys, signing out. */
import { Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { own } from "../api/service.ts";
import type { Company, Session } from "../api/types.ts";
import { choose, DENSITIES, THEMES, usePreferences } from "../parts/preferences.ts";

const THEME_NAMES = { auto: "Theme of the system", light: "Light", dark: "Dark" } as const;
const DENSITY_NAMES = { comfortable: "Comfortable rows", compact: "Compact rows" } as const;

/** Ends the session and leaves the application. */
export async function signOut(): Promise<void> {
  // A session that has ended already, or a service that is away, leads to the sign-in page as well.
  await own.endSession().catch(() => null);
  location.assign("/app/sign-in");
}

/** What somebody may do in a company, in a few words. */
function accessNote({ permissions }: Company): string {
  const levels = Object.entries(permissions);
  if (levels.every(([, level]) => level === "manage")) return "Full admin";
  if (levels.every(([area, level]) => level === "view" || (area === "api_access" && level === "none")))
    return "Read-only";
  return "Custom access";
}

export function UserMenu({
  session,
  company,
}: {
  readonly session: Session;
  readonly company: Company | null;
}) {
  const { theme, density } = usePreferences();
  const { first_name, last_name, email } = session.user;
  const name = [first_name, last_name].filter((part) => part !== null).join(" ") || email;
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      position="top-start"
      width={240}
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <button type="button" className="me">
          <span className="unseen">You: </span>
          <span className="who">
            <span dir="auto">{name}</span>
            <small>{company === null ? email : accessNote(company)}</small>
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label="You">
        <Menu.RadioGroup
          value={theme}
          onChange={(word) => choose({ theme: THEMES.find((each) => each === word) ?? "auto" })}
        >
          {THEMES.map((word) => (
            <Menu.RadioItem key={word} value={word}>
              {THEME_NAMES[word]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.RadioGroup
          value={density}
          onChange={(word) => choose({ density: DENSITIES.find((each) => each === word) ?? "comfortable" })}
        >
          {DENSITIES.map((word) => (
            <Menu.RadioItem key={word} value={word}>
              {DENSITY_NAMES[word]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component={Link} to="/me/sessions">
          Your account
        </Menu.Item>
        <Menu.Item component="a" href="/app/keys">
          API keys
        </Menu.Item>
        <Menu.Item component="a" href="/app/password">
          Password
        </Menu.Item>
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
