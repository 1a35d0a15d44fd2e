/**
 * Dates as spreadsheets store them: serial numbers of the 1900 date system, which count days, with the time
 * of day as a fraction. Serial 1 is 1 January 1900. The system wrongly takes 1900 for a leap year: serial 60
 * is 29 February 1900, which did not exist. Therefore serials from 61 on are one higher than the number of
 * days since 31 December 1899.
 */
import { type CivilDate, dateOfDayNumber, dayNumber } from "./civil-date.ts";

/** The serial of 1 January 1970. */
export const UNIX_EPOCH_SERIAL = 25_569;
/** The serial of 31 December 9999, the last one. */
export const SERIAL_MAX = 2_958_465;
/** The serial of 29 February 1900, which did not exist. */
const FALSE_LEAP_DAY = 60;

/** Returns the serial of a date from 31 December 1899 on. */
export function dateSerial(date: CivilDate): number {
  const serial = dayNumber(date) + UNIX_EPOCH_SERIAL;
  return serial > FALSE_LEAP_DAY ? serial : serial - 1;
}

/**
 * Returns the date of a serial, without its time of day. Returns null below 0 (31 December 1899) and above
 * `SERIAL_MAX`. Serial 60 becomes 28 February 1900.
 */
export function dateOfSerial(serial: number): CivilDate | null {
  if (!(serial >= 0 && serial <= SERIAL_MAX)) return null;
  return dateOfDayNumber(Math.floor(serial) - UNIX_EPOCH_SERIAL + (serial < FALSE_LEAP_DAY ? 1 : 0));
}
