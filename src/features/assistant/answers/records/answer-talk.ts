/** Answers from speech statistics. */
import type { Statistics } from '../../../conversations/records/index.ts'
import { noCalls } from './answer-calls.ts'
import {
  type Fact,
  listFacts,
  loadCalls,
  nameCall,
  nameQuestionScope,
  stateEmpty,
  stateFacts,
} from './compose-record.ts'
import { count, formatClock, formatDuration, formatShare } from './dates.ts'
import type { AnswerKind, CallRecord, RecordPorts, RecordQuestion, RecordsAnswer } from './model.ts'

type Speaker = Statistics['speakers'][number]

interface Spoken {
  readonly call: CallRecord
  readonly statistics: Statistics
}

/** Calls with statistics, or the statement that there are none. */
async function loadSpoken(
  ports: RecordPorts,
  question: RecordQuestion,
): Promise<{ spoken: readonly Spoken[]; notice: string | null } | RecordsAnswer> {
  const { calls, notice } = await loadCalls(ports, question)
  const [first] = calls
  if (first === undefined) return noCalls(question)
  const spoken = calls.flatMap((call) => (call.statistics === null ? [] : [{ call, statistics: call.statistics }]))
  if (spoken.length > 0) return { spoken, notice }
  const reason = calls.some(({ isAnalyzed }) => !isAnalyzed)
    ? "The analysis isn't finished yet."
    : 'There is no transcript with words.'
  return stateEmpty(
    `No speech statistics are recorded for ${calls.length === 1 ? `the call ${nameCall(first)}` : 'these calls'}. ${reason}`,
  )
}

const isRatioUnknown = ({ speakers }: Statistics) => speakers.every(({ talkShare }) => talkShare === null)
const readRatio = (speaker: Speaker, byWords: boolean) => (byWords ? speaker.wordShare : (speaker.talkShare ?? 0))

export const answerTalkShare: AnswerKind = async (ports, question) => {
  const loaded = await loadSpoken(ports, question)
  if (!('spoken' in loaded)) return loaded
  const { spoken, notice } = loaded
  const [first] = spoken
  if (spoken.length > 1 || first === undefined) return shareOfMany(question, spoken, notice)
  const { call, statistics } = first
  const byWords = isRatioUnknown(statistics)
  const all = statistics.speakers.toSorted((a, b) => readRatio(b, byWords) - readRatio(a, byWords))
  if (all.length === 0) return stateEmpty(`The speakers of the call ${nameCall(call)}, aren't known.`)
  const named = all.filter(({ name }) => question.people.includes(name))
  const unit = byWords ? 'of the words' : 'of the talk time'
  const describe = (speaker: Speaker) =>
    `${speaker.name}: ${formatShare(readRatio(speaker, byWords))} ${unit}${speaker.talkTime === null ? ` (${count(speaker.words, 'word')})` : ` (${formatClock(speaker.talkTime)} min)`}`
  const lines = (named.length > 0 ? named : all).map((speaker): Fact => ({ text: describe(speaker), calls: [call.id] }))
  if (named.length === 1 && lines[0] !== undefined)
    return stateFacts([{ ...lines[0], text: `${lines[0].text} in the call ${nameCall(call)}.` }], notice)
  const isLeast = question.words.has('least') || question.words.has('less')
  const top = isLeast ? all.at(-1) : all[0]
  const sides =
    statistics.internalTalkShare === null
      ? ''
      : ` Own team: ${formatShare(statistics.internalTalkShare)}, other side: ${formatShare(1 - statistics.internalTalkShare)}.`
  const lead = `In the call ${nameCall(call)}, ${top?.name ?? ''} spoke ${isLeast ? 'least' : 'most'}.${sides} ${byWords ? 'Word' : 'Talk'} share`
  return listFacts(lead, isLeast ? lines.toReversed() : lines, { notice })
}

