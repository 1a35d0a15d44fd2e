/** What the page of bills says. */
import { goldensOf } from "./shown.ts";

goldensOf("bills", (show) => {
  show("list without any", "bills");
  show("list that nothing fits", "bills?status=paid&text=nobody");
  show("by age", "bills?show=ages");
  show("new bill", "bills?do=new");
  show("open bills of other books", "bills?do=open");
  show("one that is not there", "bills?bill=bill_nothing");
});
