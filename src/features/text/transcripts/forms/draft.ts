import {
  type FaultLocation,
  type Party,
  type Segment,
  type Speaker,
  type TranscriptDocument,
  TranscriptFault,
  type Word,
} from '../model.ts'
import { collector, sentence } from './collect.ts'
import { checkPace } from './pace.ts'

/** A turn, sentence or cue as a reader found it. Timed words replace the text if every turn has them. */
interface DraftTurn {
  readonly speaker: Speaker
  readonly start?: number | null
  readonly end?: number | null
  readonly text?: string
  readonly words?: readonly Word[]
}

/** Properties of the conversation in a source. Undefined and empty ones are dropped. */
export interface Head {
  readonly externalId?: string | undefined
  readonly title?: string | undefined
  readonly startedAt?: string | undefined
  readonly timeOfDay?: string | undefined
  readonly durationSeconds?: number | undefined
  readonly language?: string | undefined
  readonly parties?: readonly Party[] | undefined
  readonly mediaUrl?: string | undefined
  readonly summary?: string | undefined
}

interface FinishOptions {
  /** Whether turns come by channel and must be sorted by start. */
  readonly sorted?: boolean
  /** Whether the source is a written conversation, in which hours can pass between two messages. */
  readonly written?: boolean
  /** Whether the unit of the times isn't documented, so that the pace of the speech must confirm it. */
  readonly isGuess?: boolean
  /** Whether all times are clocks such as `1:02:03`, whose unit is certain. */
  readonly isClock?: boolean
}

/** Collects the turns of a source, and builds the document from them. */
export interface Draft {
  /** Adds a turn. Turns without text are dropped. */
  add(turn: DraftTurn, place: FaultLocation): void
  /** Counts content that isn't speech, such as events and notes. */
  omit(what: string, count?: number): void
  finish(head?: Head, options?: FinishOptions): TranscriptDocument
}

/** Rounding of a source can put an end before its start by this many seconds. */
const ROUNDING = 0.05

export function createDraft(format: string): Draft {
  const turns: { turn: DraftTurn; place: FaultLocation }[] = []
  const omitted = new Map<string, number>()
  return {
    add(turn, place) {
      const text = turn.text ?? turn.words?.map((word) => word.text).join(' ') ?? ''
      if (text.trim() !== '') turns.push({ turn, place })
    },
    omit(what, count = 1) {
      if (count > 0) omitted.set(what, (omitted.get(what) ?? 0) + count)
    },
    finish(head = {}, { sorted = false, written = false, isGuess = false, isClock = false } = {}) {
      if (sorted) turns.sort((a, b) => (a.turn.start ?? 0) - (b.turn.start ?? 0))
      const byWord = turns.length > 0 && turns.every(({ turn }) => turn.words !== undefined && hasTimes(turn.words))
      const collected = collector()
      for (const { turn, place } of turns) collected.add(toSegment(turn, byWord, place), place)
      if (!written) checkPace(collected.segments, { duration: head.durationSeconds, isGuess, isClock })
      return {
        format,
        form: byWord ? 'V2' : 'V1',
        segments: collected.segments,
        ...presentHead(head),
        ...(omitted.size === 0 ? {} : { omitted: [...omitted].map(([what, count]) => ({ what, count })) }),
      }
    },
  }
}

function hasTimes(words: readonly Word[]): boolean {
  return words.length > 0 && words.some((word) => word.startTimestamp !== null)
}

function toSegment(turn: DraftTurn, byWord: boolean, place: FaultLocation): Segment {
  const { speaker, start = null } = turn
  let { end = null } = turn
  if (start !== null && end !== null && end < start) {
    if (start - end > ROUNDING) throw new TranscriptFault('The end time is before the start time.', place)
    end = start
  }
  if (byWord) return { speaker, start, end, words: [...(turn.words ?? [])] }
  const text = turn.text ?? (turn.words ?? []).map((word) => word.text).join(' ')
  return sentence(speaker, start, end, text.trim())
}

type StoredHead = { -readonly [Key in keyof Head]: Exclude<Head[Key], undefined> } & { parties?: Party[] }

function presentHead({ parties, ...others }: Head): StoredHead {
  const head = Object.fromEntries(
    Object.entries(others).filter(([, value]) => value !== undefined && value !== ''),
  ) as StoredHead
  const present = (parties ?? []).filter((party) => Object.values(party).some((value) => value !== undefined))
  return present.length === 0 ? head : { ...head, parties: present }
}
