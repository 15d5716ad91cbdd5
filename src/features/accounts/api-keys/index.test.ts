import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/create-test-app.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { issueKey, listKeys, revokeKey } from './index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

async function send(authorization: string | undefined, app: TestApp = world.app) {
  const answer = await app.server.inject({
    method: 'GET',
    url: '/v2/organizations/users',
    headers: authorization === undefined ? {} : { authorization },
  })
  return { status: answer.statusCode, body: answer.json() }
}

const issue = (wanted: { name?: string; userId?: string; expiresAt?: Date } = {}, w = world) =>
  issueKey(w.app.store.of(w.acme), w.acme, w.app, { name: 'a test', ...wanted })

const revoke = (id: string, w = world) => revokeKey(w.app.store.of(w.acme), w.acme, w.app.clock, id)

const REFUSED = { status: 401, body: { code: 401, message: 'The API key is not valid.' } }

describe('the Authorization header', () => {
  it.each(['%s', 'Bearer %s', 'bearer   %s', 'BEARER %s', '  %s  ', ' Bearer %s '])(
    'takes a key as "%s"',
    async (form) => {
      expect((await send(form.replace('%s', world.bob.key))).status).toBe(200)
    },
  )

  it.each(['Basic %s', 'Token %s', 'Bearer: %s', 'Bearer%s', 'Bearer Bearer %s', '%s %s', '"%s"', '%s,', 'Bearer'])(
    'takes no key as "%s"',
    async (form) => {
      expect(await send(form.replaceAll('%s', world.bob.key))).toEqual(REFUSED)
    },
  )

  it('is required: without it, or with nothing in it, the answer is 401 with code and message alone', async () => {
    for (const header of [undefined, '', '   ']) {
      expect(await send(header)).toEqual({ status: 401, body: { code: 401, message: expect.any(String) } })
    }
  })

  it('is not looked for in the query or a cookie', async () => {
    const answer = await world.app.server.inject({
      method: 'GET',
      url: `/v2/organizations/users?authorization=${world.bob.key}&access_token=${world.bob.key}`,
      headers: { cookie: `authorization=${world.bob.key}`, 'x-api-key': world.bob.key },
    })
    expect(answer.statusCode).toBe(401)
  })

  it('says the same of every key that is not valid', async () => {
    const [header, payload, signature] = world.bob.key.split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const changed = Buffer.from(`${payload}x`, 'base64url').toString('base64url')
    const forged = [
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${header}.${changed}.${signature}`,
      'x.y.z',
      'x',
    ]
    for (const token of forged) expect(await send(token)).toEqual(REFUSED)
    const foreign = { ...world.app.tokens, sign: async () => `${header}.${payload}.${'A'.repeat(43)}` }
    expect(await send(await foreign.sign())).toEqual(REFUSED)
  })
})

describe('a key', () => {
  it('counts no more from the moment it is revoked, though it was used the moment before', async () => {
    const { id, token } = await issue()
    expect((await send(token)).status).toBe(200)
    await revoke(id)
    expect(await send(token)).toEqual(REFUSED)
  })

  it('counts up to the moment it expires', async () => {
    let now = Date.parse('2026-03-10T10:00:00.000Z')
    const app = await createTestApp({ clock: { now: () => new Date(now) } })
    const timed = await createWorld(app)
    const { token } = await issue({ expiresAt: new Date(now + 60_000) }, timed)
    now += 59_999
    expect((await send(token, app)).status).toBe(200)
    now += 1
    expect(await send(token, app)).toEqual(REFUSED)
  })

  it('ends for good when its user is deactivated, by whatever road', async () => {
    const own = await createWorld(world.app)
    const set = (active: boolean) =>
      own.app.store.owner.query('update users set active = $1 where id = $2', [active, own.bob.userId])
    expect((await send(own.bob.key)).status).toBe(200)
    await set(false)
    expect(await send(own.bob.key)).toEqual(REFUSED)
    expect((await send(own.carol.key)).status).toBe(200)
    expect((await send(own.org.key)).status).toBe(200)
    await set(true)
    expect(await send(own.bob.key)).toEqual(REFUSED)
    const { token } = await issue(own.bob.userId === undefined ? {} : { userId: own.bob.userId }, own)
    expect((await send(token)).status).toBe(200)
  })

  it('counts no more when its row is gone, or was never written', async () => {
    const { id, token } = await issue()
    await world.app.store.owner.query('delete from api_keys where id = $1', [id])
    expect(await send(token)).toEqual(REFUSED)
    const unwritten = await world.app.tokens.sign({
      keyId: id,
      organizationId: world.acme,
      userId: undefined,
      issuedAt: new Date(),
      expiresAt: undefined,
    })
    expect(await send(unwritten)).toEqual(REFUSED)
  })

  it('counts in its own organization alone', async () => {
    const { id } = await issue()
    const elsewhere = await world.app.tokens.sign({
      keyId: id,
      organizationId: world.rival,
      userId: undefined,
      issuedAt: new Date(),
      expiresAt: undefined,
    })
    expect(await send(elsewhere)).toEqual(REFUSED)
  })

  it('follows its user into other teams and roles at once', async () => {
    const own = await createWorld(world.app)
    const may = async () =>
      (
        await own.app.server.inject({
          method: 'PUT',
          url: '/v2/crm-records/account/x',
          headers: { authorization: own.bob.key },
          payload: { fields: {} },
        })
      ).statusCode
    expect(await may()).toBe(403)
    await own.app.store.owner.query(
      `update users set role_id = (select id from roles where organization_id = $1 and type = 'ADMIN')
       where organization_id = $1 and id = $2`,
      [own.acme, own.bob.userId],
    )
    expect(await may()).toBe(201)
  })

  it('is never stored: only what shows it', async () => {
    const { id, token } = await issue({ name: 'shown' })
    const shown = (await listKeys(world.app.store.of(world.acme), world.acme)).find((one) => one.id === id)
    expect(shown).toMatchObject({ name: 'shown', last_four: token.slice(-4), revoked_at: null, last_used_at: null })
    const rows = await world.app.store.owner.query<{ row: string }>('select to_jsonb(k)::text as row from api_keys k')
    const parts = token.split('.')
    expect(rows.filter(({ row }) => parts.some((part) => row.includes(part)))).toEqual([])
  })

  it('tells when it was last used', async () => {
    const { id, token } = await issue()
    await send(token)
    await expect
      .poll(
        async () =>
          (await listKeys(world.app.store.of(world.acme), world.acme)).find((one) => one.id === id)?.last_used_at,
      )
      .toMatch(/^\d{4}-\d\d-\d\dT/)
  })
})

describe('issuing and revoking', () => {
  it('refuses users of nobody and of another organization, and an expiry in the past', async () => {
    for (const userId of ['01900000-0000-7000-8000-000000000000', world.mallory.userId ?? '']) {
      await expect(issue({ userId })).rejects.toMatchObject({ code: 'validation_failed' })
    }
    await expect(issue({ expiresAt: new Date(0) })).rejects.toMatchObject({ code: 'validation_failed' })
  })

  it('ends a key once, and never one of another organization', async () => {
    const { id, token } = await issue()
    const theirs = revokeKey(world.app.store.of(world.rival), world.rival, world.app.clock, id)
    await expect(theirs).rejects.toMatchObject({ kind: 'not_found' })
    expect((await send(token)).status).toBe(200)
    await revoke(id)
    await expect(revoke(id)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('leaves an entry in the audit log each, and nothing of the token', async () => {
    const { id, token } = await issue({ name: 'audited' })
    await revoke(id)
    const entries = await world.app.store.owner.query(
      'select operation, via, entity_type, to_jsonb(a)::text as row from audit_log a where entity_id = $1 order by at, id',
      [id],
    )
    expect(entries).toMatchObject([
      { operation: 'createApiKey', via: 'command_line', entity_type: 'api key' },
      { operation: 'deleteApiKey', via: 'command_line', entity_type: 'api key' },
    ])
    for (const part of token.split('.')) expect(JSON.stringify(entries)).not.toContain(part)
  })
})
