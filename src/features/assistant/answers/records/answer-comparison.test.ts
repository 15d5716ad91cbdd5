import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
  await talk('Harbor: offer', 'Karin Vos', false)
  await talk('Fennick: demo', 'Alma Reyes', false)
  await talk('Zebra: secret', 'Zoe Zebra', true)
  await world.app.drain(world.acme)
})

const talk = (conversationTitle: string, name: string, isPrivate: boolean) =>
  importFor(world, {
    ...{ conversationTitle, conversationStartedAt: '2026-02-10T10:00:00Z', userID: world.bob.userId },
    ...(isPrivate ? { private: true } : {}),
    participants: [
      { name, email: `${name.split(' ')[0]?.toLowerCase()}@customer.example` },
      { name: 'Bob Reed', email: 'bob@acme.example' },
    ],
    transcript: { segments: [{ speaker: name, text: 'The dock of our depot is too small.', start: 0, end: 8 }] },
  })

const ask = async (prompt: string, caller: Caller = world.bob) =>
  (await call(world.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt } })).body

describe('compares', () => {
  it.each([
    'Compare Karin Vos and Alma Reyes.',
    'How do Karin Vos and Alma Reyes compare?',
    'How does Karin Vos compare to Alma Reyes?',
    "What's the difference between Karin Vos and Alma Reyes?",
    'Karin Vos vs. Alma Reyes',
    'How is Karin Vos different from Alma Reyes?',
  ])('two people of customers: %s', async (prompt) => {
    const { output, mode } = await ask(prompt)
    expect(mode).toBe('records')
    expect(output).toMatch(/^Status of Karin Vos after 1 call:.*\n\nStatus of Alma Reyes after 1 call:/s)
  })
})

describe("doesn't compare", () => {
  it.each([
    'Compare the docks and the depots.',
    'Compare Karin Vos and the depots.',
    'What is the difference between docks and depots?',
    'Compare Karin Vos.',
  ])('what is no name: %s', async (prompt) => {
    expect((await ask(prompt)).output).not.toContain('Status of')
  })

  it('with somebody of a call that the caller must not see', async () => {
    expect((await ask('Compare Karin Vos and Zoe Zebra.', world.mark)).output).not.toContain('Status of Zoe')
  })
})
