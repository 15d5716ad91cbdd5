/** Extracts the JSON from a model's output, ignoring surrounding text and thinking. */
import { z } from 'zod'

/** Maximum length of an output. */
export const ANSWER_MAX = 1_000_000

const THINKING = '<think>'
const THOUGHT = '</think>'

/** Removes thinking, which comes first. Some servers omit its start tag. */
export function withoutThinking(text: string): string {
  const end = text.indexOf(THOUGHT)
  if (end >= 0) return text.slice(end + THOUGHT.length).trimStart()
  return text.trimStart().startsWith(THINKING) ? '' : text
}

/** Text that a text column can hold. */
export const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

export interface Pieces {
  /** Text that can be passed on now; possibly empty. */
  push(piece: string): string
  /** Remaining text. */
  rest(): string
}

/** The same for streamed output: without thinking and split surrogate pairs. */
export function createThinkingFilter(): Pieces {
  let state: 'before' | 'thinking' | 'behind' | 'in' = 'before'
  let held = ''

  const advance = () => {
    if (state === 'before') {
      const start = held.trimStart()
      if (start.startsWith(THINKING)) state = 'thinking'
      else if (!THINKING.startsWith(start)) state = 'in'
    }
    if (state === 'thinking') {
      const end = held.indexOf(THOUGHT)
      if (end < 0) {
        held = THINKING + held.slice(THINKING.length).slice(-THOUGHT.length)
        return
      }
      held = held.slice(end + THOUGHT.length)
      state = 'behind'
    }
    if (state === 'behind') {
      held = held.trimStart()
      if (held !== '') state = 'in'
    }
  }

  return {
    push(piece) {
      held += piece
      advance()
      if (state !== 'in') return ''
      const last = held.charCodeAt(held.length - 1)
      const whole = last >= 0xd800 && last < 0xdc00 ? held.length - 1 : held.length
      const told = held.slice(0, whole)
      held = held.slice(whole)
      return storable(told)
    },
    rest() {
      const told = state === 'thinking' ? '' : held
      held = ''
      return storable(told)
    },
  }
}

/** Maximum number of start positions of objects in prose. */
const STARTS_MAX = 20

/** Candidates for the JSON value of an output: the whole text, the content of code fences, then objects in the text. */
export function* jsonIn(text: string): Generator<unknown> {
  for (const candidate of [text, ...findFencedBlocks(text)]) {
    const read = parseStorable(candidate)
    if (read !== undefined) yield read
  }
  let at = 0
  for (let tried = 0; tried < STARTS_MAX; tried++) {
    const start = text.indexOf('{', at)
    if (start < 0) return
    const end = endOfObject(text, start)
    const read = end === undefined ? undefined : parseStorable(text.slice(start, end))
    if (read !== undefined) yield read
    at = end === undefined || read === undefined ? start + 1 : end
  }
}

const FENCE = /```[\w-]*\s*\n?([\s\S]*?)```/g

const findFencedBlocks = (text: string): string[] =>
  Array.from(text.matchAll(FENCE), ([, inner = '']) => inner).slice(0, STARTS_MAX)

/** Parsed and storable value; undefined if the text isn't JSON. */
export function parseStorable(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value) => (typeof value === 'string' ? storable(value) : value))
  } catch {
    return undefined
  }
}

/** Position after the brace that closes the one at `start`. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const letter = text[at]
    if (inString) {
      if (letter === '\\') at++
      else if (letter === '"') inString = false
    } else if (letter === '"') inString = true
    else if (letter === '{') depth++
    else if (letter === '}' && --depth === 0) return at + 1
  }
  return undefined
}

export type ParsedOutput<T> =
  | { readonly value: T }
  | { readonly detail: 'not_json' | 'not_schema'; readonly problems: string[] }

const PROBLEMS_MAX = 10

/** First JSON value that matches the schema, or the problems of the first candidate. */
export const readAnswer = <T>(text: string, schema: z.ZodType<T>): Promise<ParsedOutput<T>> =>
  findFirstValid(jsonIn(text), schema)

/** The same for text that consists of a single JSON value. */
export const readWhole = <T>(text: string, schema: z.ZodType<T>): Promise<ParsedOutput<T>> =>
  findFirstValid(
    [parseStorable(text)].filter((read) => read !== undefined),
    schema,
  )

async function findFirstValid<T>(candidates: Iterable<unknown>, schema: z.ZodType<T>): Promise<ParsedOutput<T>> {
  let first: string[] | undefined
  for (const candidate of candidates) {
    const result = await schema.safeParseAsync(candidate)
    if (result.success) return { value: result.data }
    first ??= result.error.issues
      .slice(0, PROBLEMS_MAX)
      .map(({ path, message }) => `/${path.map(String).join('/')}: ${message}`.slice(0, 200))
  }
  return first === undefined ? { detail: 'not_json', problems: [] } : { detail: 'not_schema', problems: first }
}

type Node = { [keyword: string]: unknown }

/** JSON Schema keywords that all servers with strict structured output support. */
const STRICT = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'anyOf', 'description'],
  ...['$ref', 'definitions', 'minItems', 'maxItems', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
])

export interface AnswerSchema {
  /** JSON Schema, draft 7, without additional properties. */
  readonly json: Node
  /** Whether servers with strict structured output accept the schema. */
  readonly strict: boolean
}

export function answerSchema(schema: z.ZodType): AnswerSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any' })
  return { json, strict: close(json) && json.type === 'object' }
}

/** Disallows additional properties in every object. @returns whether all objects support strict mode */
function close(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return true
  const schema = node as Node
  let strict = Object.keys(schema).every((keyword) => STRICT.has(keyword))
  if (typeof schema.properties === 'object' && schema.properties !== null) {
    schema.additionalProperties ??= false
    const required = Array.isArray(schema.required) ? schema.required : []
    strict &&= Object.keys(schema.properties).every((name) => required.includes(name))
  }
  if (schema.type === 'object') strict &&= schema.additionalProperties === false
  const inner = [schema.items, schema.anyOf, schema.oneOf, schema.allOf].flat()
  const named = [schema.properties, schema.definitions].flatMap((map) => Object.values((map as Node | undefined) ?? {}))
  // `map` before `every`, because all schemas must be processed.
  return [...inner, ...named].map(close).every(Boolean) && strict
}
