/** The company's name, and the switch to the others. */
import { Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { Company } from "../api/types.ts";
import { Down } from "../kit/menu-button.tsx";

/** A company in a few words: its plan, and its state unless it is open. */
function companyNote({ plan, lifecycle }: Company): string {
  const name = `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;
  return lifecycle === "open" ? name : `${name}, ${lifecycle}`;
}

function Mark({ name }: { readonly name: string }) {
  return (
    <span className="mark" aria-hidden="true">
      {(Array.from(name.trim())[0] ?? "–").toUpperCase()}
    </span>
  );
}

export function CompanyMenu(props: {
  readonly companies: readonly Company[];
  readonly present: Company | null;
}) {
  const { companies, present } = props;
  const navigate = useNavigate();
  const name = present?.name ?? "Choose a company";
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      position="bottom-start"
      width={240}
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <button type="button" className="company">
          <span className="unseen">Company: </span>
          <Mark name={name} />
          <span className="who">
            <b dir="auto">{name}</b>
            <small>{present === null ? "" : companyNote(present)}</small>
          </span>
          <Down />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Companies">
        <Menu.RadioGroup
          value={present?.id ?? null}
          onChange={(id) =>
            void navigate({
              to: "/c/$company/statements/$statement",
              params: { company: id, statement: "income" },
            })
          }
        >
          {companies.map((company) => (
            <Menu.RadioItem key={company.id} value={company.id} closeMenuOnClick>
              <span dir="auto">{company.name}</span>
              <small className="soft"> {companyNote(company)}</small>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
