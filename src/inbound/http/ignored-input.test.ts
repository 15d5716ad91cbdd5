/** Names that an operation doesn't have: named in headers, or refused where the client asks for it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { importFor } from '../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, prefer?: string) =>
  world.app.server.inject({
    ...{ method, url: `/v2${path}` },
    headers: {
      authorization: world.org.key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(prefer === undefined ? {} : { prefer }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })

describe('an unknown query parameter', () => {
  it('is ignored and named', async () => {
    const { statusCode, headers } = await send(
      'GET',
      '/conversations/list?updatedSince=2026-01-01&size=5&x%20y=1&filtr=2',
    )
    expect([statusCode, headers['parley-ignored-parameters']]).toEqual([200, 'updatedSince, filtr'])
    expect(headers['preference-applied']).toBeUndefined()
  })

  it('isn’t named if there is none', async () => {
    const { headers } = await send('GET', '/conversations/list?size=5&filter[updatedSince]=2026-01-01')
    expect(headers['parley-ignored-parameters']).toBeUndefined()
  })

  it('is refused in strict mode, with the nearest name', async () => {
    const { statusCode, body } = await send(
      'GET',
      '/conversations/list?updatedSince=2026-01-01',
      undefined,
      'handling=strict',
    )
    expect([statusCode, JSON.parse(body)]).toEqual([
      400,
      expect.objectContaining({
        code: 'validation_failed',
        source: { pointer: '/query/updatedSince' },
        detail: expect.stringContaining('Did you mean `filter[updatedSince]`?'),
      }),
    ])
    const fine = await send('GET', '/conversations/list?size=5', undefined, 'respond-async, handling=strict')
    expect([fine.statusCode, fine.headers['preference-applied']]).toEqual([200, 'handling=strict'])
    expect((await send('GET', '/conversations/list?x=1', undefined, 'handling=lenient')).statusCode).toBe(200)
  })
})

describe('an unknown body field', () => {
  it('is ignored and named', async () => {
    const { statusCode, headers } = await send('POST', '/organizations/teams', { name: 'Ignored', nmae: 'x', 'a b': 1 })
    expect([statusCode, headers['parley-ignored-fields']]).toEqual([201, 'nmae'])
  })

  it('is refused in strict mode, before anything is written', async () => {
    const teams = async () => JSON.parse((await send('GET', '/organizations/teams')).body).data.length
    const before = await teams()
    const { statusCode, body } = await send(
      'POST',
      '/organizations/teams',
      { name: 'Strict', domian: 'x' },
      'handling=strict',
    )
    expect([statusCode, JSON.parse(body).source, JSON.parse(body).detail]).toEqual([
      400,
      { pointer: '/domian' },
      expect.stringContaining('Did you mean `domain`?'),
    ])
    expect(await teams()).toBe(before)
  })
})

describe('a single resource', () => {
  it('has a tag, and no body for a client that has it', async () => {
    const id = await importFor(world)
    const first = await send('GET', `/conversations/${id}`)
    const tag = String(first.headers.etag)
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/)
    const ask = (known: string) =>
      world.app.server.inject({
        url: `/v2/conversations/${id}`,
        headers: { authorization: world.org.key, 'if-none-match': known },
      })
    for (const known of [tag, `"other", ${tag}`, '*']) {
      const { statusCode, body, headers } = await ask(known)
      expect([known, statusCode, body, headers.etag]).toEqual([known, 304, '', tag])
    }
    await send('PUT', `/conversations/${id}/title`, { title: 'New title' })
    const changed = await ask(tag)
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(tag)
  })
})
