import { type TranscriptDocument, TranscriptFault } from '../model.ts'
import type { JsonForm } from './form.ts'
import { JSON_FORMS } from './json-forms.ts'
import { isObject, member } from './json-value.ts'
import { readPlainJson } from './plain-json.ts'
import { withPointer } from './pointers.ts'

/** Members that wrap a transcript in the responses of products and in stored copies of them. */
const ENVELOPES = [
  ...['data', 'result', 'results', 'response', 'body', 'payload', 'output', 'content'],
  ...['transcript', 'transcription', 'call', 'meeting', 'conversation', 'recording'],
]
const MAX_DEPTH = 3

/** Forms that recognize a value. */
export function recognizeJson(value: unknown): JsonForm[] {
  return JSON_FORMS.filter((form) => form.recognize(value))
}

/**
 * Reads all JSON forms except vCon. Forms of products come first, then the plain forms of `plain-json.ts`. Then it looks
 * inside of an envelope.
 * @returns undefined if the value has none of these forms
 * @throws TranscriptFault also if two forms recognize the value
 */
export function readJsonForm(value: unknown, depth = 0): TranscriptDocument | undefined {
  const [form, other] = recognizeJson(value)
  if (form !== undefined && other !== undefined) {
    throw new TranscriptFault(
      `The JSON looks like two forms: ${form.name} and ${other.name}. Send only the members of one of them.`,
      { pointer: '' },
    )
  }
  if (form !== undefined) return form.read(value)
  const isWrapped = Array.isArray(value) && value.length === 1 && recognizeJson(value[0]).length === 1
  const read = isWrapped ? undefined : readPlainJson(value)
  if (read !== undefined) return read
  return depth < MAX_DEPTH ? readInside(value, depth) : undefined
}

/** Reads the only transcript in an envelope. With two, it isn't clear which is meant. */
function readInside(value: unknown, depth: number): TranscriptDocument | undefined {
  if (Array.isArray(value)) {
    return value.length === 1 && isObject(value[0])
      ? withPointer('/0', () => readJsonForm(value[0], depth + 1))
      : undefined
  }
  if (!isObject(value)) return undefined
  const inner = ENVELOPES.filter((key) => isNested(member(value, key)))
  const [only] = inner
  return inner.length === 1 && only !== undefined
    ? withPointer(`/${only}`, () => readJsonForm(member(value, only), depth + 1))
    : undefined
}

const isNested = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : isObject(value))
