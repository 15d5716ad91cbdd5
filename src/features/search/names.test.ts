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
  await put('account', 'a2', { Name: 'SOCIÉTÉ GÉNÉRALE' })
  const given: [string, Record<string, unknown>][] = [
    ['harbor', { conversationTitle: 'Harbor: second call' }],
    ['delphi', { conversationTitle: 'Call', linkedCrmRecords: [{ code: 'account', id: 'a1' }] }],
    ['marlin', { conversationTitle: 'Call', participants: [{ email: 'dana.reed@marlin.example', name: 'Dana' }] }],
    ['orchid', { conversationTitle: 'Call', opportunityID: 'Orchid-renewal' }],
    ['ångström', { conversationTitle: 'Besuch bei Ångström' }],
    ['générale', { conversationTitle: 'Call', linkedCrmRecords: [{ code: 'account', id: 'a2' }] }],
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
    ['by a title of other letters', 'What did Ångström say about pricing?', 'ångström'],
    ['by an account of other letters', 'What did Générale say about pricing?', 'générale'],
    ['by an opportunity', 'What is said about pricing for Orchid?', 'orchid'],
  ])('%s', async (_how, question, name) => {
    expect(await first(question, mode)).toBe(ids.get(name))
  })
})

describe('names', () => {
  it('are those of what the caller sees: what is hidden changes nothing, neither order nor score', async () => {
    const told = async (q: string) => {
      const { body } = await call(world.app, world.carol, 'GET', '/search', { query: { q, mode: 'lexical' } })
      return body.data.map((one: { conversation: { id: string }; score: number }) => [one.conversation.id, one.score])
    }
    const found = await told('Zephyr pricing')
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(await told('Qwertz pricing'))
    expect(await first('What did Zephyr say about pricing?', 'hybrid', world.bob)).toBe(ids.get('hidden'))
  })

  it('are no words that many conversations say, whatever their titles are', async () => {
    const scores = async (q: string) => {
      const { body } = await call(world.app, world.org, 'GET', '/search', { query: { q, mode: 'lexical' } })
      return body.data.map(({ score }: { score: number }) => score)
    }
    // The title of six of them; said in all of them. So only the words count, which are the same in all but one.
    expect(new Set(await scores('pricing')).size).toBe(2)
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
