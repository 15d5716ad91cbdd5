/**
 * An answer in JSON while it is written. What of it is complete is told: the object up to the last element of a list of
 * its own that has been closed, read as if it ended there. Only brackets and strings are followed; what they hold is
 * read by `JSON.parse`, and judged by the asker's schema.
 */
import type { SoFar } from '../core/language-model.ts'
import { createPieces, parsed } from './language-model-answers.ts'

/** At its very beginning, or in the first code fence among words. */
const BEGINS = /^\s*\{|```[\w-]*\s*\{/
/** Letters of words before it; whoever says more is heard at the end. */
const PREAMBLE_MAX = 2_000
/** Each is read from its beginning, so a list without end must not be. */
const TELLINGS_MAX = 100

/** What the asker threw: to be thrown on as it is, since it says nothing of the model. */
export class OfAsker extends Error {
  constructor(cause: unknown) {
    super('The asker failed.', { cause })
  }
}

export class Writing<S> {
  readonly #soFar: SoFar<S>
  readonly #pieces = createPieces()
  #stage: 'before' | 'within' | 'behind' = 'before'
  #text = ''
  /** Brackets that are open. */
  readonly #open: string[] = []
  #isString = false
  #isEscaped = false
  #tellings = 0
  #isUsed = false

  constructor(soFar: SoFar<S>) {
    this.#soFar = soFar
  }

  /** The object's own words, as far as they have come; undefined while nothing of it was used. */
  get used(): string | undefined {
    return this.#isUsed ? this.#text : undefined
  }

  /** @throws OfAsker */
  async push(piece: string): Promise<void> {
    const complete = this.#read(this.#pieces.push(piece))
    if (complete === undefined || this.#tellings === TELLINGS_MAX) return
    this.#tellings++
    const read = await this.#soFar.schema.safeParseAsync(parsed(complete))
    if (!read.success) return
    try {
      if (await this.#soFar.tell(read.data)) this.#isUsed = true
    } catch (error) {
      throw new OfAsker(error)
    }
  }

  /** @returns the object as if it ended behind the last element that this piece closes, when it closes one */
  #read(piece: string): string | undefined {
    const rest = this.#stage === 'before' ? this.#begun(piece) : piece
    if (this.#stage !== 'within') return undefined
    let complete: string | undefined
    let at = 0
    while (at < rest.length && this.#stage === 'within') {
      const isClosed = this.#closesElement(rest.charAt(at++))
      if (isClosed) complete = `${this.#text}${rest.slice(0, at)}]}`
      if (this.#open.length === 0) this.#stage = 'behind'
    }
    this.#text += rest.slice(0, at)
    return complete
  }

  /** @returns what of it is the object, once it has begun */
  #begun(piece: string): string {
    const before = this.#text + piece
    const [begins] = BEGINS.exec(before) ?? []
    if (begins === undefined) {
      this.#text = before
      if (before.length > PREAMBLE_MAX) this.#stage = 'behind'
      return ''
    }
    this.#text = ''
    this.#stage = 'within'
    return before.slice(before.indexOf(begins) + begins.length - 1)
  }

  #closesElement(letter: string): boolean {
    if (this.#isEscaped) this.#isEscaped = false
    else if (this.#isString) {
      this.#isEscaped = letter === '\\'
      this.#isString = letter !== '"'
    } else if (letter === '"') this.#isString = true
    else if (letter === '{' || letter === '[') this.#open.push(letter)
    else if (letter === '}' || letter === ']') {
      this.#open.pop()
      return this.#open.length === 2 && this.#open[1] === '['
    }
    return false
  }
}
