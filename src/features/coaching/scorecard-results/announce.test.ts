import { beforeAll, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { saleCardFor, saleFor } from '../../../testing/scored-transcripts.ts'
import { deliveriesOf, deliveryOf, webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { storeScorecardResult } from './store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const ask = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await call(world.app, world.mark, method, path, body && { body })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body?.data
}

async function createCard() {
  const send = (path: string, body: object) => call(world.app, world.org, 'POST', path, { body })
  const { id } = (await send('/scorecards', { title: 'Discovery' })).body.data
  const item = (await send(`/scorecards/${id}/items`, { title: 'Opened well' })).body.data
  return { id: id as string, item: item.id as string }
}

it('announces scores by Parley, their review, changes and deletion, and nothing if the scores stay', async () => {
  const card = await createCard()
  const conversationId = await importFor(world)
  const hook = await webhookFor(world, { url: 'https://hooks.customer.example/' })
  const ctx = world.app.contextFor(world.app.operator(world.acme))
  const byParley = (score: number) =>
    ctx.transact((tx) =>
      storeScorecardResult(tx, ctx, {
        ...{ conversationId, scorecardId: card.id, summaryText: '', source: 'ai', scoredBy: null, at: ctx.clock.now() },
        items: [{ uuid: card.item, score, description: '', evidences: [], confidence: 0.7 }],
      }),
    )
  const path = `/conversations/${conversationId}/scorecard-results/${card.id}`
  const byMark = (score: number) =>
    ask('PUT', path, { items: [{ uuid: card.item, score, description: 'Secret praise' }] })
  for (const score of [2, 2, 3]) await byParley(score)
  for (const score of [4, 4, 5]) await byMark(score)
  // A review stays, whatever Parley scores afterwards.
  await byParley(1)
  await ask('DELETE', path)
  const bodies = await Promise.all(
    (await deliveriesOf(world, hook.id)).map(async (one) => (await deliveryOf(world, hook.id, one.id)).body as string),
  )
  const events = bodies.toReversed().map((body) => JSON.parse(body))
  const [ai, human] = [
    { source: 'ai', scored_by_user_id: null },
    { source: 'human', scored_by_user_id: world.mark.userId },
  ]
  const id = events[0]?.data.scorecard_result_id
  const toData = (more: object) => ({
    ...{ scorecard_result_id: id, conversation_id: conversationId, scorecard_id: card.id },
    ...more,
  })
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['scorecard_result.created', toData(ai)],
    ['scorecard_result.updated', toData(ai)],
    ['scorecard_result.updated', toData(human)],
    ['scorecard_result.updated', toData(human)],
    ['scorecard_result.deleted', toData(human)],
  ])
  expect(bodies.join()).not.toContain('praise')
})

it('announces results that the analysis creates and withdraws', async () => {
  const own = await createWorld(world.app)
  const { id: scorecard } = await saleCardFor(own)
  const hook = await webhookFor(own, {
    ...{ url: 'https://hooks.customer.example/' },
    event_types: ['scorecard_result.created', 'scorecard_result.updated', 'scorecard_result.deleted'],
  })
  const conversation = await saleFor(own)
  await own.app.drain(own.acme)
  const sent = async () =>
    (
      await own.app.store.owner.query<{ body: string }>(
        'select body from webhook_deliveries where webhook_id = $1 order by created_at, xmin::text::bigint, cmin::text::int',
        [hook.id],
      )
    ).map(({ body }) => {
      const { type, data } = JSON.parse(body)
      return [type, data.conversation_id, data.scorecard_id, data.source]
    })
  expect(await sent()).toEqual([['scorecard_result.created', conversation, scorecard, 'ai']])
  // The same scores again are no change. Without the words, nothing can be scored.
  await call(own.app, own.org, 'POST', `/conversations/${conversation}/reanalyze`)
  await own.app.drain(own.acme)
  await call(own.app, own.bob, 'PUT', `/conversations/${conversation}/transcript`, {
    body: { transcript: { segments: [{ speaker: 'Bob', text: 'Nice weather today.' }] } },
  })
  await own.app.drain(own.acme)
  expect((await sent()).slice(1)).toEqual([['scorecard_result.deleted', conversation, scorecard, 'ai']])
})
