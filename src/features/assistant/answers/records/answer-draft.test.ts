/** Requests to write a text, without a language model. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
let harbor: string

beforeAll(async () => {
  world = await createWorld()
  await talk('Harbor intro', '2026-11-02T10:00:00Z', 'I will send you the old price list by Monday.')
  harbor = await talk('Harbor demo', '2026-11-10T10:00:00Z', 'I will send you the contract by Friday.')
  await talk('Kestrel demo', '2026-11-12T10:00:00Z', 'I will send you the security report by Tuesday.')
  await world.app.drain(world.acme)
})

const talk = (conversationTitle: string, startedAt: string, promise: string) =>
  importFor(world, {
    ...{ conversationTitle, startTime: startedAt, userID: world.bob.userId },
    participants: [
      { name: 'Bob Reed', email: 'bob@acme.example' },
      { name: 'Karin Vos', email: 'karin@harbor.example' },
    ],
    transcript: {
      segments: [
        { speaker: 'Karin Vos', text: 'We need twenty trucks before the summer starts.', start: 0, end: 10 },
        { speaker: 'Bob Reed', text: promise, start: 10, end: 20 },
        { speaker: 'Karin Vos', text: 'Great, thank you, we decided to go ahead with the pilot.', start: 20, end: 30 },
      ],
    },
  })

const ask = async (prompt: string, given: { ids?: string[]; caller?: Caller } = {}) => {
  const { body, status } = await call(world.app, given.caller ?? world.bob, 'POST', '/ask_assistant/v2', {
    body: { prompt, ...(given.ids === undefined ? {} : { conversation_ids: given.ids }) },
  })
  expect(status).toBe(200)
  return body
}

describe('a request for a text', () => {
  it('about one call returns the points for the text, with quotes, and says what is missing', async () => {
    const { output, answered, mode, notice, citations } = await ask('Draft a follow-up email', { ids: [harbor] })
    expect({ answered, mode }).toEqual({ answered: true, mode: 'records' })
    expect(output).toMatch(/^Points for the text, from the call “Harbor demo”/)
    expect(output).toContain('Next step: Bob Reed: ')
    expect(output).toContain('contract')
    expect(notice).toContain('only with a language model')
    expect(citations.length).toBeGreaterThan(0)
  })

  it('that names a call uses the newest one', async () => {
    const { output, conversations_used } = await ask('Write a follow-up email for the Harbor demo')
    expect(output).toContain('contract')
    expect(conversations_used).toEqual([harbor])
  })

  it('about nothing in particular is refused with the way to get points', async () => {
    const { output, answered, citations, notice } = await ask('Draft a follow-up email')
    expect({ answered, notice }).toEqual({ answered: false, notice: null })
    expect(citations).toEqual([])
    expect(output).toBe(
      'Parley writes texts only with a language model, and none is connected. To list the points for the text, name the call or the account.',
    )
  })

  it('returns nothing of calls that the caller cannot see', async () => {
    const { output } = await ask('Write a follow-up email for the Harbor demo', { caller: world.carol })
    expect(output).not.toMatch(/contract|trucks|pilot/)
  })
})
