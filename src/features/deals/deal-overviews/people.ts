/** People of a deal: who spoke, for how long, and who is silent. */
import type { CallRecord } from '../../assistant/answers/index.ts'
import type { DealPerson } from './schema.ts'

/** Number of newest conversations in which a person has to speak in order not to be silent. */
const RECENT = 2

type PeopleCall = Pick<CallRecord, 'startedAt' | 'people' | 'statistics'>

/** @param calls newest first */
export function listPeople(calls: readonly PeopleCall[]): DealPerson[] {
  const byName = new Map<string, DealPerson>()
  calls.forEach(({ people, statistics, startedAt }, index) => {
    const spoken = new Map((statistics?.speakers ?? []).map((speaker) => [speaker.name.toLowerCase(), speaker]))
    for (const { name, email, isInternal } of people) {
      const speaker = spoken.get(name.toLowerCase()) ?? (email === null ? undefined : spoken.get(email.toLowerCase()))
      const known = byName.get(name.toLowerCase())
      const isRecent = speaker !== undefined && index < RECENT
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
  return [...byName.values()].toSorted(
    (a, b) => rank(a) - rank(b) || (b.talk_time ?? 0) - (a.talk_time ?? 0) || a.name.localeCompare(b.name),
  )
}

export const toSide = (isInternal: boolean | null | undefined): DealPerson['side'] =>
  isInternal === true ? 'internal' : isInternal === false ? 'external' : null

const rank = ({ side }: DealPerson): number => (side === 'external' ? 0 : side === null ? 1 : 2)

const sum = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b)
