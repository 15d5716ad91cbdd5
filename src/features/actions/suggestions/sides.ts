/** Determines the side and identity of each speaker. Unknown speakers stay unknown. */
import { fold } from '../../../core/fold.ts'
import type { AnalysisSubject, SubjectParticipant } from '../../analysis/pipeline/index.ts'

export type SpeakerSide = 'inside' | 'outside' | 'unknown'

export interface OrganizationMember {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

export interface Sides {
  of(speaker: string): SpeakerSide
  /** User that a speaker is, if known. */
  findUser(speaker: string): OrganizationMember | undefined
  /** External participant with this name, if exactly one matches. */
  findOutsider(speaker: string): SubjectParticipant | undefined
}

const INSIDE_ROLE =
  /^(?:(?:sales )?rep(?:resentative)?|agent|seller|support|advisor|consultant|account (?:manager|executive))(?: \d+)?$/
const OUTSIDE_ROLE = /^(?:customer|client|prospect|buyer|lead|caller|guest|patient|applicant)(?: \d+)?$/

/** @param members users of the organization who took part, including the owner of the conversation */
export function assignSides(subject: AnalysisSubject, members: readonly OrganizationMember[]): Sides {
  const { outline, isInternal } = subject
  // Users belong to our side, whatever the domain of their email address.
  const ours = new Set(members.map(({ email }) => fold(email)))
  const isUser = ({ email }: SubjectParticipant) => email !== null && ours.has(fold(email))
  const inside = [...subject.inside, ...subject.outside.filter(isUser)]
  const outside = subject.outside.filter((one) => !isUser(one))
  const speakers = new Map<string, { email: string | null; internal: boolean | null }>()
  for (const speaker of outline.speakers) {
    const before = speakers.get(speaker.name)
    speakers.set(speaker.name, {
      email: before?.email ?? speaker.email ?? null,
      internal: before?.internal ?? speaker.internal ?? null,
    })
  }
  const findNamed = (people: readonly SubjectParticipant[], speaker: string) => {
    const email = speakers.get(speaker)?.email
    const found = people.filter((one) =>
      email === null || email === undefined ? isCalled(one, speaker) : fold(one.email ?? '') === fold(email),
    )
    return found.length === 1 ? found[0] : undefined
  }
  const findUser = (speaker: string) => {
    if (speaker === '') return undefined
    const email = speakers.get(speaker)?.email ?? findNamed(inside, speaker)?.email
    const found = members.filter((one) => (email == null ? isMember(one, speaker) : fold(one.email) === fold(email)))
    // If two speakers match the same user, neither is assigned.
    const rivals = [...speakers.keys()].filter(
      (other) => other !== speaker && found.some((one) => isMember(one, other)),
    )
    return found.length === 1 && (email != null || rivals.length === 0) ? found[0] : undefined
  }
  const known = new Map<string, SpeakerSide>()
  for (const [speaker, { internal }] of speakers) {
    const isOut = internal === false || findNamed(outside, speaker) !== undefined || OUTSIDE_ROLE.test(fold(speaker))
    const isIn =
      isInternal ||
      internal === true ||
      findNamed(inside, speaker) !== undefined ||
      findUser(speaker) !== undefined ||
      INSIDE_ROLE.test(fold(speaker))
    known.set(speaker, isOut === isIn || speaker === '' ? 'unknown' : isIn ? 'inside' : 'outside')
  }
  return {
    of: (speaker) => known.get(speaker) ?? 'unknown',
    findUser,
    findOutsider: (speaker) => findNamed(outside, speaker),
  }
}

/**
 * Whether the speaker name refers to this participant. `Ann Smith`, `Ann` and `Ann Smith | Acme` all match Ann Smith.
 */
function isCalled({ name, email }: SubjectParticipant, speaker: string): boolean {
  const said = splitNameWords(speaker)
  if (said.length === 0) return false
  if (name !== null && name.trim() !== '') return isBeginning(said, splitNameWords(name))
  return email !== null && isBeginning(said, localParts(email))
}

const isMember = ({ firstName, lastName, email }: OrganizationMember, speaker: string): boolean => {
  const said = splitNameWords(speaker)
  const name = splitNameWords(`${firstName} ${lastName}`)
  return said.length > 0 && isBeginning(said, name.length > 0 ? name : localParts(email))
}

const splitNameWords = (name: string): string[] => fold(name.replace(/[|(].*$/, '')).match(/[\p{L}\p{N}]+/gu) ?? []
const localParts = (email: string): string[] =>
  splitNameWords(email.split('@')[0] ?? '').filter((part) => part.length > 1)

/** Whether one list is the beginning of the other. Initials and single letters don't match. */
const isBeginning = (one: readonly string[], other: readonly string[]): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short.length > 0 && (short[0]?.length ?? 0) > 1 && short.every((word, index) => word === long[index])
}
