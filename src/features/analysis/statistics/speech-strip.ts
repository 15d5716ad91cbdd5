/** Summarizes a call in 26 bars: how much each side speaks in each part. Small enough for every row of a list. */
import type { Statistics } from '../../conversations/records/index.ts'
import type { SpokenUtterances, Utterance } from './utterances.ts'

const BARS = 26

type TalkStrip = NonNullable<Statistics['talkStrip']>

/**
 * Speech of both sides in percent of each part. Speakers of an unknown side count as external. Without times, the parts have
 * equal numbers of words.
 * @returns null if the side of no speaker is known
 */
export function computeTalkStrip({ speakers, utterances }: SpokenUtterances, isTimed: boolean): TalkStrip | null {
  if (speakers.every(({ internal }) => internal === undefined)) return null
  const spans = fromZero(isTimed ? utterances.flatMap(toTimeSpans) : toWordSpans(utterances))
  const length = spans.reduce((last, span) => Math.max(last, span.to), 0) / BARS
  if (!(length > 0)) return null
  const sides = { internal: new Float64Array(BARS), external: new Float64Array(BARS) }
  for (const { from, to, speaker } of spans) {
    const side = speakers[speaker]?.internal === true ? sides.internal : sides.external
    const last = Math.min(BARS - 1, Math.floor(to / length))
    for (let bar = Math.floor(from / length); bar <= last; bar++) {
      const overlap = Math.min(to, (bar + 1) * length) - Math.max(from, bar * length)
      side[bar] = (side[bar] ?? 0) + Math.max(0, overlap)
    }
  }
  const toPercents = (seconds: Float64Array) =>
    [...seconds].map((one) => Math.min(100, Math.round((one / length) * 100)))
  return { internal: toPercents(sides.internal), external: toPercents(sides.external) }
}

interface SpokenSpan {
  readonly from: number
  readonly to: number
  readonly speaker: number
}

/** Moves the first span to 0. The same speech has the same bars at any time then: `62.5` rounds differently with an error. */
function fromZero(spans: readonly SpokenSpan[]): SpokenSpan[] {
  const start = spans.reduce((first, { from }) => Math.min(first, from), Number.POSITIVE_INFINITY)
  return spans.map(({ from, to, speaker }) => ({ from: from - start, to: to - start, speaker }))
}

const toTimeSpans = ({ intervals, speaker }: Utterance): SpokenSpan[] =>
  intervals.map(([from, to]) => ({ from, to, speaker }))

function toWordSpans(utterances: readonly Utterance[]): SpokenSpan[] {
  let at = 0
  return utterances.map(({ words, speaker }) => {
    const from = at
    at += words
    return { from, to: at, speaker }
  })
}
