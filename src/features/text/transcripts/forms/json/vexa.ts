import { TranscriptFault } from '../../model.ts'
import {
  createDraft,
  entries,
  firstEntry,
  hasAny,
  hasMembers,
  idAt,
  instantAt,
  isEpoch,
  isoAt,
  type JsonForm,
  type JsonObject,
  listAt,
  member,
  objectAt,
  SECONDS,
  SEVERAL_CALLS,
  secondsSince,
  spokenAt,
  textAt,
  timeAt,
  toLanguage,
  toVoice,
} from '../reader.ts'

/**
 * Vexa: segments in seconds from the start of the session, or live bundles with `confirmed` segments. A live segment
 * comes again until it is final, so the last one of an ID counts. Chat messages have seconds since 1970, so their
 * absolute times are used.
 */
export const vexa: JsonForm = {
  id: 'vexa',
  name: 'Vexa transcript',
  recognize(value) {
    if (Array.isArray(value)) return isSegment(firstEntry(value)) || (isMessage(value[0]) && value.some(isBundle))
    const segments = listAt(value, 'segments')
    if (segments !== undefined) return hasAny(value, 'native_meeting_id', 'platform') || isSegment(firstEntry(segments))
    return isBundle(value)
  },
  isPart: isMessage,
  read(value) {
    const draft = createDraft('vexa')
    const { units, open } = collectSegments(value)
    draft.omit('segments that are not final', open)
    const zero = findZero(units)
    const languages = new Set<string | undefined>()
    for (const { unit, at } of units) {
      languages.add(toLanguage(member(unit, 'language')))
      const isAbsolute = isEpoch(member(unit, 'start'), SECONDS)
      const time = (name: string) =>
        isAbsolute
          ? secondsSince(zero, instantAt(unit, `absolute_${name}_time`, at), at)
          : timeAt(unit, name, at, SECONDS)
      draft.add(
        {
          speaker: toVoice(member(unit, 'speaker')),
          start: time('start'),
          end: time('end'),
          text: spokenAt(unit, 'text', at),
        },
        { pointer: at },
      )
    }
    const [language] = languages.size === 1 ? languages : []
    const startedAt = isoAt(value, 'start_time') ?? isoAt(value, 'started_at')
    return draft.finish(
      { externalId: idAt(value, 'id'), title: textAt(value, 'title'), startedAt, language },
      { sorted: Array.isArray(value) || (listAt(value, 'segments') !== undefined && zero !== undefined) },
    )
  },
}

/** Whether an entry is a segment of Vexa: its ID or its absolute time distinguish it from those of other products. */
function isSegment(value: unknown): boolean {
  return (
    hasMembers(value, 'text', 'start') &&
    (hasMembers(value, 'absolute_start_time') ||
      (hasMembers(value, 'segment_id') && hasAny(value, 'completed', 'speaker_key', 'source')))
  )
}

const isBundle = (value: unknown): boolean => {
  const confirmed = listAt(value, 'confirmed')
  if (confirmed === undefined) return false
  return (
    hasAny(firstEntry(confirmed), 'segment_id', 'completed') ||
    (confirmed.length === 0 && listAt(value, 'pending') !== undefined && textAt(value, 'type') === 'transcript')
  )
}

/** Whether a value is a message of the live connection. */
function isMessage(value: unknown): boolean {
  return isBundle(value) || (textAt(value, 'type') !== undefined && objectAt(value, 'meeting') !== undefined)
}

interface PlacedSegment {
  readonly unit: JsonObject
  readonly at: string
}

/** @returns the final segments, and the number of those that never became final */
function collectSegments(value: unknown): { units: PlacedSegment[]; open: number } {
  const lists = findLists(value)
  const final = new Map<string, PlacedSegment>()
  const open = new Set<string>()
  for (const { items, list, isPending } of lists) {
    for (const [unit, at] of entries(items, list)) {
      const id = idAt(unit, 'segment_id') ?? at
      if (isPending || member(unit, 'completed') === false) open.add(id)
      else final.set(id, { unit, at })
    }
  }
  return { units: [...final.values()], open: [...open].filter((id) => !final.has(id)).length }
}

interface SegmentList {
  readonly items: readonly unknown[]
  readonly list: string
  readonly isPending: boolean
}

/** @throws TranscriptFault if messages belong to several meetings */
function findLists(value: unknown): SegmentList[] {
  const toLists = (each: unknown, at: string): SegmentList[] => {
    const key = listAt(each, 'segments') === undefined ? 'confirmed' : 'segments'
    return [
      { items: listAt(each, key) ?? [], list: `${at}/${key}`, isPending: false },
      { items: listAt(each, 'pending') ?? [], list: `${at}/pending`, isPending: true },
    ]
  }
  if (!Array.isArray(value)) return toLists(value, '')
  if (isSegment(firstEntry(value))) return [{ items: value, list: '', isPending: false }]
  const meetings = new Set(value.flatMap((each) => idAt(each, 'meeting', 'id') ?? []))
  if (meetings.size > 1) throw new TranscriptFault(SEVERAL_CALLS, { pointer: '' })
  return value.flatMap((each, index) => toLists(each, `/${index}`))
}

/** Instant of second 0, from a spoken segment with both times. */
function findZero(units: readonly PlacedSegment[]): number | undefined {
  for (const { unit, at } of units) {
    const start = member(unit, 'start')
    const instant = instantAt(unit, 'absolute_start_time', at)
    if (typeof start === 'number' && !isEpoch(start, SECONDS) && instant !== undefined) return instant - start * 1000
  }
  return undefined
}
