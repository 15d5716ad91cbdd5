/** Teams as choices. */

import { compareText } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { listTeams } from '../../features/accounts/teams/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import type { Choice } from './form.ts'

/** Maximum number of teams offered, in order of name. */
const TEAMS_MAX = '500'

/** Teams by name, with the names of their parent teams: `Sales › North`. */
export const teamChoices = async (req: Pick<PageRequest, 'run'>): Promise<Choice[]> => (await loadTeams(req)).choices

export interface TeamChoices {
  readonly all: readonly Choice[]
  /** Teams that the user can share something with: their teams, child teams and the teams above them. All for admins. */
  readonly own: readonly Choice[]
}

export async function loadTeamChoices(req: Pick<PageRequest, 'run' | 'ctx'>): Promise<TeamChoices> {
  const { choices, parents } = await loadTeams(req)
  const { role, user } = req.ctx.principal
  if (role === 'ADMIN') return { all: choices, own: choices }
  const around = new Set<string>()
  for (const own of user?.teamIds ?? []) {
    for (let id: string | null | undefined = own; id && !around.has(id); id = parents.get(id)) around.add(id)
  }
  return { all: choices, own: choices.filter(({ value }) => around.has(value)) }
}

/** Name of a team. Archived teams aren't among the choices. */
export const teamName = ({ all }: TeamChoices, id: string): Text =>
  all.find(({ value }) => value === id)?.label ?? t('Archived team')

async function loadTeams(req: Pick<PageRequest, 'run'>) {
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
  const choices: Choice[] = data
    .map(({ uuid }) => ({ value: uuid, label: toTeamPath(uuid) }))
    .sort((a, b) => compareText(a.label, b.label))
  return { choices, parents: new Map(data.map(({ uuid, parentTeamUUID }) => [uuid, parentTeamUUID])) }
}
