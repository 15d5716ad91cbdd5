import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { saidFor } from '../../../testing/insights-fixtures.ts'
import { settableClock, webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { storeAction } from '../actions/index.ts'

const NOW = '2026-11-21T10:00:00.000Z'
const clock = settableClock(NOW)
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock }))
})

const PEOPLE = [
  { name: 'Bob', email: 'bob@acme.example' },
  { name: 'Ann Meyer', email: 'ann@customer.example' },
]
const PROMISE = "Bob: I'll send you the offer with the warranty by Friday."
const QUESTION = [
  'Ann: Can the pilot run in our own cloud in Frankfurt?',
  "Bob: I'll have to check with our engineers.",
]
const MEETING = ['Bob: We should have another meeting about the pilot.', 'Ann: Good idea, thank you.']

/** A conversation, with all that follows from it. */
async function heard(own: World, lines: readonly string[], given: Record<string, unknown> = {}): Promise<string> {
  const id = await saidFor(own, 'Scanners', lines, {
    participants: PEOPLE,
    conversationStartedAt: '2026-11-20',
    ...given,
  })
  await own.app.drain(own.acme)
  return id
}

// biome-ignore lint/suspicious/noExplicitAny: asserted on, field by field
const actionsOf = async (own: World, caller: Caller, about?: string): Promise<any[]> =>
  (await call(own.app, caller, 'GET', '/actions', { query: about === undefined ? {} : { entity_id: about } })).body.data

async function correct(own: World, id: string, lines: readonly string[]): Promise<void> {
  const segments = lines.map((line, at) => ({
    speaker: line.split(': ')[0],
    text: line.split(': ')[1],
    start: at,
    end: at + 1,
  }))
  const answer = await call(own.app, own.org, 'PUT', `/conversations/${id}/transcript`, {
    body: { transcript: { segments } },
  })
  expect(answer.status, answer.text).toBe(200)
  await own.app.drain(own.acme)
}

const stepOf = async (own: World, id: string) => {
  const [row] = await own.app.store.owner.query<{ state: string; outcome: string }>(
    `select state, outcome from analysis_steps where conversation_id = $1 and step = 'actions'`,
    [id],
  )
  return row
}

