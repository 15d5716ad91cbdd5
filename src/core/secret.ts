/** What must never be written anywhere. */

/** A value that prints as `***` wherever it is logged or serialized. */
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
