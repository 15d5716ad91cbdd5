import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { fileSourceFor, readers, rivals, SOURCES, sourceFor } from '../../../testing/knowledge-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let ids: string[]
beforeAll(async () => {
  world = await createWorld()
  ids = [
    await sourceFor(world, { title: 'Prices of 2026' }),
    await sourceFor(world, { title: 'ΟΔΟΣ 100% _Straße_' }),
    await fileSourceFor(world, 'broken.pdf', '%PDF-1.4 and nothing more'),
  ]
  await world.app.drain(world.acme)
  ids.push(await fileSourceFor(world, 'waiting.md', '# Waiting'))
  ids.reverse()
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', SOURCES, { query })
const found = async (query: Record<string, string>) =>
  (await list(world.org, query)).body.data.map(({ id }: { id: string }) => id)

describe('does', () => {
  it('tells all of them, newest first, without their content', async () => {
    const answer = await list(world.bob)
    expect(answer.status).toBe(200)
    expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(answer.body.meta).toEqual({ pageCount: 1, totalRecords: 4, pageNumber: 1, pageSize: 25 })
    const one = await call(world.app, world.bob, 'GET', `${SOURCES}/${ids[3]}`)
    const { content, ...attributes } = one.body.data.attributes
    expect(answer.body.data[3]).toEqual({ ...one.body.data, attributes })
    expect(content).toBeTypeOf('string')
  })

  it('tells them page by page', async () => {
    const pages = []
    for (const page of ['1', '2', '3']) pages.push(await list(world.org, { page, size: '3' }))
    expect(pages.map(({ body }) => body.data.map(({ id }: { id: string }) => id))).toEqual([
      ids.slice(0, 3),
      ids.slice(3),
      [],
    ])
    for (const { body } of pages) expect(body.meta).toMatchObject({ pageCount: 2, totalRecords: 4 })
    expect(pages[0]?.body.links.related).toMatch(/size=3&page=2$/)
    expect(pages[1]?.body.links.related).toBe(pages[1]?.body.links.self)
  })

  it.each([
    [{ 'filter[status]': 'indexed' }, [2, 3]],
    [{ 'filter[status]': 'failed' }, [1]],
    [{ 'filter[status]': 'indexing' }, [0]],
    [{ 'filter[source_type]': 'file' }, [0, 1]],
    [{ 'filter[source_type]': 'manual' }, [2, 3]],
    [{ 'filter[source_type]': 'file', 'filter[status]': 'failed' }, [1]],
    [{ 'filter[source_type]': 'manual', 'filter[status]': 'failed' }, []],
    [{ 'filter[title]': 'PRICES' }, [3]],
    [{ 'filter[title]': 'οδος 100%' }, [2]],
    [{ 'filter[title]': '%' }, [2]],
    [{ 'filter[title]': 'broken' }, [1]],
    [{ 'filter[title]': '' }, [0, 1, 2, 3]],
  ])('filters by %o', async (query, places) => {
    expect(await found(query)).toEqual(places.map((place) => ids[place]))
    expect((await list(world.org, query)).body.meta.totalRecords).toBe(places.length)
  })
})

describe('refuses', () => {
  it.each([
    ['page', '0'],
    ['size', '101'],
    ['size', '0'],
    ['filter[status]', 'done'],
    ['filter[source_type]', 'manual,file'],
    ['filter[title]', 'x'.repeat(501)],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await list(undefined)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is everyone in the organization; others see nothing of it', async () => {
    for (const caller of readers(world)) expect((await list(caller)).body.meta.totalRecords).toBe(4)
    for (const caller of rivals(world)) {
      expect((await list(caller)).body).toMatchObject({ data: [], meta: { totalRecords: 0, pageCount: 0 } })
    }
  })
})
