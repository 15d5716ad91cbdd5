import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { notFound, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const linkedCrmRecords = [{ code: 'companies', id: 'harbor' }]
  for (let day = 1; day <= 3; day++)
    await importFor(world, {
      ...{ conversationTitle: `Call ${day}`, conversationStartedAt: `2026-01-0${day}T10:00:00Z`, linkedCrmRecords },
      private: day === 2,
    })
  await importFor(world, { conversationTitle: 'Another', linkedCrmRecords: [{ code: 'account', id: 'harbor' }] })
  await world.app.drain(world.acme)
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}, id = 'companies-harbor') =>
  call(world.app, caller, 'GET', `/accounts/${id}/conversations`, { query })
const titles = async (caller: Caller, query: Record<string, string> = {}) =>
  (await list(caller, query)).body.data.map((one: { title: string }) => one.title)

describe('does', () => {
  it('returns the conversations newest first, with speakers', async () => {
    const { body } = await list(world.bob)
    expect(body.meta).toEqual({ pageCount: 1, totalRecords: 3, pageNumber: 1, pageSize: 50 })
    expect(body.data[0]).toMatchObject({ title: 'Call 3', started_at: '2026-01-03T10:00:00.000Z' })
    expect(body.data[0].speakers).toMatchObject([{ name: 'Bob' }])
  })

  it('pages by number and by cursor', async () => {
    expect(await titles(world.bob, { size: '2', page: '2' })).toEqual(['Call 1'])
    const { nextCursor } = (await list(world.bob, { size: '2', cursor: '' })).body.meta
    expect(await titles(world.bob, { size: '2', cursor: nextCursor })).toEqual(['Call 1'])
    expect((await list(world.bob, { page: '9' })).body.data).toEqual([])
  })
})

describe('refuses', () => {
  it('an unknown account, and a page that is too large', async () => {
    const unknown = await list(world.org, {}, 'companies-nobody')
    expect([unknown.status, unknown.body]).toEqual([404, notFound('account')])
    const large = await list(world.org, { size: '201' })
    expect([large.status, large.body]).toEqual([400, refusedField('/query/size')])
  })
})

describe('who may', () => {
  it('is who sees one of the conversations', async () => {
    expect((await list(undefined)).status).toBe(401)
    for (const caller of [world.carol, world.mallory, world.rivalOrg]) expect((await list(caller)).status).toBe(404)
    expect(await titles(world.mark)).toEqual(['Call 3', 'Call 1'])
  })
})
