/** Teams as choices, and as they are told. */
import { listTeams } from '../../features/teams/index.ts'
import type { Visit } from '../../inbound/web/define-page.ts'
import type { Choice } from './form.ts'

/** Where there are more, the first ones by name. */
const TEAMS_MAX = '500'

/** By name; a team below another one after it, with the names above it: `Sales › North`. */
export async function teamChoices(visit: Pick<Visit, 'ask'>): Promise<Choice[]> {
  const { data } = await visit.ask(listTeams, { size: TEAMS_MAX })
  const byId = new Map(data.map((team) => [team.uuid, team]))
  const nameOf = (id: string): string => {
    const names: string[] = []
    // A tree of any depth; a circle cannot be, and would end here.
    for (let team = byId.get(id); team !== undefined && names.length < 20; team = byId.get(team.parentTeamUUID ?? '')) {
      names.unshift(team.name)
    }
    return names.join(' › ')
  }
  return data
    .map(({ uuid }) => ({ value: uuid, label: nameOf(uuid) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
}
