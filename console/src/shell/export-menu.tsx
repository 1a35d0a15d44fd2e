/** The menu of the formats of a statement's file, which are also commands of its page. */
import { Menu } from "@mantine/core";
import type { NewStatementExport } from "../api/generated/schemas.ts";
import type { Company } from "../api/types.ts";
import { MenuButton } from "../kit/menu-button.tsx";
import { usePageCommands } from "./commands.ts";
import { startExport } from "./export-store.ts";

const FORMATS = [
  ["pdf", "PDF, for people"],
  ["xlsx", "XLSX, a workbook"],
  ["csv", "CSV, for programs"],
] as const;

interface ExportMenuProps {
  readonly company: Company;
  /** The name of the statement. */
  readonly name: string;
  readonly request: (format: (typeof FORMATS)[number][0]) => NewStatementExport;
}

export function ExportMenu({ company, name, request }: ExportMenuProps) {
  const ask = (format: (typeof FORMATS)[number][0]): void =>
    void startExport(company.id, `${name}, ${format.toUpperCase()}`, request(format));
  usePageCommands(
    FORMATS.map(([format]) => ({ label: `Export ${format.toUpperCase()}`, run: () => ask(format) })),
  );
  return (
    <MenuButton name="Formats" face="Export" look="primary">
      {FORMATS.map(([format, label]) => (
        <Menu.Item key={format} onClick={() => ask(format)}>
          {label}
        </Menu.Item>
      ))}
    </MenuButton>
  );
}
