/** Pure rules of conversations. */
import { fold } from '../../../core/fold.ts'
import { isPhoneNumberAmong } from '../../../core/phone-numbers.ts'
import type { Participant } from './schema.ts'

export { fold } from '../../../core/fold.ts'

export interface ParticipantInput {
  id?: string | undefined
  email?: string | undefined
  name?: string | undefined
  organizer?: boolean | undefined
  status?: string | undefined
  /** Side that the caller states. Otherwise the address decides, and without one the telephone number. */
  internal?: boolean | undefined
}

export interface Participants {
  readonly outside: readonly Participant[]
  readonly inside: readonly Participant[]
  /** Case-folded addresses of all participants, without duplicates. */
  readonly emails: readonly string[]
  /** Whether there is at least one participant, and all belong to the organization. */
  readonly isInternal: boolean
}

/** @param ownAddresses domains and telephone numbers of the organization, and addresses of its users */
export function sortParticipants(given: readonly ParticipantInput[], ownAddresses: readonly string[]): Participants {
  const own = new Set(ownAddresses)
  const outside: Participant[] = []
  const inside: Participant[] = []
  for (const person of given) {
    const participant = {
      id: person.id ?? null,
      email: person.email ?? null,
      name: person.name ?? null,
      organizer: person.organizer ?? false,
      status: person.status ?? null,
    }
    ;((person.internal ?? isInside(person, own)) ? inside : outside).push(participant)
  }
  const emails = given.flatMap((person) => (person.email === undefined ? [] : [fold(person.email)]))
  return {
    outside,
    inside,
    emails: [...new Set(emails)],
    isInternal: inside.length > 0 && outside.length === 0,
  }
}

/** The name or the ID of a participant without an email address can be a telephone number. */
function isInside({ email, name, id }: ParticipantInput, own: ReadonlySet<string>): boolean {
  if (email === undefined) return isPhoneNumberAmong(name, own) || isPhoneNumberAmong(id, own)
  return own.has(fold(email.slice(email.lastIndexOf('@') + 1))) || own.has(fold(email))
}

interface SpokenBy {
  speaker: { name: string; email?: string; internal?: boolean }
}

/**
 * Copies address and internal flag from the participant with exactly the same name to a speaker. A name that two
 * participants share is ignored.
 * @param ownAddresses domains and telephone numbers of the organization, and addresses of its users
 */
export function recognizeSpeakers<S extends SpokenBy>(
  segments: readonly S[],
  given: readonly ParticipantInput[],
  ownAddresses: readonly string[],
): S[] {
  const own = new Set(ownAddresses)
  const byName = Map.groupBy(
    given.filter((person) => person.name !== undefined && person.email !== undefined),
    (person) => fold(person.name ?? ''),
  )
  return segments.map((segment) => {
    const { speaker } = segment
    if (speaker.email !== undefined || speaker.name === '') return segment
    const [person, another] = byName.get(fold(speaker.name)) ?? []
    if (person?.email === undefined || another !== undefined) return segment
    return {
      ...segment,
      speaker: {
        ...speaker,
        email: person.email,
        internal: speaker.internal ?? person.internal ?? isInside(person, own),
      },
    }
  })
}
