/**
 * Speaker turns.
 *
 * A turn consists of consecutive utterances of one speaker. A **listening sound** doesn't end the turn of another
 * speaker: one or two words between two utterances of that speaker ("… – Right. – …"), the first of which isn't a
 * question.
 */
import type { Utterance } from './utterances.ts'

export interface SpeakerTurn {
  readonly speaker: number
  readonly utterances: readonly Utterance[]
  /** First and last known time, in seconds; null if none is known. */
  readonly start: number | null
  readonly end: number | null
}

/** Part of a turn without a longer pause. */
export interface Monologue {
  readonly speaker: number
  readonly firstSegment: number
  readonly lastSegment: number
  readonly start: number | null
  readonly end: number | null
  readonly words: number
}

const LISTENING_WORDS = 2
const ASKS = /[?？؟]["'”’»)\]]*\s*$/
/** Duration of a silence that ends a monologue, in seconds. */
const PAUSE = 5

export function groupIntoTurns(utterances: readonly Utterance[]): SpeakerTurn[] {
  const turns: Utterance[][] = []
  let open: Utterance[] = []
  /** Short utterances of others. The next utterance decides whether they are listening sounds or turns. */
  let between: Utterance[] = []
  const take = (one: Utterance) => {
    if (open.length > 0 && open[0]?.speaker !== one.speaker) {
      turns.push(open)
      open = []
    }
    open.push(one)
  }
  for (const one of utterances) {
    const last = open.at(-1)
    if (last === undefined || last.speaker === one.speaker) {
      between = []
      open.push(one)
    } else if (one.words <= LISTENING_WORDS && !ASKS.test(last.text)) {
      between.push(one)
    } else {
      for (const short of between) take(short)
      between = []
      take(one)
    }
  }
  for (const short of between) take(short)
  if (open.length > 0) turns.push(open)
  return turns.map(toTurn)
}

function toTurn(utterances: readonly Utterance[]): SpeakerTurn {
  let [start, end]: [number | null, number | null] = [null, null]
  for (const one of utterances) {
    if (one.start !== null && (start === null || one.start < start)) start = one.start
    if (one.end !== null && (end === null || one.end > end)) end = one.end
  }
  return { speaker: utterances[0]?.speaker ?? -1, utterances, start, end }
}

export function findMonologues(turns: readonly SpeakerTurn[]): Monologue[] {
  return turns.flatMap(({ speaker, utterances }) => {
    const parts: Utterance[][] = []
    let end: number | undefined
    for (const one of utterances) {
      const part = parts.at(-1)
      const paused = end !== undefined && one.start !== null && one.start - end > PAUSE
      if (part === undefined || paused) {
        parts.push([one])
        end = one.end ?? undefined
      } else {
        part.push(one)
        if (one.end !== null) end = Math.max(end ?? one.end, one.end)
      }
    }
    return parts.map((part) => toMonologue(speaker, part))
  })
}

function toMonologue(speaker: number, part: readonly Utterance[]): Monologue {
  const { start, end } = toTurn(part)
  return {
    speaker,
    firstSegment: part.reduce((least, { segment }) => Math.min(least, segment), Number.POSITIVE_INFINITY),
    lastSegment: part.reduce((most, { segment }) => Math.max(most, segment), 0),
    start,
    end,
    words: part.reduce((sum, { words }) => sum + words, 0),
  }
}

/** Maximum delay in seconds of a reply. */
const REPLY_WITHIN = 10

/** Mean delay in seconds before an internal speaker replies to an external one; null without replies. */
export function computeReplyDelay(
  turns: readonly SpeakerTurn[],
  sideOf: (speaker: number) => boolean | undefined,
): number | null {
  const replies = listReplies(turns, sideOf)
  return replies.length === 0 ? null : replies.reduce((sum, { delay }) => sum + delay, 0) / replies.length
}

/** Replies of internal speakers to external ones, with their delay in seconds. */
export function listReplies(
  turns: readonly SpeakerTurn[],
  sideOf: (speaker: number) => boolean | undefined,
): { readonly reply: SpeakerTurn; readonly delay: number }[] {
  return turns.flatMap((reply, at) => {
    const said = turns[at - 1]
    if (said === undefined || said.end === null || reply.start === null) return []
    if (sideOf(said.speaker) !== false || sideOf(reply.speaker) !== true) return []
    const delay = Math.max(0, reply.start - said.end)
    return delay > REPLY_WITHIN ? [] : [{ reply, delay }]
  })
}

/** Minimum overlap in seconds of an interruption. */
const OVERLAP = 0.5

/**
 * Number of interruptions by speaker; undefined if the source has no overlapping speech, because many sources write
 * utterances one after another.
 */
export function countInterruptions(
  turns: readonly SpeakerTurn[],
  utterances: readonly Utterance[],
): Map<number, number> | undefined {
  if (!hasOverlaps(utterances)) return undefined
  const made = new Map<number, number>()
  for (const { utterance } of listInterruptions(turns)) {
    made.set(utterance.speaker, (made.get(utterance.speaker) ?? 0) + 1)
  }
  return made
}

/** Interruptions: the utterance that interrupts, and its overlap in seconds with the interrupted turn. */
export function listInterruptions(
  turns: readonly SpeakerTurn[],
): { readonly utterance: Utterance; readonly overlap: number }[] {
  return turns.flatMap((next, at) => {
    const end = turns[at - 1]?.end
    if (end === undefined || end === null) return []
    // Speech that ends before the other speaker does isn't an interruption.
    const utterance = next.utterances.find((one) => one.end !== null && one.end > end)
    if (utterance?.start == null || end - utterance.start < OVERLAP) return []
    return [{ utterance, overlap: end - utterance.start }]
  })
}

function hasOverlaps(utterances: readonly Utterance[]): boolean {
  let [speaker, end] = [-1, Number.NEGATIVE_INFINITY]
  for (const one of utterances) {
    if (one.start === null || one.end === null) continue
    if (one.speaker !== speaker && one.start < end) return true
    if (one.end > end) [speaker, end] = [one.speaker, one.end]
  }
  return false
}
