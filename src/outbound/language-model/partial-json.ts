/**
 * Partial JSON output during generation. Each time a list of the top-level object gets a complete element, the object
 * up to there is parsed as if it ended there. Only brackets and strings are tracked; `JSON.parse` reads the content,
 * and the caller's schema validates it.
 */
import type { PartialOutput } from '../../core/language-model.ts'
import { createThinkingFilter, parseStorable } from './answers.ts'

/** Start of the object: at the beginning of the text or of the first code fence. */
const BEGINS = /^\s*\{|```[\w-]*\s*\{/
/** Maximum length of text before the object. After longer text, only the final output is used. */
const PREAMBLE_MAX = 2_000
/** Maximum number of partial objects. Each is parsed from its start, so the number must be limited. */
const TELLINGS_MAX = 100

/** Wrapper for an error of the caller, which is rethrown unchanged because it doesn't concern the model. */
export class OfAsker extends Error {
  constructor(cause: unknown) {
    super('The caller failed.', { cause })
  }
}

export class Writing<S> {
  readonly #soFar: PartialOutput<S>
  readonly #pieces = createThinkingFilter()
  #stage: 'before' | 'within' | 'behind' = 'before'
  #text = ''
  /** Open brackets. */
  readonly #open: string[] = []
  #isString = false
  #isEscaped = false
  #tellings = 0
  #isUsed = false

  constructor(soFar: PartialOutput<S>) {
    this.#soFar = soFar
  }

  /** Text of the object so far; undefined until a part was used. */
  get used(): string | undefined {
    return this.#isUsed ? this.#text : undefined
  }

  /** @throws OfAsker */
  async push(piece: string): Promise<void> {
    const complete = this.#read(this.#pieces.push(piece))
    if (complete === undefined || this.#tellings === TELLINGS_MAX) return
    this.#tellings++
    const read = await this.#soFar.schema.safeParseAsync(parseStorable(complete))
    if (!read.success) return
    try {
      if (await this.#soFar.onPartial(read.data)) this.#isUsed = true
    } catch (error) {
      throw new OfAsker(error)
    }
  }

  /** @returns the object as if it ended after the last list element that this chunk completes, if any */
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

  /** @returns the part of the chunk that belongs to the object */
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