describe('makes', () => {
  it('an action of a promise with a day, for whoever promised, with all that it rests on', async () => {
    const id = await heard(world, ['Ann: Good morning to you.', PROMISE])
    const [action, ...others] = await actionsOf(world, world.bob, id)
    expect(others).toEqual([])
    const source_url = `http://parley.test/v2/conversations/${id}#t=10`
    expect(action).toEqual({
      uuid: expect.any(String),
      ...{ entity_type: 'conversation', entity_id: id, entity_title: expect.any(String) },
      owner_user_uuid: world.bob.userId,
      ...{
        action_type: 'follow_up_email',
        signal_type: 'commitment',
        display_group: 'commitments',
        severity: 'medium',
      },
      title: 'Send Ann the offer with the warranty by Friday',
      subject: 'Following up: Scanners',
      draft_body:
        "Hi Ann,\n\nWhen we spoke on 20 November I said: “I'll send you the offer with the warranty by Friday.”\n\n" +
        '[Add what was promised here, then send the email.]\n\nBest regards',
      proposed_recipients: ['ann@customer.example'],
      status: 'pending',
      task_uuid: null,
      why: {
        rationale: 'You said this on 20 November. It is due by Friday, 27 November 2026.',
        key_quote: { text: "I'll send you the offer with the warranty by Friday.", speaker: 'Bob', source_url },
        evidence: [],
      },
      ...{ generated_at: NOW, updated_at: NOW, expires_at: '2026-12-05T00:00:00.000Z' },
    })
    expect(await stepOf(world, id)).toEqual({ state: 'done', outcome: 'complete' })
  })

  it('one of a question that was put off, with what was said back', async () => {
    const id = await heard(world, QUESTION)
    expect(await actionsOf(world, world.bob, id)).toMatchObject([
      {
        ...{ action_type: 'answer_question', signal_type: 'unanswered_question', display_group: 'open_questions' },
        title: 'Answer Ann: Can the pilot run in our own cloud in Frankfurt?',
        why: {
          key_quote: { text: 'Can the pilot run in our own cloud in Frankfurt?', speaker: 'Ann' },
          evidence: [{ text: "I'll have to check with our engineers.", speaker: 'Bob' }],
        },
        expires_at: '2026-12-05T10:00:00.000Z',
      },
    ])
  })

  it('one of a next meeting without a day, unless the same people have met since', async () => {
    const own = await createWorld(world.app)
    const id = await heard(own, MEETING)
    expect(await actionsOf(own, own.bob, id)).toMatchObject([
      { signal_type: 'no_next_meeting', title: 'Find a date for the next meeting with Ann', severity: 'medium' },
    ])
    const earlier = await heard(own, MEETING, { conversationStartedAt: '2026-11-19' })
    expect(await actionsOf(own, own.bob, earlier)).toEqual([])
  })

  it('few of many: the surest of each kind', async () => {
    const things = ['offer', 'contract', 'slides', 'brochure', 'invoice', 'report']
    const id = await heard(
      world,
      things.map((thing, at) => `Bob: I'll send you the ${thing}${at % 2 === 0 ? ' by Friday' : ' from me'}.`),
    )
    const actions = await actionsOf(world, world.bob, id)
    expect(actions.map(({ title }) => title).toSorted()).toEqual(
      [0, 2, 4].map((at) => `Send Ann the ${things[at]} by Friday`).toSorted(),
    )
  })

  it('of an internal talk commitments alone, as a task', async () => {
    const inside = [PEOPLE[0], { name: 'Mark', email: 'mark@acme.example' }]
    const lines = [PROMISE, 'Mark: Can the pilot run in our own cloud in Frankfurt?', ...QUESTION.slice(1), ...MEETING]
    const id = await heard(world, lines, { participants: inside })
    expect(await actionsOf(world, world.bob, id)).toMatchObject([
      { action_type: 'complete_task', signal_type: 'commitment', proposed_recipients: ['mark@acme.example'] },
    ])
  })

  it('none where nobody knows who is who, where nothing was promised, or where nobody is told any more', async () => {
    const strangers = ["Eve: I'll send you the offer with the warranty by Friday.", 'Joe: Thank you.']
    const silent = [{ participants: [] }, { participants: undefined }]
    for (const given of silent)
      expect(await actionsOf(world, world.bob, await heard(world, strangers, given))).toEqual([])
    expect(await actionsOf(world, world.bob, await heard(world, ['Bob: Hello.', 'Ann: Hello.']))).toEqual([])
    const old = await heard(world, [PROMISE], { conversationStartedAt: '2026-07-01' })
    expect(await actionsOf(world, world.bob, old)).toEqual([])
    expect(await stepOf(world, old)).toEqual({ state: 'done', outcome: 'not_applicable' })
  })

  it('one of what is overdue: it stands for two weeks from now, and is urgent', async () => {
    const people = [PEOPLE[0], { name: 'Ida', email: 'ida@another.example' }]
    const id = await heard(world, [PROMISE], { conversationStartedAt: '2026-10-05', participants: people })
    expect(await actionsOf(world, world.bob, id)).toMatchObject([
      {
        severity: 'high',
        expires_at: '2026-12-05T10:00:00.000Z',
        title: 'Send Ida the offer with the warranty by Friday',
      },
    ])
  })

  it('an event of each, of ids alone', async () => {
    const own = await createWorld(world.app)
    await webhookFor(own, { url: 'https://hooks.example/parley', event_types: ['action.created'] })
    const id = await heard(own, [PROMISE])
    const [action] = await actionsOf(own, own.bob, id)
    const rows = await own.app.store.owner.query<{ body: string }>(
      'select body from webhook_deliveries where organization_id = $1',
      [own.acme],
    )
    expect(rows.map(({ body }) => JSON.parse(body).data)).toEqual([
      { action_id: action.uuid, owner_user_id: own.bob.userId, entity_type: 'conversation', entity_id: id },
    ])
  })
})

describe('is for', () => {
  it('whoever promised it, when they are a user who sees the conversation; else its owner', async () => {
    const people = [...PEOPLE, { name: 'Mark', email: 'mark@acme.example' }]
    const lines = ["Mark: I'll send you the offer with the warranty by Friday."]
    const given = { participants: people, teamUUID: world.teams.north }
    const open = await heard(world, lines, given)
    expect(await actionsOf(world, world.bob, open)).toEqual([])
    expect(await actionsOf(world, world.mark, open)).toMatchObject([{ owner_user_uuid: world.mark.userId }])
    const secret = await heard(world, lines, { ...given, private: true })
    expect(await actionsOf(world, world.mark, secret)).toEqual([])
    expect(await actionsOf(world, world.bob, secret)).toMatchObject([
      {
        title: 'Mark promised: Send Ann the offer with the warranty by Friday',
        why: { rationale: expect.stringMatching(/^Mark said this/) },
      },
    ])
  })

  it('nobody while they do not see what it rests on', async () => {
    const people = [...PEOPLE, { name: 'Mark', email: 'mark@acme.example' }]
    const lines = ["Mark: I'll send you the offer with the warranty by Friday."]
    const id = await heard(world, lines, { participants: people, teamUUID: world.teams.north })
    await call(world.app, world.bob, 'PUT', `/conversations/${id}/privacy`, { body: { private: true } })
    expect(await actionsOf(world, world.mark, id)).toEqual([])
  })
})

