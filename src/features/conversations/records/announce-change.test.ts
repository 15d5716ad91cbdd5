import { beforeAll, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { deliveriesOf, deliveryOf, webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const bodiesFor = async (hook: { id: string }) =>
  (
    await Promise.all(
      (
        await deliveriesOf(world, hook.id)
      ).map(async (one) => JSON.parse((await deliveryOf(world, hook.id, one.id)).body)),
    )
  ).toReversed()

it('announces owner, start, participants, links, transcript and speakers by the names of the fields', async () => {
  const segments = [{ speaker: 'Ann', text: 'Shall we begin?', start: 0, end: 2 }]
  const id = await importFor(world, { transcript: { segments }, applicationExternalID: 'every field' })
  const hook = await webhookFor(world, {
    url: 'https://hooks.customer.example/',
    event_types: ['conversation.updated'],
  })
  const ann = { name: 'Ann', email: 'ann@customer.example', internal: false }
  const account = { code: 'account', id: 'A-1' }
  const requests = [
    ['PUT', '/owner', { userUUID: world.mark.userId }],
    ['PUT', '/start', { startedAt: '2026-03-10T10:00:00Z' }],
    // Also names the speaker, which adds a version of the transcript.
    ['PUT', '/participants', { participants: [ann] }],
    ['PUT', '/participants', { participants: [ann, { name: 'Cy', email: 'cy@customer.example' }] }],
    ['PUT', '/linked-crm-records', { linked_crm_records: [account] }],
    ['PUT', '/linked-crm-records', { linked_crm_records: [account], opportunity_id: 'deal-7' }],
    ['PATCH', '/transcript', { speakers: [{ from: 'Ann', to: 'Anna' }] }],
  ] as const
  for (const [method, path, body] of requests) {
    for (let twice = 0; twice < 2; twice++) {
      expect([
        path,
        (await call(world.app, world.org, method, `/conversations/${id}${path}`, { body })).status,
      ]).toEqual([path, 200])
    }
  }
  await call(world.app, world.org, 'PUT', `/conversations/${id}/transcript`, { body: { transcript: { segments } } })
  // An import of the same call changes nothing.
  expect(await importFor(world, { applicationExternalID: 'every field', conversationTitle: 'Other' })).toBe(id)
  expect((await bodiesFor(hook)).map(({ data }) => data)).toEqual(
    [
      ['owner_user_id'],
      ['started_at'],
      ['participants', 'transcript'],
      ['participants'],
      ['linked_crm_records'],
      ['opportunity_id'],
      ['transcript'],
      ['transcript'],
    ].map((changed) => ({ conversation_id: id, changed })),
  )
})

it('announces a merge and its undo as one change of each conversation', async () => {
  const spoken = (text: string) => ({ segments: [{ speaker: 'Bob', text, start: 0, end: 1 }] })
  const first = await importFor(world, { transcript: spoken('Hello.') })
  const other = await importFor(world, {
    transcript: spoken('Again.'),
    labels: { Stage: 'Closing' },
    linkedCrmRecords: [{ code: 'account', id: 'A-2' }],
  })
  const hook = await webhookFor(world, { url: 'https://hooks.customer.example/' })
  const merged = await call(world.app, world.org, 'POST', `/conversations/${first}/merge`, {
    body: { conversationUUID: other },
  })
  const undo = `/conversations/${first}/rearrangements/${merged.body.uuid}/undo`
  expect((await call(world.app, world.org, 'POST', undo)).status).toBe(200)
  const changed = ['linked_crm_records', 'transcript']
  expect((await bodiesFor(hook)).map(({ type, data }) => [type, data.conversation_id, data.changed])).toEqual([
    ['conversation.updated', first, changed],
    ['conversation.labels_changed', first, undefined],
    ['conversation.archived', other, undefined],
    ['conversation.labels_changed', first, undefined],
    ['conversation.updated', first, changed],
    ['conversation.restored', other, undefined],
  ])
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
