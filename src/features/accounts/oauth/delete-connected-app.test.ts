import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { connectionFor } from '../../../testing/connection-fixtures.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const disconnect = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'DELETE', `/connected-apps/${id}`)
const connect = (user: Caller = world.bob) => connectionFor(world.app, world.acme, user)
const tokensOf = (id: string) => world.app.store.owner.query('select 1 from oauth_tokens where grant_id = $1', [id])

describe('does', () => {
  it('ends a connection with all its tokens at once, and no other', async () => {
    const [one, other] = [await connect(), await connect()]
    await world.app.authenticateOAuth(one.accessToken)
    const answer = await disconnect(world.bob, one.id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    await expect(world.app.authenticateOAuth(one.accessToken)).rejects.toMatchObject({ code: 'invalid_token' })
    expect(await tokensOf(one.id)).toEqual([])
    expect(await world.app.authenticateOAuth(other.accessToken)).toMatchObject({ via: 'oauth' })
  })

  it('leaves an entry of the connecting and of the end', async () => {
    const { id } = await connect()
    await disconnect(world.bob, id)
    const entries = (await call(world.app, world.org, 'GET', '/audit-log', { query: { entityId: id } })).body.data
    expect(entries).toMatchObject([
      { operation: 'deleteConnectedApp', via: 'api_key', user: { uuid: world.bob.userId } },
      { operation: 'connectApp', via: 'session', user: { uuid: world.bob.userId }, entityType: 'connected app' },
    ])
  })
})

describe('refuses', () => {
  it('what has ended already, also for all but one of several who come at once', async () => {
    const { id } = await connect()
    const answers = await Promise.all([1, 2, 3].map(() => disconnect(world.bob, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
    expect((await disconnect(world.bob, id)).body).toEqual(notFound('connected_app'))
  })

  it('tokens for a connection that has ended meanwhile', async () => {
    const { id, accessToken } = await connect()
    await disconnect(world.bob, id)
    const late = { kind: 'access', grantId: id, scope: 'mcp:read', audience: 'x', payload: {}, seconds: 60 } as const
    expect(await world.app.oauth.store.saveToken(accessToken, late)).toBe(false)
    expect(await tokensOf(id)).toEqual([])
  })
})

describe('who may', () => {
  guardsThings({
    world: () => world,
    noun: 'connected_app',
    make: async () => (await connect()).id,
    send: disconnect,
  })

  it('is its user and admins; to all others there is no such thing', async () => {
    for (const caller of [world.bob, world.alice, world.org]) {
      expect((await disconnect(caller, (await connect()).id)).status).toBe(204)
    }
    for (const caller of [world.mark, world.carol]) {
      const { id, accessToken } = await connect()
      const answer = await disconnect(caller, id)
      expect([answer.status, answer.body]).toEqual([404, notFound('connected_app')])
      expect(await world.app.authenticateOAuth(accessToken)).toBeDefined()
    }
  })
})
