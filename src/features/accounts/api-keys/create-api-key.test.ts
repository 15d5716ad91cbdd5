import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { isLetIn, needsAnAdmin, newPerson } from '../../../testing/people.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const create = (caller: Caller | undefined, body: unknown, w = world) =>
  call(w.app, caller, 'POST', '/api_keys', { body })
const withKey = (key: string): Caller => ({ userId: undefined, email: undefined, key })
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe('does', () => {
  it('makes an org-level key unless told otherwise, and tells its token this once', async () => {
    const answer = await create(world.alice, { name: '  Export ' })
    expect(answer.status).toBe(201)
    const { token, ...key } = answer.body.data
    expect(key).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Export',
      org_level: true,
      user: null,
      last_four: token.slice(-4),
      created_at: expect.stringMatching(/^\d{4}-/),
      updated_at: key.created_at,
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    })
    expect(claimsOf(token)).toMatchObject({ 'api-version': 'apiv2', jti: key.id, org: world.acme })
    expect(Object.keys(claimsOf(token))).not.toContain('sub')
    expect((await call(world.app, withKey(token), 'GET', '/usageReport')).status).toBe(200)
  })

  it('makes a user-level key for the caller, or for another user, who can do no more by it than before', async () => {
    const mine = await create(world.alice, { name: 'Mine', org_level: false })
    expect(claimsOf(mine.body.data.token).sub).toBe(world.alice.userId)
    const his = await create(world.org, { name: 'His', org_level: false, user_uuid: world.bob.userId?.toUpperCase() })
    expect(his.body.data.user).toEqual({ uuid: world.bob.userId, email: 'bob@acme.example' })
    const bob = withKey(his.body.data.token)
    expect((await call(world.app, bob, 'GET', '/api_keys')).status).toBe(200)
    expect((await create(bob, { name: 'More' })).status).toBe(403)
    expect((await call(world.app, bob, 'GET', '/usageReport')).status).toBe(403)
  })

  it('makes a key that ends by itself', async () => {
    let now = Date.parse('2026-03-10T10:00:00.000Z')
    const app = await createTestApp({ clock: { now: () => new Date(now) } })
    const timed = await createWorld(app)
    const { token, expires_at } = (await create(timed.org, { name: 'Brief', expiry_hours: 2 }, timed)).body.data
    expect(expires_at).toBe('2026-03-10T12:00:00.000Z')
    expect(claimsOf(token).exp).toBe(Date.parse(expires_at) / 1000)
    now += 2 * 3_600_000 - 1
    expect(await isLetIn(timed, withKey(token))).toBe(true)
    now += 1
    expect(await isLetIn(timed, withKey(token))).toBe(false)
  })

  it('makes one key of a request that is sent again with its Idempotency-Key', async () => {
    const send = () =>
      call(world.app, world.alice, 'POST', '/api_keys', {
        body: { name: 'Once' },
        headers: { 'idempotency-key': 'a-key-once' },
      })
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    const keys = (await call(world.app, world.alice, 'GET', '/api_keys', { query: { size: '200' } })).body.data
    expect(keys.filter((key: { name: string }) => key.name === 'Once')).toHaveLength(1)
  })
})

describe('refuses', () => {
  it.each([
    ['no name', '/name', {}],
    ['a blank name', '/name', { name: ' ' }],
    ['a name of 129 characters', '/name', { name: 'x'.repeat(129) }],
    ['a level that is no boolean', '/org_level', { name: 'a', org_level: 'yes' }],
    ['an expiry of no hour', '/expiry_hours', { name: 'a', expiry_hours: 0 }],
    ['an expiry of half an hour', '/expiry_hours', { name: 'a', expiry_hours: 0.5 }],
    ['an expiry beyond ten years', '/expiry_hours', { name: 'a', expiry_hours: 87_601 }],
    ['a malformed user', '/user_uuid', { name: 'a', org_level: false, user_uuid: 'bob' }],
    ['a user of nobody', '/user_uuid', { name: 'a', org_level: false, user_uuid: NOBODY }],
    ['a user with an org-level key', '/user_uuid', { name: 'a', user_uuid: NOBODY }],
  ])('%s', async (_, pointer, body) => {
    const answer = await create(world.alice, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('a user-level key of nobody, made by an org-level key', async () => {
    const answer = await create(world.org, { name: 'a', org_level: false })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/user_uuid')])
  })

  it('a user of another organization, or deactivated', async () => {
    const leaver = await newPerson(world)
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${leaver.userId}`)
    for (const user_uuid of [world.mallory.userId, leaver.userId]) {
      const answer = await create(world.alice, { name: 'a', org_level: false, user_uuid })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/user_uuid')])
    }
  })

  it('to leave a living key behind when its user is deactivated at the same moment', async () => {
    const leaver = await newPerson(world)
    const [made, ended] = await Promise.all([
      create(world.org, { name: 'Late', org_level: false, user_uuid: leaver.userId }),
      call(world.app, world.alice, 'DELETE', `/organizations/users/${leaver.userId}`),
    ])
    expect([201, 400]).toContain(made.status)
    expect(ended.status).toBe(204)
    await call(world.app, world.org, 'POST', `/organizations/users/${leaver.userId}/reactivate`)
    if (made.status === 201) expect(await isLetIn(world, withKey(made.body.data.token))).toBe(false)
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await create(undefined, { name: 'a' })
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  needsAnAdmin(
    () => world,
    (caller) => create(caller, { name: 'Mine', org_level: false }),
  )
})
