import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World

const FEATURE = 'We would like a map that shows the closed roads of the night.'
const SALE = 'We would like the proposal with all of the terms by next Friday.'
const PAIN = 'I have got a problem with the planning by hand, which costs me two hours.'
const OTHER_PAIN = 'I have got a problem with the drivers, who complain about the noise.'
const OFFER = 'I have got an offer here from another vendor at thirty-six dollars a vehicle.'

beforeAll(async () => {
  world = await createWorld()
  await importFor(world, {
    ...{ conversationTitle: 'Harbor: review', conversationStartedAt: '2026-02-10T10:00:00Z' },
    participants: [
      { name: 'Karin Vos', email: 'karin@harbor.example' },
      { name: 'Bob Reed', email: 'bob@acme.example' },
    ],
    transcript: {
      segments: [FEATURE, SALE, OFFER].flatMap((text, at) => [
        { speaker: 'Karin Vos', text, start: at * 20, end: at * 20 + 9 },
        { speaker: 'Bob Reed', text: 'I have written that down, thank you.', start: at * 20 + 10, end: at * 20 + 19 },
      ]),
    },
  })
  // Several calls, so that “with” can select some of them.
  for (const [day, speaker, text] of [
    ['11', 'Noor Aziz', PAIN],
    ['12', 'Paul Abern', OTHER_PAIN],
  ] as const)
    await importFor(world, {
      ...{ conversationTitle: `Dairy ${day}`, conversationStartedAt: `2026-02-${day}T10:00:00Z` },
      participants: [
        { name: 'Noor Aziz', email: 'noor@dairy.example' },
        { name: 'Paul Abern', email: 'paul@dairy.example' },
        { name: 'Bob Reed', email: 'bob@acme.example' },
      ],
      transcript: {
        segments: [
          { speaker, text, start: 0, end: 9 },
          { speaker: 'Bob Reed', text: 'I have written that down, thank you.', start: 10, end: 19 },
        ],
      },
    })
  await world.app.drain(world.acme)
})

const ask = async (prompt: string): Promise<string> =>
  (await call(world.app, world.mark, 'POST', '/ask_assistant/v2', { body: { prompt } })).body.output

describe('statements', () => {
  it.each(['Which feature requests came up?', 'What features do customers want?', 'What should we build next?'])(
    'about the product are no wishes for the sale: %s',
    async (prompt) => {
      const output = await ask(prompt)
      expect(output).toContain(FEATURE)
      expect(output).not.toContain(SALE)
    },
  )

  it('about needs are both', async () => {
    const output = await ask('What does Karin Vos need?')
    expect(output).toContain(FEATURE)
    expect(output).toContain(SALE)
  })

  it('of a person are that person’s, unless “with” selects the calls', async () => {
    const own = await ask('What problems did Noor Aziz have with us?')
    expect(own).toContain(PAIN)
    expect(own).not.toContain(OTHER_PAIN)
    expect(await ask('What problems came up with Noor Aziz?')).toContain(OTHER_PAIN)
  })

  it.each(['Who objected to the price?', 'Is the price an issue?', 'Which customers find us too expensive?'])(
    'about the price are offers of others: %s',
    async (prompt) => {
      const output = await ask(prompt)
      expect(output).toContain('objection to the price')
      expect(output).toContain(OFFER)
      expect(output).not.toContain(FEATURE)
    },
  )
})
