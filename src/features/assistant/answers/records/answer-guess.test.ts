/** Questions whose form no pattern recognizes, answered from records by their meaning. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
let harbor: string

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
  await world.app.drain(world.acme)
})

const ask = async (prompt: string) => {
  const { body, status } = await call(world.app, world.bob, 'POST', '/ask_assistant/v2', { body: { prompt } })
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

describe('a name', () => {
  it('in lower case restricts a question to many calls', async () => {
    const body = await ask('what did carla think about nine thousand dollars')
    expect(body.answered).toBe(true)
    expect(body.conversations_used).toEqual([harbor])
  })
})
