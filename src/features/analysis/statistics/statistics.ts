/**
 * Computes the figures from utterances and turns. A figure is `null` if its source data is unknown: durations without
 * times, turns without speakers, shares of sides without internal flags. See docs/statistics.md for the formulas.
 */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import type { Statistics } from '../../conversations/records/index.ts'
import { isShortInput, loadSegments, type SegmentsInput, type TranscriptSegment } from '../../text/transcripts/index.ts'
import { countQuestions, isPunctuated, type QuestionCounts, questionsIn } from './questions.ts'
import { computeTalkStrip } from './speech-strip.ts'
import {
  computeReplyDelay,
  countInterruptions,
  findMonologues,
  groupIntoTurns,
  type Monologue,
  type SpeakerTurn,
} from './turns.ts'
import { type Interval, mergeIntervals, type SpokenUtterances, spokenIn, type Utterance } from './utterances.ts'

/** Minimum ratio of words with known times, or with known speakers. */
const ENOUGH = 0.9
/** Minimum talk time in seconds for computing a pace. */
const PACE_FROM = 10
/** Minimum duration of a silence in seconds. */
export const SILENCE_FROM = 1
const INTERACTIVITY_MAX = 10
const SPEAKERS_TOLD = 200

type StatisticsContent = Omit<Statistics, 'transcriptVersion'>

export function statisticsIn(segments: SegmentsInput): StatisticsContent | null {
  return computeStatistics(loadSegments(segments))
}

export const statisticsTask = defineWorkerTask(import.meta.url, statisticsIn, isShortInput)

/** @returns null if the transcript has no words */
export function computeStatistics(segments: readonly TranscriptSegment[]): StatisticsContent | null {
  const spoken = spokenIn(segments)
  const { speakers, utterances } = spoken
  const words = sum(utterances, (one) => one.words)
  if (words === 0) return null
  const { timedWords, namedWords, isTimed, isNamed } = assessSources(spoken)
  const time = isTimed ? measureTalkTime(spoken) : undefined
  const floor = isNamed ? measureTurnTaking(spoken, isTimed) : undefined
  const isWritten = isPunctuated(utterances)
  const asked = floor !== undefined && isWritten ? countQuestions(floor.turns) : undefined
  const minutes = time === undefined ? 0 : time.duration / 60
  return {
    words,
    timedShare: roundTo(timedWords / words, 4),
    namedShare: roundTo(namedWords / words, 4),
    duration: inTime(time?.duration),
    speakerCount: speakers.filter(({ name }) => name !== '').length,
    speakerSwitches: floor === undefined ? null : floor.turns.length - 1,
    interactivity:
      floor === undefined || minutes === 0
        ? null
        : roundTo(Math.min(INTERACTIVITY_MAX, (floor.turns.length - 1) / minutes), 2),
    patience: inTime(
      floor === undefined || time === undefined
        ? undefined
        : computeReplyDelay(floor.turns, (speaker) => speakers[speaker]?.internal),
    ),
    internalTalkShare: time === undefined || floor === undefined ? null : internalShare(speakers, time.talk),
    longestMonologue: serializeNamedMonologue(floor?.longest, speakers, isTimed),
    longestCustomerStory: serializeNamedMonologue(floor?.story, speakers, isTimed),
    silence: inTime(time?.silence),
    silenceShare: time === undefined || time.duration === 0 ? null : roundTo(time.silence / time.duration, 4),
    longestSilence: inTime(time?.longestSilence),
    interruptions: floor?.interruptions === undefined ? null : sum([...floor.interruptions.values()], (n) => n),
    questionsAsked: isWritten ? sum(utterances, ({ text }) => questionsIn(text)) : null,
    questionsAnswered: asked === undefined ? null : sum([...asked.values()], ({ answered }) => answered),
    talkStrip: computeTalkStrip(spoken, isTimed),
    speakers: toSpeakerStatistics(spoken, { words, isTimed, time, floor, questions: asked }),
  }
}

/** Words with known times and speakers, and whether they are enough for figures of times and turns. */
export function assessSources({ speakers, utterances }: SpokenUtterances) {
  const words = sum(utterances, (one) => one.words)
  const timedWords = sum(utterances, (one) => (one.intervals.length > 0 ? one.words : 0))
  const namedWords = sum(utterances, ({ speaker, words: said }) => (speakers[speaker]?.name === '' ? 0 : said))
  return {
    ...{ timedWords, namedWords },
    isTimed: timedWords >= ENOUGH * words,
    isNamed: namedWords >= ENOUGH * words,
  }
}

interface Time {
  readonly duration: number
  /** Talk time in seconds by speaker; overlapping intervals of the same speaker count once. */
  readonly talk: ReadonlyMap<number, number>
  readonly silence: number
  readonly longestSilence: number
}

function measureTalkTime({ utterances }: SpokenUtterances): Time {
  const talk = new Map<number, number>()
  for (const [speaker, said] of Map.groupBy(utterances, (one) => one.speaker)) {
    talk.set(
      speaker,
      sumIntervals(
        mergeIntervals(
          said.flatMap(({ intervals }) => intervals),
          0,
        ),
      ),
    )
  }
  const anybody = mergeIntervals(
    utterances.flatMap(({ intervals }) => intervals),
    SILENCE_FROM,
  )
  const [first, last] = [anybody[0], anybody.at(-1)]
  let [silence, longestSilence] = [0, 0]
  anybody.forEach(([start], at) => {
    const pause = start - (anybody[at - 1]?.[1] ?? start)
    silence += pause
    if (pause > longestSilence) longestSilence = pause
  })
  const duration = first === undefined || last === undefined ? 0 : last[1] - first[0]
  return { duration, talk, silence, longestSilence }
}

