/**
 * Words that kinds of questions know: of their patterns, and of example questions. `npm run train:kinds` writes the
 * words of the examples.
 */
import type { KindRow } from './kind-row.ts'
import vocabulary from './kind-vocabulary.json' with { type: 'json' }
import { KINDS, type RecordKind } from './kinds.ts'
import { NEUTRAL } from './question-words.ts'
import { CLASSES } from './vocabulary.ts'

const OF_EXAMPLES: Readonly<Record<string, readonly string[]>> = vocabulary.kinds

const OF_KINDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries<KindRow>(KINDS).map(([kind, { also }]) => [
    kind,
    new Set([...NEUTRAL, ...also.trim().split(/\s+/), ...vocabulary.common, ...(OF_EXAMPLES[kind] ?? [])]),
  ]),
)

/** Words that a question of this kind can contain, and that restrict nothing. */
export const wordsOfKind = (kind: RecordKind): ReadonlySet<string> => OF_KINDS.get(kind) ?? NEUTRAL

const OWN: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries<KindRow>(KINDS).map(([kind, { also }]) => [kind, new Set([...NEUTRAL, ...also.trim().split(/\s+/)])]),
)

/** Whether a word is neutral or part of the kind's own patterns. Words of examples can also be things. */
export const isOwnWord = (kind: RecordKind, word: string): boolean => OWN.get(kind)?.has(word) === true

/** Words by which example questions of this kind differ from those of all others. */
export const examplesOfKind = (kind: RecordKind): readonly string[] => OF_EXAMPLES[kind] ?? []

/** Words of patterns. Other spellings of them are typing errors. */
export const PATTERN_WORDS: ReadonlySet<string> = new Set([
  ...NEUTRAL,
  ...Object.values(CLASSES).flat(),
  ...Object.values<KindRow>(KINDS).flatMap(({ patterns, also }) => [
    ...patterns.flatMap((pattern) => pattern.replace(/[\^=]/g, '').split(/[ |]/)),
    ...also.trim().split(/\s+/),
  ]),
])

const ALL: ReadonlySet<string> = new Set([...PATTERN_WORDS, ...vocabulary.common, ...Object.values(OF_EXAMPLES).flat()])

/** Whether a word is part of questions in general, so that it isn't a name unless it is capitalized. */
export const isKnownWord = (word: string): boolean => ALL.has(word)
