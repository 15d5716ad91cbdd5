import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-for.ts'
import { type Caller, createWorld, type World } from '../../testing/world.ts'
import { namingWords } from './names.ts'

/** Nobody says who they are: only what the conversation is known by can tell. */
const TALK = ['Let us look at the pricing now.', 'The pricing is too high for us.', 'Then I ask for another price.']
const transcript = {
  segments: TALK.map((text, index) => ({ speaker: index % 2 ? 'A' : 'B', text, start: index * 5, end: index * 5 + 4 })),
}
/** It speaks of Harbor, Delphi and Marlin more than they do themselves. */
const forecast = {
  segments: [
    'Harbor is at pricing.',
    'Delphi has seen the pricing.',
    'Marlin asks about pricing, and pricing again.',
  ].map((text, index) => ({ speaker: 'Lead', text, start: index * 5, end: index * 5 + 4 })),
}

let world: World
const ids = new Map<string, string>()
beforeAll(async () => {
  world = await createWorld()
  const put = (code: string, id: string, fields: object) =>
    call(world.app, world.org, 'PUT', `/crm-records/${code}/${id}`, { body: { fields } })
  await put('account', 'a1', { Name: 'Delphi Works' })
  const given: [string, Record<string, unknown>][] = [
    ['harbor', { conversationTitle: 'Harbor: second call' }],
    ['delphi', { conversationTitle: 'Call', linkedCrmRecords: [{ code: 'account', id: 'a1' }] }],
    ['marlin', { conversationTitle: 'Call', participants: [{ email: 'dana.reed@marlin.example', name: 'Dana' }] }],
    ['orchid', { conversationTitle: 'Call', opportunityID: 'Orchid-renewal' }],
    ['forecast', { conversationTitle: 'Forecast', transcript: forecast }],
    ['hidden', { conversationTitle: 'Zephyr', private: true }],
  ]
  for (const [name, more] of given) {
    ids.set(name, await importFor(world, { teamUUID: world.teams.support, transcript, ...more }))
  }
  for (let n = 0; n < 6; n++) {
    await importFor(world, { teamUUID: world.teams.support, conversationTitle: `Pricing review ${n}`, transcript })
  }
  await world.app.drain(world.acme)
})

const first = async (q: string, mode = 'hybrid', caller: Caller = world.org): Promise<string | undefined> => {
  const { status, body, text } = await call(world.app, caller, 'GET', '/search', { query: { q, mode } })
  if (status !== 200) throw new Error(text)
  return body.data[0]?.conversation.id
}

describe.each(['hybrid', 'lexical'])('a question (%s) that names a conversation finds it', (mode) => {
  it.each([
    ['by its title', 'What did Harbor say about pricing?', 'harbor'],
    ['in small letters, without asking', 'harbor pricing', 'harbor'],
    ['with the end that says whose it is', 'What was Harbor’s view of the pricing?', 'harbor'],
    ['by an account', 'What did Delphi say about pricing?', 'delphi'],
    ['by somebody’s domain', 'What did Marlin say about pricing?', 'marlin'],
    ['by somebody’s address', 'What did Reed say about pricing?', 'marlin'],
    ['by an opportunity', 'What is said about pricing for Orchid?', 'orchid'],
  ])('%s', async (_how, question, name) => {
    expect(await first(question, mode)).toBe(ids.get(name))
  })
})

describe('names', () => {
  it('are those of what the caller sees', async () => {
    const answer = await call(world.app, world.carol, 'GET', '/search', { query: { q: 'Zephyr pricing' } })
    expect(answer.body.data.map((one: { conversation: { id: string } }) => one.conversation.id)).not.toContain(
      ids.get('hidden'),
    )
    expect(await first('What did Zephyr say about pricing?', 'hybrid', world.bob)).toBe(ids.get('hidden'))
  })

  it('are no words that many conversations say, whatever their titles are', async () => {
    const scores = async (q: string) => {
      const { body } = await call(world.app, world.org, 'GET', '/search', { query: { q, mode: 'lexical' } })
      return body.data.map(({ score }: { score: number }) => score)
    }
    // The title of six of them; said in all of them.
    expect(Math.min(...(await scores('pricing')))).toBeGreaterThan(0.5)
  })
})

describe('the words that may be names', () => {
  it('are letters and digits alone, folded, each once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const words = namingWords(text)
        expect(new Set(words).size).toBe(words.length)
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]{2,}$/u)
      }),
    )
  })

  it.each([
    ["Harbor's pricing", ['harbor', 'pricing']],
    ['the ACME of ACME', ['acme']],
    ['Société Générale', ['société', 'générale']],
    ['O’Brien', ['brien']],
  ])('of %s', (text, words) => {
    expect(namingWords(text)).toEqual(words)
  })
})
