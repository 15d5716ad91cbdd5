/** Questions of managers about reps, calls to hear, and the satisfaction of customers. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
  const { mark, bob, carol } = world
  // Bob speaks three quarters of the time. Mark speaks a third of it, and asks.
  for (const at of [1, 2, 3]) await talk(`Harbor ${at}`, bob, 'Bob', { own: 60, other: 20, asks: false })
  for (const at of [1, 2, 3, 4]) await talk(`Kestrel ${at}`, mark, 'Mark', { own: 20, other: 40, asks: true })
  for (const at of [1, 2, 3]) await talk(`Support ${at}`, carol, 'Carol', { own: 30, other: 30, asks: true })
  await talk('Harbor: the angry one', bob, 'Bob', {
    ...{ own: 60, other: 20, asks: false },
    said: 'I am really frustrated, because your support never answers my complaints.',
  })
  await talk('Kestrel: the happy one', mark, 'Mark', {
    ...{ own: 20, other: 40, asks: true },
    said: 'We love the new planner, it is great and works very well for us.',
  })
  await world.app.drain(world.acme)
})

const talk = (
  conversationTitle: string,
  { userId }: Caller,
  speaker: string,
  { own, other, asks, said }: { own: number; other: number; asks: boolean; said?: string },
) =>
  importFor(world, {
    ...{ conversationTitle, userID: userId },
    participants: [
      { name: speaker, email: `${speaker.toLowerCase()}@acme.example` },
      { name: 'Karin Vos', email: 'karin@harbor.example' },
    ],
    transcript: {
      segments: [
        { speaker, text: asks ? 'How many trucks do you have?' : 'We have the best trucks.', start: 0, end: own },
        { speaker: 'Karin Vos', text: said ?? 'We have twenty trucks here.', start: own, end: own + other },
      ],
    },
  })

const ask = async (prompt: string, caller: Caller = world.mark) => {
  const { body, status } = await call(world.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt } })
  expect(status).toBe(200)
  return body
}

describe('reps', () => {
  it('come with the differences from the mean, most differences first', async () => {
    const { output, answered } = await ask('Which reps need coaching?')
    expect(answered).toBe(true)
    const [lead, first, second] = output.split('\n')
    expect(lead).toBe(
      "People in 9 calls with customers, most differences from the mean of all first. The figures don't say why:",
    )
    expect(first).toMatch(/^- bob@acme\.example \(4 calls\): Our side speaks more than the mean of \d\d%\./)
    expect(first).toContain('Fewer questions than the mean of 0.6.')
    expect(first).toContain('Means: our side speaks 75%')
    expect(second).toMatch(/^- mark@acme\.example \(5 calls\): Means: our side speaks 33%/)
  })

  it('are compared with the calls of everybody, if the question names one', async () => {
    const { output } = await ask('Where should I coach Bob?')
    expect(output).toContain('Our side speaks more than the mean')
    expect(output).not.toContain('mark@')
  })

  it('are those whose calls the caller can see', async () => {
    expect((await ask('Which reps need coaching?')).output).not.toContain('carol@')
    const { output } = await ask('Which reps need coaching?', world.alice)
    expect(output).toContain('carol@')
    expect((await ask('Which reps need coaching?', world.mallory)).output).not.toMatch(/bob@|mark@|carol@/)
  })
})

describe('calls worth hearing', () => {
  it('differ from the typical call, or have a complaint', async () => {
    const { output, citations } = await ask('Which calls should I listen to?')
    expect(output).toContain('4 of 9 calls with customers with a complaint or a difference from the typical call')
    expect(output.split('\n')[1]).toContain('Harbor: the angry one')
    expect(output).toContain('We spoke 75%, typically 33%.')
    expect(output).not.toContain('Kestrel')
    expect(citations[0].quote).toContain('frustrated')
  })
})

describe('satisfaction', () => {
  it('is what customers praised and complained about, with their words', async () => {
    const { output, answered } = await ask('How satisfied are our customers?')
    expect(answered).toBe(true)
    expect(output).toMatch(/1 statement that may express praise.*We love the new planner/s)
    expect(output).toMatch(/1 statement that may express a complaint.*frustrated/s)
  })

  it('is complaints only, if the question is about those who are unhappy', async () => {
    const { output } = await ask('How unhappy are our customers?')
    expect(output).toMatch(/complaint.*frustrated/s)
    expect(output).not.toContain('praise')
  })
})
