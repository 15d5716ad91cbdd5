import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { LAUNCH } from '../../../../testing/sample-transcripts.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
let launch: string
let secret: string

const TALK = [
  { speaker: 'Vera', text: 'We have decided to move the depot to Lyon in spring.', start: 0, end: 20 },
  { speaker: 'Otto', text: 'What does the move cost us in total?', start: 20, end: 30 },
  { speaker: 'Vera', text: "I'll send you the offer by Friday, it is nine thousand dollars.", start: 30, end: 60 },
]

beforeAll(async () => {
  world = await createWorld()
  launch = await importFor(world, {
    conversationTitle: 'Launch',
    conversationStartedAt: '2026-09-18T14:00:00Z',
    transcript: { segments: TALK },
  })
  secret = await importFor(world, { private: true, conversationTitle: 'Zebra talks', transcript: { segments: LAUNCH } })
  await world.app.drain(world.acme)
})

const ask = async (caller: Caller, prompt: string, ids?: readonly string[]) => {
  const scope = ids === undefined ? {} : { conversation_ids: ids }
  const { body, status } = await call(world.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt, ...scope } })
  expect(status).toBe(200)
  return body
}
const about = (prompt: string, caller = world.bob) => ask(caller, prompt, [launch])

describe('does', () => {
  it('states a fact without a quote, and its conversation', async () => {
    const body = await about('When was this call?')
    expect(body).toMatchObject({ mode: 'records', answered: true, citations: [], conversations_used: [launch] })
    expect(body.output).toContain('“Launch” started on Friday, 18 September 2026, 14:00 UTC')
  })

  it('states who spoke, and for how long', async () => {
    const { output } = await about('Who talked most?')
    expect(output).toContain('Vera spoke most')
    expect(output).toMatch(/Vera: 8\d% of the talk time/)
    expect((await about('How long did Otto talk?')).output).toMatch(/^Otto: 1\d% of the talk time/)
  })

  it('quotes the transcript where the record has a quote', async () => {
    const body = await about('What are the action items?')
    expect(body).toMatchObject({ mode: 'records', answered: true })
    expect(body.citations).toMatchObject([{ conversation_id: launch, segment: 2, speaker: 'Vera' }])
    expect(TALK[2]?.text).toContain(body.citations[0].quote)
  })

  it('lists only decisions about the topic, and leaves other topics to passages', async () => {
    expect(await about('What did they decide about Lyon?')).toMatchObject({ mode: 'records', answered: true })
    expect((await about('What did they decide about the budget for Lyon?')).mode).not.toBe('records')
    expect((await about('What did Vera say about the depot?')).mode).not.toBe('records')
  })

  it('states that a record is empty, without sources', async () => {
    const body = await about('Which labels does this call have?')
    expect(body).toMatchObject({ mode: 'records', answered: false, citations: [], conversations_used: [] })
    expect(body.output).toBe(`The call “Launch”, 18 September 2026, has no labels.`)
  })

  it('answers each part of a question with several parts', async () => {
    const { output, mode } = await about('When was the call, and who attended?')
    expect(mode).toBe('records')
    expect(output).toContain('18 September 2026, 14:00 UTC')
    expect(output).toContain('- Otto')
  })

  it('restricts many calls to a name or a title in the question', async () => {
    expect((await ask(world.bob, 'When was the Launch call?')).output).toContain('“Launch”, Friday, 18 September 2026')
    expect((await ask(world.bob, 'When did we last speak with Otto?')).output).toContain('“Launch”')
    expect((await ask(world.bob, 'When was the call with Nobodyknown?')).mode).not.toBe('records')
  })
})

describe('refuses', () => {
  it('to call a record empty before the analysis', async () => {
    const id = await importFor(world, {
      conversationTitle: 'New',
      transcript: { segments: [{ speaker: 'Al', text: 'Hello there, how are you?' }] },
    })
    expect((await ask(world.bob, 'What was decided?', [id])).mode).not.toBe('records')
    await world.app.drain(world.acme)
    const body = await ask(world.bob, 'What was decided?', [id])
    expect(body).toMatchObject({ mode: 'records', answered: false })
    expect(body.output).toMatch(/^No decisions were recorded in the call “New”/)
  })
})

describe('who may', () => {
  it('is told only of calls that they can see', async () => {
    const questions = [
      'Which calls did we have?',
      'When was the Zebra call?',
      'Who attended the Zebra call?',
      'What are the action items?',
      'Who talked most?',
      'Which topics came up?',
    ]
    expect((await ask(world.bob, 'When was the Zebra call?')).conversations_used).toEqual([secret])
    for (const caller of [world.mark, world.carol, world.mallory]) {
      for (const question of questions) {
        const body = await ask(caller, question)
        expect(JSON.stringify(body)).not.toMatch(new RegExp(`Zebra talks|${secret}|Dana`))
      }
    }
  })
})
