/** What the pages of filings say. */
import { goldensOf } from "./shown.ts";

goldensOf("filings", (show) => {
  show("calendar", "filings");
  show("calendar of a viewer", "filings", { as: "viewer" });
  show("calendar of a clerk", "filings", { as: "clerk" });
  show("calendar of another year", "filings", ({ press }) => press("To 2025"));
  show("calendar of a year in the address", "filings?in=2025");
  show("without any", "filings", { books: "empty" });
  show("taxes", "filings?show=taxes");
  show("taxes of a state", "filings?show=taxes&jurisdiction=US-CA&status=review_required");
  show("taxes that nothing fits", "filings?show=taxes&year=1999");
  show("taxes without any", "filings?show=taxes", { books: "empty" });
  show("tax that is filed", "filings?show=taxes&tax=tax_income_2024");
  show("tax to review", "filings?show=taxes&tax=tax_income_2025");
  show("franchise tax", "filings?tax=tax_franchise_2025");
  show("tax of a viewer", "filings?tax=tax_income_2025", { as: "viewer" });
  show("tax that is not there", "filings?tax=tax_nothing");
  show("credits", "filings?show=credits");
  show("credits without any", "filings?show=credits", { books: "empty" });
  show("credit", "filings?show=credits&credit=tcred_2025");
  show("credit that was declined", "filings?show=credits&credit=tcred_2024");
  show("1099s", "filings?show=forms");
  show("1099s of a status", "filings?show=forms&status=pending&vendor=wanda");
  show("1099s without any", "filings?show=forms", { books: "empty" });
  show("1099", "filings?show=forms&form=f1099_writer");
  show("1099 that is filed", "filings?show=forms&form=f1099_lawyer");
  show("recording a return", "filings?do=income");
  show("recording a return with faults", "filings?do=income", async ({ page, fill, press, see }) => {
    await page.getByLabel("States it was filed in").last().fill("CA, New York, Narnia");
    await see("recording a return with an unknown state");
    await page.getByLabel("States it was filed in").last().fill("CA, New York");
    await fill("Prepared by", "Tally & Sons");
    await page
      .getByLabel("The PDF")
      .setInputFiles({ name: "return.txt", mimeType: "text/plain", buffer: Buffer.from("no PDF") });
    await press("Upload and record as filed");
  });
  show("recording a confirmation", "filings?do=franchise");
  show(
    "recording a confirmation with a wrong year",
    "filings?do=franchise",
    async ({ page, fill, press }) => {
      await page
        .getByLabel("The PDF")
        .setInputFiles({ name: "report.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") });
      await fill("Tax year", "25");
      await press("Upload and record as filed");
    },
  );
  show("1099 that is not required", "filings?show=forms&form=f1099_shop");
});
