/** The audit log, over the whole catalog: what is written leaves one entry that names its thing; nothing else does. */
import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/catalog.ts'
import { type Answer, call } from '../src/testing/call.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { pathOf, type Samples, samplesOf } from './samples/index.ts'

let world: World
let samples: Samples
beforeAll(async () => {
  world = await createWorld()
  samples = await samplesOf(world, await importFor(world, { applicationExternalID: 'audited' }), 'audited')
})

/** What ends its thing goes last. */
const ordered = operations
  .map((operation) => [operation.id, operation] as const)
  .toSorted(([a], [b]) => Number(a.startsWith('delete')) - Number(b.startsWith('delete')))

function send(operation: (typeof operations)[number], requestId: string): Promise<Answer> {
  const { query, body, headers, caller, ...sample } = samples[operation.id] ?? {}
  return call(world.app, caller ?? world.org, operation.rest.method, pathOf(operation.rest.path, sample), {
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    headers: { ...headers, 'x-request-id': requestId },
  })
}

interface Entry {
  operation: string
  user_id: string | null
  key_id: string | null
  via: string
  request_id: string
  address: string | null
  entity_type: string | null
  entity_id: string | null
}

const entriesOf = (requestId: string) =>
  world.app.store.owner.query<Entry & { organization_id: string }>('select * from audit_log where request_id = $1', [
    requestId,
  ])

describe('where a request came from', () => {
  const addressOf = async (remoteAddress: string) => {
    const requestId = `from.${remoteAddress}`
    const answer = await world.app.server.inject({
      method: 'POST',
      url: '/v2/conversations/import',
      remoteAddress,
      headers: { authorization: world.org.key, 'x-request-id': requestId, 'x-forwarded-for': '203.0.113.7' },
      payload: { transcript: 'Bob: Hello.' },
    })
    expect(answer.statusCode).toBe(202)
    return (await entriesOf(requestId)).map(({ address }) => address)
  }

  it('is what a trusted proxy says, and of nobody else', async () => {
    expect(await addressOf('10.1.2.3')).toEqual(['203.0.113.7'])
    expect(await addressOf('10.2.2.3')).toEqual(['10.2.2.3'])
  })
})

describe('every operation', () => {
  it.each(ordered)('%s leaves what it should', async (id, operation) => {
    const requestId = `audit.${id}`
    const answer = await send(operation, requestId)
    expect([answer.status < 300, answer.text.slice(0, 300)]).toEqual([true, expect.anything()])
    const entries = await entriesOf(requestId)
    if (operation.requires.scope === 'read') {
      expect(entries).toEqual([])
      return
    }
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      organization_id: world.acme,
      operation: id,
      user_id: samples[id]?.caller?.userId ?? null,
      key_id: expect.any(String),
      via: 'api_key',
      address: '127.0.0.1',
    })
    expect([entries[0]?.entity_type, entries[0]?.entity_id]).toEqual([expect.any(String), expect.any(String)])
  })

  const bodied = ordered.filter(([, { rest }]) => ['POST', 'PUT', 'PATCH'].includes(rest.method))
  it.each(bodied)('%s leaves nothing when it is refused', async (id, operation) => {
    const requestId = `refused.${id}`
    const { path } = samples[id] ?? {}
    const answer = await call(
      world.app,
      samples[id]?.caller ?? world.org,
      operation.rest.method,
      pathOf(operation.rest.path, path === undefined ? {} : { path }),
      { body: '{"broken', headers: { 'x-request-id': requestId } },
    )
    // Some targets were deleted by a request before; that is refused before the body is read.
    expect([400, 404]).toContain(answer.status)
    expect(await entriesOf(requestId)).toEqual([])
  })
})
