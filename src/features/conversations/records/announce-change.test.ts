import { beforeAll, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { deliveriesOf, deliveryOf, webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

it('announces what changed, once, and nothing if nothing did', async () => {
  const id = await importFor(world, { conversationTitle: 'Before' })
  const event_types = ['updated', 'archived', 'restored', 'erased'].map((state) => `conversation.${state}`)
  const hook = await webhookFor(world, { url: 'https://hooks.customer.example/', event_types })
  const send = async (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
    expect(
      (await call(world.app, world.org, method, `/conversations/${id}${path}`, body && { body })).status,
    ).toBeLessThan(300)
  for (let twice = 0; twice < 2; twice++) {
    await send('PUT', '/title', { title: 'After' })
    await send('PUT', '/privacy', { private: true })
    await send('PUT', '/team', { teamUUID: world.teams.support })
  }
  for (let twice = 0; twice < 2; twice++) await send('DELETE', '')
  for (let twice = 0; twice < 2; twice++) await send('POST', '/restore')
  await send('DELETE', '?erase=true')
  const deliveries = await deliveriesOf(world, hook.id)
  const bodies = await Promise.all(
    deliveries.map(async (one) => JSON.parse((await deliveryOf(world, hook.id, one.id)).body)),
  )
  expect(bodies.toReversed().map(({ type, data }) => [type.split('.')[1], data])).toEqual([
    ['updated', { conversation_id: id, changed: ['title'] }],
    ['updated', { conversation_id: id, changed: ['private'] }],
    ['updated', { conversation_id: id, changed: ['team_id'] }],
    ['archived', { conversation_id: id }],
    ['restored', { conversation_id: id }],
    ['erased', { conversation_id: id }],
  ])
})
