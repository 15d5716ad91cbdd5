import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { termFor } from '../../../testing/glossary-fixtures.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY, notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let term: string
const said = (text: string) => ({ segments: [{ speaker: 'Bob', text, start: 0, end: 1 }] })
const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/glossary/${id}/usage`)
const usage = async (id: string, caller: Caller = world.org) => (await get(caller, id)).body.data

beforeAll(async () => {
  world = await createWorld()
  for (const text of [
    'WAYLOOM is what the customer wants.',
    'They compared Way Loom and Veyloom with three others.',
    'The demo of Veylooms went well on Monday.',
    'A loom is in the way of progress.',
  ]) {
    await importFor(world, { teamUUID: world.teams.north, transcript: said(text) })
  }
  await importFor(world, { private: true, transcript: said('Veyloom is the secret buyer.') })
  term = (await termFor(world, { term: 'Wayloom', aliases: ['WLX'], misheard: ['Way Loom', 'Veyloom'] })).uuid
  await world.app.drain(world.acme)
})

describe('does', () => {
  it('counts the conversations with each spelling, and each conversation once in total', async () => {
    const answer = await get(world.org, term)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          conversations: 4,
          isComplete: true,
          spellings: [
            { text: 'Wayloom', role: 'term', conversations: 1 },
            { text: 'WLX', role: 'alias', conversations: 0 },
            { text: 'Way Loom', role: 'misheard', conversations: 1 },
            { text: 'Veyloom', role: 'misheard', conversations: 3 },
          ],
        },
      },
    ])
  })

  it('counts nothing for a spelling of stop words, and for a term that nobody said', async () => {
    const { uuid } = await termFor(world, { term: 'IT', aliases: ['Unspoken'] })
    expect(await usage(uuid)).toEqual({
      conversations: 0,
      isComplete: true,
      spellings: [
        { text: 'IT', role: 'term', conversations: 0 },
        { text: 'Unspoken', role: 'alias', conversations: 0 },
      ],
    })
  })

  it('reports incomplete numbers for a spelling in more passages than it reads', async () => {
    // Long enough for one passage each.
    const text = `They mentioned Frequentia, ${'and so on and so forth, '.repeat(60)}until the end.`
    const segments = Array.from({ length: 210 }, (_, at) => ({
      speaker: 'Bob',
      text,
      start: at * 600,
      end: at * 600 + 500,
    }))
    const own = await createWorld(world.app)
    await importFor(own, { transcript: { segments } })
    const { uuid } = await termFor(own, { term: 'Frequentia' })
    expect((await call(own.app, own.org, 'GET', `/glossary/${uuid}/usage`)).body.data).toMatchObject({
      ...{ conversations: 1, isComplete: false },
      spellings: [{ text: 'Frequentia', conversations: 1 }],
    })
  })
})

describe('refuses', () => {
  it('an unknown ID', async () => {
    const answer = await get(world.org, NOBODY)
    expect([answer.status, answer.body]).toEqual([404, notFound('glossary_term')])
  })
})

describe('who may', () => {
  it('is everyone, for the conversations that they can access', async () => {
    expect((await usage(term, world.alice)).conversations).toBe(4)
    expect((await usage(term, world.mark)).conversations).toBe(3)
    expect((await usage(term, world.carol)).conversations).toBe(0)
  })

  guardsThings({
    world: () => world,
    noun: 'glossary_term',
    make: async () => term,
    send: get,
  })
})
