/** A cache that never outgrows its bound: it is emptied when it is full, which costs less than keeping an order. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#most && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}
