/** The words of the module that the command line needs before it loads the module. */
export {
  ADJUSTMENTS,
  defaultPeriod,
  BESIDES,
  FORMATS,
  GROUP_PERIODS,
  GROUP_ROWS,
  REPORT_TYPES,
  ROUNDINGS,
  SHARES,
  STATEMENT_TYPES,
} from "./rules/words.ts";
