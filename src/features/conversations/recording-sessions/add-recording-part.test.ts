import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { fileForm } from '../../../testing/file-form.ts'
import { createObjectStore } from '../../../testing/object-store.ts'
import { listSessions, sendPart, startSession } from '../../../testing/recording-session-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

const store = createObjectStore()
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ files: store }))
})
const storedParts = () => [...store.objects.keys()].filter((name) => name.includes('/recording-parts/'))

describe('addRecordingPart', () => {
  it('stores a part once, and refuses other bytes for it', async () => {
    const session = await startSession(world, world.bob)
    const before = storedParts().length
    const first = await sendPart(world, world.bob, session, 'abc')
    expect([first.status, first.body.data.takes]).toEqual([200, [{ take: 0, parts: 1, bytes: 3 }]])
    const again = await sendPart(world, world.bob, session, 'abc')
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(storedParts().length).toBe(before + 1)
    const other = await sendPart(world, world.bob, session, 'abd')
    expect([other.status, other.body.code]).toEqual([409, 'part_exists'])
  })

  it('stores one of several parts with the same number that arrive at the same time, and no file of the others', async () => {
    const session = await startSession(world, world.bob)
    const before = storedParts().length
    const sent = await Promise.all(['a', 'b', 'c'].map((bytes) => sendPart(world, world.bob, session, bytes)))
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(storedParts().length).toBe(before + 1)
    const [{ takes }] = await listSessions(world, world.bob)
    expect(takes).toEqual([{ take: 0, parts: 1, bytes: 1 }])
  })

  it('refuses numbers outside of their ranges, empty parts, and requests without a file', async () => {
    const session = await startSession(world, world.bob)
    const path = `/recording-sessions/${session}/parts`
    for (const [fields, pointer] of [
      [{ take: '100', part: '0' }, '/take'],
      [{ take: '0', part: '10000' }, '/part'],
      [{ take: '-1', part: '0' }, '/take'],
      [{ take: '0' }, '/part'],
      [{ take: '0', part: 'x' }, '/part'],
    ] as const) {
      const { status, body } = await call(world.app, world.bob, 'POST', path, fileForm('part.webm', 'a', fields))
      expect([fields, status, JSON.stringify(body).includes(pointer)]).toEqual([fields, 400, true])
    }
    const empty = await sendPart(world, world.bob, session, '')
    const none = await call(world.app, world.bob, 'POST', path, { body: { take: 0, part: 0 } })
    expect([empty.status, none.status]).toEqual([400, 400])
    const [{ takes }] = await listSessions(world, world.bob)
    expect(takes).toEqual([])
  })

  it('refuses the sessions of others before it reads the file', async () => {
    const session = await startSession(world, world.bob)
    for (const caller of [world.carol, world.alice, world.mallory]) {
      const { status, body } = await sendPart(world, caller, session, 'abc')
      expect([status, body.code]).toEqual([404, 'recording_session_not_found'])
    }
  })

  it('refuses parts beyond 2 GiB', async () => {
    const session = await startSession(world, world.bob)
    await sendPart(world, world.bob, session, 'abc')
    await world.app.store.owner.query('update recording_parts set size = 2147483647 where session_id = $1', [session])
    const { status } = await sendPart(world, world.bob, session, 'abc', { part: 1 })
    expect(status).toBe(413)
  })
})