function shareOfMany(question: RecordQuestion, spoken: readonly Spoken[], notice: string | null): RecordsAnswer {
  const byName = new Map<string, { time: number; total: number; calls: string[] }>()
  for (const { call, statistics } of spoken) {
    if (isRatioUnknown(statistics)) continue
    const total = statistics.speakers.reduce((sum, { talkTime }) => sum + (talkTime ?? 0), 0)
    for (const { name, talkTime } of statistics.speakers) {
      const known = byName.get(name) ?? { time: 0, total: 0, calls: [] }
      byName.set(name, {
        time: known.time + (talkTime ?? 0),
        total: known.total + total,
        calls: [...known.calls, call.id],
      })
    }
  }
  const sides = new Map(spoken.flatMap(({ call }) => call.people.map(({ name, isInternal }) => [name, isInternal])))
  const wanted = [...byName].filter(([name]) => isWantedSpeaker(question, { name, internal: sides.get(name) ?? null }))
  const readShare = ({ time, total }: { time: number; total: number }) => (total === 0 ? 0 : time / total)
  // “Too much” is about the share of a call, and not about the number of calls.
  const isAboutShare = ['too', 'ratio', 'share', 'percentage', 'proportion'].some((word) => question.words.has(word))
  const sorted = wanted.sort(([, a], [, b]) => (isAboutShare ? readShare(b) - readShare(a) : b.time - a.time))
  const shares = spoken.flatMap(({ statistics }) => statistics.internalTalkShare ?? [])
  const mean = shares.reduce((sum, ratio) => sum + ratio, 0) / shares.length
  const average =
    shares.length === 0
      ? ''
      : `Our side spoke ${formatShare(mean)} of the time on average (${count(shares.length, 'call')} with both sides). `
  const isLeast = ['least', 'less', 'little', 'lowest', 'smallest'].some((word) => question.words.has(word))
  return listFacts(
    `${average}Talk time${nameQuestionScope(question)}, with the ratio in the own calls`,
    (isLeast ? sorted.toReversed() : sorted).map(([name, { time, total, calls }]) => ({
      text: `${name}: ${formatDuration(time)} in ${count(calls.length, 'call')}, ${formatShare(readShare({ time, total }))}`,
      calls,
    })),
    { notice },
  )
}

export const answerMonologue: AnswerKind = async (ports, question) => {
  const loaded = await loadSpoken(ports, question)
  if (!('spoken' in loaded)) return loaded
  const found = loaded.spoken
    .flatMap(({ call, statistics }) =>
      statistics.speakers.flatMap((speaker) =>
        speaker.longestMonologue === null || !isWantedSpeaker(question, speaker)
          ? []
          : [{ call, speaker, monologue: speaker.longestMonologue }],
      ),
    )
    .sort((a, b) => (b.monologue.duration ?? 0) - (a.monologue.duration ?? 0) || b.monologue.words - a.monologue.words)
  if (found.length === 0)
    return stateEmpty('The longest monologue is unknown, because the transcript names no speakers.')
  const isOne = loaded.spoken.length === 1
  const lines = found.map(({ call, speaker, monologue: { start, duration, words } }): Fact => {
    const length = duration === null ? count(words, 'word') : `${formatDuration(duration)} (${count(words, 'word')})`
    const at = start === null ? '' : ` at ${formatClock(start)}`
    return { text: `${speaker.name}: ${length}${at}${isOne ? '' : ` in ${nameCall(call)}`}`, calls: [call.id] }
  })
  const [first] = found
  const scope = isOne && first !== undefined ? ` in the call ${nameCall(first.call)}` : nameQuestionScope(question)
  return listFacts(`Longest monologues${scope}`, lines, { notice: loaded.notice, limit: 5 })
}

function isWantedSpeaker({ people, side }: RecordQuestion, { name, internal }: Pick<Speaker, 'name' | 'internal'>) {
  if (people.length > 0) return people.includes(name)
  return side === undefined || internal === null || internal === (side === 'internal')
}

