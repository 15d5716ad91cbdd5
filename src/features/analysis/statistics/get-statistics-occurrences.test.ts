import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string, figure = 'questionsAsked') =>
  call(world.app, caller, 'GET', `/conversations/${id}/statistics/occurrences`, { query: { figure } })

const SEGMENTS = [
  ['Bob Baker', 'Hello. How many scanners do you need? And by when?', 0, 6],
  ['Ann', 'About forty, and by the end of March, because the new hall opens then.', 7.5, 14],
  ['Bob Baker', 'What do you use today?', 13.2, 16],
  ['Ann', "I don't know.", 16.5, 18],
  ['Bob Baker', 'I will ask Carla about the scanners that you use in the old hall.', 20, 26],
] as const
const talk = () =>
  importFor(world, {
    participants: [
      { email: 'bob@acme.example', name: 'Bob Baker' },
      { email: 'ann@customer.example', name: 'Ann' },
    ],
    transcript: { segments: SEGMENTS.map(([speaker, text, start, end]) => ({ speaker, text, start, end })) },
  })

describe('does', () => {
  it('returns each question with its words, and whether it was answered', async () => {
    const id = await talk()
    const { status, body } = await get(world.bob, id)
    const bob = { speaker: 'Bob Baker', internal: true, seconds: null }
    expect([status, body.data]).toEqual([
      200,
      {
        ...{ figure: 'questionsAsked', total: 3 },
        occurrences: [
          { ...bob, segment: 0, start: 0, quote: 'How many scanners do you need?', answered: true },
          { ...bob, segment: 0, start: 0, quote: 'And by when?', answered: true },
          { ...bob, segment: 2, start: 13.2, quote: 'What do you use today?', answered: false },
        ],
      },
    ])
  })

  it('returns as many occurrences as the figures count, and their lengths', async () => {
    const id = await talk()
    await world.app.drain(world.acme)
    const { statistics } = (await call(world.app, world.bob, 'GET', `/conversations/${id}`)).body.attributes
    const found = async (figure: string) => (await get(world.bob, id, figure)).body.data
    expect((await found('questionsAsked')).total).toBe(statistics.questionsAsked)
    const interruptions = await found('interruptions')
    expect(interruptions.total).toBe(statistics.interruptions)
    expect(interruptions.occurrences).toMatchObject([{ segment: 2, speaker: 'Bob Baker', seconds: 0.8 }])
    const pauses = await found('silence')
    expect(
      pauses.occurrences.map(({ segment, seconds }: { segment: number; seconds: number }) => [segment, seconds]),
    ).toEqual([
      [1, 1.5],
      [4, 2],
    ])
    expect(pauses.occurrences.reduce((sum: number, one: { seconds: number }) => sum + one.seconds, 0)).toBe(
      statistics.silence,
    )
    expect((await found('interactivity')).total).toBe(statistics.speakerSwitches)
    const { occurrences: replies } = await found('patience')
    expect(replies.map(({ seconds }: { seconds: number }) => seconds)).toEqual([0, 2])
    expect(statistics.patience).toBe(1)
    const { occurrences: ours } = await found('internalTalkShare')
    expect(ours.map(({ segment }: { segment: number }) => segment)).toEqual([0, 4, 2])
  })

  it('returns nothing for a figure that is unknown', async () => {
    const id = await importFor(world, { transcript: { segments: [{ speaker: 'Ann', text: 'Is there a price?' }] } })
    expect((await get(world.bob, id, 'silence')).body.data).toEqual({ figure: 'silence', total: 0, occurrences: [] })
    const empty = await importFor(world, { transcript: { segments: [{ speaker: 'Bob', text: '…' }] } })
    expect((await get(world.bob, empty)).body.data.total).toBe(0)
  })

  it('requires a figure with occurrences', async () => {
    const id = await talk()
    expect((await get(world.bob, id, 'words')).status).toBe(400)
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => get(caller, id),
  )
})
