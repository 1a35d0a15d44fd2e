/**
 * Dates as spreadsheets count them: serials of the 1900 date system, whole days with the time of day as a
 * fraction. 1 is 1 January 1900; because the system has a 29 February 1900 (60), which never was, days before
 * March 1900 are one closer to 1970 than their serials say.
 */
import { type CivilDate, dateOfDayNumber, dayNumber } from "./civil-date.ts";

/** The serial of 1 January 1970. */
export const UNIX_EPOCH_SERIAL = 25_569;
/** The serial of 31 December 9999, the last one. */
export const SERIAL_MAX = 2_958_465;
const LEAP_THAT_WAS_NOT = 60;

/** The serial of a date from 31 December 1899 on. */
export function dateSerial(date: CivilDate): number {
  const serial = dayNumber(date) + UNIX_EPOCH_SERIAL;
  return serial > LEAP_THAT_WAS_NOT ? serial : serial - 1;
}

/**
 * The date of a serial, whose time of day is left out; null below 0, which is 31 December 1899, and beyond
 * `SERIAL_MAX`. The day that never was is the one before it.
 */
export function dateOfSerial(serial: number): CivilDate | null {
  if (!(serial >= 0 && serial <= SERIAL_MAX)) return null;
  return dateOfDayNumber(Math.floor(serial) - UNIX_EPOCH_SERIAL + (serial < LEAP_THAT_WAS_NOT ? 1 : 0));
}
