import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { findQuoteSegments, isVerbatim, toTurnTexts } from './model.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const locate = (caller: Caller | undefined, id: string, quotes: unknown = ['begin']) =>
  call(world.app, caller, 'POST', `/conversations/${id}/locate-quotes`, { body: { quotes } })

const SEGMENTS = [
  { speaker: 'Bob', text: 'Hello Ann.', start: 0, end: 1 },
  { speaker: 'Bob', text: 'What is\nyour', start: 2, end: 3 },
  { speaker: 'Bob', text: 'budget?', start: 4, end: 5 },
  { speaker: 'Ann', text: 'budget? Nothing.', start: 6, end: 7 },
]

describe('does', () => {
  it('tells where quotes begin, also those that run on, in the order of the quotes', async () => {
    const id = await importFor(world, { transcript: { segments: SEGMENTS } })
    const { status, body } = await locate(world.bob, id, [
      'Nothing.',
      'is your budget?',
      'Ann. What',
      'budget?',
      'budget? budget?',
      'hello',
    ])
    expect([status, body.data]).toEqual([
      200,
      [
        { segment: 3, speaker: 'Ann', start: 6, end: 7 },
        { segment: 1, speaker: 'Bob', start: 2, end: 3 },
        { segment: 0, speaker: 'Bob', start: 0, end: 1 },
        { segment: 2, speaker: 'Bob', start: 4, end: 5 },
        null,
        null,
      ],
    ])
  })

  it('finds whatever may be evidence, and nothing else', () => {
    const word = fc.constantFrom('a', 'b', 'c d', ' ', '')
    const segment = fc.record({ name: fc.constantFrom('Bob', 'Ann'), said: fc.array(word, { maxLength: 3 }) })
    fc.assert(
      fc.property(
        fc.array(segment, { maxLength: 6 }),
        fc.array(word, { minLength: 1, maxLength: 4 }),
        (said, wanted) => {
          const segments: TranscriptSegment[] = said.map(({ name, said }) => ({
            speaker: { name },
            start: null,
            end: null,
            words: said.map((text) => ({ text, startTimestamp: null, endTimestamp: null })),
          }))
          const quote = wanted.join(' ')
          const [place] = findQuoteSegments(segments, [quote])
          expect(place !== undefined).toBe(isVerbatim(toTurnTexts(segments), quote))
        },
      ),
    )
  })
})

describe('refuses', () => {
  it.each([
    ['no quotes', '/quotes', []],
    ['what is no list', '/quotes', 'begin'],
    ['an empty quote', '/quotes/0', ['']],
    ['more than 500', '/quotes', Array.from({ length: 501 }, () => 'a')],
    ['one that is too long', '/quotes/1', ['a', 'a'.repeat(2_001)]],
  ])('%s', async (_, pointer, quotes) => {
    const answer = await locate(world.bob, await importFor(world), quotes)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  guardsConversations(() => world, locate)
})