export const answerQuestionCount: AnswerKind = async (ports, question) => {
  const loaded = await loadSpoken(ports, question)
  if (!('spoken' in loaded)) return loaded
  const { spoken, notice } = loaded
  const counted = spoken.filter(({ statistics }) => statistics.questionsAsked !== null)
  if (counted.length === 0) return stateEmpty("Questions can't be counted, because the transcript has no punctuation.")
  const speakers = Map.groupBy(
    counted.flatMap(({ call, statistics }) =>
      statistics.speakers
        .filter((speaker) => isWantedSpeaker(question, speaker))
        .map(({ name, questionsAsked }) => ({ name, asked: questionsAsked ?? 0, id: call.id })),
    ),
    ({ name }) => name,
  )
  const sums = [...speakers]
    .map(([name, all]) => ({
      name,
      asked: all.reduce((sum, one) => sum + one.asked, 0),
      calls: all.map(({ id }) => id),
    }))
    .sort((a, b) => b.asked - a.asked)
  const total = sums.reduce((sum, { asked }) => sum + asked, 0)
  const [one] = counted
  const scope =
    counted.length === 1 && one !== undefined
      ? ` in the call ${nameCall(one.call)}`
      : ` in ${count(counted.length, 'call')}${nameQuestionScope(question)}`
  const rest =
    question.people.length > 0 || question.side !== undefined
      ? total
      : counted.reduce((sum, { statistics }) => sum + (statistics.questionsAsked ?? 0), 0)
  return listFacts(
    `${count(rest, 'question')}${scope}`,
    sums.map(({ name, asked, calls }) => ({ text: `${name}: ${count(asked, 'question')}`, calls })),
    { notice },
  )
}

export const answerDynamics: AnswerKind = async (ports, question) => {
  const loaded = await loadSpoken(ports, question)
  if (!('spoken' in loaded)) return loaded
  const { spoken, notice } = loaded
  const has = (...words: readonly string[]) => words.some((word) => question.words.has(word))
  const wants = {
    pace: has('fast', 'quickly', 'slow', 'words', 'speed', 'pace', 'rate', 'tempo', 'fastest', 'slowest', 'faster'),
    interruptions: has('interrupt', 'interrupts', 'interrupted', 'interruptions'),
    silence: has('silence', 'pause', 'pauses'),
    patience: has('patient', 'patience'),
  }
  const isOne = spoken.length === 1
  const facts = spoken.slice(0, 10).flatMap(({ call, statistics }): Fact[] => {
    const place = isOne ? '' : `${nameCall(call)}: `
    const speakers = statistics.speakers.filter((speaker) => isWantedSpeaker(question, speaker))
    const fact = (text: string): Fact => ({ text: `${place}${text}`, calls: [call.id] })
    if (wants.pace) {
      const paced = speakers.flatMap(({ name, wordsPerMinute }) =>
        wordsPerMinute === null ? [] : [{ name, wordsPerMinute }],
      )
      return paced
        .toSorted((a, b) => b.wordsPerMinute - a.wordsPerMinute)
        .map(({ name, wordsPerMinute }) => fact(`${name}: ${Math.round(wordsPerMinute)} words per minute`))
    }
    if (wants.interruptions) {
      if (statistics.interruptions === null) return []
      const by = speakers.filter(({ interruptions }) => (interruptions ?? 0) > 0)
      return [
        fact(
          `${count(statistics.interruptions, 'interruption')}${by.length === 0 ? '' : ` (${by.map(({ name, interruptions }) => `${name} ${interruptions}`).join(', ')})`}`,
        ),
      ]
    }
    if (wants.silence) {
      if (statistics.silence === null) return []
      return [
        fact(
          `${formatDuration(statistics.silence)} of silence (${formatShare(statistics.silenceShare ?? 0)}), longest pause ${(statistics.longestSilence ?? 0).toFixed(1)} seconds`,
        ),
      ]
    }
    if (wants.patience)
      return statistics.patience === null
        ? []
        : [fact(`Our side waited ${statistics.patience.toFixed(1)} seconds on average before replying`)]
    return statistics.interactivity === null
      ? []
      : [
          fact(
            `Interactivity ${statistics.interactivity.toFixed(1)} of 10 (${count(statistics.speakerSwitches ?? 0, 'speaker change')})`,
          ),
        ]
  })
  if (facts.length === 0)
    return stateEmpty('These speech statistics are unknown, because the transcript has no times or speakers.')
  const [one] = spoken
  return listFacts(
    `Speech statistics${isOne && one !== undefined ? ` of the call ${nameCall(one.call)}` : nameQuestionScope(question)}`,
    facts,
    { notice },
  )
}
