import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { rearrangementsOf } from '../../../testing/rearrangements-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const { early, late, post, read, said } = rearrangementsOf(() => world)

describe('a merge', () => {
  it('is undone completely, once', async () => {
    const [a, b] = [await early(), await late()]
    const before = { a: await read(a), b: await read(b) }
    const { uuid } = (await post(`${a}/merge`, { conversationUUID: b })).body
    const undone = await post(`${a}/rearrangements/${uuid}/undo`)
    expect([undone.status, undone.body]).toEqual([200, { success: true, transcriptVersion: 3 }])
    const changing = { transcriptVersion: 0, updatedAt: '' }
    expect({ ...(await read(a)), ...changing }).toEqual({ ...before.a, ...changing })
    expect({ ...(await read(b)), ...changing }).toEqual({ ...before.b, ...changing })
    const again = await post(`${a}/rearrangements/${uuid}/undo`)
    expect([again.status, again.body.code]).toEqual([409, 'already_undone'])
  })

  it('keeps what was corrected after it: then it is not undone', async () => {
    const [a, b] = [await early(), await late()]
    const { uuid } = (await post(`${a}/merge`, { conversationUUID: b })).body
    await call(world.app, world.bob, 'PATCH', `/conversations/${a}/transcript`, {
      body: { speakers: [{ from: 'Ann', to: 'Anna' }] },
    })
    const { status, body } = await post(`${a}/rearrangements/${uuid}/undo`)
    expect([status, body.code]).toEqual([409, 'transcript_changed'])
    expect(await said(a)).toContain('Anna: Better now.')
  })

  it('is undone after a later merge was undone, and not before', async () => {
    const third = { conversationTitle: 'Third', conversationStartedAt: '2026-03-10T10:20:00Z' }
    const [a, b, c] = [await early(), await late(), await late(third)]
    const first = (await post(`${a}/merge`, { conversationUUID: b })).body.uuid
    const second = (await post(`${a}/merge`, { conversationUUID: c })).body.uuid
    const undo = (id: string) => post(`${a}/rearrangements/${id}/undo`)
    expect((await undo(first)).body.code).toBe('transcript_changed')
    for (const id of [second, first]) expect((await undo(id)).status).toBe(200)
    expect(await said(a)).toBe('Ann: Can you hear me?\nBob: Barely.')
    for (const id of [b, c]) expect((await read(id)).archived).toBe(false)
  })

  it('removes the CRM links that it added, whatever the later call has now, unless somebody changed the links', async () => {
    const linksOf = async (id: string) =>
      (await call(world.app, world.bob, 'GET', `/conversations/${id}/linked-crm-records`)).body.data
    const link = (id: string, ...ids: string[]) =>
      call(world.app, world.bob, 'PUT', `/conversations/${id}/linked-crm-records`, {
        body: { linked_crm_records: ids.map((one) => ({ code: 'account', id: one })) },
      })
    for (const isChanged of [false, true]) {
      const [a, b] = [await early({ linkedCrmRecords: [{ code: 'account', id: 'OWN' }] }), await late()]
      const { uuid } = (await post(`${a}/merge`, { conversationUUID: b })).body
      expect(await linksOf(a)).toHaveLength(2)
      await link(b, 'OWN')
      if (isChanged) await link(a, 'OWN', 'A-1', 'A-2')
      expect((await post(`${a}/rearrangements/${uuid}/undo`)).status).toBe(200)
      const ids = (await linksOf(a)).map(({ id }: { id: string }) => id)
      expect(ids).toEqual(isChanged ? ['OWN', 'A-1', 'A-2'] : ['OWN'])
    }
  })
})
