/** Working days, as in Excel's documentation and compared with counting one by one. */
import { describe, expect, it } from "vitest";
import { formula } from "../../test/sheets.ts";
import { gives } from "../../test/table.ts";
import { NUM, VALUE } from "../values.ts";

describe("working days", () => {
  gives(
    [
      ['=NETWORKDAYS("10/1/2012","3/1/2013")', 110],
      ['=NETWORKDAYS("10/1/2012","3/1/2013",A1)', 109],
      ['=NETWORKDAYS("10/1/2012","3/1/2013",A1:A4)', 107],
      ['=NETWORKDAYS("3/1/2013","10/1/2012",A1:A4)', -107],
      ["=NETWORKDAYS(45298,45298)", 0],
      ['=NETWORKDAYS(1,2,"x")', VALUE],
      ["=NETWORKDAYS(-1,2)", NUM],
      ["=NETWORKDAYS(0,2958465)", 2_113_190],
      ['=WORKDAY("10/1/2008",151)', 39_933],
      ['=WORKDAY("10/1/2008",151,{39778,39786,39834})', 39_938],
      ["=WORKDAY(45294,0)", 45_294],
      ["=WORKDAY(45298,0)", 45_298],
      ["=WORKDAY(45298,1)", 45_299],
      ["=WORKDAY(45298,-1)", 45_296],
      ["=WORKDAY(1,-5)", NUM],
      ["=WORKDAY(1,1E300)", NUM],
      ["=NETWORKDAYS.INTL(DATE(2006,1,1),DATE(2006,1,31))", 22],
      ["=NETWORKDAYS.INTL(DATE(2006,2,28),DATE(2006,1,31))", -21],
      ['=NETWORKDAYS.INTL(DATE(2006,1,1),DATE(2006,2,1),7,{"1/2/2006","1/16/2006"})', 22],
      ['=NETWORKDAYS.INTL(DATE(2006,1,1),DATE(2006,2,1),"0010001",{"1/2/2006","1/16/2006"})', 20],
      ['=NETWORKDAYS.INTL(1,100,"1111111")', 0],
      ["=NETWORKDAYS.INTL(1,100,8)", NUM],
      ['=NETWORKDAYS.INTL(1,100,"11")', VALUE],
      ["=WORKDAY.INTL(DATE(2012,1,1),90,11)", 41_013],
      ['=TEXT(WORKDAY.INTL(DATE(2012,1,1),30,17),"m/dd/yyyy")', "2/05/2012"],
      ["=WORKDAY.INTL(DATE(2012,1,1),30,0)", NUM],
      ['=WORKDAY.INTL(1,1,"1111111")', VALUE],
    ],
    { A1: 41_235, A2: 41_247, A4: 41_295 },
  );

  it("are those that counting finds", () => {
    const holidays = [45_293, 45_293, 45_298, 45_310, 45_311];
    const isWorking = (day: number) => (day - 1) % 7 !== 0 && (day - 1) % 7 !== 6 && !holidays.includes(day);
    const list = `{${holidays.join(",")}}`;
    for (let start = 45_290; start < 45_320; start += 3) {
      for (let days = -24; days <= 24; days += 5) {
        let day = start;
        for (let left = Math.abs(days); left > 0;) {
          day += Math.sign(days);
          if (isWorking(day)) left--;
        }
        expect([start, days, formula(`=WORKDAY(${start},${days},${list})`)]).toEqual([start, days, day]);
        const [first, last] = [Math.min(start, day), Math.max(start, day)];
        let count = 0;
        for (let each = first; each <= last; each++) if (isWorking(each)) count++;
        expect(formula(`=NETWORKDAYS(${first},${last},${list})`)).toBe(count);
      }
    }
  });
});
