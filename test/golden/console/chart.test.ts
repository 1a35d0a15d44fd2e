/** What the pages of the chart say. */
import { goldensOf } from "./shown.ts";

goldensOf("chart", (show) => {
  show("categories", "chart");
  show("categories of a viewer", "chart?category=cat_flights", { as: "viewer" });
  show("categories of a clerk", "chart", { as: "clerk" });
  show("categories that are found", "chart?find=ca");
  show("categories that are not found", "chart?find=nothing");
  show("category", "chart?category=cat_flights");
  show("category with a use", "chart?category=cat_checking");
  show("category that is not there", "chart?category=cat_nothing");
  show("category that would move", "chart?category=cat_software", async ({ press, type, keys }) => {
    await press(/^Parent/);
    await type("travel");
    await keys("Enter");
  });
  show("category of another section", "chart?category=cat_loan", async ({ choose, see, press }) => {
    await choose("Section of the cash flow statement", "investing");
    await see("category that would have another section");
    await press("Keep it");
  });
  show("new category", "chart?do=add", ({ choose }) => choose("Type", "revenue"));
  show("keys of the categories", "chart", async ({ page, keys }) => {
    await page.locator(".list-name").first().focus();
    await keys("j", "j", "k", "Enter", "Escape");
  });
  show("departments", "chart?show=departments");
  show("departments of a viewer", "chart?show=departments&department=dept_sales", { as: "viewer" });
  show("department", "chart?show=departments&department=dept_design");
  show("department above others", "chart?show=departments&department=dept_engineering");
  show("department that would close", "chart?show=departments&department=dept_sales", ({ press }) =>
    press("Close it to new amounts"),
  );
  show("department that can't be deleted", "chart?show=departments&department=dept_sales", ({ press }) =>
    press("Delete it"),
  );
  show("department that would move", "chart?show=departments&department=dept_sales", async (opened) => {
    await opened.press(/^Parent/);
    await opened.type("product");
    await opened.keys("Enter");
  });
  show("departments that are not found", "chart?show=departments&find=nothing");
  show("new department", "chart?show=departments&do=add", ({ press }) => press(/^Parent/));
  show(
    "steps of categories",
    "chart?do=add",
    async ({ press, fill, choose, see, type, keys }) => {
      await fill("Name", "Podcasts");
      await press(/^Parent/);
      await type("travel");
      await keys("Enter");
      await press("Add the category");
      await see("steps of categories, added");
      await fill("Name", "Radio");
      await keys("Enter");
      await see("steps of categories, renamed");
      await press(/^Parent/);
      await type("the top");
      await keys("Enter");
      await press("Change it");
      await see("steps of categories, moved");
      await fill("Find a category", "loan");
      await press("Bank Loan");
      await choose("Section of the cash flow statement", "working_capital");
    },
    { books: "own" },
  );
  show(
    "steps of departments",
    "chart?show=departments",
    async ({ press, fill, see, keys }) => {
      await press("Add a department");
      await fill("Name", "Support");
      await press("Add the department");
      await see("steps of departments, added");
      await fill("Name", "Help desk");
      await keys("Enter");
      await see("steps of departments, renamed");
      await press("Close it to new amounts", "Change it");
      await see("steps of departments, closed");
      await press("Delete it", "Delete it now");
    },
    { books: "own" },
  );
});
