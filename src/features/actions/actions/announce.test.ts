import { beforeAll, expect, it } from 'vitest'
import { actionFor } from '../../../testing/actions-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { withdrawActions } from './announce.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const bodiesOf = async (hook: { id: string }) =>
  (
    await world.app.store.owner.query<{ body: string }>(
      'select body from webhook_deliveries where webhook_id = $1 order by created_at, xmin::text::bigint, cmin::text::int',
      [hook.id],
    )
  ).map(({ body }) => body)

it('announces edits, drafts, sending and dismissal, with the names of the changed fields', async () => {
  const conversation = await importFor(world)
  const [edited, dismissed] = [await actionFor(world, conversation), await actionFor(world, conversation)]
  const hook = await webhookFor(world, { url: 'https://hooks.customer.example/' })
  const patch = (body: object) => call(world.app, world.bob, 'PATCH', `/actions/${edited}`, { body })
  for (const body of [
    { subject: 'Secret offer', draft_body: 'Dear Ann' },
    { subject: 'Secret offer' },
    { status: 'drafted', proposed_recipients: ['cy@customer.example'] },
    { status: 'sent' },
  ]) {
    expect((await patch(body)).status).toBe(200)
  }
  for (let twice = 0; twice < 2; twice++) await call(world.app, world.bob, 'POST', `/actions/${dismissed}/dismiss`)
  const bodies = await bodiesOf(hook)
  const toData = (id: string) => ({
    ...{ action_id: id, owner_user_id: world.bob.userId, entity_type: 'conversation', entity_id: conversation },
  })
  expect(bodies.map((body) => JSON.parse(body)).map(({ type, data }) => [type, data])).toEqual([
    ['action.updated', { ...toData(edited), changed: ['subject', 'draft_body'] }],
    ['action.updated', { ...toData(edited), changed: ['proposed_recipients', 'status'] }],
    ['action.updated', { ...toData(edited), changed: ['status'] }],
    ['action.dismissed', toData(dismissed)],
  ])
  expect(bodies.join()).not.toMatch(/offer|Dear|@customer/)
})

it('announces actions that Parley withdraws, and keeps those that the owner edited', async () => {
  const conversation = await importFor(world)
  const ids = [await actionFor(world, conversation), await actionFor(world, conversation)]
  await call(world.app, world.bob, 'PATCH', `/actions/${ids[1]}`, { body: { subject: 'Mine' } })
  const hook = await webhookFor(world, { url: 'https://hooks.customer.example/' })
  const ctx = world.app.contextFor(world.app.operator(world.acme))
  await ctx.transact((tx) => withdrawActions(tx, ctx, ids))
  expect((await bodiesOf(hook)).map((body) => [JSON.parse(body).type, JSON.parse(body).data.action_id])).toEqual([
    ['action.deleted', ids[0]],
  ])
})
