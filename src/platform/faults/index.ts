/** The interface of drill faults for the rest of the service. */
export { drillFaults, type Faults, noFaults } from "./faults.ts";
