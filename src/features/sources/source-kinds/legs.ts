/** Calls whose legs are separate calls at the source, because somebody transferred them. */
import { omitUndefined } from '../../../core/omit-undefined.ts'
import type { AnnouncedCall, CallLeg, SourceParticipant } from './kind.ts'

/** Field of `at` with the IDs of the legs that have a transcript, in order, separated by spaces. */
export const LEGS_FIELD = 'legs'

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
 * Facts and parts of a call by its legs: the people of all legs, the owner and the start of the first one. Transcripts of
 * all legs become one. A conversation has one recording, which is the first one, so that its times match the transcript.
 */
export function joinLegs(call: AnnouncedCall): AnnouncedCall {
  const { legs } = call
  if (legs === undefined || legs.length === 0) return call
  const people = uniquePeople(legs.flatMap(({ participants = [] }) => participants))
  const startedAt = legs.find((leg) => leg.startedAt !== undefined)?.startedAt
  const ownerEmail = legs.find((leg) => leg.ownerEmail !== undefined)?.ownerEmail
  const transcribed = legs.filter(({ transcript }) => transcript !== undefined)
  const transcript = transcribed[0]?.transcript
  const recording = legs.find((leg) => leg.recording !== undefined)?.recording
  return {
    ...call,
    ...omitUndefined({ startedAt, ownerEmail, recording }),
    ...(people.length === 0 ? {} : { participants: people }),
    ...(transcript === undefined
      ? {}
      : {
          transcript: {
            ...transcript,
            at: { ...transcript.at, [LEGS_FIELD]: transcribed.map(({ id }) => id).join(' ') },
          },
        }),
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
