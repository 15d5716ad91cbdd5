import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { guardsConversations, refusedField, resourceError, storedOf } from '../../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const del = (caller: Caller | undefined, id: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'DELETE', `/conversations/${id}`, { query })

const listed = async (query: Record<string, string>) =>
  (await call(world.app, world.org, 'GET', '/conversations', { query: { size: '500', ...query } })).body.data.map(
    (one: { id: string }) => one.id,
  )

const everything = {
  participants: [{ email: 'ann@customer.example' }],
  linkedCrmRecords: [{ code: 'account', id: 'A-1' }],
  labels: { Stage: 'Closing' },
}

describe('does', () => {
  it('archives: lists leave it out unless they are asked not to, and nothing is lost', async () => {
    const id = await importFor(world, everything)
    const before = (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes
    const answer = await del(world.bob, id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await listed({})).not.toContain(id)
    expect(await listed({ 'filter[archived]': 'true' })).toContain(id)
    const after = (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes
    expect(after).toEqual({ ...before, archived: true, updatedAt: expect.any(String) })
  })

  it('archives what is archived once more', async () => {
    const id = await importFor(world)
    for (const _ of [1, 2]) expect((await del(world.bob, id)).status).toBe(204)
  })

  it('erases the conversation', async () => {
    const id = await importFor(world, { ...everything, applicationExternalID: 'erased' })
    await call(world.app, world.bob, 'PUT', `/conversations/${id}/transcript`, {
      body: { transcript: 'Bob: Corrected.' },
    })
    const answer = await del(world.alice, id, { erase: 'true' })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await storedOf(world, id)).toEqual([])
    expect((await call(world.app, world.org, 'GET', '/conversations/by-external-id/erased')).status).toBe(404)
    expect((await del(world.alice, id, { erase: 'true' })).status).toBe(404)
  })

  it('lets what was erased be imported anew', async () => {
    const id = await importFor(world, { applicationExternalID: 'again' })
    await del(world.org, id, { erase: '1' })
    expect(await importFor(world, { applicationExternalID: 'again' })).not.toBe(id)
  })

  it('only archives when erase is false', async () => {
    const id = await importFor(world)
    expect((await del(world.alice, id, { erase: 'false' })).status).toBe(204)
    expect(await storedOf(world, id)).toHaveLength(1)
  })
})

describe('refuses', () => {
  it('an erase that is neither true nor false, and does nothing', async () => {
    const id = await importFor(world)
    const before = await storedOf(world, id)
    for (const erase of ['yes', '', 'maybe']) {
      const answer = await del(world.alice, id, { erase })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/query/erase')])
    }
    expect(await storedOf(world, id)).toEqual(before)
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => del(caller, id),
  )
  describe('erase', () => {
    guardsConversations(
      () => world,
      (caller, id) => del(caller, id, { erase: 'true' }),
    )
  })

  it('archive is its owner, admins and org-level keys', async () => {
    for (const caller of [world.bob, world.alice, world.org]) {
      expect((await del(caller, await importFor(world))).status).toBe(204)
    }
  })

  it('archive is not somebody who merely sees it', async () => {
    const id = await importFor(world)
    const answer = await del(world.mark, id)
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'owner_required', '')])
    expect(await listed({})).toContain(id)
  })

  it('erase is admins alone, not even its owner', async () => {
    const id = await importFor(world)
    const before = await storedOf(world, id)
    const answer = await del(world.bob, id, { erase: 'true' })
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    expect((await del(world.mark, id, { erase: 'true' })).status).toBe(403)
    expect(await storedOf(world, id)).toEqual(before)
  })
})
