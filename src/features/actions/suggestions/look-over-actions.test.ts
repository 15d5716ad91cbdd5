import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { expectEvery } from '../../../testing/expect-every.ts'
import { saidFor } from '../../../testing/insights-fixtures.ts'
import { settableClock } from '../../../testing/webhooks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { lookOverActions } from './look-over-actions.job.ts'

const DAY = 86_400
// In the future: maintenance in the process of another test deletes jobs that are a month old by the database's clock.
const clock = settableClock('2082-03-02T10:00:00.000Z')
let given: World
beforeAll(async () => {
  given = await createWorld(await createTestApp({ clock }))
})

const PEOPLE = [
  { name: 'Bob', email: 'bob@acme.example' },
  { name: 'Ann Meyer', email: 'ann@customer.example' },
]

/** A talk about an opportunity so many days ago, and what follows from it at once. */
async function talked(own: World, days: number, more: Record<string, unknown> = {}): Promise<string> {
  const at = new Date(clock.now().getTime() - days * DAY * 1_000).toISOString()
  const lines = ['Bob: Hello there.', 'Ann: Hello to you.']
  const about = { participants: PEOPLE, opportunityID: 'deal-1', conversationStartedAt: at, teamUUID: own.teams.north }
  const id = await saidFor(own, 'Second call', lines, { ...about, ...more })
  await own.app.drain(own.acme)
  return id
}

/** The next round, a day later. */
async function tomorrow(own: World): Promise<number> {
  clock.pass(DAY + 60)
  const runs = await own.app.drain(own.acme)
  return runs.filter(({ job, outcome }) => job === 'look_over_actions' && outcome === 'ok').length
}

// biome-ignore lint/suspicious/noExplicitAny: asserted on, field by field
const actionsOf = async (own: World, caller: Caller = own.bob): Promise<any[]> =>
  (await call(own.app, caller, 'GET', '/actions')).body.data
const roundsOf = (own: World) =>
  own.app.store.owner.query<{ ticket: number }>('select ticket from action_rounds where organization_id = $1', [
    own.acme,
  ])
const waitingOf = async (own: World) =>
  (
    await own.app.store.owner.query(
      `select id from pgboss.job where name = 'look_over_actions' and group_id = $1 and state < 'active'`,
      [own.acme],
    )
  ).length

describe('a round', () => {
  it('proposes to pick up an opportunity that has fallen silent, to the owner of its last talk, once', async () => {
    const own = await createWorld(given.app)
    await talked(own, 60)
    const last = await talked(own, 25, { userID: own.mark.userId })
    expect(await tomorrow(own)).toBe(1)
    expect(await actionsOf(own)).toEqual([])
    const [action, ...others] = await actionsOf(own, own.mark)
    expect(others).toEqual([])
    expect(action).toMatchObject({
      ...{ entity_type: 'opportunity', action_type: 're_engage', signal_type: 'silent_opportunity', severity: 'low' },
      ...{ display_group: 'silent_opportunities', status: 'pending', proposed_recipients: ['ann@customer.example'] },
      title: expect.stringMatching(/: no call for 26 days$/),
      why: { rationale: expect.stringContaining('“Second call”'), key_quote: null, evidence: [] },
    })
    expect(action.draft_body).toMatch(/^Hi Ann,\n\nWe last spoke on \d+ \w+, about Second call\.\n/)
    expect((await call(own.app, own.mark, 'GET', `/opportunities/${action.entity_id}`)).status).toBe(200)
    expect(await tomorrow(own)).toBe(1)
    expect(await actionsOf(own, own.mark)).toHaveLength(1)
    // It rests on that talk: who does not see it any more does not see this.
    await call(own.app, own.org, 'DELETE', `/conversations/${last}`, { query: { erase: 'true' } })
    expect(await actionsOf(own, own.mark)).toEqual([])
  })

  it('leaves alone what is fresh, long gone, internal, archived, closed, or nobody’s any more', async () => {
    const own = await createWorld(given.app)
    const deal = (n: number) => ({ opportunityID: `deal-${n}` })
    await talked(own, 5, deal(1))
    await talked(own, 40, deal(2))
    await talked(own, 3, deal(2))
    await talked(own, 200, deal(3))
    await talked(own, 40, { ...deal(4), participants: [PEOPLE[0]] })
    const archived = await talked(own, 40, deal(5))
    await call(own.app, own.org, 'DELETE', `/conversations/${archived}`)
    const record = { code: 'opportunity', id: 'deal-6', fields: { StageName: 'Closed Won' } }
    const put = await call(own.app, own.org, 'PUT', '/crm-records/opportunity/deal-6', { body: record })
    expect(put.status, put.text).toBeLessThan(300)
    await talked(own, 40, deal(6))
    await talked(own, 40, { ...deal(7), userID: own.carol.userId, teamUUID: own.teams.support })
    const gone = await call(own.app, own.alice, 'DELETE', `/organizations/users/${own.carol.userId}`)
    expect(gone.status, gone.text).toBe(204)
    expect(await tomorrow(own)).toBe(1)
    const made = await own.app.store.owner.query('select title from actions where organization_id = $1', [own.acme])
    expect(made).toEqual([])
  })

  it('proposes three a day to one person, the latest first', async () => {
    const own = await createWorld(given.app)
    for (const n of [1, 2, 3, 4, 5]) await talked(own, 30 + n, { opportunityID: `deal-${n}` })
    await tomorrow(own)
    expect((await actionsOf(own)).map(({ title }) => title.match(/\d+ days/)[0]).toSorted()).toEqual([
      '32 days',
      '33 days',
      '34 days',
    ])
    await tomorrow(own)
    expect(await actionsOf(own)).toHaveLength(5)
  })

  it('takes back what has settled itself, unless somebody has touched it', async () => {
    const own = await createWorld(given.app)
    await talked(own, 30)
    await talked(own, 31, {
      opportunityID: 'deal-2',
      participants: [PEOPLE[0], { name: 'Ida', email: 'ida@x.example' }],
    })
    await tomorrow(own)
    const [first, second] = await actionsOf(own)
    expectEvery([first, second], ({ signal_type }) => signal_type === 'silent_opportunity')
    const touched = first.proposed_recipients[0] === 'ida@x.example' ? first : second
    clock.pass(60)
    await call(own.app, own.bob, 'PATCH', `/actions/${touched.uuid}`, { body: { subject: 'Mine' } })
    await talked(own, 0)
    await talked(own, 0, { opportunityID: 'deal-2' })
    await tomorrow(own)
    expect((await actionsOf(own)).map(({ uuid }) => uuid)).toEqual([touched.uuid])
  })

  it('takes back that a day is wanted for a next meeting, when it has taken place', async () => {
    const own = await createWorld(given.app)
    const lines = ['Bob: We should have another meeting about the pilot.', 'Ann: Good idea.']
    const at = clock.now().toISOString()
    await saidFor(own, 'Pilot', lines, { participants: PEOPLE, conversationStartedAt: at })
    await own.app.drain(own.acme)
    expect(await actionsOf(own)).toMatchObject([{ signal_type: 'no_next_meeting' }])
    await tomorrow(own)
    expect(await actionsOf(own)).toHaveLength(1)
    await talked(own, 0, { opportunityID: undefined })
    await tomorrow(own)
    expect(await actionsOf(own)).toEqual([])
  })
})

