import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { readQuestion } from './question.ts'
import { withRelatedWords } from './related-words.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
  const transcript = {
    segments: [
      { speaker: 'Karin', text: 'The price is per vehicle, and an expansion would not be cheaper, I am afraid.' },
    ],
  }
  await importFor(world, { conversationTitle: 'Offer', transcript })
  const hidden = { segments: [{ speaker: 'Karin', text: 'The zebra budget is gone.' }] }
  await importFor(world, { private: true, conversationTitle: 'Hidden', transcript: hidden })
  await world.app.drain(world.acme)
})

const search = async (q: string, more = '') => {
  const { status, body } = await call(world.app, world.mark, 'GET', `/search?q=${encodeURIComponent(q)}${more}`)
  expect(status).toBe(200)
  return body
}

describe('a word that nobody says', () => {
  it.each(['expensive', 'too expensive'])('finds passages about its subject as related: %s', async (q) => {
    const { data, meta } = await search(q)
    expect(data.map(({ match, quote }: { match: string; quote: string }) => [match, quote])).toEqual([
      ['related', 'The price is per vehicle, and an expansion would not be cheaper, I am afraid.'],
    ])
    expect(meta.unknownWords).toContain('expensive')
    expect(meta).toMatchObject({ totalRecords: 0, relatedRecords: 1, interpretedAs: [] })
  })

  it('has no exact results', async () => {
    expect((await search('expensive', '&match=exact')).data).toEqual([])
  })

  it.each(['okafor', 'zzqqx', 'refund'])('finds nothing without a passage about its subject: %s', async (q) => {
    expect((await search(q)).data).toEqual([])
  })

  it('finds no word that only looks like it', async () => {
    expect((await search('extensive')).meta.interpretedAs).toEqual([])
  })
})

it('isn’t part of a contraction: “ID” isn’t “I’d”', async () => {
  const segments = [{ speaker: 'Karin', text: 'I’d say she’ll sign, and we’re done.' }]
  await importFor(world, { conversationTitle: 'Sign', transcript: { segments } })
  await world.app.drain(world.acme)
  for (const q of ['ID', 'shell']) expect((await search(q, '&match=exact')).data, q).toEqual([])
  expect((await search('sign', '&match=exact')).data).toHaveLength(1)
})

it('has related words if its group has others', () => {
  const question = readQuestion('refund okafor')
  expect(withRelatedWords(question, [{ word: 'okafor' }])).toBeUndefined()
  expect(withRelatedWords(question, [{ word: 'refund' }])?.akin?.get('refund')).toContain('credit')
})
