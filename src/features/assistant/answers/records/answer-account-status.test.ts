import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

beforeAll(async () => {
  world = await createWorld()
  await deal('open', 'Harbor trucks', { dealstage: 'proposal', amount: '9000', closedate: daysAgo(10).slice(0, 10) })
  await deal('lost', 'Pellwater tender', { dealstage: 'closedlost', closed_lost_reason: 'The other one was cheaper' })
  await talk('open', 'Harbor: offer', 'Karin Vos', 'karin@harbor.example', 30, [
    ['Bob', 'I will send you the offer by Friday.'],
    ['Karin Vos', 'I am worried that the drivers will not use it.'],
    ['Karin Vos', 'When does the offer end?'],
    ['Bob', 'Let us meet again on Monday at ten.'],
  ])
  await talk('open', 'Harbor: the secret price', 'Karin Vos', 'karin@harbor.example', 1, [['Bob', 'Zebra.']], true)
  await talk('lost', 'Pellwater: the decision', 'Hana Ito', 'hana@pellwater.example', 90, [
    ['Hana Ito', 'We chose the other one because of the price.'],
  ])
  await talk(undefined, 'Kestrel: first call', 'Ann Moor', 'ann@kestrel.example', 2, [
    ['Ann Moor', 'Good to meet you.'],
  ])
  await world.app.drain(world.acme)
})

async function deal(id: string, title: string, fields: Record<string, unknown>) {
  await call(world.app, world.org, 'PUT', `/teams/${world.teams.north}/opportunity`, {
    body: { opportunity_id: id, title },
  })
  await call(world.app, world.org, 'PUT', `/crm-records/deals/${id}`, { body: { fields } })
}

async function talk(
  opportunityID: string | undefined,
  conversationTitle: string,
  name: string,
  email: string,
  days: number,
  lines: readonly (readonly [string, string])[],
  isPrivate = false,
) {
  await importFor(world, {
    ...(opportunityID === undefined ? {} : { opportunityID }),
    ...(isPrivate ? { private: true } : {}),
    conversationTitle,
    conversationStartedAt: daysAgo(days),
    participants: [
      { name, email },
      { name: 'Bob', email: 'bob@acme.example' },
    ],
    transcript: { segments: lines.map(([speaker, text], at) => ({ speaker, text, start: at * 9, end: at * 9 + 8 })) },
  })
}

const ask = async (prompt: string, caller: Caller = world.mark) => {
  const { body, status } = await call(world.app, caller, 'POST', '/ask_assistant/v2', { body: { prompt } })
  expect(status).toBe(200)
  return body
}

describe('does', () => {
  it.each([
    [
      'Did Harbor sign the contract?',
      /^Not yet, by the CRM: the deal “Harbor trucks” is open, in the stage proposal \(amount: 9,000\)/,
    ],
    ['Did we lose Pellwater?', /^Yes, by the CRM: the deal “Pellwater tender” is closed lost/],
    ['Did we win Pellwater?', /^No, by the CRM: the deal “Pellwater tender” is closed lost/],
  ])('answers by the outcome of a deal: %s', async (prompt, text) => {
    const { output, answered } = await ask(prompt)
    expect([answered, output]).toEqual([true, expect.stringMatching(text)])
  })

  it('states the deal, its signals, the last call, tasks and worries of an account', async () => {
    const body = await ask("What's the status of Karin Vos?")
    expect(body).toMatchObject({ mode: 'records', answered: true })
    expect(body.output).toMatch(/^Status of Karin Vos after 1 call:\n- Deal “Harbor trucks”: proposal, amount 9,000/)
    expect(body.output).toContain('The close date was 10 days ago.')
    expect(body.output).toContain('Last call: “Harbor: offer”')
    expect(body.output).toContain('I will send you the offer by Friday.')
    expect(body.output).toContain('Worry: Karin Vos')
  })

  it('states what blocks a deal, with the worries of the other side', async () => {
    for (const prompt of ['What is blocking the Harbor deal?', 'Why is Harbor hesitating?']) {
      const { output } = await ask(prompt)
      expect(output).toMatch(/^1 of 1 open deal .*signs of a risk:/)
      expect(output).toContain('I am worried that the drivers will not use it.')
    }
  })

  it('prepares a call of tomorrow from the earlier ones', async () => {
    const { output } = await ask('What should I know before my call with Karin Vos tomorrow?')
    expect(output).toContain('Status of Karin Vos after 1 call:')
  })

  it('says that nobody recorded a promise of a person', async () => {
    const { output, answered } = await ask('What did Hana Ito promise us?')
    expect([answered, output]).toEqual([
      false,
      'No promises of Hana Ito were recorded in the call “Pellwater: the decision”, ' +
        `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(daysAgo(90)))}.`,
    ])
  })

  it('lists signals of open deals that need attention', async () => {
    const { output } = await ask('Which deals need attention?')
    expect(output).toMatch(/^1 of 1 open deal with signs of a risk:\n- “Harbor trucks”.* No call for 30 days\./)
  })

  it('lists accounts without a call, except those of closed deals', async () => {
    const { output } = await ask("Who hasn't been contacted lately?")
    expect(output).toContain('1 of 3 accounts had no call in the last 21 days:')
    expect(output).toContain('harbor.example: no call for 30 days, open deal “Harbor trucks”')
    expect(output).not.toContain('pellwater')
  })

  it('answers why customers chose somebody else from lost deals', async () => {
    const { output } = await ask('Why did Hana Ito choose the other vendor?')
    expect(output).toContain('Loss reason in the CRM: The other one was cheaper')
  })
})

