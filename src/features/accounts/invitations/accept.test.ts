import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { anyText } from '../../../testing/any-text.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { newTeam, userOf } from '../../../testing/people.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { createUser } from '../identity/index.ts'
import { acceptInvitation } from './index.ts'
import { encodeInvitationToken, readToken } from './model.ts'

let now = Date.parse('2026-03-10T10:00:00.000Z')
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(now) } }))
})

let asked = 0
/** Invites somebody and opens the mail. */
async function invited(given: Record<string, unknown> = {}): Promise<{ id: string; email: string; token: string }> {
  const email = `invited-${++asked}@acme.example`
  const body = { email, ...given }
  const answer = await call(world.app, world.alice, 'POST', '/organizations/invitations', { body })
  await world.app.drain(world.acme)
  const message = world.app.mail.find(({ to }) => to === email)
  return { id: answer.body.data.uuid, email, token: /invitations\/([\w-]+)/.exec(message?.text ?? '')?.[1] ?? '' }
}

const accept = (token: string, person?: { firstName?: string; lastName?: string }) =>
  acceptInvitation(world.app.store, world.app.clock, token, person)
const NONE = { code: 'invitation_not_found', kind: 'not_found' }

const usersWith = (email: string) =>
  world.app.store.owner.query<{ n: number }>('select id from users where lower(email) = $1', [email])

describe('does', () => {
  it('makes the invited person a user with role, names and teams, the first of which is the primary one', async () => {
    const { support, north } = world.teams
    const { id, email, token } = await invited({ role: 'MANAGER', firstName: 'Ann', teamUUIDs: [support, north] })
    const { organizationId, userId } = await accept(token, { lastName: 'Adler' })
    expect(organizationId).toBe(world.acme)
    expect(await userOf(world, userId)).toMatchObject({
      email,
      firstName: 'Ann',
      lastName: 'Adler',
      active: true,
      primaryTeamUUID: support,
      roles: [{ type: 'MANAGER' }],
      teams: [{ uuid: north }, { uuid: support }],
    })
    const listed = (await call(world.app, world.alice, 'GET', '/organizations/invitations')).body.data
    expect(listed.find((one: { uuid: string }) => one.uuid === id)).toMatchObject({
      status: 'accepted',
      userUUID: userId,
    })
  })

  it('leaves out teams that were archived meanwhile', async () => {
    const team = await newTeam(world, 'Gone')
    const { token } = await invited({ teamUUIDs: [team, world.teams.north] })
    await call(world.app, world.org, 'DELETE', `/organizations/teams/${team}`)
    const { userId } = await accept(token)
    expect(await userOf(world, userId)).toMatchObject({
      primaryTeamUUID: world.teams.north,
      teams: [{ uuid: world.teams.north }],
    })
  })

  it('counts up to the moment it expires', async () => {
    const [early, late] = [await invited(), await invited()]
    now += 14 * 86_400_000 - 1
    await accept(early.token)
    now += 1
    await expect(accept(late.token)).rejects.toMatchObject(NONE)
  })
})

describe('refuses', () => {
  it('a link that was used, also by two at the same moment', async () => {
    const { email, token } = await invited()
    const outcomes = await Promise.allSettled([accept(token), accept(token), accept(token)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    await expect(accept(token)).rejects.toMatchObject(NONE)
    expect(await usersWith(email)).toHaveLength(1)
  })

  it('any token that is not the one of the mail', async () => {
    const { email, token } = await invited()
    const read = readToken(token)
    if (read === undefined) throw new Error('The mail holds no token.')
    const flipped = Buffer.from(read.secret)
    flipped[31] = (flipped[31] ?? 0) ^ 1
    const forged = [
      encodeInvitationToken({ ...read, secret: flipped }),
      encodeInvitationToken({ ...read, organizationId: world.rival }),
      encodeInvitationToken({ ...read, invitationId: world.rival }),
      token.slice(1),
      `${token}a`,
      token.replace(/.$/, ' '),
      '',
      'x',
    ]
    for (const one of forged) await expect(accept(one)).rejects.toMatchObject(NONE)
    expect(await usersWith(email)).toEqual([])
    await accept(token)
  })

  it('whatever text comes instead of a token, without a look at the database when it is none', async () => {
    await fc.assert(
      fc.asyncProperty(anyText({ maxLength: 120 }), async (text) => {
        await expect(accept(text)).rejects.toMatchObject(NONE)
      }),
    )
  })

  it('when the address has become a user’s in another way', async () => {
    const { email, token } = await invited()
    const { app, acme } = world
    await createUser(app.store.of(acme), acme, app.clock, { email: email.toUpperCase(), role: 'SALES_REP' })
    await expect(accept(token)).rejects.toMatchObject({ code: 'email_taken' })
    expect(await usersWith(email)).toHaveLength(1)
  })
})

describe('the token', () => {
  it('says which invitation it is for, whatever the ids', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((array) => Buffer.from(array))
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), bytes, (organization, invitationId, secret) => {
        const given = { organizationId: organization as typeof world.acme, invitationId, secret }
        const read = readToken(encodeInvitationToken(given))
        expect(read).toEqual(given)
      }),
    )
  })
})
