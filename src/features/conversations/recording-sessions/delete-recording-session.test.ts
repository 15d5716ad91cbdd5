import { expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { createObjectStore } from '../../../testing/object-store.ts'
import { listSessions, sendPart, startSession } from '../../../testing/recording-session-fixtures.ts'
import { createWorld } from '../../../testing/world.ts'

it('deleteRecordingSession deletes the session with its files, and nothing of others', async () => {
  const store = createObjectStore()
  const world = await createWorld(await createTestApp({ files: store }))
  const storedParts = () => [...store.objects.keys()].filter((name) => name.includes('/recording-parts/'))
  const session = await startSession(world, world.bob)
  const kept = await startSession(world, world.bob)
  for (const part of [0, 1]) await sendPart(world, world.bob, session, `part ${part}`, { part })
  await sendPart(world, world.bob, kept, 'kept')
  const path = `/recording-sessions/${session}`
  expect((await call(world.app, world.carol, 'DELETE', path)).status).toBe(404)
  expect(storedParts()).toHaveLength(3)
  expect((await call(world.app, world.bob, 'DELETE', path)).status).toBe(204)
  await world.app.drain(world.acme)
  expect(storedParts()).toHaveLength(1)
  expect((await listSessions(world, world.bob)).map(({ id }: { id: string }) => id)).toEqual([kept])
  expect((await call(world.app, world.bob, 'DELETE', path)).status).toBe(404)
})
