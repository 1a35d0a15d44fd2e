/** The console's operations of a company with every reason to refuse a request (`matrix.ts`). */
import { testMatrix } from "./matrix.ts";
import { isOfConsole } from "./requests.ts";

await testMatrix({ of: ({ operation }) => isOfConsole(operation), exceptions: {} });
