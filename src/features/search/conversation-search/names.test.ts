import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { toVisibility } from '../../../core/principal.ts'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { NO_FILTERS, permittedConversations } from '../../conversations/records/index.ts'
import { findNamedConversations } from './names.ts'
import { namingWords } from './naming-words.ts'
import { readQuestion } from './question.ts'

/** Nobody says who they are: only what the conversation is known by can tell. */
const TALK = ['Let us look at the pricing now.', 'The pricing is too high for us.', 'Then I ask for another price.']
const transcript = {
  segments: TALK.map((text, index) => ({ speaker: index % 2 ? 'A' : 'B', text, start: index * 5, end: index * 5 + 4 })),
}
/** The same said by others. */
const by = (...speakers: string[]) => ({
  segments: transcript.segments.map((segment, index) => ({ ...segment, speaker: speakers[index % speakers.length] })),
})
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
    ['okafor', { conversationTitle: 'Call', transcript: by('Ngozi Okafor (Tern Foods)', 'A') }],
    [
      'price',
      { conversationTitle: 'Call', transcript: by('Vera Price', 'Åsa Lindqvist (Head of regional wholesale)') },
    ],
    ['forecast', { conversationTitle: 'Forecast', transcript: forecast }],
    ['hidden', { conversationTitle: 'Zephyr', private: true, transcript: by('Ida Sandoval', 'A') }],
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

/** More words than are looked up, were they not written as a name. */
const LONG =
  'When pricing, discounts, contracts, invoices, seats, licences, renewals, budgets, migration, support and training were discussed, what did Lindqvist answer?'

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
    ['by whoever speaks', 'What did Okafor say about pricing?', 'okafor'],
    ['by two words of a name in small letters', 'what did ngozi okafor say about pricing', 'okafor'],
    ['by a company behind a name', 'What does Tern say about pricing?', 'okafor'],
    ['by a name of other letters', 'What did Åsa say about pricing?', 'price'],
    ['by a name in a long question', LONG, 'price'],
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
    expect(found).toEqual(await told('Sandoval pricing'))
    expect(found).toEqual(await told('Ida Sandoval pricing'))
    for (const name of ['Zephyr', 'Sandoval'])
      expect(await first(`What did ${name} say about pricing?`, 'hybrid', world.bob)).toBe(ids.get('hidden'))
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

describe('a word of a speaker’s name', () => {
  const named = async (q: string) => {
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    const permitted = permittedConversations(world.acme, toVisibility(ctx.principal), NO_FILTERS)
    const known = await findNamedConversations(ctx, permitted, readQuestion(q))
    return [...ids].flatMap(([name, id]) => (known.has(id) ? [name] : []))
  }

  it.each([
    ['written as a name', 'What did Okafor say about discounts?', ['okafor']],
    ['of two', 'what did ngozi okafor say about discounts', ['okafor']],
    ['as any other word', 'What is said about okafor?', []],
    ['behind a name, of a company', 'What did Tern say about discounts?', ['okafor']],
    ['behind a name, of what somebody does', 'Was Wholesale spoken of?', []],
    ['that many say', 'What is the Price now?', []],
    ['among a few words', 'okafor discounts', ['okafor']],
    ['among a few words, that many say', 'vera price', ['price']],
    ['that many say, among a few words', 'price discounts', []],
  ])('%s', async (_how, question, names) => expect(await named(question)).toEqual(names))
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
