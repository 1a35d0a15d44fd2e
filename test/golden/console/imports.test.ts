/** What the page of imports says. */
import { goldensOf } from "./shown.ts";

const ROWS = [
  "date,description,account,debit,credit",
  "2026-01-05,Rent,Expenses:Rent,900.00,",
  "2026-01-05,Rent,Assets:Checking,,900.00",
  "2026-01-08,Odd,Quarry,40.00,",
  "2026-01-08,Odd,Assets:Checking,,40.00",
];
const file = (rows: readonly string[]) => ({
  name: "books.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(`${rows.join("\n")}\n`),
});

goldensOf("imports", (show) => {
  show("page", "import");
  show("page of a viewer", "import", { as: "viewer" });
  show("import that is not there", "import?import=imp_nothing");
  show("plan with a question", "import", async ({ page }) => {
    await page.getByLabel("The books", { exact: true }).setInputFiles(file(ROWS));
    await page.getByText("still needs a type").waitFor();
  });
  show("plan of a file with a fault", "import", async ({ page }) => {
    await page.getByLabel("The books", { exact: true }).setInputFiles(file(ROWS.slice(0, 2)));
    await page.getByRole("alert").waitFor();
  });
});
