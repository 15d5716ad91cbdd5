/**
 * Options chosen by the language model, in one call for all labels or in as few as the context allows. The model
 * returns an option of each label, or none, with quotes. Choices whose quotes aren't in the transcript are discarded. A
 * long conversation is split into parts, and the option with the highest total confidence is chosen.
 */
import { z } from 'zod'
import { estimateTokens, type LanguageModel } from '../../../core/language-model.ts'
import type { ChoosableLabel } from '../../conversations/labels/index.ts'
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
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { type ChosenOption, EVIDENCE_MAX } from './chosen.ts'

/** Maximum number of options in one model call, and of characters of each description. */
const OPTIONS_MAX = 300
const WORDS_MAX = 300
/** Divisor of the model context: one quarter is for the labels of one call. */
const LABELS_SHARE = 4

const SYSTEM =
  'You sort conversations. For each label you are given, choose the one option that the conversation as a whole clearly ' +
  'fits, by what the label and its options say they mean, or none. Choose none where nothing was said that decides it. ' +
  'Each choice needs evidence: the number of a line, and words copied from that line letter by letter. Choices without ' +
  `evidence are thrown away. The transcript stands between two marks. ${DATA}`

/** Model output for "no option". The angle brackets prevent a conflict with real option values. */
const NONE = '<none>'

/** @throws ModelFault */
export async function chooseByModel(
  model: LanguageModel,
  labels: readonly ChoosableLabel[],
  segments: readonly TranscriptSegment[],
  signal: AbortSignal,
): Promise<ChosenOption[]> {
  const find = spanFinder(segments)
  const chosen: ChosenOption[] = []
  for (const group of groupLabels(labels, Math.floor(model.contextTokens / LABELS_SHARE))) {
    const list = group.map(formatLabel).join('\n\n')
    const { room, maxOutputTokens } = computeTokenBudget(model, 2 * estimateTokens(list))
    const parts = splitToFit(segments, room)
    const votes: Votes = group.map(() => new Map())
    for (const [index, text] of parts.entries()) {
      const answer = await model.object({
        purpose: 'labels',
        system: SYSTEM,
        prompt: fencedData('transcript', text, `${formatRequest(index, parts.length)}\n\n${list}`),
        schema: labelsSchema(group),
        maxOutputTokens,
        signal,
      })
      count(votes, group, answer, find)
    }
    chosen.push(...group.flatMap((label, at) => chooseSurest(label, votes[at] ?? new Map())))
  }
  return chosen
}

type Find = ReturnType<typeof spanFinder>
interface Vote {
  confidence: number
  parts: number
  spans: EvidenceSpan[]
}
/** Votes of each label, by option value. */
type Votes = Map<string, Vote>[]

const toLabelKey = (at: number) => `label_${at + 1}`

const choice = (label: ChoosableLabel) =>
  z.object({
    option: z.enum([NONE, ...label.options.map(({ value }) => value)]),
    confidence: z.number().describe('0 to 1.'),
    evidence: quotesSchema('One to three short quotes; empty for none.'),
  })

const labelsSchema = (group: readonly ChoosableLabel[]) =>
  z.object(Object.fromEntries(group.map((label, at) => [toLabelKey(at), choice(label)])))

function formatLabel({ name, description, options }: ChoosableLabel, at: number): string {
  const says = (text: string) => (text === '' ? '' : `: ${shortened(text.replace(/\s+/g, ' '), WORDS_MAX)}`)
  const all = options.map(({ value, description: words }) => `- ${value}${says(words)}`)
  return [`${toLabelKey(at)} is ${name}${says(description)}`, ...all].join('\n')
}

function formatRequest(index: number, parts: number): string {
  return `Choose for ${partNamed(index, parts)} an option of each of these labels, or ${NONE}.`
}

function count(
  votes: Votes,
  group: readonly ChoosableLabel[],
  answer: Record<string, z.output<ReturnType<typeof choice>>>,
  find: Find,
) {
  group.forEach((_, at) => {
    const said = answer[toLabelKey(at)]
    if (said === undefined || said.option === NONE) return
    const spans = said.evidence.slice(0, EVIDENCE_MAX).flatMap((named) => find(named) ?? [])
    if (spans.length === 0) return
    const vote = votes[at]?.get(said.option) ?? { confidence: 0, parts: 0, spans: [] }
    vote.confidence += Math.min(1, Math.max(0, said.confidence))
    vote.parts++
    vote.spans.push(...spans)
    votes[at]?.set(said.option, vote)
  })
}

function chooseSurest(label: ChoosableLabel, votes: ReadonlyMap<string, Vote>): ChosenOption[] {
  const [best] = [...votes].sort(([, one], [, other]) => other.confidence - one.confidence)
  const option = label.options.find(({ value }) => value === best?.[0])
  if (best === undefined || option === undefined) return []
  const [, { confidence, parts, spans }] = best
  return [
    {
      ...{ labelId: label.id, optionId: option.id, source: 'ai' },
      confidence: Math.round((100 * confidence) / parts) / 100,
      evidence: uniqueSpans(spans).slice(0, EVIDENCE_MAX),
    },
  ]
}

/** Groups labels in order so that each group fits one model call. A label that is too long forms its own group. */
function groupLabels(labels: readonly ChoosableLabel[], tokens: number): ChoosableLabel[][] {
  const groups: ChoosableLabel[][] = []
  let [left, options] = [0, 0]
  for (const label of labels) {
    const more = estimateTokens(formatLabel(label, 0))
    if (groups.length === 0 || left < more || options + label.options.length > OPTIONS_MAX) {
      groups.push([])
      ;[left, options] = [tokens, 0]
    }
    groups.at(-1)?.push(label)
    left -= more
    options += label.options.length
  }
  return groups
}
