/** The menu that makes the package of a period: its statements and what is kept beside them, in one file. */
import { Menu } from "@mantine/core";
import type { Company } from "../api/types.ts";
import { MenuButton } from "../kit/menu-button.tsx";
import { startExport } from "./export-store.ts";

const FORMATS = [
  ["pdf", "PDF, to read and to file"],
  ["zip", "ZIP, a workbook for each part"],
] as const;

interface PackageMenuProps {
  readonly company: Company;
  /** The period in words, such as `July 2026`. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly look?: "plain";
}

export function PackageMenu({ company, name, from, to, look }: PackageMenuProps) {
  return (
    <MenuButton
      name={`Formats of the package of ${name}`}
      label={`Package of ${name}`}
      face="Package"
      {...(look === undefined ? {} : { look })}
    >
      {FORMATS.map(([format, label]) => (
        <Menu.Item
          key={format}
          onClick={() =>
            void startExport(company.id, `Package of ${name}, ${format.toUpperCase()}`, {
              report_type: "package",
              start_date: from,
              end_date: to,
              format,
              compare: "prior_period",
            })
          }
        >
          {label}
        </Menu.Item>
      ))}
    </MenuButton>
  );
}
