import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { connectionFor, createCrmWorld } from '../../../testing/crm-fixtures.ts'
import { createStandIn, type StandIn } from '../../../testing/fake-server.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { HUBSPOT_TOKEN } from '../../../testing/hubspot-server.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let elsewhere: StandIn
let given: { uuid: string; url: string }
beforeAll(async () => {
  world = await createCrmWorld()
  elsewhere = await createStandIn(() => ({ status: 200, body: { results: [] } }))
  given = await connectionFor(world, 'hubspot', 'https://api.hubapi.com')
})

const patch = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PATCH', `/crm-connections/${id}`, { body })
const sealedOf = async (id: string) =>
  (
    await world.app.store.owner.query<{ credentials: string }>(
      'select credentials from crm_connections where id = $1',
      [id],
    )
  )[0]?.credentials

describe('does', () => {
  it('changes what it is given, and keeps the rest', async () => {
    const before = (await call(world.app, world.org, 'GET', `/crm-connections/${given.uuid}`)).body.data
    const sealed = await sealedOf(given.uuid)
    const answer = await patch(world.org, given.uuid, { name: 'Other', teamUUID: world.teams.north })
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { ...before, name: 'Other', teamUUID: world.teams.north, updatedAt: expect.any(String) },
    ])
    expect((await patch(world.org, given.uuid, { teamUUID: null })).body.data.teamUUID).toBeNull()
    expect(await sealedOf(given.uuid)).toBe(sealed)
  })

  it('takes other credentials, and lets it be asked again at once', async () => {
    const { uuid } = await connectionFor(world, 'hubspot', elsewhere.url, { credentials: { token: 'wrong' } })
    await world.app.store.owner.query(
      `update crm_connections set paused_until = now() + interval '1 hour', paused_for = 'rate_limited' where id = $1`,
      [uuid],
    )
    const { body } = await patch(world.org, uuid, { credentials: { token: HUBSPOT_TOKEN } })
    expect(body.data).toMatchObject({ pausedUntil: null, pausedFor: null })
    await call(world.app, world.org, 'POST', `/crm-connections/${uuid}/test`)
    expect(elsewhere.asked.at(-1)?.headers.authorization).toBe(`Bearer ${HUBSPOT_TOKEN}`)
  })

  it('makes another secret for a program that asks for one', async () => {
    const made = await connectionFor(world, 'http', elsewhere.url)
    const { body } = await patch(world.org, made.uuid, { credentials: {} })
    expect(body.data.secret).toMatch(/^whsec_/)
    expect(body.data.secret).not.toBe(made.secret)
    // Its address may change by itself: the secret goes nowhere.
    expect((await patch(world.org, made.uuid, { url: `${elsewhere.url}/other` })).status).toBe(200)
  })

  it('goes on reading what stays, and begins anew with what has other fields', async () => {
    const { uuid } = await connectionFor(world, 'hubspot', 'https://crm.acme.example')
    await world.app.store.owner.query(
      `update crm_connection_entities set read_until = '2026-01-02T03:04:05.678Z' where connection_id = $1`,
      [uuid],
    )
    const { body } = await patch(world.org, uuid, {
      entities: [{ code: 'companies' }, { code: 'deals', fields: ['amount'] }],
    })
    expect(body.data.entities).toMatchObject([
      { code: 'companies', readUntil: '2026-01-02T03:04:05.678Z' },
      { code: 'deals', fields: ['dealname', 'amount'], readUntil: null },
    ])
    const moved = { url: 'https://other.acme.example', credentials: { token: HUBSPOT_TOKEN } }
    expect((await patch(world.org, uuid, moved)).body.data.entities).toMatchObject([
      { code: 'companies', readUntil: null },
      { code: 'deals', readUntil: null },
    ])
    const timed = await patch(world.org, uuid, { syncMinutes: 15 })
    expect(timed.body.data).toMatchObject({ syncMinutes: 15, sync: { state: 'queued' } })
  })
})

describe('refuses', () => {
  it('another address without the credentials, which would be sent there', async () => {
    const asked = elsewhere.asked.length
    const answer = await patch(world.org, given.uuid, { url: elsewhere.url })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/credentials')])
    expect((await patch(world.org, given.uuid, { url: given.url })).status).toBe(200)
    await call(world.app, world.org, 'GET', `/crm-connections/${given.uuid}`)
    expect(elsewhere.asked.length).toBe(asked)
  })

  it.each<[string, unknown, string]>([
    ['nothing', {}, ''],
    ['a blank name', { name: '' }, '/name'],
    ['a private address', { url: 'https://10.0.0.1', credentials: { token: 'x' } }, '/url'],
    ['credentials of another kind', { credentials: { clientId: 'x' } }, '/credentials/token'],
    ['an entity of another CRM', { entities: [{ code: 'lead' }] }, '/entities/0/code'],
    ['a team that is no UUID', { teamUUID: 'north' }, '/teamUUID'],
  ])('%s, and points at it', async (_, body, pointer) => {
    const answer = await patch(world.org, given.uuid, body)
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
  })
})

describe('who may', () => {
  const guarded = {
    world: () => world,
    noun: 'crm_connection',
    make: async () => given.uuid,
    send: (caller: Caller | undefined, id: string) => patch(caller, id, { name: 'x' }),
  }
  guardsThings(guarded)
  adminsOnly(guarded)

  it('is one at a time: two at the same moment lose nothing', async () => {
    const other = await createWorld(world.app)
    const { uuid } = await connectionFor(other, 'http', 'https://crm.acme.example')
    const send = (body: unknown) => call(world.app, other.org, 'PATCH', `/crm-connections/${uuid}`, { body })
    const answers = await Promise.all([send({ name: 'A' }), send({ url: 'https://other.acme.example' })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await call(world.app, other.org, 'GET', `/crm-connections/${uuid}`)
    expect(body.data).toMatchObject({ name: 'A', url: 'https://other.acme.example' })
  })
})
