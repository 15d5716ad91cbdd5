import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { guardsConversations, refusedField, storedOf } from '../../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const put = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PUT', `/conversations/${id}/title`, { body })
const titleOf = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes.title

describe('does', () => {
  it('gives the conversation its new title, without the blanks around it', async () => {
    const id = await importFor(world)
    const answer = await put(world.bob, id, { title: '  Renamed \n' })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect(await titleOf(id)).toBe('Renamed')
  })

  it('lets lists find it by the new title and no longer by the old one', async () => {
    const id = await importFor(world, { conversationTitle: 'Before it was renamed' })
    await put(world.bob, id, { title: 'AFTER that' })
    const found = async (title: string) =>
      (await call(world.app, world.org, 'GET', '/conversations', { query: { 'filter[title]': title } })).body.data.map(
        (one: { id: string }) => one.id,
      )
    expect(await found('after THAT')).toEqual([id])
    expect(await found('before it was')).toEqual([])
  })

  it('counts 512 characters as people do, also those beyond the basic plane', async () => {
    const id = await importFor(world)
    const title = '🚀'.repeat(512)
    expect((await put(world.bob, id, { title: ` ${title} ` })).status).toBe(200)
    expect(await titleOf(id)).toBe(title)
  })

  it('leaves everything else as it was', async () => {
    const id = await importFor(world, { labels: { Stage: 'Closing' } })
    const before = (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes
    await put(world.bob, id, { title: 'Other', private: true, archived: true, id: 'x' })
    const after = (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes
    expect(after).toEqual({ ...before, title: 'Other', updatedAt: expect.any(String) })
  })
})

describe('refuses', () => {
  it.each([
    ['no title', {}],
    ['an empty one', { title: '' }],
    ['a blank one', { title: ' \t\n' }],
    ['one of 513 characters', { title: 'x'.repeat(513) }],
    ['a number', { title: 7 }],
    ['null', { title: null }],
    ['a list', { title: ['Renamed'] }],
    ['a NUL in it', { title: 'a\u0000b' }],
    ['half a character', { title: '\ud800' }],
  ])('%s, and points at /title', async (_, body) => {
    const id = await importFor(world)
    const before = await storedOf(world, id)
    const answer = await put(world.bob, id, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(refusedField('/title'))
    expect(await storedOf(world, id)).toEqual(before)
  })

  it.each([
    ['a list', []],
    ['a string', '"Renamed"'],
    ['a number', '7'],
    ['broken JSON', '{"title": "Ren'],
    ['nothing', ''],
  ])('a body that is %s', async (_, body) => {
    const id = await importFor(world)
    const answer = await put(world.bob, id, body)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('validation_failed')
    expect(await titleOf(id)).toBe('Opening')
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => put(caller, id, { title: 'Renamed' }),
  )

  it('is everyone who sees the conversation', async () => {
    const id = await importFor(world)
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      expect((await put(caller, id, { title: `by ${caller.email}` })).status).toBe(200)
      expect(await titleOf(id)).toBe(`by ${caller.email}`)
    }
  })
})
