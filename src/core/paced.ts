/**
 * Long work in pieces, between which others may have their turn. What decides without looking outside itself
 * reads no clock and starts no timer, so it is handed its pace.
 */

/**
 * The same items in the same order. While they are gone through, others have their turn every so often, and
 * before the first of them.
 */
export type Paced = <Item>(items: Iterable<Item>) => AsyncIterable<Item>;
