/** Questions whose form no pattern recognizes, answered from records by their meaning. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'
import { canOmit } from './answer-guess.ts'
import { readWords } from './question-words.ts'

let world: World
let harbor: string
let secret: string

const talk = (title: string, other: string, lines: readonly (readonly [string, string])[]) =>
  importFor(world, {
    teamUUID: world.teams.north,
    conversationTitle: title,
    participants: [
      { name: 'Bob', email: 'bob@acme.example' },
      { name: other, email: `${other.toLowerCase()}@${title.toLowerCase()}.example` },
    ],
    transcript: { segments: lines.map(([speaker, text], n) => ({ speaker, text, start: n * 20, end: n * 20 + 15 })) },
  })

beforeAll(async () => {
  world = await createWorld()
  await talk('Kestrel', 'Ann', [
    ['Bob', 'Would it help if I sent you the plan for the yard before the week ends?'],
    ['Ann', 'Yes, please. The drivers struggle with the paper lists every single morning.'],
    ['Bob', "Good. I'll send you the plan for the yard by Friday, with the prices for the gates."],
    ['Ann', 'We have decided to move the depot to Lyon in spring, whatever the bank says.'],
  ])
  harbor = await talk('Harbor', 'Carla', [
    ['Carla', 'Honestly, nine thousand dollars a month is too expensive for our depot.'],
    ['Bob', "I understand. I'll ask our finance team about the price by Monday."],
    ['Carla', 'The rest of it looks fine, and my colleagues in the office agree.'],
  ])
  secret = await importFor(world, {
    private: true,
    conversationTitle: 'Engines',
    participants: [{ name: 'Quagga', email: 'quagga@savanna.example' }],
    transcript: {
      segments: [{ speaker: 'Quagga', text: 'I think that the purple engines are loud.', start: 0, end: 9 }],
    },
  })
  await world.app.drain(world.acme)
})

const ask = async (prompt: string, caller: Caller = world.bob) => {
  const { body, status } = await call(world.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt } })
  expect(status).toBe(200)
  return body
}

describe('by its meaning', () => {
  it('a question is answered from records although no pattern knows its form', async () => {
    const body = await ask('where do customers hurt')
    expect(body).toMatchObject({ mode: 'records', answered: true })
    expect(body.output).toContain('The drivers struggle with the paper lists')
  })

  it('a question keeps its topic: a record about something else is no answer', async () => {
    const body = await ask('Did any customer ask about forklifts?')
    expect(body).toMatchObject({ answered: false, citations: [] })
  })

  it('a single word after “and” is part of the first question', async () => {
    const body = await ask('Who thinks that we are too expensive, and when?')
    expect(body).toMatchObject({ mode: 'records', answered: true, notice: 'No record answers “when?”.' })
    expect(body.output).not.toContain('Last call')
  })

  it('a question about a person and what “he” wants is answered in parts', async () => {
    const body = await ask('Who is Carla, and what does she dream of?')
    expect(body).toMatchObject({ mode: 'records', answered: true })
    expect(body.notice).toContain('what does she dream of')
  })
})

describe('a time', () => {
  it('without calls of a named account: the status covers all calls, and the notice says so', async () => {
    const body = await ask('Brief me on Carla for 3 March 2020')
    expect(body).toMatchObject({ mode: 'records', answered: true })
    expect(body.notice).toContain('No call was found for “for 3 March 2020”, so the answer covers all calls.')
  })
})

describe('a name', () => {
  it('of a call that the caller cannot see names nobody', async () => {
    const asked = 'what did quagga think about the purple engines'
    for (const caller of [world.mark, world.carol]) {
      const body = await ask(asked, caller)
      expect(body).toMatchObject({ answered: false, related: [], conversations_used: [] })
      expect(body.output).toContain('was found in these calls.')
    }
    expect(await ask(asked)).toMatchObject({ answered: true, conversations_used: [secret] })
  })

  it('in lower case restricts a question to many calls', async () => {
    const body = await ask('what did carla think about nine thousand dollars')
    expect(body.answered).toBe(true)
    expect(body.conversations_used).toEqual([harbor])
  })
})

describe('doesn’t guess', () => {
  it('that a question about the length of something else is about the calls', async () => {
    for (const prompt of ['How long is the onboarding?', 'How long is the trial going to be?', 'When is the board?'])
      expect((await ask(prompt)).mode, prompt).not.toBe('records')
    expect((await ask('How long do our calls usually drag on?')).mode).toBe('records')
  })
})

it.each([
  ['weather', true],
  ['vans', true],
  ['quillmark', false],
  ['Ostro', false],
  ['harbor weather', false],
])('the words “%s” can be left out: %s', (words, expected) => {
  expect(canOmit(readWords(words))).toBe(expected)
})

describe('a question about a named person', () => {
  it.each([
    'What did Carla say about the forklift lease for the depot?',
    'What did Carla think about the forklift depot?',
  ])('isn’t answered if nobody says half of what it is about: %s', async (prompt) =>
    expect((await ask(prompt)).answered).toBe(false),
  )

  it('is answered in words of the same meaning', async () => {
    const { answered, output } = await ask('What did Carla find costly for the warehouse?')
    expect([answered, output]).toEqual([true, expect.stringContaining('too expensive for our depot')])
  })
})

describe('a name that occurs nowhere', () => {
  it.each([
    'What is the next step with Ostro?',
    'What did Ostro say about the price?',
    'Does the depot of Ostro have gates?',
  ])('is stated: %s', async (prompt) => {
    const { output, answered } = await ask(prompt)
    expect([output, answered]).toEqual([
      `No clear answer to “${prompt}” was found in these calls. Nobody mentions “Ostro” in them, and none of their people, accounts and deals has this name.`,
      false,
    ])
  })

  it('is a hidden name to those who see neither the call nor its people', async () => {
    const prompt = 'What did Quagga say about the engines?'
    expect((await ask(prompt, world.carol)).output).toContain('Nobody mentions “Quagga”')
    expect((await ask(prompt, world.alice)).output).not.toContain('Nobody mentions')
  })
})
