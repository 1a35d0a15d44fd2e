/**
 * Long loops that pause. A long loop pauses now and then, so that the process can handle other requests. Pure
 * functions use no clock and no timer, so they receive the function that pauses as a parameter.
 */

/**
 * Returns the same items in the same order. The iteration pauses before the first item and then regularly,
 * to let other work of the process run.
 */
export type Paced = <Item>(items: Iterable<Item>) => AsyncIterable<Item>;
