/** Calls whose legs are separate calls at the source, because somebody transferred them. */
import { omitUndefined } from '../../../core/omit-undefined.ts'
import type { AnnouncedCall, CallLeg, SourcePart, SourceParticipant } from './kind.ts'

/** Field of `at` with the IDs of the legs that have a part of this kind, in order, separated by spaces. */
export const LEGS_FIELD = 'legs'
/** Field of `at` with the start of the call, at which its transcript and its recording begin. */
export const START_FIELD = 'start'

/** Maximum number of legs of a call. Each one costs a request for its transcript. */
export const LEGS_MAX = 50

/** Combines the first legs of two announcements by their IDs. A later announcement of a leg adds parts to it. */
export function mergeLegs(before: readonly CallLeg[], after: readonly CallLeg[]): CallLeg[] {
  const all = new Map<string, CallLeg>()
  for (const leg of [...before, ...after]) all.set(leg.id, { ...all.get(leg.id), ...leg })
  return [...all.values()].toSorted((a, b) => toTime(a) - toTime(b)).slice(0, LEGS_MAX)
}

const toTime = ({ startedAt }: CallLeg): number => (startedAt === undefined ? Infinity : Date.parse(startedAt))

/**
 * Facts and parts of a call by its legs: the people of all legs, the owner and the start of the first one. Transcripts and
 * recordings of all legs become one.
 */
export function joinLegs(call: AnnouncedCall): AnnouncedCall {
  const { legs } = call
  if (legs === undefined || legs.length === 0) return call
  const people = uniquePeople(legs.flatMap(({ participants = [] }) => participants))
  const startedAt = legs.find((leg) => leg.startedAt !== undefined)?.startedAt
  const ownerEmail = legs.find((leg) => leg.ownerEmail !== undefined)?.ownerEmail
  const toPart = (name: 'transcript' | 'recording'): SourcePart | undefined => {
    const having = legs.filter((leg) => leg[name] !== undefined)
    const part = having[0]?.[name]
    if (part === undefined) return undefined
    const start = startedAt === undefined ? {} : { [START_FIELD]: startedAt }
    return { ...part, at: { ...part.at, ...start, [LEGS_FIELD]: having.map(({ id }) => id).join(' ') } }
  }
  const parts = { transcript: toPart('transcript'), recording: toPart('recording') }
  return {
    ...call,
    ...omitUndefined({ startedAt, ownerEmail, ...parts }),
    ...(people.length === 0 ? {} : { participants: people }),
  }
}

function uniquePeople(people: readonly SourceParticipant[]): SourceParticipant[] {
  const found = new Map<string, SourceParticipant>()
  for (const person of people) {
    const key = (person.email ?? person.phone ?? person.name ?? '').toLowerCase()
    if (!found.has(key)) found.set(key, person)
  }
  return [...found.values()]
}
