/** The words of the module that the command line needs before it loads the module. */
export {
  ADJUSTMENTS,
  defaultPeriod,
  BESIDES,
  COMPARES,
  FORMATS,
  GROUP_PERIODS,
  GROUP_ROWS,
  PACKAGE_FORMATS,
  REPORT_TYPES,
  ROUNDINGS,
  SHARES,
  STATEMENT_TYPES,
} from "./rules/words.ts";
