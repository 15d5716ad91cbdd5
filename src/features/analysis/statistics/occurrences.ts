/** Finds the parts of a transcript that a figure counts or measures, by the same rules that compute the figure. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../../text/transcripts/index.ts'
import { findAnswered, isPunctuated, listQuestions } from './questions.ts'
import { OCCURRENCES_MAX, type OccurrenceFigure, type StatisticsOccurrence } from './schema.ts'
import { assessSources, computeStatistics, SILENCE_FROM } from './statistics.ts'
import { findMonologues, groupIntoTurns, listInterruptions, listReplies } from './turns.ts'
import { mergeIntervals, type SpokenUtterances, spokenIn, type Utterance } from './utterances.ts'

/** Maximum number of characters of a quote. */
const QUOTE_MAX = 200

interface FoundOccurrences {
  readonly total: number
  readonly occurrences: readonly StatisticsOccurrence[]
}

/** Occurrence before it gets the speaker and the quote. */
interface Occurrence {
  readonly utterance: Utterance
  readonly text?: string
  readonly seconds?: number
  readonly answered?: boolean
}

/** @returns no occurrences of a figure that is unknown */
export function findOccurrences(input: SegmentsInput, figure: OccurrenceFigure): FoundOccurrences {
  const segments = loadSegments(input)
  const statistics = computeStatistics(segments)
  if (statistics === null || statistics[figure] === null) return { total: 0, occurrences: [] }
  const spoken = spokenIn(segments)
  const found = FINDERS[figure](spoken)
  return {
    total: found.length,
    occurrences: found.slice(0, OCCURRENCES_MAX).map((one) => serializeOccurrence(one, spoken)),
  }
}

export const occurrencesTask = defineWorkerTask(import.meta.url, findOccurrences, (segments) => isShortInput(segments))

const FINDERS: Readonly<Record<OccurrenceFigure, (spoken: SpokenUtterances) => readonly Occurrence[]>> = {
  questionsAsked: findQuestions,
  interruptions: ({ utterances }) =>
    listInterruptions(groupIntoTurns(utterances)).map(({ utterance, overlap }) => ({ utterance, seconds: overlap })),
  patience: ({ speakers, utterances }) =>
    listReplies(groupIntoTurns(utterances), (speaker) => speakers[speaker]?.internal).flatMap(({ reply, delay }) =>
      reply.utterances.slice(0, 1).map((utterance) => ({ utterance, seconds: delay })),
    ),
  silence: findPauses,
  interactivity: ({ utterances }) =>
    groupIntoTurns(utterances)
      .slice(1)
      .flatMap((turn) => turn.utterances.slice(0, 1).map((utterance) => ({ utterance }))),
  internalTalkShare: findInternalTalk,
}

function findQuestions(spoken: SpokenUtterances): Occurrence[] {
  const { utterances } = spoken
  const isAnswerKnown = assessSources(spoken).isNamed && isPunctuated(utterances)
  const answered = isAnswerKnown ? findAnswered(groupIntoTurns(utterances)) : undefined
  return utterances.flatMap((utterance) => {
    const asked = listQuestions([utterance]).reverse()
    const from = asked.length - (answered?.get(utterance) ?? 0)
    return asked.map(({ text }, at) => ({
      ...{ utterance, text },
      ...(answered === undefined ? {} : { answered: at >= from }),
    }))
  })
}

/** Pauses, as the utterances after them. */
function findPauses({ utterances }: SpokenUtterances): Occurrence[] {
  const byStart = new Map<number, Utterance>()
  for (const utterance of utterances)
    for (const [start] of utterance.intervals) if (!byStart.has(start)) byStart.set(start, utterance)
  const speech = mergeIntervals(
    utterances.flatMap(({ intervals }) => intervals),
    SILENCE_FROM,
  )
  return speech.flatMap(([start], at) => {
    const [utterance, end] = [byStart.get(start), speech[at - 1]?.[1]]
    return utterance === undefined || end === undefined ? [] : [{ utterance, seconds: start - end }]
  })
}

/** Monologues of internal speakers, longest first. */
function findInternalTalk({ speakers, utterances }: SpokenUtterances): Occurrence[] {
  const bySegment = new Map(utterances.map((utterance) => [utterance.segment, utterance]))
  return findMonologues(groupIntoTurns(utterances))
    .flatMap(({ speaker, firstSegment, start, end }) => {
      const utterance = bySegment.get(firstSegment)
      if (speakers[speaker]?.internal !== true || utterance === undefined || start === null || end === null) return []
      return [{ utterance, seconds: end - start }]
    })
    .toSorted((a, b) => b.seconds - a.seconds)
}

function serializeOccurrence(
  { utterance, text, seconds, answered }: Occurrence,
  { speakers }: SpokenUtterances,
): StatisticsOccurrence {
  const speaker = speakers[utterance.speaker]
  const quote = [...(text ?? utterance.text).slice(0, QUOTE_MAX + 1)].slice(0, QUOTE_MAX).join('')
  return {
    ...{ segment: utterance.segment, start: utterance.start, speaker: speaker?.name ?? '' },
    internal: speaker?.internal ?? null,
    quote: quote.toWellFormed(),
    seconds: seconds === undefined ? null : Math.round(seconds * 1000) / 1000,
    answered: answered ?? null,
  }
}
