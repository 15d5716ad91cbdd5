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

it('the erasure of a person deletes unfinished recordings with their files', async () => {
  const store = createObjectStore()
  const world = await createWorld(await createTestApp({ files: store }))
  const storedParts = () => [...store.objects.keys()].filter((name) => name.includes('/recording-parts/'))
  await sendPart(world, world.carol, await startSession(world, world.carol), 'part')
  await sendPart(world, world.bob, await startSession(world, world.bob), 'kept')
  await call(world.app, world.alice, 'DELETE', `/organizations/users/${world.carol.userId}`)
  const erasure = { email: world.carol.email, mode: 'redact' }
  const { status, text } = await call(world.app, world.alice, 'POST', '/privacy/erasures', { body: erasure })
  expect([status < 300, text]).toEqual([true, expect.any(String)])
  await world.app.drain(world.acme)
  const left = await world.app.store.owner.query('select user_id from recording_sessions where organization_id = $1', [
    world.acme,
  ])
  expect(left).toEqual([{ user_id: world.bob.userId }])
  expect(storedParts()).toHaveLength(1)
})
