/**
 * The calendar of serials, compared with that of the JavaScript runtime, apart from Excel's 29 February 1900.
 */
import { expect, it } from "vitest";
import {
  SERIAL_MAX,
  civilOf,
  daysInMonth,
  monthEnd,
  monthsLater,
  rolledSerial,
  secondOfDay,
  serialOf,
  weekdayOf,
} from "./serial.ts";

it("agrees with the Gregorian calendar on every day from 1 March 1900", () => {
  for (let serial = 61; serial <= SERIAL_MAX; serial++) {
    const date = civilOf(serial);
    const truth = new Date(Date.UTC(1899, 11, 30 + serial));
    if (
      date?.year !== truth.getUTCFullYear() ||
      date.month !== truth.getUTCMonth() + 1 ||
      date.day !== truth.getUTCDate() ||
      weekdayOf(serial) !== truth.getUTCDay()
    ) {
      expect([serial, date]).toEqual([serial, truth.toISOString()]);
    }
    if (serialOf(date?.year ?? 0, date?.month ?? 0, date?.day ?? 0) !== serial) expect(date).toBe(serial);
  }
});

it("has the 29th of February 1900, and a day before the first", () => {
  expect(civilOf(60)).toEqual({ year: 1900, month: 2, day: 29 });
  expect(civilOf(59)).toEqual({ year: 1900, month: 2, day: 28 });
  expect(civilOf(1)).toEqual({ year: 1900, month: 1, day: 1 });
  expect(civilOf(0)).toEqual({ year: 1900, month: 1, day: 0 });
  expect(serialOf(1900, 2, 29)).toBe(60);
  expect(serialOf(1900, 3, 1)).toBe(61);
  expect(rolledSerial(1900, 1, 60)).toBe(60);
  expect(weekdayOf(1)).toBe(0);
});

it("ends with the years 1900 and 9999", () => {
  expect(civilOf(-1)).toBeNull();
  expect(civilOf(SERIAL_MAX + 1)).toBeNull();
  expect(civilOf(Number.NaN)).toBeNull();
  expect(serialOf(1899, 12, 31)).toBeNull();
  expect(serialOf(2023, 2, 29)).toBeNull();
  expect(serialOf(1901, 2, 29)).toBeNull();
  expect(rolledSerial(9999, 13, 1)).toBeNull();
  expect(rolledSerial(1900, 1, -1)).toBeNull();
  expect(rolledSerial(2024, 1, 1e300)).toBeNull();
});

it("moves by months and stays within them", () => {
  expect(monthsLater(45_322, 1)).toBe(45_351);
  expect(monthEnd(45_322, 1)).toBe(45_351);
  expect(monthEnd(45_322, -11)).toBe(44_985);
  expect(daysInMonth(2000, 2) + daysInMonth(2100, 2)).toBe(57);
  expect(monthsLater(45_322, 1e9)).toBeNull();
});

it("rounds times of day to seconds", () => {
  expect(secondOfDay(0.5)).toBe(43_200);
  expect(secondOfDay(45_000.999_999)).toBe(0);
  expect(secondOfDay(1 / 86_400)).toBe(1);
});
