import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const sentiment = async (...lines: [speaker: string, text: string][]) => {
  const segments = lines.map(([speaker, text], at) => ({ speaker, text, start: at * 60, end: at * 60 + 59 }))
  const id = await importFor(world, { transcript: { segments } })
  return (await call(world.app, world.bob, 'GET', `/conversations/${id}/sentiment`)).body.data
}

describe('does', () => {
  it('returns each opinion with its sentence and words, and no tendency of few words', async () => {
    const found = await sentiment(
      ['Ann', 'We looked at it. The search is terrible for our team.'],
      ['Ben', 'Thanks, that is great. Are you happy with it?'],
    )
    expect(found).toEqual({
      state: 'measured',
      speakers: [
        {
          ...{ speaker: 'Ann', tendency: 'not_enough_words', positive: 0, negative: 1 },
          opinions: [
            {
              ...{ opinion: 'negative', quote: 'The search is terrible for our team.', words: ['terrible'] },
              ...{ segment: 0, start: 0 },
            },
          ],
        },
        { speaker: 'Ben', tendency: 'not_enough_words', positive: 0, negative: 0, opinions: [] },
      ],
    })
  })

  it('states a tendency of many words', async () => {
    const talk = 'We went over the plan of the next week and the numbers of the last one with the team. '.repeat(10)
    const praise = 'The report is amazing for all of us. '
    const blame = 'The search is awful for all of us. '
    const of = async (said: string) => (await sentiment(['Ann', talk + said])).speakers[0].tendency
    expect(await of(praise.repeat(4))).toBe('positive')
    expect(await of(blame.repeat(4))).toBe('negative')
    expect(await of(praise.repeat(2) + blame.repeat(2))).toBe('mixed')
  })

  it('measures no other language, and nothing without words', async () => {
    expect(await sentiment(['Ann', 'Wir haben den Preis angesehen, und der Preis war fantastic.'])).toEqual({
      ...{ state: 'unsupported_language', speakers: [] },
    })
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => call(world.app, caller, 'GET', `/conversations/${id}/sentiment`),
  )
})
