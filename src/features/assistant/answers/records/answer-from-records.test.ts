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

  it('answers the first part in many calls if the second one refers to it, and says what is missing', async () => {
    const body = await ask(world.bob, 'What was decided about Lyon, and why did they choose it?')
    expect(body).toMatchObject({ mode: 'records', answered: true })
    expect(body.notice).toContain('No record answers “why did they choose it?”.')
    expect((await about('What was decided about Lyon, and why did they choose it?')).mode).not.toBe('records')
  })

  it('understands quick typing, errors and asides', async () => {
    expect((await about('whats the decisoins??')).output).toContain('Lyon')
    expect((await about('i need to know what was decided. Thanks!')).output).toContain('Lyon')
  })

  it('restricts many calls to a name or a title in the question', async () => {
    expect((await ask(world.bob, 'When was the Launch call?')).output).toContain('“Launch”, Friday, 18 September 2026')
    expect((await ask(world.bob, 'When did we last speak with Otto?')).output).toContain('“Launch”')
    expect((await ask(world.bob, 'When was the call with Nobodyknown?')).mode).not.toBe('records')
  })
})

describe('statements and risks', () => {
  const DAY_MS = 86_400_000
  let sales: World
  let price: string
  let quiet: string

  /** A call of Bob with a person of another company, some days ago. */
  const talk = (title: string, days: number, other: string, lines: readonly (readonly [string, string])[], more = {}) =>
    importFor(sales, {
      teamUUID: sales.teams.north,
      conversationTitle: title,
      // An hour more, so that the number of complete days doesn't depend on the duration of the test.
      conversationStartedAt: new Date(Date.now() - days * DAY_MS - 3_600_000).toISOString(),
      participants: [
        { name: 'Bob', email: 'bob@acme.example' },
        { name: other, email: `${other.toLowerCase()}@${title.toLowerCase()}.example` },
      ],
      transcript: { segments: lines.map(([speaker, text], n) => ({ speaker, text, start: n * 20, end: n * 20 + 15 })) },
      ...more,
    })

  const deal = async (id: string, title: string, fields: Record<string, unknown>) => {
    const path = `/teams/${sales.teams.north}/opportunity`
    await call(sales.app, sales.org, 'PUT', path, { body: { opportunity_id: id, title } })
    await call(sales.app, sales.org, 'PUT', `/crm-records/deals/${id}`, { body: { fields } })
  }

  beforeAll(async () => {
    sales = await createWorld(world.app)
    price = await talk(
      'Harbor',
      3,
      'Carla',
      [
        ['Bob', 'I am worried about the security audit of our own data center in May.'],
        ['Carla', 'Honestly, nine thousand dollars a month is too expensive for our depot.'],
        ['Bob', 'Understood, let me look at the numbers again with our finance team.'],
        ['Carla', 'Our drivers struggle with the paper lists every single morning in the yard.'],
        ['Bob', 'Which of the lists do they use most often during the week?'],
        ['Carla', 'I am also concerned about the migration of the old tour data to your system.'],
      ],
      { opportunityID: 'D-frozen' },
    )
    await talk(
      'Meridian',
      2,
      'Dora',
      [
        ['Bob', 'Shall we walk through the offer for the second warehouse together?'],
        ['Dora', 'Our budget is frozen until the next fiscal year, so the project is on hold.'],
      ],
      { opportunityID: 'D-budget' },
    )
    quiet = await talk(
      'Kestrel',
      30,
      'Emil',
      [
        ['Bob', 'The tour of the warehouse in Lyon was interesting for our whole team.'],
        ['Emil', 'Your colleagues walked through every hall and looked at all of the gates.'],
      ],
      { opportunityID: 'D-quiet' },
    )
    await talk('Sunny', 1, 'Fay', [['Fay', 'My dispatchers really like the map of the morning tours in Lyon.']], {
      opportunityID: 'D-fine',
    })
    await talk(
      'Vane',
      40,
      'Gus',
      [
        ['Gus', 'Our board chose another vendor, because their scanners work offline in the yard.'],
        ['Bob', 'Thank you for the open words, we learn a lot from them.'],
      ],
      { opportunityID: 'D-lost' },
    )
    await deal('D-frozen', 'Harbor trucks', { stage: 'negotiation', amount: 9000 })
    await deal('D-budget', 'Meridian halls', { stage: 'proposal' })
    await deal('D-quiet', 'Kestrel gates', { stage: 'demo' })
    await deal('D-fine', 'Sunny tours', { stage: 'proposal' })
    await deal('D-lost', 'Vane scanners', { stage: 'closedlost', closed_lost_reason: 'Offline mode' })
    await sales.app.drain(sales.acme)
  })

  const of = (prompt: string, ids?: readonly string[]) => ask(sales.bob, prompt, ids)

  const segments = ({ citations }: { citations: { segment: number }[] }) => citations.map(({ segment }) => segment)

  it('quotes the objections of the other side, and none of our own', async () => {
    const body = await of('What objections did the customer raise?', [price])
    expect(body).toMatchObject({ mode: 'records', answered: true, conversations_used: [price] })
    expect(body.output).toMatch(/^2 statements that may express an objection or a worry in the call “Harbor”/)
    expect(body.output).toContain('Carla (0:20): “Honestly, nine thousand dollars a month is too expensive')
    expect(body.output).toContain('concerned about the migration')
    expect(body.output).not.toContain('security audit')
    expect(body.citations).toContainEqual(expect.objectContaining({ conversation_id: price, segment: 1 }))
  })

  it('restricts objections to the price, or to another topic', async () => {
    const money = await of('What objections does the customer have to the price?', [price])
    expect(money).toMatchObject({ mode: 'records', citations: [{ conversation_id: price, segment: 1 }] })
    const migration = await of('What concerns does the customer have about the migration?', [price])
    expect(migration).toMatchObject({ mode: 'records', citations: [{ conversation_id: price, segment: 5 }] })
    expect((await of('What concerns does the customer have about the forklifts?', [price])).mode).not.toBe('records')
  })

  it('quotes the person whom the question names', async () => {
    const ours = await of('What concerns did Bob raise?', [price])
    expect(ours).toMatchObject({ mode: 'records', citations: [{ conversation_id: price, segment: 0 }] })
    const theirs = await of('What concerns did Carla raise?')
    expect(segments(theirs)).toEqual([1, 5])
    // The names select the call, so that the other side's words count.
    expect(segments(await of('What concerns came up in the call with Bob and Carla?'))).toEqual([1, 5])
  })

  it('lists problems of several calls, with the call of each', async () => {
    const body = await of('What problems do customers have?')
    expect(body).toMatchObject({ mode: 'records', answered: true })
    expect(body.output).toMatch(/^\d statements that may express a problem in \d calls/)
    expect(body.output).toMatch(/struggle with the paper lists .*\[“Harbor”, /)
    expect(body.output).toMatch(/budget is frozen .*\[“Meridian”, /)
    expect(body.output).not.toContain('really like the map')
  })

  it('leaves calls without people of another company, and without statements, to passages', async () => {
    const own = await importFor(sales, {
      participants: [{ name: 'Bob', email: 'bob@acme.example' }],
      transcript: {
        segments: [
          { speaker: 'Bob', text: 'Shall we look at the plan of the new data center?', start: 0, end: 9 },
          // Nobody knows the side of this speaker.
          { speaker: 'Zoe', text: 'I am worried about the price of our own new data center.', start: 10, end: 19 },
        ],
      },
    })
    await sales.app.drain(sales.acme)
    expect((await of('What objections did the customer raise?', [own])).mode).not.toBe('records')
    expect((await of('What objections did the customer raise?', [quiet])).mode).not.toBe('records')
  })

  it('lists open deals with signs of a risk first: worries, and days without a call', async () => {
    const { output, mode, citations } = await of('Which deals are at risk?')
    expect(mode).toBe('records')
    const lines = output.split('\n')
    expect(lines[0]).toBe('4 of 4 open deals with signs of a risk:')
    expect(lines.slice(1, 4).join('\n')).toMatch(/“Kestrel gates”: demo, 1 call\. No call for 30 days\./)
    expect(lines.slice(1, 4).join('\n')).toMatch(/“Meridian halls”.*Dora.*budget is frozen.*\[“Meridian”, /)
    expect(lines.slice(1, 4).join('\n')).toMatch(/“Harbor trucks”: negotiation, amount 9,000, 1 call\..* Worry: Carla/)
    expect(lines[4]).toBe('- “Sunny tours”: proposal, 1 call. The last call ended without a next step.')
    expect(output).not.toContain('Vane')
    expect(citations.length).toBeGreaterThanOrEqual(2)
  })

  it('restricts risks to the deal that the question names, and leaves other topics to passages', async () => {
    const { output } = await of('Is the Kestrel deal at risk?')
    expect(output).toMatch(/^1 of 1 open deal.* with signs of a risk:\n- “Kestrel gates”/)
    expect(output).not.toContain('Harbor')
    expect((await of('What is the risk of frostbite?')).mode).not.toBe('records')
  })

  it('states why deals were lost: the CRM record, then the words of the other side', async () => {
    const { output, mode } = await of('Why did we lose deals?')
    expect(mode).toBe('records')
    expect(output).toMatch(
      /^1 lost deal:\n“Vane scanners”: Closed lost, 1 call\n- Loss reason in the CRM: Offline mode/,
    )
    expect(output).toMatch(/- Gus \(0:00\): “Our board chose another vendor, .* \[“Vane”, /)
    expect(output).not.toContain('Thank you')
  })

  it('leaves risks of a decided deal to the words of its calls, unless the question is about the deal', async () => {
    const words = await of('What are the risks of the scanners in the yard at Vane?')
    expect(words.mode).not.toBe('records')
    expect((await of('Is the Vane deal at risk?')).output).toMatch(/^No open deals are recorded/)
  })

  it('takes the name of a rival for the reason, and not for an account', async () => {
    const { output, mode } = await of('Why did Vane choose Zetronix?')
    expect([mode, output]).toEqual(['records', expect.stringMatching(/^1 lost deal/)])
    expect((await of('Why did Zetronix choose us?')).mode).not.toBe('records')
    expect((await of('Why are the files from Zetronix broken?')).output).not.toMatch(/lost deal/)
  })

  it('lists several of the largest deals, if the question is about several', async () => {
    const { output } = await of('What is the stage of our biggest deals?')
    expect(output).toContain('Harbor trucks')
  })

  it('leaves reasons that aren’t about a deal to the words of the call', async () => {
    const id = await importFor(sales, {
      conversationTitle: 'Ibis',
      participants: [
        { name: 'Ike', email: 'ike@ibis.example' },
        { name: 'Bob', email: 'bob@acme.example' },
      ],
      opportunityID: 'D-fine',
      transcript: {
        segments: [
          { speaker: 'Ike', text: 'We want to leave, because the reports of the gates are wrong.', start: 0, end: 9 },
          { speaker: 'Bob', text: 'That will be repaired by Monday. Why else?', start: 10, end: 19 },
          { speaker: 'Ike', text: 'Because nobody answers our calls in the evening.', start: 20, end: 29 },
        ],
      },
    })
    await sales.app.drain(sales.acme)
    const { output, mode } = await of('why do they want to leave', [id])
    expect([mode, output]).toEqual(['passages', expect.stringContaining('because the reports of the gates are wrong')])
    const causes = await of('Why does Ike want to leave?')
    expect(causes.output).toMatch(/that may express a reason.*Because nobody answers our calls/s)
  })

  it('contain nothing of calls that the caller cannot see', async () => {
    for (const caller of [sales.carol, sales.mallory]) {
      for (const prompt of [
        'What objections do customers have?',
        'Which deals are at risk?',
        'Why did we lose deals?',
      ]) {
        expect(JSON.stringify(await ask(caller, prompt))).not.toMatch(/Carla|Kestrel|Harbor|Vane/)
      }
    }
  })
})

describe('a name in lower case', () => {
  it('of two words means one person, although others have the same first name', async () => {
    const people = ['Brian Nagel', 'Brian Dee']
    const id = await importFor(world, {
      conversationTitle: 'Results',
      participants: people.map((name, at) => ({ name, email: `brian${at}@results.example` })),
      transcript: {
        segments: [
          { speaker: 'Brian Dee', text: 'When does the second warehouse open?', start: 0, end: 9 },
          { speaker: 'Brian Nagel', text: 'How many trucks does the north depot have?', start: 10, end: 19 },
        ],
      },
    })
    await world.app.drain(world.acme)
    const { output } = await ask(world.bob, 'what did brian nagel ask', [id])
    expect(output).toContain('by Brian Nagel')
    expect(output).toContain('How many trucks')
    expect(output).not.toContain('warehouse')
  })
})

it('a title with a number is the name of a call', async () => {
  for (const number of [84, 85])
    await importFor(world, {
      conversationTitle: `Core testing #${number}`,
      participants: [{ name: 'Bob', email: 'bob@acme.example' }],
      transcript: { segments: [{ speaker: 'Bob', text: `I'll send the report of run ${number} to Ann by Friday.` }] },
    })
  await world.app.drain(world.acme)
  const { mode, output } = await ask(world.bob, 'what were the action items of testing 84')
  expect([mode, output]).toEqual(['records', expect.stringContaining('run 84')])
  expect(output).not.toContain('run 85')
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
