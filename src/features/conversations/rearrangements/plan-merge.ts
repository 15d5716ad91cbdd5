/** Plans a merge: what the first conversation gets from the second. Pure functions. */
import { conflict } from '../../../core/errors.ts'
import { fold, type Participant, type Participants } from '../records/index.ts'
import type { OutlinedConversation, TranscribedConversation } from './load.ts'
import { renameUnnamed, shift } from './parts.ts'
import type { MergeResult } from './schema.ts'

export interface MergePlan {
  /** Seconds that are added to the times of the second conversation's lines. */
  readonly offset: number
  readonly participants: Participants
  readonly labels: Readonly<Record<string, string>>
  readonly links: readonly { readonly code: string; readonly id: string }[]
  /** Positions of the added CRM links among those of the merged conversation. */
  readonly addedLinks: readonly number[]
  readonly extent: {
    readonly duration: number | null
    readonly endedAt: Date | string | null
    readonly opportunityId: string | null
  }
  readonly result: MergeResult
}

/** @throws AppError `access_differs`, `conversations_overlap`, `too_many_participants`, `too_many_links` */
export function planMerge(
  first: OutlinedConversation,
  second: OutlinedConversation,
  given: {
    readonly offset: number | undefined
    readonly stays: MergeResult['staysWithOther']
    readonly linksMax: number
  },
): MergePlan {
  requireSameAccess(first, second)
  const timed = first.outline.isTimed && second.outline.isTimed
  const offset = timed ? (given.offset ?? findOffset(first, second)) : 0
  const { end } = first.outline
  if (timed && end !== null && offset < Math.floor(end)) throw overlap(given.offset === undefined, end)
  const participants = joinParticipants(first, second)
  const known = new Set(first.links.map(({ code, id }) => `${code} ${id}`))
  const newLinks = second.links.filter(({ code, id }) => !known.has(`${code} ${id}`))
  const links = [...first.links, ...newLinks]
  if (links.length > given.linksMax) {
    throw conflict(
      'too_many_links',
      `The merged conversation would have ${links.length} linked CRM records. The maximum is ${given.linksMax}. Remove some links first.`,
    )
  }
  const addedLabels = Object.keys(second.labels).filter((category) => !Object.hasOwn(first.labels, category))
  const setsOpportunity = first.opportunity_id === null && second.opportunity_id !== null
  const before = first.participants.length + first.internal_participants.length
  return {
    offset,
    participants,
    labels: { ...Object.fromEntries(addedLabels.map((name) => [name, second.labels[name] ?? ''])), ...first.labels },
    links,
    addedLinks: newLinks.map((_, at) => first.links.length + at),
    extent: {
      duration: first.has_recording || !timed ? first.media_duration : findJoinedEnd(first, second, offset),
      endedAt: second.live_ended_at ?? first.live_ended_at,
      opportunityId: first.opportunity_id ?? second.opportunity_id,
    },
    result: {
      uuid: null,
      transcriptVersion: first.version + 1,
      segments: first.outline.count + second.outline.count,
      otherUUID: second.id,
      otherSegments: second.outline.count,
      offsetSeconds: timed ? offset : null,
      renamedSpeakers: [...renameUnnamed(first.outline.names, second.outline.names)].map(([from, to]) => ({
        from,
        to,
      })),
      addedParticipants: participants.outside.length + participants.inside.length - before,
      addedLabels,
      addedCrmLinks: newLinks.length,
      setsOpportunity,
      staysWithOther: given.stays,
    },
  }
}

/** The same people must see both, or the merge would show them words that they can't see. */
function requireSameAccess(first: TranscribedConversation, second: TranscribedConversation): void {
  if (first.private === second.private && first.team_id === second.team_id && first.owner_id === second.owner_id) return
  throw conflict(
    'access_differs',
    'Different users can see the two conversations, because owner, team or privacy differ. Make them equal, then merge.',
    '/conversationUUID',
  )
}

/** End of the last line of both. */
const findJoinedEnd = (first: OutlinedConversation, second: OutlinedConversation, offset: number): number =>
  Math.max(first.outline.end ?? 0, shift(second.outline.end, offset) ?? 0)

/** Seconds between the starts, otherwise the end of the first conversation. */
function findOffset(first: OutlinedConversation, second: TranscribedConversation): number {
  const { live_started_at: a } = first
  const { live_started_at: b } = second
  if (a !== null && b !== null) return (Date.parse(b) - Date.parse(a)) / 1000
  return Math.max(first.media_duration ?? 0, first.outline.end ?? 0)
}

function overlap(isByStart: boolean, end: number) {
  const rule = `The first conversation ends after ${Math.ceil(end)} seconds.`
  return isByStart
    ? conflict(
        'conversations_overlap',
        `By their starts, the second conversation begins before the first ends. ${rule} Merge the later one into the earlier one, or send \`offsetSeconds\`.`,
        '/conversationUUID',
      )
    : conflict(
        'conversations_overlap',
        `The second conversation would begin before the first ends. ${rule} Send at least this number.`,
        '/offsetSeconds',
      )
}

const PARTICIPANTS_MAX = 1_000

/** Participants of the first conversation, then those of the second that it lacks, by address, otherwise by name. */
function joinParticipants(first: TranscribedConversation, second: TranscribedConversation): Participants {
  const toKey = ({ email, name, id }: Participant) => fold(email ?? name ?? id ?? '')
  const all = [...first.participants, ...first.internal_participants]
  const known = new Set(all.map(toKey))
  const names = new Set(all.flatMap(({ name }) => (name === null ? [] : [fold(name)])))
  const isNew = (person: Participant) =>
    !known.has(toKey(person)) && (person.email !== null || person.name === null || !names.has(fold(person.name)))
  const outside = [...first.participants, ...second.participants.filter(isNew)]
  const inside = [...first.internal_participants, ...second.internal_participants.filter(isNew)]
  const total = outside.length + inside.length
  if (total > PARTICIPANTS_MAX) {
    throw conflict(
      'too_many_participants',
      `The merged conversation would have ${total} participants. The maximum is ${PARTICIPANTS_MAX}. Remove some first.`,
    )
  }
  return toParticipants(outside, inside)
}

export function toParticipants(outside: readonly Participant[], inside: readonly Participant[]): Participants {
  const emails = [...outside, ...inside].flatMap(({ email }) => (email === null ? [] : [fold(email)]))
  return { outside, inside, emails: [...new Set(emails)], isInternal: inside.length > 0 && outside.length === 0 }
}