describe('the chain of rounds', () => {
  it('is one, whoever begins it, and however often a round is run', async () => {
    const own = await createWorld(given.app)
    await Promise.all([talked(own, 1), talked(own, 2), talked(own, 3)])
    expect([await roundsOf(own), await waitingOf(own)]).toEqual([[{ ticket: 1 }], 1])
    clock.pass(DAY + 60)
    const ctx = { ...own.app.contextFor(own.app.operator(own.acme)), modelFor: () => undefined }
    await Promise.all([1, 2, 3].map(() => lookOverActions.handle({ ticket: 1 }, ctx)))
    expect(await roundsOf(own)).toEqual([{ ticket: 2 }])
    // The job of the first round is still there, and does nothing.
    expect(await waitingOf(own)).toBe(2)
    expect(await own.app.drain(own.acme)).toMatchObject([{ job: 'look_over_actions', outcome: 'ok' }])
    expect([await roundsOf(own), await waitingOf(own)]).toEqual([[{ ticket: 2 }], 1])
  })

  it('is held by no analysis that finds it as it should be', async () => {
    const own = await createWorld(given.app)
    await talked(own, 1)
    // Whoever locked a row stands in its xmax, also when the lock is over.
    const holder = () =>
      own.app.store.owner.query('select xmax::text from action_rounds where organization_id = $1', [own.acme])
    const before = await holder()
    await talked(own, 1)
    expect(await holder()).toEqual(before)
  })

  it('goes on after a round that failed for good', async () => {
    const own = await createWorld(given.app)
    await talked(own, 1)
    const ctx = { ...own.app.contextFor(own.app.operator(own.acme)), modelFor: () => undefined }
    await lookOverActions.failed?.({ ticket: 1 }, ctx)
    await lookOverActions.failed?.({ ticket: 1 }, ctx)
    expect([await roundsOf(own), await waitingOf(own)]).toEqual([[{ ticket: 2 }], 2])
  })

  it('begins again after days without one', async () => {
    const own = await createWorld(given.app)
    await talked(own, 1)
    await own.app.store.owner.query(`delete from pgboss.job where name = 'look_over_actions' and group_id = $1`, [
      own.acme,
    ])
    await talked(own, 1)
    expect([await roundsOf(own), await waitingOf(own)]).toEqual([[{ ticket: 1 }], 0])
    clock.pass(5 * DAY)
    await talked(own, 1)
    expect([await roundsOf(own), await waitingOf(own)]).toEqual([[{ ticket: 2 }], 1])
  })
})
