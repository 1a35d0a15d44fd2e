/** The door of the faults. */
export { drillFaults, type Faults, noFaults } from "./faults.ts";
