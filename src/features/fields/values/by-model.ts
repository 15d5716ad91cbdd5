/**
 * Values found by the language model, in one call for all items or in as few as the context allows. Each answer has the
 * type of its item and quotes its evidence. Answers are discarded if no quote is in the transcript, or if a number or
 * text doesn't occur near the quotes. A long conversation is split into parts: the answer with the highest confidence
 * is used, the later one if they are equal. The options of a multipicklist are combined.
 */
import { z } from 'zod'
import { estimateTokens, type LanguageModel } from '../../../core/language-model.ts'
import { extractTerms } from '../../../core/terms.ts'
import type { Json } from '../../../core/wire.ts'
import { type EvidenceSpan, shortened } from '../../text/extractive-summary/index.ts'
import {
  computeTokenBudget,
  DATA,
  fencedData,
  partNamed,
  quotesSchema,
  spanFinder,
  splitToFit,
  uniqueSpans,
} from '../../text/model-input/index.ts'
import { loadSegments, type SegmentsInput, segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'
import { type FieldEvidence, numbersIn } from '../extraction/index.ts'
import type { ApplicableItem } from './applicable-items.ts'
import { validateValue } from './model.ts'

/** Maximum number of items and options in one model call, and of characters of each prompt. */
const ITEMS_MAX = 60
const OPTIONS_MAX = 300
const WORDS_MAX = 600
/** Divisor of the model context: one quarter is for the items of one call. */
const ITEMS_SHARE = 4
const EVIDENCE_MAX = 3

const CONFIDENCES = { sure: 0.9, likely: 0.75, unsure: 0.55 } as const
const SYSTEM =
  'You fill in fields about a conversation. For each field you are given, tell the value that was said, in the form the ' +
  'field asks for, or null. Tell null where nobody said it: never guess, and never tell what is only usual. Where ' +
  'somebody changed their mind, the last word counts. Each value needs evidence: the number of a line, and words copied ' +
  'from that line letter by letter. Values without evidence are thrown away. The transcript stands between two marks. ' +
  DATA

export interface ModelValue {
  readonly itemId: string
  readonly value: Json
  readonly confidence: number
  readonly evidence: readonly FieldEvidence[]
}

export interface ModelAnswer {
  readonly values: readonly ModelValue[]
  /** IDs of items whose model answer failed validation. */
  readonly thrownAway: ReadonlySet<string>
}

/** @throws ModelFault */
export async function valuesByModel(
  model: LanguageModel,
  items: readonly ApplicableItem[],
  { segments: input, saidOn }: { readonly segments: SegmentsInput; readonly saidOn: Date | null },
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const segments = loadSegments(input)
  const check = checkedAgainst(segments)
  const values: ModelValue[] = []
  const thrownAway = new Set<string>()
  for (const group of groupFields(items, Math.floor(model.contextTokens / ITEMS_SHARE))) {
    const list = group.map(formatField).join('\n\n')
    const { room, maxOutputTokens } = computeTokenBudget(model, 2 * estimateTokens(list))
    const parts = splitToFit(segments, room)
    const found: ModelValue[][] = group.map(() => [])
    for (const [index, text] of parts.entries()) {
      const answer = await model.object({
        purpose: 'fields',
        system: SYSTEM,
        prompt: fencedData('transcript', text, `${formatRequest(index, parts.length, saidOn)}\n\n${list}`),
        schema: fieldsSchema(group),
        maxOutputTokens,
        signal,
      })
      for (const [at, item] of group.entries()) {
        const said = answer[toFieldKey(at)]
        if (said === undefined || said.value === null) continue
        const value = check(item, said)
        if (value === undefined) thrownAway.add(item.id)
        else found[at]?.push(value)
      }
    }
    for (const [at, item] of group.entries()) {
      const value = combineValues(item, found[at] ?? [])
      if (value !== undefined) values.push(value)
    }
  }
  return { values, thrownAway }
}

const toFieldKey = (at: number) => `field_${at + 1}`

const answerSchema = (item: ApplicableItem) =>
  z.object({
    value: valueSchema(item).nullable(),
    certainty: z.enum(['sure', 'likely', 'unsure']),
    evidence: quotesSchema('One to three short quotes; empty for null.'),
  })
type ModelFieldAnswer = z.output<ReturnType<typeof answerSchema>>

function valueSchema({ responseType, options }: ApplicableItem): z.ZodType<Json> {
  switch (responseType) {
    case 'number':
      return z.number()
    case 'boolean':
      return z.boolean()
    case 'date':
      return z.string().describe('YYYY-MM-DD')
    case 'picklist':
      return z.enum(options as [string, ...string[]])
    case 'multipicklist':
      return z.array(z.enum(options as [string, ...string[]]))
    default:
      return z.string()
  }
}

const fieldsSchema = (group: readonly ApplicableItem[]) =>
  z.object(Object.fromEntries(group.map((item, at) => [toFieldKey(at), answerSchema(item)])))

function formatField(
  { title, prompt, responseType, options, maxValues, allowLongResponse }: ApplicableItem,
  at: number,
): string {
  const asks = prompt === '' ? '' : `: ${shortened(prompt.replace(/\s+/g, ' '), WORDS_MAX)}`
  const most = maxValues === null ? '' : `, at most ${maxValues} of them`
  const forms: Record<ApplicableItem['responseType'], string> = {
    text: allowLongResponse ? 'in a sentence or two' : 'in a few words, as they were said',
    number: 'a number',
    boolean: 'true or false',
    date: 'a day',
    picklist: `one of: ${options.join(' | ')}`,
    multipicklist: `some of${most}: ${options.join(' | ')}`,
  }
  return `${toFieldKey(at)} is ${title} (${forms[responseType]})${asks}`
}

function formatRequest(index: number, parts: number, saidOn: Date | null): string {
  const day = saidOn === null ? '' : ` It took place on ${saidOn.toISOString().slice(0, 10)}.`
  return `Fill in these fields about ${partNamed(index, parts)}.${day}`
}

function checkedAgainst(segments: readonly TranscriptSegment[]) {
  const find = spanFinder(segments)
  return (item: ApplicableItem, said: ModelFieldAnswer): ModelValue | undefined => {
    const spans = uniqueSpans(said.evidence.slice(0, EVIDENCE_MAX).flatMap((named) => find(named) ?? []))
    const fits = said.value === null ? { problem: '' } : validateValue(item, trimmed(said.value))
    if (spans.length === 0 || 'problem' in fits || !isSupported(item, fits.value, spans, segments)) return undefined
    return { itemId: item.id, value: fits.value, confidence: CONFIDENCES[said.certainty], evidence: spans }
  }
}

const trimmed = (value: Json): Json =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed().trim() : value

/** Offsets of the segments around a quote that are searched for the value. */
const AROUND = [-1, 0, 1]

/** Whether the value occurs in the quoted or adjacent segments. This doesn't verify that the value is correct. */
function isSupported(
  { responseType }: ApplicableItem,
  value: Json,
  spans: readonly EvidenceSpan[],
  segments: readonly TranscriptSegment[],
): boolean {
  if (responseType !== 'number' && responseType !== 'text') return true
  const near = spans
    .flatMap(({ segment }) => AROUND.map((step) => segments[segment + step]))
    .map((segment) => (segment === undefined ? '' : segmentText(segment)))
    .join('\n')
  if (responseType === 'number') return numbersIn(near).has(Number(value))
  const wanted = extractTerms(String(value))
  const said = new Set(extractTerms(near))
  return wanted.length === 0 || wanted.some((term) => said.has(term))
}

function combineValues(item: ApplicableItem, found: readonly ModelValue[]): ModelValue | undefined {
  const best = found.reduce<ModelValue | undefined>(
    (one, other) => (one === undefined || other.confidence >= one.confidence ? other : one),
    undefined,
  )
  if (best === undefined || item.responseType !== 'multipicklist' || found.length === 1) return best
  const chosen = new Set(found.flatMap(({ value }) => value as string[]))
  const value = item.options.filter((option) => chosen.has(option)).slice(0, item.maxValues ?? item.options.length)
  return {
    ...{ itemId: item.id, value, confidence: Math.min(...found.map(({ confidence }) => confidence)) },
    evidence: found.flatMap(({ evidence }) => evidence).slice(0, EVIDENCE_MAX),
  }
}

/** Groups items in order so that each group fits one model call. An item that is too long forms its own group. */
function groupFields(items: readonly ApplicableItem[], tokens: number): ApplicableItem[][] {
  const groups: ApplicableItem[][] = []
  let [left, options] = [0, 0]
  for (const item of items) {
    const more = estimateTokens(formatField(item, 0))
    const last = groups.at(-1)
    if (last === undefined || left < more || last.length >= ITEMS_MAX || options + item.options.length > OPTIONS_MAX) {
      groups.push([])
      ;[left, options] = [tokens, 0]
    }
    groups.at(-1)?.push(item)
    left -= more
    options += item.options.length
  }
  return groups
}
