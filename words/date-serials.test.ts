/** Dates to serials and back, including serial 60, whose day did not exist. */
import { describe, expect, test } from "vitest";
import { present } from "./assert.ts";
import { parseCivilDate } from "./civil-date.ts";
import { dateOfSerial, dateSerial, SERIAL_MAX, UNIX_EPOCH_SERIAL } from "./date-serials.ts";

describe("a serial", () => {
  test.each([
    [0, "1899-12-31"],
    [1, "1900-01-01"],
    [59, "1900-02-28"],
    [61, "1900-03-01"],
    [UNIX_EPOCH_SERIAL, "1970-01-01"],
    [45_351, "2024-02-29"],
    [SERIAL_MAX, "9999-12-31"],
  ])("%i stands for %s, and that date has this serial", (serial, date) => {
    expect(dateOfSerial(serial)).toBe(date);
    expect(dateSerial(present(parseCivilDate(date), date))).toBe(serial);
  });

  test("with a time of day keeps its date, and serial 60 becomes the day before", () => {
    expect([45_351.999, 59.5, 60, 60.5].map(dateOfSerial)).toEqual([
      "2024-02-29",
      "1900-02-28",
      "1900-02-28",
      "1900-02-28",
    ]);
  });

  test.each([-1, -0.5, SERIAL_MAX + 0.5, SERIAL_MAX + 1, Number.NaN, Infinity])("is not %d", (serial) => {
    expect(dateOfSerial(serial)).toBeNull();
  });
});
