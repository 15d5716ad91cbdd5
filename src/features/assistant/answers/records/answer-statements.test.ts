import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World

const FEATURE = 'We would like a map that shows the closed roads of the night.'
const SALE = 'We would like the proposal with all of the terms by next Friday.'
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