describe('counts', () => {
  it('all calls of a deal for its signals, also where a person or a time restricts the question', async () => {
    // Bob sees the private call of yesterday, in which Karin took part too.
    const { output } = await ask("What's the status of Karin Vos?", world.bob)
    expect(output).not.toContain('No call for')
    expect((await ask('What happened with Karin Vos in the last 2 months?', world.bob)).output).not.toContain(
      'No call for',
    )
  })

  it('the time without calls that the question names', async () => {
    const { output } = await ask('Which accounts have we not talked to in the last 20 days?')
    expect(output).toMatch(
      /^1 of 3 accounts had no call \(in the last 20 days\):\n- harbor\.example: no call for 30 days/,
    )
    const none = await ask('Which accounts have we not talked to in the last 60 days?')
    expect([none.answered, none.output]).toEqual([false, expect.stringContaining('had a call (in the last 60 days)')])
  })

  it('only promises of our side as ours', async () => {
    expect((await ask('What did we promise customers?')).output).toContain('I will send you the offer by Friday.')
    expect((await ask('What did customers promise us?')).output).not.toContain('I will send you the offer')
  })

  it('questions in calls whose title names their subject, asked by the people of the account', async () => {
    const { output } = await ask('What did Karin Vos ask about the offer?')
    expect(output).toContain('Karin Vos: When does the offer end?')
  })

  it('statements about one of several topics', async () => {
    const { output } = await ask('Are there any legal or driver concerns?')
    expect(output).toContain('I am worried that the drivers will not use it.')
  })

  it('next meetings with each customer', async () => {
    const { output } = await ask('Which customers have a call next week?')
    expect(output).toContain('Next meetings, as agreed in 1 of the newest')
    expect(output).toContain('“Let us meet again on Monday at ten.”')
  })

  it('the last call alone, where the question says so', async () => {
    // “Kestrel: first call” is the newest call that Mark sees.
    const question = 'Why did they choose the other one because of the price'
    expect((await ask(`${question}?`)).output).toContain('We chose the other one because of the price.')
    expect((await ask(`${question} in the last call?`)).output).not.toContain('We chose')
  })
})

describe('states', () => {
  it('who a person is', async () => {
    const { output } = await ask('Who is Hana Ito?')
    expect(output).toMatch(
      /^Hana Ito \(pellwater\.example\).*: 1 call, last “Pellwater: the decision”.*“Pellwater tender”/,
    )
  })

  it('the win rate of the deals that the caller can see', async () => {
    expect((await ask("What's our win rate?")).output).toMatch(/^Win rate 0%: 0 of 1 closed deal won:/)
  })

  it('what happened in a time, from the calls of that time', async () => {
    expect((await ask('What happened in the last 7 days?')).output).toContain('Kestrel: first call')
    expect((await ask('What happened in January 2019?')).output).toContain('no calls (in January 2019)')
  })
})

describe('is', () => {
  it('limited to calls that the caller can see', async () => {
    expect((await ask("What's the status of Karin Vos?")).output).not.toContain('secret')
    const { output } = await ask("What's the status of Karin Vos?", world.bob)
    expect(output).toContain('Last call: “Harbor: the secret price”')
    expect((await ask("What's the status of Karin Vos?", world.mallory)).mode).not.toBe('records')
  })

  it('left to passages for names that belong to no account and no person', async () => {
    // The title of a call.
    expect((await ask("What's the status of the decision?")).mode).not.toBe('records')
    expect((await ask("What's the status of the gearbox?")).mode).not.toBe('records')
  })
})
