/** Values that must never be logged. */

/** A value that prints as `***` when logged or serialized. */
export class Secret {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  reveal(): string {
    return this.#value
  }
  toString(): string {
    return '***'
  }
  toJSON(): string {
    return '***'
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '***'
  }
}
