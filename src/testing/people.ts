/** People and teams beside those of the world, for tests that change some, and the refusals that are theirs in common. */
import { expect, it } from 'vitest'
import type { Role } from '../core/principal.ts'
import { issueKey } from '../features/accounts/api-keys/index.ts'
import { createUser } from '../features/accounts/identity/index.ts'
import { type Answer, call } from './call.ts'
import { MALFORMED_IDS, NOBODY, notFound, resourceError } from './refusals.ts'
import type { Caller, World } from './world.ts'

let made = 0

/** A new user of acme with a key; a sales rep of no team unless told otherwise. */
export async function newPerson(
  { app, acme }: World,
  given: { email?: string; role?: Role; teamIds?: string[]; firstName?: string; lastName?: string } = {},
): Promise<Caller & { readonly userId: string; readonly email: string }> {
  made += 1
  const { email = `person-${made}@acme.example`, role = 'SALES_REP', ...more } = given
  const { userId } = await createUser(app.store.of(acme), acme, app.clock, { email, role, ...more })
  const { token } = await issueKey(app.store.of(acme), acme, app, { name: email, userId })
  return { userId, email, key: token }
}

/** A new team of acme, by REST. */
export async function newTeam(world: World, name: string, parentTeamUUID?: string): Promise<string> {
  const body = { name, ...(parentTeamUUID === undefined ? {} : { parentTeamUUID }) }
  const answer = await call(world.app, world.org, 'POST', '/organizations/teams', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.uuid
}

/** A user as the service tells them. */
// biome-ignore lint/suspicious/noExplicitAny: asserted on, field by field
export async function userOf(world: World, userId: string | undefined): Promise<any> {
  return (await call(world.app, world.org, 'GET', `/organizations/users/${userId}`)).body.data
}

export async function isLetIn(world: World, caller: Caller): Promise<boolean> {
  return (await call(world.app, caller, 'GET', '/organizations/roles')).status === 200
}

/** Everything stored of the organization's people, to see that a refusal changed nothing. */
export async function peopleOf(world: World): Promise<unknown> {
  const tables = ['users', 'teams', 'team_members', 'invitations', 'invitation_teams', 'audit_log']
  const all = tables.map((name) => `(select jsonb_agg(t order by t::text) from ${name} t where organization_id = $1)`)
  return world.app.store.owner.query(`select ${all.join(', ')}`, [world.acme])
}

type Send = (caller: Caller | undefined, id: string) => Promise<Answer>

export const ADMIN_REQUIRED = resourceError(403, 'admin_required', '')

/**
 * Tests of an operation at the id of a thing: without a key, of another organization, malformed.
 * @param thing the id of one that is there
 */
export function guardsThings(
  noun: string,
  world: () => World,
  thing: () => Promise<string> | string,
  send: Send,
): void {
  it('answers 401 with code and message, and nothing else, without a key', async () => {
    for (const id of [await thing(), NOBODY, 'none']) {
      const answer = await send(undefined, id)
      expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
    }
  })

  it('answers the rival as if there were no such thing, and changes nothing', async () => {
    const id = await thing()
    const before = await peopleOf(world())
    const answer = await send(world().mallory, id)
    expect([answer.status, answer.body]).toEqual([404, notFound(noun)])
    expect(answer.body).toEqual((await send(world().mallory, NOBODY)).body)
    expect(await peopleOf(world())).toEqual(before)
  })

  it.each(MALFORMED_IDS)('answers 404 to the malformed id %s', async (id) => {
    const answer = await send(world().alice, id)
    expect([answer.status, answer.body]).toEqual([404, notFound(noun)])
  })
}

/** That nobody but admins may: 403 in one and the same words, and nothing changed. */
export function needsAnAdmin(world: () => World, send: (caller: Caller) => Promise<Answer>): void {
  it('is no manager and no sales representative', async () => {
    for (const caller of [world().mark, world().bob]) {
      const before = await peopleOf(world())
      const answer = await send(caller)
      expect([answer.status, answer.body]).toEqual([403, ADMIN_REQUIRED])
      expect(await peopleOf(world())).toEqual(before)
    }
  })
}
