/** Candidate values of a field: mentions that its type allows, with their values. */
import { fold } from '../../../core/fold.ts'
import { stemWord } from '../../../core/stems.ts'
import { codePoints, type Json } from '../../../core/wire.ts'
import type { FieldCandidate } from './candidate.ts'
import type { FieldContext } from './context.ts'
import { isWantedThing } from './field-intent.ts'
import type { Mention } from './mentions.ts'
import { type ExtractionField, LONG_TEXT_MAX, TEXT_MAX } from './model.ts'
import { optionMentions } from './options.ts'
import { isOtherPerson, isPronoun } from './person-values.ts'
import { detectPolarities, type Polarity } from './polarity.ts'
import { isDisclaimedIn, type TranscriptView, type TurnSentence, type ViewTurn } from './transcript-view.ts'
import { isUnlikeValue } from './unlike-values.ts'

/** Maximum number of candidates per field after a fast preselection. A long conversation has thousands of numbers. */
const CANDIDATES_MAX = 80

export interface ExtractedMentions {
  readonly mentions: readonly Mention[]
  readonly leanings: readonly Polarity[]
}

export const toExtractedMentions = (talk: TranscriptView, mentions: readonly Mention[]): ExtractedMentions => ({
  mentions,
  leanings: detectPolarities(talk),
})

export function candidatesFor(context: FieldContext, index: number, found: ExtractedMentions): FieldCandidate[] {
  const { field } = context.intents[index] ?? {}
  if (field === undefined) return []
  const all = listCandidatesByType(context, index, field, found).filter((candidate) =>
    isUsable(context, index, field, candidate),
  )
  if (all.length <= CANDIDATES_MAX) return all
  const counts = new Map<string, number>()
  for (const { key } of all) counts.set(key, (counts.get(key) ?? 0) + 1)
  const glance = all.map((candidate) => ({
    candidate,
    worth: scoreCandidate(context, index, candidate) + Math.log2(counts.get(candidate.key) ?? 1) / 6,
  }))
  return glance
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, CANDIDATES_MAX)
    .map(({ candidate }) => candidate)
}

/** Texts are shown whole, and answers of yes or no count negations themselves. Other values lose the words around them. */
function isUsable(context: FieldContext, index: number, field: ExtractionField, candidate: FieldCandidate): boolean {
  const { view } = context
  const { turn, kind, form, from, to, text } = candidate
  if (kind === 'clause' || form === 'yes') return true
  if (field.responseType === 'text' && (isPronoun(text) || isOtherPerson(context, index, candidate))) return false
  return !isDisclaimedIn(view, turn, from, to) && !(field.responseType === 'number' && isUnlikeValue(field, candidate))
}

function scoreCandidate(
  context: FieldContext,
  field: number,
  { turn, sentence, kind, strength, selfNamed, thing }: FieldCandidate,
): number {
  const [title, all] = context.coverage(field, sentence)
  const asked = Math.max(
    0,
    ...(context.askedBefore[turn.at] ?? []).map(({ sentence: one, proximity }) => {
      const [t, a] = context.coverage(field, one)
      return (t + a) * proximity
    }),
  )
  const fits = context.intents[field]?.kinds.has(kind) === true ? 0.5 : 0
  const named = thing !== undefined && isWantedThing(context.intents[field], thing) === true ? 0.5 : 0
  return title + all + named + asked * 1.5 + fits + (strength ?? 0) + (selfNamed === true ? 0.7 : 0) - turn.at / 1e6
}

function listCandidatesByType(
  context: FieldContext,
  index: number,
  field: ExtractionField,
  found: ExtractedMentions,
): FieldCandidate[] {
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
const toCandidate = (mention: Mention, value: Json, key: string): FieldCandidate => ({
  ...mention,
  ...{ form: mention.kind, value, key, words: mention.words.length },
  ...unitAfter(mention),
})

function unitAfter({ turn, sentence, to, text, kind }: Mention): { unitStem?: string } {
  if (kind === 'duration') return { unitStem: stemWord(fold(/\p{L}+$/u.exec(text)?.[0] ?? '')) }
  const next = turn.tokens.slice(sentence.first, sentence.last).find((token) => token.from >= to)
  return next === undefined || next.from - to > 2 ? {} : { unitStem: next.stem }
}

function asNumber(mention: Mention): FieldCandidate[] {
  const { number, text, kind } = mention
  if (number !== undefined) return [toCandidate(mention, number, String(number))]
  // "at 7" can be a time or a number. The words of the field decide.
  const digits = kind === 'code' || kind === 'phone' ? undefined : /^\d{1,2}$/.exec(text)?.[0]
  return digits === undefined ? [] : [toCandidate(mention, Number(digits), digits)]
}

function asDate(mention: Mention): FieldCandidate[] {
  return mention.day === undefined ? [] : [toCandidate(mention, mention.day, mention.day)]
}

const EDGES = /^[\s"'“”‘’()[\]{},.;:!?–—-]+|[\s"'“”‘’()[\]{},.;:!–—-]+$/g

/** Beginning of a relative clause, which isn't a name: “somebody who's small like us”. */
const RELATIVE = /^(?:who|whom|whose|which|that|where)(?:['’]\p{L}+)?\s/iu

function asText(context: FieldContext, index: number, field: ExtractionField, mention: Mention): FieldCandidate[] {
  const value = mention.kind === 'clause' ? mention.text : mention.text.replace(EDGES, '')
  const length = codePoints(value)
  if (length === 0 || length > (field.allowLongResponse ? LONG_TEXT_MAX : TEXT_MAX)) return []
  if (mention.kind !== 'clause' && RELATIVE.test(value)) return []
  if (mention.kind !== 'clause') return [toCandidate(mention, value, mention.words.join(' '))]
  // A sentence and its turn have the same key, because they are the same answer in different lengths.
  return mayAnswer(context, index, mention) ? [toCandidate(mention, value, `turn ${mention.turn.at}`)] : []
}

/** Whether a sentence answers a question or mentions the field. Other sentences are too many to evaluate. */
function mayAnswer(
  context: FieldContext,
  index: number,
  { turn, sentence }: { turn: ViewTurn; sentence: TurnSentence },
): boolean {
  if (sentence.at < 4 && (context.askedBefore[turn.at]?.length ?? 0) > 0) return true
  const [title, all] = context.coverage(index, sentence)
  return title > 0 || all > 0.3
}

function asBoolean(
  context: FieldContext,
  index: number,
  found: ExtractedMentions,
  told: (value: boolean) => Json,
): FieldCandidate[] {
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

function asOption(
  context: FieldContext,
  index: number,
  field: ExtractionField,
  found: ExtractedMentions,
): FieldCandidate[] {
  const [yes, no] = YES_NO.map((word) => field.options.find((option) => fold(option) === word))
  if (yes !== undefined && no !== undefined) return asBoolean(context, index, found, (value) => (value ? yes : no))
  const dates = found.mentions.filter(({ kind }) => kind === 'date')
  return optionMentions(context.view, field, dates).map(({ option, turn, sentence, from, to, strength }) => {
    const before = turn.tokens.slice(sentence.first, sentence.last).findLast((token) => token.to <= from)
    return {
      ...{ turn, sentence, from, to, kind: 'answer' as const, form: 'option' as const, strength },
      ...{ text: turn.text.slice(from, to), value: option, key: option, words: 1 },
      ...(before === undefined ? {} : { preposition: before.word }),
    }
  })
}
