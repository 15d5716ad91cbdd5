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
})
