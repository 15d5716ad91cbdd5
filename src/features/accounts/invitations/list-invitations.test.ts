import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTimedWorld, findChanged } from '../../../testing/changed-since.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { acceptInvitation } from './index.ts'

const DAY = 86_400_000
let now = Date.parse('2026-03-10T10:00:00.000Z')
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(now) } }))
  const invite = async (caller: Caller, name: string) => {
    now += 1
    const body = { email: `${name}@acme.example`, teamUUIDs: [world.teams.north] }
    const answer = await call(world.app, caller, 'POST', '/organizations/invitations', { body })
    return answer.body.data.uuid
  }
  await invite(world.alice, 'expired')
  now += 14 * DAY
  const revoked = await invite(world.alice, 'revoked')
  await call(world.app, world.alice, 'DELETE', `/organizations/invitations/${revoked}`)
  await invite(world.mark, 'accepted')
  await world.app.drain(world.acme)
  const mail = world.app.mail.find(({ to }) => to === 'accepted@acme.example')
  await acceptInvitation(world.app.store, world.app.clock, mail?.text.match(/invitations\/([\w-]+)/)?.[1] ?? '')
  await invite(world.mark, 'pending')
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/organizations/invitations', { query })
const namesFor = async (caller: Caller, query: Record<string, string> = {}) =>
  (await list(caller, query)).body.data.map((one: { email: string }) => one.email.split('@')[0])

describe('does', () => {
  it('tells invitations newest first, each with where it stands', async () => {
    const answer = await list(world.org)
    expect(answer.status).toBe(200)
    const told = answer.body.data.map((one: { email: string; status: string }) => [one.email.split('@')[0], one.status])
    expect(told).toEqual(['pending', 'accepted', 'revoked', 'expired'].map((name) => [name, name]))
    expect(answer.body.meta).toEqual({ pageCount: 1, totalRecords: 4, pageNumber: 1, pageSize: 50 })
    const [, accepted, revoked] = answer.body.data
    expect(accepted).toMatchObject({ userUUID: expect.any(String), acceptedAt: expect.any(String), revokedAt: null })
    expect(revoked).toMatchObject({ userUUID: null, acceptedAt: null, revokedAt: expect.any(String) })
    expect(answer.text).not.toMatch(/secret|hash|token/i)
  })

  it('filters by one status or several, in list and total', async () => {
    for (const status of ['pending', 'expired', 'accepted', 'revoked']) {
      expect(await namesFor(world.alice, { status })).toEqual([status])
    }
    const both = await list(world.alice, { status: 'pending,expired', size: '1' })
    expect(both.body.meta.totalRecords).toBe(2)
    expect(await namesFor(world.alice, { status: 'pending,expired', size: '1', page: '2' })).toEqual(['expired'])
  })

  it('finds those that changed since a time', async () => {
    const timed = await createTimedWorld()
    const path = '/organizations/invitations'
    const made: string[] = []
    const make = (name: string) => async (own: World) => {
      const body = { email: `${name}@acme.example`, teamUUIDs: [own.teams.north] }
      made.push((await call(own.app, own.alice, 'POST', path, { body })).body.data.uuid)
    }
    expect(await findChanged(timed, path, make('one'))).toEqual(made)
    expect(await findChanged(timed, path, make('two'))).toEqual(made.slice(1))
    await timed.world.app.drain(timed.world.acme)
    const change = (body: unknown) => (own: World) => call(own.app, own.alice, 'PATCH', `${path}/${made[0]}`, { body })
    expect(await findChanged(timed, path, change({ firstName: 'Ann' }))).toEqual(made.slice(0, 1))
    expect(await findChanged(timed, path, change({ resend: true }))).toEqual(made.slice(0, 1))
    const revoke = (own: World) => call(own.app, own.alice, 'DELETE', `${path}/${made[0]}`)
    expect(await findChanged(timed, path, revoke)).toEqual(made.slice(0, 1))
    const mail = timed.world.app.mail.findLast(({ to }) => to === 'two@acme.example')
    const token = mail?.text.match(/invitations\/([\w-]+)/)?.[1] ?? ''
    const accept = ({ app }: World) => acceptInvitation(app.store, app.clock, token)
    expect(await findChanged(timed, path, accept)).toEqual(made.slice(1))
  })
})

describe('refuses', () => {
  it.each([
    ['size', '201', '/query/size'],
    ['page', '0', '/query/page'],
    ['status', 'open', '/query/status'],
  ])('%s=%s', async (name, value, pointer) => {
    const answer = await list(world.alice, { [name]: value })
    expect([answer.status, answer.body.source.pointer.startsWith(pointer)]).toEqual([400, true])
    if (name !== 'status') expect(answer.body).toEqual(refusedField(pointer))
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await list(undefined)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is every admin for all, everybody else for what they made, in list and total', async () => {
    expect(await namesFor(world.alice)).toHaveLength(4)
    expect(await namesFor(world.mark)).toEqual(['pending', 'accepted'])
    expect((await list(world.mark)).body.meta.totalRecords).toBe(2)
    expect((await list(world.bob)).body).toMatchObject({ data: [], meta: { totalRecords: 0 } })
    for (const caller of [world.mallory, world.rivalOrg]) expect(await namesFor(caller)).toEqual([])
  })
})
