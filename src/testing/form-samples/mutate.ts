/** Mutants of samples: what real files suffer, each with the truth that a reader must find or refuse. */

import { encodeOld, OLD_TEXTS } from './old-encodings.ts'
import { createPen } from './pen.ts'
import { json, type Sample } from './sample.ts'
import { createTruth, type Person, type Truth } from './truth.ts'

export type Mutation =
  | ('none' | 'units' | 'names' | 'reversed' | 'truncated' | 'nested' | 'short')
  | ('encoding' | 'old encoding')

export interface Mutant {
  readonly sample: Sample
  readonly mutation: Mutation
  readonly bytes: Buffer
  readonly fileName: string
  readonly truth: Truth
  readonly truncated: boolean
}

/** Deterministic numbers from 0 to 1 (mulberry32), so that a failure can be repeated. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const MUTATIONS: readonly Mutation[] = [
  'none',
  'units',
  'names',
  'reversed',
  'truncated',
  'encoding',
  'old encoding',
  'nested',
  'short',
]
const FACTORS = [1000, 0.001, 60, 10_000, 1_000_000]
const ENVELOPES = ['data', 'result', 'payload', 'transcript', 'wrapper', 'items']

export function mutate(sample: Sample, mutation: Mutation, random: () => number): Mutant {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const count = 4 + Math.floor(random() * 7)
  let truth = createTruth(
    sample.people ?? 3,
    mutation === 'short' ? Math.floor(random() * 6) : 0,
    mutation === 'short' ? count : undefined,
  )
  const [speech, old] = pick(OLD_TEXTS)
  if (mutation === 'old encoding') truth = createTruth(sample.people ?? 3, 0, undefined, speech)
  let factor = 1
  if (mutation === 'units' && sample.numeric === true) factor = pick(FACTORS)
  if (mutation === 'names' && sample.namesContinue !== true)
    truth = { ...truth, people: dropName(truth.people, Math.floor(random() * truth.people.length)) }
  if (mutation === 'reversed') truth = { ...truth, turns: truth.turns.toReversed() }
  let value = sample.write(truth, createPen(truth, factor))
  if (mutation === 'nested' && typeof value !== 'string') value = nest(value, pick([...ENVELOPES, '[]']))
  let text = typeof value === 'string' ? value : json(value)
  const truncated = mutation === 'truncated' || (mutation === 'old encoding' && old === 'utf-8-cut')
  if (mutation === 'truncated') text = cut(text, random)
  const bytes =
    mutation === 'old encoding'
      ? encodeOld(text, old)
      : mutation === 'encoding'
        ? encode(text, pick(['utf16le', 'utf16be', 'utf16le-bare', 'latin1', 'bom', 'crlf']))
        : Buffer.from(text)
  const extension = typeof value === 'string' ? 'txt' : 'json'
  return { sample, mutation, bytes, fileName: sample.fileName ?? `file.${extension}`, truth, truncated }
}

function dropName(people: readonly Person[], index: number): Person[] {
  return people.map((person, i) => (i === index ? { ...person, name: null } : person))
}

const nest = (value: unknown, key: string): unknown => (key === '[]' ? [value] : { [key]: value, status: 'ok' })

/** Cuts after a line in two of three cases, otherwise anywhere. */
function cut(text: string, random: () => number): string {
  const at = Math.floor(text.length * (0.2 + random() * 0.75))
  if (random() < 0.33) return text.slice(0, at)
  const end = text.indexOf('\n', at)
  return end === -1 ? text : text.slice(0, end)
}

function encode(text: string, encoding: string): Buffer {
  switch (encoding) {
    case 'utf16le':
      return Buffer.from(`\uFEFF${text}`, 'utf16le')
    case 'utf16be':
      return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
    case 'utf16le-bare':
      return Buffer.from(text, 'utf16le')
    case 'latin1':
      return Buffer.from(text, 'latin1')
    case 'crlf':
      return Buffer.from(text.replaceAll('\n', '\r\n'))
    default:
      return Buffer.from(`\uFEFF${text}`)
  }
}