const sumIntervals = (intervals: readonly Interval[]) => sum(intervals, ([start, end]) => end - start)

interface Floor {
  readonly turns: readonly SpeakerTurn[]
  readonly longest: Monologue | undefined
  readonly story: Monologue | undefined
  readonly longestBy: ReadonlyMap<number, Monologue>
  readonly interruptions: ReadonlyMap<number, number> | undefined
}

function measureTurnTaking({ speakers, utterances }: SpokenUtterances, isTimed: boolean): Floor {
  const turns = groupIntoTurns(utterances)
  const length = ({ start, end, words }: Monologue) =>
    !isTimed ? words : start === null || end === null ? 0 : end - start
  const longestBy = new Map<number, Monologue>()
  for (const one of findMonologues(turns)) {
    const longest = longestBy.get(one.speaker)
    if (longest === undefined || length(one) > length(longest)) longestBy.set(one.speaker, one)
  }
  const findLongestMonologue = (is: (speaker: SpokenUtterances['speakers'][number]) => boolean) =>
    [...longestBy.values()]
      .filter((one) => is(speakers[one.speaker] ?? { name: '' }))
      .reduce<Monologue | undefined>(
        (most, one) => (most === undefined || length(one) > length(most) ? one : most),
        undefined,
      )
  return {
    turns,
    longest: findLongestMonologue(({ name }) => name !== ''),
    story: findLongestMonologue(({ internal }) => internal === false),
    longestBy,
    interruptions: isTimed ? countInterruptions(turns, utterances) : undefined,
  }
}

/** Talk share of the internal side; null unless both sides speak. */
function internalShare(speakers: SpokenUtterances['speakers'], talk: Time['talk']): number | null {
  const sumSide = (side: boolean) => sum([...talk], ([at, seconds]) => (speakers[at]?.internal === side ? seconds : 0))
  const [inside, outside] = [sumSide(true), sumSide(false)]
  const known =
    speakers.some(({ internal }) => internal === true) && speakers.some(({ internal }) => internal === false)
  return known && inside + outside > 0 ? roundTo(inside / (inside + outside), 4) : null
}

interface TranscriptTotals {
  readonly words: number
  readonly isTimed: boolean
  readonly time: Time | undefined
  readonly floor: Floor | undefined
  readonly questions: ReadonlyMap<number, QuestionCounts> | undefined
}

function toSpeakerStatistics(
  { speakers, utterances }: SpokenUtterances,
  whole: TranscriptTotals,
): StatisticsContent['speakers'] {
  const { time, floor, questions } = whole
  const said = Map.groupBy(utterances, ({ speaker }) => speaker)
  const turns = floor === undefined ? undefined : Map.groupBy(floor.turns, ({ speaker }) => speaker)
  const talkOfAll = time === undefined ? 0 : sum([...time.talk.values()], (seconds) => seconds)
  return speakers
    .map((speaker, at) => {
      const own = said.get(at) ?? []
      const words = sum(own, (one) => one.words)
      const talk = time?.talk.get(at)
      return {
        id: speaker.id ?? null,
        name: speaker.name,
        email: speaker.email ?? null,
        internal: speaker.internal ?? null,
        words,
        wordShare: roundTo(words / whole.words, 4),
        talkTime: inTime(talk),
        talkShare: talk === undefined || talkOfAll === 0 ? null : roundTo(talk / talkOfAll, 4),
        wordsPerMinute: talk === undefined || talk < PACE_FROM ? null : computePace(own, talk),
        turns: turns === undefined ? null : (turns.get(at)?.length ?? 0),
        longestMonologue: serializeMonologue(floor?.longestBy.get(at), whole.isTimed),
        interruptions: floor?.interruptions === undefined ? null : (floor.interruptions.get(at) ?? 0),
        questionsAsked: questions === undefined ? null : (questions.get(at)?.asked ?? 0),
        questionsAnswered: questions === undefined ? null : (questions.get(at)?.answered ?? 0),
      }
    })
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => b.words - a.words)
    .slice(0, SPEAKERS_TOLD)
}

/** Words per minute, from words with known times, because the talk time covers only those. */
const computePace = (own: readonly Utterance[], talk: number) =>
  roundTo(sum(own, ({ intervals, words }) => (intervals.length > 0 ? words : 0)) / (talk / 60), 1)

function serializeMonologue(one: Monologue | undefined, isTimed: boolean) {
  if (one === undefined) return null
  const { firstSegment, lastSegment, words } = one
  const [start, end] = isTimed ? [one.start, one.end] : [null, null]
  return {
    ...{ firstSegment, lastSegment, start, end, words },
    duration: start === null || end === null ? null : roundTo(end - start, 3),
  }
}

function serializeNamedMonologue(one: Monologue | undefined, speakers: SpokenUtterances['speakers'], isTimed: boolean) {
  const told = serializeMonologue(one, isTimed)
  return one === undefined || told === null ? null : { speaker: speakers[one.speaker]?.name ?? '', ...told }
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  let total = 0
  for (const one of all) total += of(one)
  return total
}

const roundTo = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

/** Seconds with three decimals. */
const inTime = (seconds: number | null | undefined) => (seconds == null ? null : roundTo(seconds, 3))
