/** People of a deal or an account: who spoke, for how long, and who is silent. */
import type { CallRecord } from '../../assistant/answers/index.ts'
import type { Statistics } from '../../conversations/records/index.ts'
import type { DealPerson } from './schema.ts'

/** Number of newest conversations of a deal in which a person has to speak in order not to be silent. */
export const RECENT_OF_DEAL = 2

export interface PeopleCall extends Pick<CallRecord, 'startedAt' | 'people'> {
  readonly statistics: Pick<Statistics, 'speakers'> | null
}

/** Person before the CRM was read. */
export type CallPerson = Omit<DealPerson, 'job_title'>

/**
 * @param calls newest first
 * @param recent number of newest conversations in which a person has to speak in order not to be silent
 */
export function listPeople(calls: readonly PeopleCall[], recent: number): CallPerson[] {
  const byName = new Map<string, Omit<CallPerson, 'talk_share'>>()
  calls.forEach(({ people, statistics, startedAt }, index) => {
    const spoken = new Map((statistics?.speakers ?? []).map((speaker) => [speaker.name.toLowerCase(), speaker]))
    for (const { name, email, isInternal } of people) {
      const speaker = spoken.get(name.toLowerCase()) ?? (email === null ? undefined : spoken.get(email.toLowerCase()))
      const known = byName.get(name.toLowerCase())
      const isRecent = speaker !== undefined && index < recent
      byName.set(name.toLowerCase(), {
        name: known?.name ?? name,
        email: known?.email ?? email,
        side: known?.side ?? toSide(isInternal),
        conversations_count: (known?.conversations_count ?? 0) + (speaker === undefined ? 0 : 1),
        talk_time: sum(known?.talk_time ?? null, speaker?.talkTime ?? null),
        last_spoke_at: known?.last_spoke_at ?? (speaker === undefined ? null : startedAt),
        is_silent: (known?.is_silent ?? toSide(isInternal) === 'external') && !isRecent,
      })
    }
  })
  const people = [...byName.values()]
  const whole = people.reduce((total, { talk_time: seconds }) => total + (seconds ?? 0), 0)
  return people
    .map((one) => ({ ...one, talk_share: one.talk_time === null || whole === 0 ? null : one.talk_time / whole }))
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        (b.talk_time ?? 0) - (a.talk_time ?? 0) ||
        b.conversations_count - a.conversations_count ||
        a.name.localeCompare(b.name),
    )
}

export const toSide = (isInternal: boolean | null | undefined): DealPerson['side'] =>
  isInternal === true ? 'internal' : isInternal === false ? 'external' : null

const rank = ({ side }: Pick<DealPerson, 'side'>): number => (side === 'external' ? 0 : side === null ? 1 : 2)

const sum = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b)
