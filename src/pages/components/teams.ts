/** Teams as choices. */

import { compareText } from '../../core/languages/formats.ts'
import { listTeams } from '../../features/accounts/teams/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import type { Choice } from './form.ts'

/** Maximum number of teams offered, in order of name. */
const TEAMS_MAX = '500'

/** Teams by name, with the names of their parent teams: `Sales › North`. */
export async function teamChoices(req: Pick<PageRequest, 'run'>): Promise<Choice[]> {
  const { data } = await req.run(listTeams, { size: TEAMS_MAX })
  const byId = new Map(data.map((team) => [team.uuid, team]))
  const toTeamPath = (id: string): string => {
    const names: string[] = []
    // The limit ends the loop if parents ever form a cycle.
    for (let team = byId.get(id); team !== undefined && names.length < 20; team = byId.get(team.parentTeamUUID ?? '')) {
      names.unshift(team.name)
    }
    return names.join(' › ')
  }
  return data
    .map(({ uuid }) => ({ value: uuid, label: toTeamPath(uuid) }))
    .sort((a, b) => compareText(a.label, b.label))
}
