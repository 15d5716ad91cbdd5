import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { guardsConversations, storedOf } from '../../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const put = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PUT', `/conversations/${id}/labels`, { body })
const labelsOf = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes.labels

describe('does', () => {
  it('replaces the labels whole', async () => {
    const id = await importFor(world, { labels: { Stage: 'Opening', Mood: 'Good' } })
    const answer = await put(world.bob, id, { labels: { Stage: 'Closing', Größe: '"quoted", 🚀' } })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect(await labelsOf(id)).toEqual({ Stage: 'Closing', Größe: '"quoted", 🚀' })
  })

  it('takes them all away when there are none', async () => {
    const id = await importFor(world, { labels: { Stage: 'Opening' } })
    await put(world.bob, id, { labels: {} })
    expect(await labelsOf(id)).toEqual({})
  })

  it('takes a hundred', async () => {
    const id = await importFor(world)
    const labels = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`c${i}`, `o${i}`]))
    expect((await put(world.bob, id, { labels })).status).toBe(200)
    expect(await labelsOf(id)).toEqual(labels)
  })
})

describe('refuses', () => {
  it.each([
    ['nothing at all', {}, '/labels'],
    ['null', { labels: null }, '/labels'],
    ['a list', { labels: ['Stage'] }, '/labels'],
    ['an option that is no text', { labels: { Stage: 1 } }, '/labels/Stage'],
    ['an empty option', { labels: { Stage: '' } }, '/labels/Stage'],
    ['an option that is too long', { labels: { Stage: 'x'.repeat(257) } }, '/labels/Stage'],
    ['a NUL', { labels: { Stage: '\u0000' } }, '/labels/Stage'],
    ['one of two wrong ones', { labels: { 'a/b~c': [], Stage: 'Closing' } }, '/labels/a~1b~0c'],
    [
      'more than a hundred',
      { labels: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`c${i}`, 'o'])) },
      '/labels',
    ],
  ])('%s, and points at it', async (_, body, pointer) => {
    const id = await importFor(world, { labels: { Stage: 'Opening' } })
    const before = await storedOf(world, id)
    const answer = await put(world.bob, id, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ status: '400', code: 'validation_failed', source: { pointer } })
    expect(await storedOf(world, id)).toEqual(before)
  })

  it('a category that is empty, too long or holds a NUL', async () => {
    const id = await importFor(world)
    for (const category of ['', 'x'.repeat(129), 'a\u0000']) {
      expect((await put(world.bob, id, { labels: { [category]: 'x' } })).status).toBe(400)
    }
    expect(await labelsOf(id)).toEqual({})
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => put(caller, id, { labels: { Stage: 'Closing' } }),
  )

  it('is everyone who sees the conversation', async () => {
    const id = await importFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      expect((await put(caller, id, { labels: { By: caller.email ?? 'organization' } })).status).toBe(200)
      expect(await labelsOf(id)).toEqual({ By: caller.email ?? 'organization' })
    }
  })
})
