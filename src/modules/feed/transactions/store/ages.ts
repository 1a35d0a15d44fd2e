/** The time since the last change of each company's feeds. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { type Db, statement } from "../../../../platform/db/index.ts";

const countAges = statement<{ changed: string; companies: number }>(
  "transactions.countFeedAges",
  `select case when stamped > $1::bigint - 3600 then 'within 1 hour'
      when stamped > $1::bigint - 86400 then 'within 1 day'
      when stamped > $1::bigint - 604800 then 'within 7 days' else 'longer ago' end as changed,
     count(*) as companies from feed_clocks group by changed`,
);

/** The number of companies whose feed last changed within an hour, a day, a week, or longer ago. */
export const feedAges = {
  labels: ["changed"],
  help: { daybook_feed_companies: "Companies by how long ago their feed changed last." },
  read: async (db: Db, now: UnixSeconds) =>
    (await db.list(countAges, [now])).map(({ changed, companies }) => ({
      labels: { changed },
      values: { daybook_feed_companies: companies },
    })),
};
