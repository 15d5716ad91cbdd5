/** Colleagues whose suggested actions the signed-in user can read. */
import { listOrganizationUsers } from '../../features/accounts/identity/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { flag, type Html, html } from '../../inbound/web/html.ts'
import { formatPersonName } from '../components/people.ts'

/** Value of the selection for all users whose actions the signed-in user can read. */
export const EVERYBODY = 'all'

export interface Colleague {
  readonly id: string
  readonly name: string
}

/** All users for admins, members of their teams and child teams for managers, and none for others. */
export async function loadColleagues(req: PageRequest): Promise<readonly Colleague[]> {
  const { role, id } = req.user
  if (role === 'SALES_REP') return []
  const { data } = await req.run(listOrganizationUsers, {})
  const own = new Set(req.ctx.principal.user?.teamIds ?? [])
  return data
    .filter(({ uuid, teams }) => uuid !== id && (role === 'ADMIN' || teams.some((team) => own.has(team.uuid))))
    .map(({ uuid, ...person }) => ({ id: uuid, name: formatPersonName(person) }))
}

/**
 * Selection of the user whose actions the list shows.
 * @param shown ID of the colleague, or `EVERYBODY`; undefined for the signed-in user
 * @param state state of the list, which the selection keeps
 */
export function renderColleagues(colleagues: readonly Colleague[], shown: string | undefined, state: string): Html {
  if (colleagues.length === 0) return html``
  return html`<form class="inline actions-whose" method="get" action="/actions">${state !== '' && html`<input type="hidden" name="state" value="${state}">`}<div class="field"><label for="actions-owner">Actions of</label><select id="actions-owner" name="owner"><option value="">Me</option><option value="${EVERYBODY}"${flag('selected', shown === EVERYBODY)}>Everybody</option>${colleagues.map(
    ({ id, name }) => html`<option value="${id}"${flag('selected', id === shown)}>${name}</option>`,
  )}</select></div><button class="plain">Show</button></form>`
}
