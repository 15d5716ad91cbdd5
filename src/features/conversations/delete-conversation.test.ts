import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import { type Caller, createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const importOne = async (): Promise<string> => {
  const body = {
    transcript: 'Ann: Hi.',
    userID: world.bob.userId,
    participants: [{ email: 'ann@customer.example' }],
    linkedCrmRecords: [{ code: 'account', id: 'A-1' }],
  }
  return (await call(world.app, world.org, 'POST', '/conversations/import', { body })).body.uuid
}
const remove = (id: string, query: Record<string, string> = {}, caller: Caller = world.org) =>
  call(world.app, caller, 'DELETE', `/conversations/${id}`, { query })
const get = (id: string) => call(world.app, world.org, 'GET', `/conversations/${id}`)
const listed = async (query: Record<string, string> = {}): Promise<string[]> =>
  (await call(world.app, world.org, 'GET', '/conversations', { query })).body.data.map((one: { id: string }) => one.id)

describe('deleteConversation does', () => {
  it('archive: lists leave it out unless asked, it is still read by its id', async () => {
    const id = await importOne()
    const answer = await remove(id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await get(id)).body.attributes.archived).toBe(true)
    expect(await listed()).not.toContain(id)
    expect(await listed({ 'filter[archived]': 'true' })).toContain(id)
  })

  it('erase: nothing of it is left in any table', async () => {
    const id = await importOne()
    expect((await remove(id, { erase: 'true' })).status).toBe(204)
    expect((await get(id)).status).toBe(404)
    const tables = await world.app.store.owner.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'conversation_id'`,
    )
    expect(tables.length).toBeGreaterThan(3)
    for (const { name } of tables) {
      expect(await world.app.store.owner.query(`select 1 from ${name} where conversation_id = $1`, [id])).toEqual([])
    }
  })
})

describe('deleteConversation refuses', () => {
  it('what is not there with 404, erase=perhaps with 400', async () => {
    expect((await remove('00000000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await remove(await importOne(), { erase: 'perhaps' })).body.source.pointer).toBe('/query/erase')
  })
})

describe('deleteConversation: who may', () => {
  it('archive: owner and admins. Erase: admins', async () => {
    const id = await importOne()
    expect((await remove(id, {}, world.mark)).body.code).toBe('owner_required')
    expect((await remove(id, {}, world.carol)).status).toBe(404)
    expect((await remove(id, { erase: 'true' }, world.bob)).body.code).toBe('admin_required')
    expect((await get(id)).body.attributes.archived).toBe(false)
    expect((await remove(id, {}, world.bob)).status).toBe(204)
    expect((await remove(id, { erase: 'true' }, world.alice)).status).toBe(204)
  })
})
