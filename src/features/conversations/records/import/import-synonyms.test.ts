import { beforeAll, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const importIt = (body: object) =>
  call(world.app, world.org, 'POST', '/conversations/import', { body: { transcript: 'Bob: Hello.', ...body } })

it('reads the names of the other operations too', async () => {
  const { status, body } = await importIt({
    ...{ title: 'By synonyms', startedAt: '2026-03-04T05:06:07Z', userUUID: world.bob.userId },
  })
  expect(status).toBe(202)
  const read = await call(world.app, world.org, 'GET', `/conversations/${body.uuid}`)
  expect((read.body.data ?? read.body).attributes).toMatchObject({
    ...{ title: 'By synonyms', liveStreamStartedAt: '2026-03-04T05:06:07.000Z', userUUID: world.bob.userId },
  })
})

it('refuses two different values for one thing', async () => {
  const { status, body } = await importIt({ startedAt: '2026-03-04', conversationStartedAt: '2026-03-05' })
  expect([status, body.source.pointer]).toEqual([400, '/startedAt'])
  expect((await importIt({ title: 'Same', conversationTitle: 'Same' })).status).toBe(202)
})