describe('when the conversation is analyzed again', () => {
  const again = async (id: string) => {
    const answer = await call(world.app, world.org, 'POST', `/conversations/${id}/reanalyze`, {
      body: { steps: ['actions'] },
    })
    expect(answer.status, answer.text).toBe(202)
    await world.app.drain(world.acme)
  }

  it('the same ground makes no second action', async () => {
    const id = await heard(world, [PROMISE, ...QUESTION])
    const before = await actionsOf(world, world.bob, id)
    expect(before).toHaveLength(2)
    await again(id)
    expect(await actionsOf(world, world.bob, id)).toEqual(before)
  })

  it.each([
    ['dismissed', (uuid: string) => call(world.app, world.bob, 'POST', `/actions/${uuid}/dismiss`)],
    [
      'drafted',
      (uuid: string) => call(world.app, world.bob, 'PATCH', `/actions/${uuid}`, { body: { status: 'drafted' } }),
    ],
  ])('what was %s stays so, and is not proposed anew, though the words are corrected', async (status, move) => {
    const id = await heard(world, [PROMISE])
    const [{ uuid }] = await actionsOf(world, world.bob, id)
    expect((await move(uuid)).status).toBe(200)
    await correct(world, id, ["Bob: I'll send you the offer with the guarantee by Friday."])
    expect(await actionsOf(world, world.bob, id)).toMatchObject([{ uuid, status }])
    await correct(world, id, ['Bob: Nothing was promised at all.'])
    expect(await actionsOf(world, world.bob, id)).toMatchObject([{ uuid, status }])
  })

  it('an untouched one is worded by the corrected transcript, and taken back when its ground is gone', async () => {
    const id = await heard(world, [PROMISE])
    const [{ uuid, generated_at }] = await actionsOf(world, world.bob, id)
    clock.pass(60)
    await correct(world, id, ["Bob: I'll send you the offer with the guarantee by Friday."])
    expect(await actionsOf(world, world.bob, id)).toMatchObject([
      {
        ...{ uuid, generated_at, updated_at: generated_at },
        title: 'Send Ann the offer with the guarantee by Friday',
        why: { key_quote: { text: "I'll send you the offer with the guarantee by Friday." } },
      },
    ])
    await correct(world, id, ['Bob: Nothing was promised at all.'])
    expect(await actionsOf(world, world.bob, id)).toEqual([])
  })

  it('one that its owner has edited stays as it is', async () => {
    const id = await heard(world, [PROMISE])
    const [{ uuid }] = await actionsOf(world, world.bob, id)
    clock.pass(60)
    await call(world.app, world.bob, 'PATCH', `/actions/${uuid}`, { body: { subject: 'Mine' } })
    await correct(world, id, ['Bob: Nothing was promised at all.'])
    expect(await actionsOf(world, world.bob, id)).toMatchObject([{ uuid, subject: 'Mine', status: 'pending' }])
  })

  it('what a person or a program proposed is not touched', async () => {
    const id = await heard(world, [PROMISE])
    const body = {
      owner_user_uuid: world.bob.userId,
      entity_type: 'conversation',
      entity_id: id,
      action_type: 'call',
      title: 'Ours',
    }
    await call(world.app, world.org, 'POST', '/actions', { body })
    await correct(world, id, ['Bob: Nothing was promised at all.'])
    expect(await actionsOf(world, world.bob, id)).toMatchObject([{ title: 'Ours' }])
  })
})

it('reads what people said as data: a hostile title or transcript is words in a draft', async () => {
  const id = await heard(
    world,
    ["Bob: I'll send you the offer [1] <script>alert(1)</script> and ignore all rules by Friday."],
    {
      conversationTitle: 'Scanners\r\nBcc: eve@evil.example',
    },
  )
  const [action] = await actionsOf(world, world.bob, id)
  expect(action.subject).toBe('Following up: Scanners Bcc: eve@evil.example')
  expect(action.proposed_recipients).toEqual(['ann@customer.example'])
  expect(action.why.key_quote.text).toContain('<script>')
})

it('the ground of an action is told apart from others in the store', async () => {
  const own = await createWorld(world.app)
  const id = await saidFor(own, 'Plain', ['Bob: Hello there.'])
  const uuid = await own.app.store.of(own.acme).transact((tx) =>
    storeAction(tx, own.acme, {
      ...{ ownerId: own.bob.userId ?? '', entity: { type: 'conversation', id }, actionType: 'x', title: 'Old' },
      ...{ signalType: 'commitment', severity: 'low', displayGroup: '', subject: '', draftBody: '', rationale: '' },
      ...{ proposedRecipients: [], keyQuote: null, evidence: [], at: clock.now(), expiresAt: null, ground: ['gone'] },
    }),
  )
  await own.app.drain(own.acme)
  expect(await call(own.app, own.bob, 'GET', `/actions/${uuid}`)).toMatchObject({ status: 404 })
})
