/** Compares the figures of the start page with targets. */
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { findUser } from '../../accounts/identity/index.ts'
import { compareFigures, loadTargetLookup, measureCallsPerWeek, type TargetComparison } from '../targets/index.ts'
import type { HomeRow } from './queries-home.ts'

/** @param given `userId`: the caller, whose primary team decides; undefined for the organization. `milliseconds`: length of the recent period */
export async function compareHome(
  db: Reader,
  org: OrganizationId,
  { recent, people }: HomeRow,
  given: { readonly userId: string | undefined; readonly milliseconds: number },
): Promise<{
  targets: TargetComparison[]
  people: (HomeRow['people'][number] & { readonly targets: TargetComparison[] })[]
}> {
  const user = given.userId === undefined ? undefined : await findUser(db, org, { id: given.userId })
  const ownTeam = user?.primaryTeamId ?? null
  const findTargets = await loadTargetLookup(db, org, [ownTeam, ...people.map((person) => person.primaryTeamId)])
  return {
    targets: compareFigures(findTargets(ownTeam), {
      ...recent,
      callsPerWeek: measureCallsPerWeek(recent.conversations, recent.reps, given.milliseconds),
    }),
    people: people.map((person) => ({
      ...person,
      targets: compareFigures(findTargets(person.primaryTeamId), {
        ...person,
        callsPerWeek: measureCallsPerWeek(person.conversations, 1, given.milliseconds),
      }),
    })),
  }
}
