/** Trackers and scorecards that are created after the conversations they apply to. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
let ahead = 0
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(Date.now() + ahead) } }))
})

const progress = async () => (await call(world.app, world.alice, 'GET', '/analysis/progress')).body.data
const hitsOf = async (tracker: string) =>
  (await call(world.app, world.org, 'GET', `/trackers/${tracker}/hits`)).body.data as unknown[]
const later = async () => {
  ahead += 61_000
  await world.app.drain(world.acme)
}

describe('does', () => {
  it('searches earlier conversations for a new tracker, and reports the progress', async () => {
    await importFor(world)
    await world.app.drain(world.acme)
    expect((await progress()).lookBack).toBeNull()
    const made = await call(world.app, world.alice, 'POST', '/trackers', {
      body: { name: 'Everything', phrases: ['the', 'we', 'you', 'I', 'a'] },
    })
    const { uuid } = made.body.data
    // A further change within a minute replaces the request.
    await call(world.app, world.alice, 'PATCH', `/trackers/${uuid}`, { body: { description: 'Small words' } })
    await world.app.drain(world.acme)
    expect((await progress()).lookBack).toMatchObject({ state: 'scheduled', requested: 0 })
    expect(await hitsOf(uuid)).toEqual([])
    await later()
    expect(await progress()).toMatchObject({ queued: 0, running: 0, lookBack: { state: 'done', requested: 1 } })
    expect((await hitsOf(uuid)).length).toBeGreaterThan(0)
  })

  it('evaluates earlier conversations by a new scorecard item and a new field', async () => {
    const card = await call(world.app, world.org, 'POST', '/scorecards', { body: { title: 'Manners' } })
    await call(world.app, world.org, 'POST', `/scorecards/${card.body.data.id}/items`, {
      body: { title: 'Was polite' },
    })
    expect((await progress()).lookBack).toMatchObject({ state: 'scheduled' })
    await later()
    expect((await progress()).lookBack).toMatchObject({ state: 'done', requested: 1 })
  })

  it('analyzes earlier conversations with a glossary term again, and only those', async () => {
    const segment = (text: string) => ({ segments: [{ speaker: 'Ann', text, start: 0, end: 1 }] })
    const named = await importFor(world, { transcript: segment('We looked at way loom, and it was fine for us.') })
    const other = await importFor(world, { transcript: segment('We looked at the prices, and they were fine for us.') })
    const { uuid } = (
      await call(world.app, world.org, 'POST', '/trackers', { body: { name: 'Product', phrases: ['Wayloom'] } })
    ).body.data
    await later()
    const steps = async (id: string) => {
      const { body } = await call(world.app, world.org, 'GET', `/conversations/${id}/analysis`)
      return body.data.steps.find(({ step }: { step: string }) => step === 'topics').finishedAt as string
    }
    const before = [await steps(named), await steps(other)]
    expect(await hitsOf(uuid)).toEqual([])
    const term = { term: 'Wayloom', misheard: ['Way Loom'], kind: 'product' }
    const made = await call(world.app, world.org, 'POST', '/glossary', { body: term })
    await later()
    expect(await hitsOf(uuid)).toMatchObject([{ conversationUUID: named, count: 1, hits: [{ phrase: 'Wayloom' }] }])
    const { body: topics } = await call(world.app, world.org, 'GET', `/conversations/${named}/topics`)
    expect(topics.data.namedThings).toContainEqual(
      expect.objectContaining({ text: 'Wayloom', type: 'product', count: 1 }),
    )
    const after = [await steps(named), await steps(other)]
    expect(after.map((one, at) => one === before[at])).toEqual([false, true])
    // The meaning affects no analysis, and without the term the hit is gone.
    const path = `/glossary/${made.body.data.uuid}`
    await call(world.app, world.org, 'PATCH', path, { body: { meaning: 'Our product' } })
    await later()
    expect(await steps(named)).toBe(after[0])
    await call(world.app, world.org, 'DELETE', path)
    await later()
    expect(await hitsOf(uuid)).toEqual([])
  })

  it('sees nothing of another organization', async () => {
    expect((await call(world.app, world.mallory, 'GET', '/analysis/progress')).body.data).toEqual({
      conversations: 0,
      queued: 0,
      running: 0,
      lookBack: null,
    })
  })
})

describe('who may', () => {
  it('are admins', async () => {
    for (const caller of [world.mark, world.bob]) {
      const answer = await call(world.app, caller, 'GET', '/analysis/progress')
      expect([answer.status, answer.body.code]).toEqual([403, 'admin_required'])
    }
  })
})
