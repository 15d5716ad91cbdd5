import { expect, it } from 'vitest'
import { listSessions, sendPart, startSession } from '../../../testing/recording-session-fixtures.ts'
import { createWorld } from '../../../testing/world.ts'

it('listRecordingSessions returns the own unfinished sessions, newest first, with their takes', async () => {
  const world = await createWorld()
  const first = await startSession(world, world.bob, { title: 'First' })
  const second = await startSession(world, world.bob)
  await startSession(world, world.carol)
  await sendPart(world, world.bob, first, 'abc', { take: 1, part: 0 })
  await sendPart(world, world.bob, first, 'ab', { take: 0, part: 1 })
  await sendPart(world, world.bob, first, 'a', { take: 0, part: 0 })
  const listed = await listSessions(world, world.bob)
  expect(listed.map(({ id, takes }: { id: string; takes: unknown }) => ({ id, takes }))).toEqual([
    { id: second, takes: [] },
    {
      id: first,
      takes: [
        { take: 0, parts: 2, bytes: 3 },
        { take: 1, parts: 1, bytes: 3 },
      ],
    },
  ])
  expect(listed[1].updatedAt > listed[1].createdAt).toBe(true)
})
