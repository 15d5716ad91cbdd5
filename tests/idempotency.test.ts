/** `Idempotency-Key`, over every POST of the catalog: sent again, a request is answered again and not done again. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/catalog.ts'
import { type Answer, call } from '../src/testing/call.ts'
import { expectEvery } from '../src/testing/expect-every.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../src/testing/world.ts'
import { pathOf, type Samples, samplesOf } from './samples/index.ts'

const posts = operations
  .filter(({ rest }) => rest.method === 'POST')
  .map((operation) => [operation.id, operation] as const)

let world: World
let samples: Samples
beforeAll(async () => {
  world = await createWorld()
  samples = await samplesOf(world, await importFor(world, { applicationExternalID: 'once' }), 'once')
})

function send(operation: (typeof operations)[number], key: string, more: { body?: unknown } = {}): Promise<Answer> {
  const { body, headers, caller, ...sample } = samples[operation.id] ?? {}
  const sent = 'body' in more ? more.body : body
  return call(world.app, caller ?? world.org, 'POST', pathOf(operation.rest.path, sample), {
    ...(sent === undefined ? {} : { body: sent }),
    headers: { ...headers, 'idempotency-key': key },
  })
}

/** Everything the service keeps of acme but the answers it keeps, in rows a table. */
async function rowsOfAcme(): Promise<Record<string, number>> {
  const { owner } = world.app.store
  const tables = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'conversation_counts'`,
  )
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as n from ${name} where organization_id = '${world.acme}'`,
  )
  const rows = await owner.query<{ name: string; n: number }>(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

describe('every POST', () => {
  const keys = new Map<string, string>()
  it.each(posts)('%s is done once and answered twice', async (id, operation) => {
    const key = randomUUID()
    keys.set(id, key)
    const first = await send(operation, key)
    expect([first.status < 300, first.text.slice(0, 300)]).toEqual([true, expect.anything()])
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    const before = await rowsOfAcme()
    const second = await send(operation, key)
    expect([second.status, second.text]).toEqual([first.status, first.text])
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.headers['content-type']).toBe(first.headers['content-type'])
    for (const header of ['location', 'etag']) expect(second.headers[header]).toBe(first.headers[header])
    expect(await rowsOfAcme()).toEqual(before)
  })

  const bodied = posts.filter(([, { input }]) => Object.keys((input as unknown as { shape: object }).shape).length > 0)
  it.each(bodied)('%s refuses the key for another request with 422', async (id, operation) => {
    if (typeof samples[id]?.body !== 'object' || Buffer.isBuffer(samples[id]?.body)) return
    const other = await send(operation, keys.get(id) ?? '', {
      body: { ...(samples[id]?.body as object), another: true },
    })
    expect(other.status).toBe(422)
    if (operation.rest.dress !== 'scim') {
      expect(other.body).toMatchObject({
        code: 'idempotency_key_reused',
        source: { pointer: '/header/Idempotency-Key' },
      })
    }
  })
})

describe('a key', () => {
  const importing = (caller: Caller, key: string, title = 'Once', path = '/conversations/import') =>
    call(world.app, caller, 'POST', path, {
      body: { conversationTitle: title, transcript: { segments: [{ speaker: 'Bob', text: 'Hello.' }] } },
      headers: { 'idempotency-key': key },
    })

  it('is one of its caller: another person may use the same words', async () => {
    const key = randomUUID()
    const uuids = await Promise.all(
      [world.org, world.bob, world.carol, world.rivalOrg].map(
        async (caller) => (await importing(caller, key)).body.uuid,
      ),
    )
    expect(new Set(uuids).size).toBe(4)
  })

  it('lets a refused request be mended and sent again', async () => {
    const key = randomUUID()
    expect((await importing(world.bob, key, 'x'.repeat(1_000))).status).toBe(400)
    expect((await importing(world.bob, key, 'Mended')).status).toBe(202)
  })

  it('sent eight times at once is done once; those that come too early are told to wait', async () => {
    const key = randomUUID()
    const title = `At once ${key}`
    const answers = await Promise.all(Array.from({ length: 8 }, () => importing(world.bob, key, title)))
    const statuses = answers.map(({ status }) => status)
    expectEvery(statuses, (status) => status === 202 || status === 409)
    expect(statuses).toContain(202)
    const told = answers.filter(({ status }) => status === 409).map(({ body }) => body.code)
    expect(new Set(told).size).toBeLessThan(2)
    expect(told[0] ?? 'request_in_progress').toBe('request_in_progress')
    const { body } = await call(world.app, world.bob, 'GET', '/conversations', { query: { 'filter[title]': title } })
    expect(body.meta.totalRecords).toBe(1)
    expect((await importing(world.bob, key, title)).headers['idempotency-replayed']).toBe('true')
  })

  it.each([
    ['empty', ''],
    ['256 characters', 'x'.repeat(256)],
    ['a blank in it', 'a b'],
  ])('%s is refused', async (_, key) => {
    const answer = await importing(world.bob, key)
    expect([answer.status, answer.body.source.pointer]).toEqual([400, '/header/Idempotency-Key'])
  })

  it('may have 255 characters', async () => {
    expect((await importing(world.bob, 'x'.repeat(255))).status).toBe(202)
  })

  it('counts for every line of an import by itself', async () => {
    const key = randomUUID()
    const lines = (titles: string[]) =>
      call(world.app, world.bob, 'POST', '/conversations/import', {
        body: titles
          .map((conversationTitle) => JSON.stringify({ conversationTitle, transcript: 'Bob: Hi.' }))
          .join('\n'),
        headers: { 'content-type': 'application/x-ndjson', 'idempotency-key': key },
      })
    const first = await lines(['one', 'two'])
    expect((await lines(['one', 'two'])).text).toBe(first.text)
    const changed = (await lines(['one', 'other'])).text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(changed[0].uuid).toBe(JSON.parse(first.text.split('\n')[0] ?? '').uuid)
    expect(changed[1].error.code).toBe('idempotency_key_reused')
  })

  it('gives nothing again to who may no longer ask for it', async () => {
    const key = randomUUID()
    const making = () =>
      call(world.app, world.alice, 'POST', '/api_keys', {
        body: { name: 'Shown once' },
        headers: { 'idempotency-key': key },
      })
    const roleOfAlice = (type: string) =>
      world.app.store.owner.query(
        `update users set role_id = (select id from roles where organization_id = $1 and type = $2)
         where organization_id = $1 and id = $3`,
        [world.acme, type, world.alice.userId],
      )
    expect((await making()).status).toBe(201)
    await roleOfAlice('SALES_REP')
    const refused = await making()
    await roleOfAlice('ADMIN')
    expect([refused.status, refused.body.code]).toEqual([403, 'admin_required'])
    expect((await making()).headers['idempotency-replayed']).toBe('true')
  })

  it('is forgotten after a day', async () => {
    const key = randomUUID()
    const first = await importing(world.bob, key)
    await world.app.store.owner.query(
      `update kept_answers set kept_at = now() - interval '24 hours 1 second' where key = $1`,
      [key],
    )
    expect((await importing(world.bob, key)).body.uuid).not.toBe(first.body.uuid)
  })

  it('keeps its answer where nobody can read it', async () => {
    const key = randomUUID()
    const { uuid } = (await importing(world.bob, key)).body
    const [row] = await world.app.store.owner.query<{ answer: Buffer }>(
      'select answer from kept_answers where key = $1',
      [key],
    )
    expect(row?.answer.length).toBeGreaterThan(40)
    expect(row?.answer.includes(uuid)).toBe(false)
  })
})
