/** Questions about what is due, whom to contact, and what closes: days ahead restrict tasks and deals, not calls. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

const DAY_MS = 86_400_000
const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)

let world: World
let harbor: string

beforeAll(async () => {
  world = await createWorld()
  await deal('harbor', 'Harbor trucks', { dealstage: 'proposal', closedate: day(0) })
  await deal('fennick', 'Fennick vans', { dealstage: 'demo', closedate: day(400) })
  harbor = await talk('Harbor: offer', 'Karin Vos', 'harbor.example', 5, 'harbor')
  await talk('Fennick: demo', 'Alma Reyes', 'fennick.example', 40, 'fennick')
  const hidden = await talk('Zebra: secret', 'Zoe Zebra', 'zebra.example', 4, undefined, true)
  await world.app.drain(world.acme)
  await task(harbor, 'Send the contract', day(0))
  await task(harbor, 'Ask about the dock', day(-60))
  await task(harbor, 'Write the summary', day(300))
  await task(hidden, 'Paint the zebra', day(0))
})

async function deal(id: string, title: string, fields: Record<string, unknown>) {
  await call(world.app, world.org, 'PUT', `/teams/${world.teams.north}/opportunity`, {
    body: { opportunity_id: id, title },
  })
  await call(world.app, world.org, 'PUT', `/crm-records/deals/${id}`, { body: { fields } })
}

const talk = (
  conversationTitle: string,
  name: string,
  domain: string,
  days: number,
  opportunityID?: string,
  isPrivate = false,
) =>
  importFor(world, {
    ...{ conversationTitle, conversationStartedAt: new Date(Date.now() - days * DAY_MS).toISOString() },
    ...(opportunityID === undefined ? {} : { opportunityID }),
    ...(isPrivate ? { private: true, userID: world.bob.userId } : {}),
    participants: [
      { name, email: `person@${domain}` },
      { name: 'Bob Reed', email: 'bob@acme.example' },
    ],
    transcript: {
      segments: [
        { speaker: name, text: 'The dock of our depot is too small for the new trucks.', start: 0, end: 8 },
        { speaker: 'Bob Reed', text: 'Thank you, that helps us a lot.', start: 8, end: 16 },
      ],
    },
  })

async function task(conversationUUID: string, text: string, dueOn: string) {
  const body = { conversationUUID, text, dueOn }
  const { status, text: problem } = await call(world.app, world.bob, 'POST', '/tasks', { body })
  if (status !== 201) throw new Error(problem)
}

const ask = async (prompt: string, caller: Caller = world.bob) => {
  const { body, status } = await call(world.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt } })
  expect(status).toBe(200)
  return body
}

describe('what is due', () => {
  it.each(['What do I have to do today?', 'What tasks are due today?', "What's due today?"])(
    'are open tasks of the day, and overdue ones: %s',
    async (prompt) => {
      const body = await ask(prompt)
      expect(body).toMatchObject({ mode: 'records', answered: true })
      expect(body.output).toMatch(/^2 tasks due today and 1 overdue one (?:for|in) /)
      expect(body.output).toContain('Send the contract')
      expect(body.output).toContain('Ask about the dock')
      expect(body.output).not.toContain('Write the summary')
    },
  )

  it('are the next tasks if nothing is due', async () => {
    const { output } = await ask('What is due tomorrow?')
    expect(output).toMatch(/^Nothing is due tomorrow in \d+ calls?\. Due next:/)
    expect(output).toContain('Write the summary')
  })

  it('are no tasks of calls that the caller must not see', async () => {
    const prompt = 'What tasks are due today?'
    expect((await ask(prompt)).output).toContain('Paint the zebra')
    const { output } = await ask(prompt, world.mark)
    expect(output).toContain('Send the contract')
    expect(output).not.toMatch(/zebra/i)
  })

  it('excludes what is done', async () => {
    const list = await call(world.app, world.bob, 'GET', `/tasks?conversation=${harbor}`)
    const sent = list.body.data.find((one: { text: string }) => one.text === 'Send the contract')
    await call(world.app, world.bob, 'PATCH', `/tasks/${sent.uuid}`, { body: { status: 'done' } })
    expect((await ask('What do I have to do today?')).output).not.toContain('Send the contract')
    await call(world.app, world.bob, 'PATCH', `/tasks/${sent.uuid}`, { body: { status: 'open' } })
  })
})

describe('whom to contact', () => {
  it.each(['Who do I need to call today?', 'Which customers should I contact?', 'Who should I follow up with?'])(
    'are accounts with a due promise, and those without a recent call: %s',
    async (prompt) => {
      const { output, mode } = await ask(prompt, world.mark)
      expect(mode).toBe('records')
      expect(output).toContain('Promises that are due today or overdue')
      expect(output).toContain('Send the contract')
      expect(output).toMatch(/no call for 40 days, open deal “Fennick vans”/)
      expect(output).not.toMatch(/zebra/i)
    },
  )
})

describe('what closes', () => {
  it('are deals by their close date, whenever their calls were', async () => {
    const { output } = await ask('Which deals close this week?')
    expect(output).toMatch(/^1 deal with a close date this week/)
    expect(output).toContain('Harbor trucks')
    expect((await ask('Which deals did we win this month?')).output).toBe('No won deal has a close date this month.')
  })
})
