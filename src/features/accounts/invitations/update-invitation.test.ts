import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { ADMIN_REQUIRED, guardsThings, newTeam, peopleOf } from '../../../testing/people.ts'
import { NOBODY, notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { acceptInvitation } from './index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const patch = (caller: Caller | undefined, id: string, body: unknown, w = world) =>
  call(w.app, caller, 'PATCH', `/organizations/invitations/${id}`, { body })

let asked = 0
async function invited(w = world, caller = w.alice): Promise<{ id: string; email: string }> {
  const email = `changed-${++asked}@acme.example`
  const body = { email, firstName: 'Ann', teamUUIDs: [w.teams.north] }
  const answer = await call(w.app, caller, 'POST', '/organizations/invitations', { body })
  return { id: answer.body.data.uuid, email }
}

const tokensTo = (email: string, w = world) =>
  w.app.mail.filter(({ to }) => to === email).map(({ text }) => /invitations\/([\w-]+)/.exec(text)?.[1] ?? '')

describe('does', () => {
  it('changes what is given, keeps the rest, and sends nothing', async () => {
    const { id, email } = await invited()
    await world.app.drain(world.acme)
    const answer = await patch(world.alice, id, {
      lastName: 'Adler',
      role: 'MANAGER',
      teamUUIDs: [world.teams.support],
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      firstName: 'Ann',
      lastName: 'Adler',
      roles: [{ type: 'MANAGER' }],
      teams: [{ uuid: world.teams.support }],
      status: 'pending',
    })
    await world.app.drain(world.acme)
    expect(tokensTo(email)).toHaveLength(1)
  })

  it('sends it again with a new link, with which the one before ends', async () => {
    const { id, email } = await invited()
    await world.app.drain(world.acme)
    await patch(world.alice, id, { resend: true })
    const [first = ''] = tokensTo(email)
    const accept = (token: string) => acceptInvitation(world.app.store, world.app.clock, token)
    await expect(accept(first)).rejects.toMatchObject({ code: 'invitation_not_found' })
    await world.app.drain(world.acme)
    const [, second = '', ...more] = tokensTo(email)
    expect([second === first, more]).toEqual([false, []])
    await expect(accept(first)).rejects.toMatchObject({ code: 'invitation_not_found' })
    expect(await accept(second)).toMatchObject({ organizationId: world.acme })
  })

  it('lets one that has expired count again when it is sent again', async () => {
    let now = Date.parse('2026-03-10T10:00:00.000Z')
    const timed = await createWorld(await createTestApp({ clock: { now: () => new Date(now) } }))
    const { id } = await invited(timed)
    now += 15 * 86_400_000
    expect((await patch(timed.alice, id, { firstName: 'Anna' }, timed)).body.data.status).toBe('expired')
    expect((await patch(timed.alice, id, { resend: true }, timed)).body.data).toMatchObject({
      status: 'pending',
      firstName: 'Anna',
      expiresAt: '2026-04-08T10:00:00.000Z',
    })
  })
})

describe('refuses', () => {
  it.each([
    ['nothing at all', '', {}],
    ['an unknown role', '/role', { role: 'OWNER' }],
    ['a role of nothing', '/roleUUID', { roleUUID: NOBODY }],
    ['a team of nothing', '/teamUUIDs', { teamUUIDs: [NOBODY] }],
    ['resend that is no boolean', '/resend', { resend: 'yes' }],
    ['another address alone', '', { email: 'other@acme.example' }],
  ])('%s', async (_, pointer, body) => {
    const { id } = await invited()
    const before = await peopleOf(world)
    const answer = await patch(world.alice, id, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await peopleOf(world)).toEqual(before)
  })

  it('one that was revoked or accepted', async () => {
    const closed = resourceError(409, 'invitation_closed', '')
    const revoked = await invited()
    await call(world.app, world.alice, 'DELETE', `/organizations/invitations/${revoked.id}`)
    const accepted = await invited()
    await world.app.drain(world.acme)
    const [token = ''] = tokensTo(accepted.email)
    await acceptInvitation(world.app.store, world.app.clock, token)
    for (const { id } of [revoked, accepted]) {
      const answer = await patch(world.alice, id, { resend: true })
      expect([answer.status, answer.body]).toEqual([409, closed])
    }
  })
})

describe('who may', () => {
  guardsThings(
    'invitation',
    () => world,
    async () => (await invited()).id,
    (caller, id) => patch(caller, id, { firstName: 'Ann' }),
  )

  it('is no org-level key', async () => {
    const { id } = await invited()
    const answer = await patch(world.org, id, { resend: true })
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'user_required', '')])
  })

  it('is a manager for what the manager made and may make; the rest is not there', async () => {
    const [own, others] = [await invited(world, world.mark), await invited()]
    expect((await patch(world.mark, own.id, { teamUUIDs: [world.teams.sales] })).status).toBe(200)
    for (const body of [{ role: 'ADMIN' }, { teamUUIDs: [world.teams.support] }, { teamUUIDs: [] }]) {
      const answer = await patch(world.mark, own.id, body)
      expect([answer.status, answer.body]).toEqual([403, ADMIN_REQUIRED])
    }
    const answer = await patch(world.mark, others.id, { resend: true })
    expect([answer.status, answer.body]).toEqual([404, notFound('invitation')])
  })

  it('is a manager no more when an admin made more of the invitation', async () => {
    const own = await invited(world, world.mark)
    await patch(world.alice, own.id, { role: 'MANAGER', teamUUIDs: [await newTeam(world, 'Board')] })
    expect((await patch(world.mark, own.id, { resend: true })).body).toEqual(ADMIN_REQUIRED)
  })
})
