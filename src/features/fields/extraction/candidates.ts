/** Candidate values of a field: mentions that its type allows, with their values. */
import { fold } from '../../../core/fold.ts'
import { stemOf } from '../../../core/terms.ts'
import { codePoints, type Json } from '../../../core/wire.ts'
import type { Candidate } from './candidate.ts'
import type { Context } from './context.ts'
import { isWantedThing } from './field-intent.ts'
import type { Mention } from './mentions.ts'
import { type AskedField, LONG_TEXT_MAX, TEXT_MAX } from './model.ts'
import { optionMentions } from './options.ts'
import { type Leaning, leaningsOf } from './polarity.ts'
import type { Sentence, Talk, Turn } from './transcript-view.ts'

/** Maximum number of candidates per field after a fast preselection. A long conversation has thousands of numbers. */
const CANDIDATES_MAX = 80

export interface Found {
  readonly mentions: readonly Mention[]
  readonly leanings: readonly Leaning[]
}

export const foundIn = (talk: Talk, mentions: readonly Mention[]): Found => ({ mentions, leanings: leaningsOf(talk) })

export function candidatesFor(context: Context, index: number, found: Found): Candidate[] {
  const { field } = context.wanted[index] ?? {}
  if (field === undefined) return []
  const all = ofType(context, index, field, found)
  if (all.length <= CANDIDATES_MAX) return all
  const counts = new Map<string, number>()
  for (const { key } of all) counts.set(key, (counts.get(key) ?? 0) + 1)
  const glance = all.map((candidate) => ({
    candidate,
    worth: worthOf(context, index, candidate) + Math.log2(counts.get(candidate.key) ?? 1) / 6,
  }))
  return glance
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, CANDIDATES_MAX)
    .map(({ candidate }) => candidate)
}

function worthOf(
  context: Context,
  field: number,
  { turn, sentence, kind, strength, selfNamed, thing }: Candidate,
): number {
  const [title, all] = context.coverage(field, sentence)
  const asked = Math.max(
    0,
    ...(context.askedBefore[turn.at] ?? []).map(({ sentence: one, near }) => {
      const [t, a] = context.coverage(field, one)
      return (t + a) * near
    }),
  )
  const fits = context.wanted[field]?.kinds.has(kind) === true ? 0.5 : 0
  const named = thing !== undefined && isWantedThing(context.wanted[field], thing) === true ? 0.5 : 0
  return title + all + named + asked * 1.5 + fits + (strength ?? 0) + (selfNamed === true ? 0.7 : 0) - turn.at / 1e6
}

function ofType(context: Context, index: number, field: AskedField, found: Found): Candidate[] {
  switch (field.responseType) {
    case 'number':
      return found.mentions.flatMap(asNumber)
    case 'date':
      return found.mentions.flatMap(asDate)
    case 'boolean':
      return asBoolean(context, index, found, (value) => value)
    case 'text':
      return found.mentions.flatMap((mention) => asText(context, index, field, mention))
    default:
      return asOption(context, index, field, found)
  }
}

/** Creates a candidate from a mention and its value. */
const of = (mention: Mention, value: Json, key: string): Candidate => ({
  ...mention,
  ...{ form: mention.kind, value, key, words: mention.words.length },
  ...unitAfter(mention),
})

function unitAfter({ turn, sentence, to, text, kind }: Mention): { unitStem?: string } {
  if (kind === 'duration') return { unitStem: stemOf(fold(/\p{L}+$/u.exec(text)?.[0] ?? '')) }
  const next = turn.tokens.slice(sentence.first, sentence.last).find((token) => token.from >= to)
  return next === undefined || next.from - to > 2 ? {} : { unitStem: next.stem }
}

function asNumber(mention: Mention): Candidate[] {
  const { number, text, kind } = mention
  if (number !== undefined) return [of(mention, number, String(number))]
  // "at 7" can be a time or a number. The words of the field decide.
  const digits = kind === 'code' || kind === 'phone' ? undefined : /^\d{1,2}$/.exec(text)?.[0]
  return digits === undefined ? [] : [of(mention, Number(digits), digits)]
}

function asDate(mention: Mention): Candidate[] {
  return mention.day === undefined ? [] : [of(mention, mention.day, mention.day)]
}

const EDGES = /^[\s"'“”‘’()[\]{},.;:!?–—-]+|[\s"'“”‘’()[\]{},.;:!–—-]+$/g

function asText(context: Context, index: number, field: AskedField, mention: Mention): Candidate[] {
  const value = mention.kind === 'clause' ? mention.text : mention.text.replace(EDGES, '')
  const length = codePoints(value)
  if (length === 0 || length > (field.allowLongResponse ? LONG_TEXT_MAX : TEXT_MAX)) return []
  if (mention.kind !== 'clause') return [of(mention, value, mention.words.join(' '))]
  // A sentence and its turn have the same key, because they are the same answer in different lengths.
  return isOf(context, index, mention) ? [of(mention, value, `turn ${mention.turn.at}`)] : []
}

/** Whether a sentence answers a question or mentions the field. Other sentences are too many to evaluate. */
function isOf(context: Context, index: number, { turn, sentence }: { turn: Turn; sentence: Sentence }): boolean {
  if (sentence.at < 4 && (context.askedBefore[turn.at]?.length ?? 0) > 0) return true
  const [title, all] = context.coverage(index, sentence)
  return title > 0 || all > 0.3
}

function asBoolean(context: Context, index: number, found: Found, told: (value: boolean) => Json): Candidate[] {
  return found.leanings.flatMap((leaning) => {
    const { turn, sentence, plain } = leaning
    const [title, all] = context.coverage(index, sentence)
    const asked = (context.askedBefore[turn.at] ?? []).some(
      ({ sentence: one }) => context.coverage(index, one)[1] > 0.2,
    )
    if (plain ? !asked : title < 0.3 && all < 0.4 && !(asked && sentence.at === 0)) return []
    const value = told(leaning.value)
    const text = turn.text.slice(sentence.from, sentence.to).trim()
    return [
      {
        ...{ turn, sentence, from: sentence.from, to: sentence.to, kind: 'clause' as const, form: 'yes' as const },
        ...{ text, value, key: String(value), words: Math.min(10, sentence.last - sentence.first), plain },
      },
    ]
  })
}

const YES_NO = ['yes', 'no'] as const

function asOption(context: Context, index: number, field: AskedField, found: Found): Candidate[] {
  const [yes, no] = YES_NO.map((word) => field.options.find((option) => fold(option) === word))
  if (yes !== undefined && no !== undefined) return asBoolean(context, index, found, (value) => (value ? yes : no))
  const dates = found.mentions.filter(({ kind }) => kind === 'date')
  return optionMentions(context.talk, field, dates).map(({ option, turn, sentence, from, to, strength }) => {
    const before = turn.tokens.slice(sentence.first, sentence.last).findLast((token) => token.to <= from)
    return {
      ...{ turn, sentence, from, to, kind: 'answer' as const, form: 'option' as const, strength },
      ...{ text: turn.text.slice(from, to), value: option, key: option, words: 1 },
      ...(before === undefined ? {} : { preposition: before.word }),
    }
  })
}
