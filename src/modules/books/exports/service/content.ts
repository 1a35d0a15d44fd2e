/** What the file of an export holds, and how it is made of it: a statement, or a package with several tables. */
import { forOperator, type Permissions } from "@daybook/words/areas";
import type { PublicId } from "@daybook/words/public-id";
import type { Renderer } from "../../../../platform/render/index.ts";
import { fileName, sizeProblem } from "../rules/file.ts";
import { type ExportInput, isStatement } from "../rules/words.ts";
import type { ExportsNeeds } from "./needs.ts";
import { buildPackage } from "./package.ts";
import { buildTable } from "./table.ts";

export interface Content {
  /** The name of the file. */
  readonly name: string;
  /** A sentence for what is too large for the format; null if it fits. */
  readonly problem: string | null;
  readonly render: (
    renderer: Pick<Renderer, "render" | "renderPackage">,
    signal: AbortSignal,
  ) => Promise<Uint8Array>;
}

/**
 * Reads the content of a file. `link` is the address of the export's record, empty without one; `permissions`
 * are those of the member who asked, null for the operator. Throws the refusals of the statements.
 */
export async function readContent(
  needs: Pick<ExportsNeeds, "db" | "clock" | "reports" | "ledger" | "parts">,
  companyId: PublicId<"company">,
  input: ExportInput,
  link: string,
  permissions: Permissions | null,
): Promise<Content> {
  if (isStatement(input)) {
    const { format } = input;
    const table = await buildTable(needs, forOperator(companyId), input, link);
    return {
      name: fileName(table, format),
      problem: sizeProblem(table, format),
      render: (renderer, signal) => renderer.render(format, table, signal, companyId),
    };
  }
  const format = input.format === "zip" ? "zip" : "pdf";
  const tables = await buildPackage(needs, companyId, input, link, permissions);
  const [cover] = tables;
  if (cover === undefined) throw new Error("a package has a cover");
  const problems = tables.flatMap((table) => sizeProblem(table, format === "zip" ? "xlsx" : format) ?? []);
  return {
    name: fileName(cover, format),
    problem: problems[0] ?? null,
    render: (renderer, signal) => renderer.renderPackage(format, tables, signal, companyId),
  };
}
