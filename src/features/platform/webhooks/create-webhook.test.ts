import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { needsAnAdmin } from '../../../testing/people.ts'
import { RECEIVERS } from '../../../testing/receiver.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: RECEIVERS }))
})

const url = 'https://hooks.customer.example/parley?team=1'
const create = (caller: Caller | undefined, body: unknown) => call(world.app, caller, 'POST', '/webhooks', { body })
const stored = () =>
  world.app.store.owner.query<{ secret: string }>('select secret from webhooks where organization_id = $1', [
    world.acme,
  ])

describe('does', () => {
  it('makes a webhook for everything, and tells its secret this once', async () => {
    const answer = await create(world.org, { url })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...{ url, format: 'events', team_id: null, language: 'en', description: '' },
      event_types: null,
      enabled: true,
      disabled_at: null,
      disabled_reason: null,
      failing_since: null,
      old_secret_expires_at: null,
      created_at: expect.stringMatching(/^\d{4}-/),
      updated_at: answer.body.data.created_at,
      secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
    })
    const { secret } = answer.body.data
    for (const row of await stored()) expect(row.secret).not.toContain(secret.slice(6))
    const read = await call(world.app, world.org, 'GET', `/webhooks/${answer.body.data.id}`)
    expect(read.body.data).toEqual({ ...answer.body.data, secret: undefined })
    expect(read.text).not.toContain('secret"')
  })

  it('makes one for some events, described, and not enabled yet', async () => {
    const given = {
      event_types: ['snippet.created', 'deck.created', 'snippet.created'],
      description: ' Sales ',
      enabled: false,
    }
    const { body } = await create(world.alice, { url: 'https://HOOKS.customer.example', ...given })
    expect(body.data).toMatchObject({
      url: 'https://hooks.customer.example/',
      event_types: ['snippet.created', 'deck.created'],
      description: 'Sales',
      enabled: false,
      disabled_at: body.data.created_at,
      disabled_reason: null,
    })
  })

  it('takes private addresses that the operator allows, also over http', async () => {
    for (const allowed of ['http://127.0.0.1:8080/hook', 'https://127.1.2.3/']) {
      expect((await create(world.org, { url: allowed })).status).toBe(201)
    }
  })
})

describe('refuses', () => {
  it.each([
    ['no address', {}],
    ['a word', { url: 'hooks' }],
    ['another scheme', { url: 'ftp://hooks.customer.example' }],
    ['plain http', { url: 'http://93.184.216.34/' }],
    ['a user and password', { url: 'https://user:word@hooks.customer.example/' }],
    ['a fragment', { url: `${url}#there` }],
    ['more than 2,048 characters', { url: `https://hooks.customer.example/${'x'.repeat(2_048)}` }],
    ['loopback', { url: 'https://[::1]/' }],
    ['loopback in other words', { url: 'https://0/' }],
    ['a private address', { url: 'https://10.0.0.1/' }],
    ['link-local, where clouds keep their secrets', { url: 'http://169.254.169.254/latest/meta-data' }],
  ])('%s', async (_, body) => {
    const answer = await create(world.org, body)
    expect([answer.status, answer.body]).toEqual([400, { ...refusedField('/url'), errors: answer.body.errors }])
    expect(answer.text).not.toContain('10.0.0.1')
  })

  it.each([
    ['/event_types/0', { event_types: ['conversation.deleted'] }],
    ['/event_types', { event_types: [] }],
    ['/description', { description: 'x'.repeat(501) }],
    ['/enabled', { enabled: 'yes' }],
  ])('a wrong %s', async (pointer, body) => {
    const answer = await create(world.org, { url, ...body })
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('more than twenty, even when they come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => create(world.rivalOrg, { url })))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(5)
    for (const { status, body } of refused)
      expect([status, body]).toEqual([409, resourceError(409, 'too_many_webhooks', '')])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await create(undefined, { url })
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  needsAnAdmin(
    () => world,
    (caller) => create(caller, { url }),
  )
})
