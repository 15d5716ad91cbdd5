/** Some two hundred conversations of one organization, stored by the operations, so varied that every filter hits and misses. */
import fc from 'fast-check'
import { createTeam, createUser } from '../src/features/accounts/identity/index.ts'
import { call } from '../src/testing/call.ts'
import { createTestApp, type TestApp } from '../src/testing/create-test-app.ts'
import { type Caller, createWorld, type World } from '../src/testing/world.ts'
import type { CrmRecord, Listed, Population } from './list-model.ts'

const CONVERSATIONS = 210
/** Always the same population; what is asked of it differs from run to run. */
const SEED = 20261121

const DAY = Date.parse('2026-03-10T00:00:00.000Z')
const HOUR = 3_600_000
/** Few moments, so that many conversations share one; midnights, and a millisecond to each side of one. */
export const MOMENTS: readonly number[] = [
  ...[0, 1, 2, 3].map((day) => DAY + day * 24 * HOUR),
  ...[-1, 1].map((ms) => DAY + 24 * HOUR + ms),
  ...[5, 9, 14, 30, 40].map((hours) => DAY + hours * HOUR),
]

export const TITLES: readonly string[] = [
  'Weekly sync',
  'Weekly Sync (100% recorded)',
  '50%_off? The offer',
  'snake_case and C:\\path\\to',
  'snakeXcase',
  '100 percent',
  'École supérieure',
  'école du SOIR',
  'E\u0301cole, decomposed',
  'İstanbul kick-off',
  'istanbul follow-up',
  'Straße 7',
  'STRASSE 7',
  'Ünïcødé 🚀 demo',
  "Robert'); drop table conversations;--",
  'comma, separated',
  '  padded  ',
]

export const EMAILS: readonly string[] = [
  'ann@customer.example',
  'Ben@Customer.example',
  'ÉVA@other.example',
  'plus+tag@other.example',
  'dora@acme.example',
  'Emil@ACME.example',
]

export const OPPORTUNITIES: readonly string[] = ['006-A', '006-a', 'deal 7', 'größe/1', '100%']

export const RECORDS: readonly CrmRecord[] = [
  { code: 'account', id: 'A-1', fields: { industry: 'Retail', seats: 5, active: true, region: 'EMEA' } },
  { code: 'account', id: 'A-2', fields: { industry: 'retail', seats: 50, active: false, region: null } },
  { code: 'account', id: 'A-3', fields: { industry: 'Größe 100%', seats: 5.5 } },
  { code: 'companies', id: 'A-1', fields: { industry: 'Energy', seats: 5 } },
  { code: 'contact', id: 'C-1', fields: { region: 'EMEA', active: true } },
  { code: 'opportunity', id: 'O-1', fields: { stage: 'Closed Won', amount: -12.25 } },
  { code: 'deals', id: 'O-1', fields: { stage: 'closed won', amount: 12 } },
  { code: 'deals', id: 'deal 7', fields: { dealstage: 'closed_won' } },
  { code: 'opportunity', id: '006-A', fields: { StageName: 'Closed Won' } },
  { code: 'opportunity', id: '100%', fields: { stage: 'Größe-Prüfung' } },
]

/** Ends of the only sentence, in seconds. */
export const DURATIONS: readonly number[] = [2, 600, 1800.5, 3600]
export const APPLICATIONS: readonly string[] = ['zoom', 'Zoom', 'Gong & Co']
/** Linked to by conversations, never handed in. */
const UNKNOWN_RECORD = { code: 'lead', id: 'L-404' }

const people = ['alice', 'mark', 'bob', 'carol', 'dan'] as const

interface Plan {
  title: string
  start: number | undefined
  made: number
  owner: (typeof people)[number]
  team: 'default' | 'sales' | 'north' | 'city' | 'support' | 'lone'
  emails: readonly string[]
  nameless: boolean
  opportunity: string | undefined
  links: readonly { code: string; id: string }[]
  said: 'words' | 'nothing'
  duration: number
  application: string | undefined
  state: Listed['state']
  private: 'no' | 'from the start' | 'later'
  archived: boolean
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })

const plan: fc.Arbitrary<Plan> = fc.record({
  title: fc.constantFrom(...TITLES),
  start: maybe(fc.constantFrom(...MOMENTS)),
  made: fc.constantFrom(...MOMENTS),
  owner: fc.constantFrom(...people),
  team: fc.constantFrom('default', 'sales', 'north', 'city', 'support', 'lone'),
  emails: fc.oneof(fc.subarray([...EMAILS], { maxLength: 3 }), fc.subarray(EMAILS.slice(-2), { minLength: 1 })),
  nameless: fc.nat(9).map((n) => n === 0),
  opportunity: maybe(fc.constantFrom(...OPPORTUNITIES)),
  links: fc.subarray([...RECORDS.map(({ code, id }) => ({ code, id })), UNKNOWN_RECORD], { maxLength: 3 }),
  said: fc.constantFrom('words', 'words', 'words', 'nothing'),
  duration: fc.constantFrom(...DURATIONS),
  application: maybe(fc.constantFrom(...APPLICATIONS)),
  state: fc.constantFrom('pending', 'analyzed', 'analyzed', 'failed'),
  private: fc.constantFrom('no', 'no', 'no', 'from the start', 'later'),
  archived: fc.nat(5).map((n) => n === 0),
})

export interface PopulatedWorld {
  readonly world: World
  readonly population: Population
  readonly teams: Readonly<Record<string, string>>
  readonly owners: readonly { readonly id: string; readonly email: string }[]
}

export async function createPopulatedWorld(): Promise<PopulatedWorld> {
  let now = DAY
  const app = await createTestApp({ clock: { now: () => new Date(now) } })
  const world = await createWorld(app)
  const handle = app.store.of(world.acme)
  const { teamId: city } = await createTeam(handle, world.acme, app.clock, {
    name: 'City',
    parentId: world.teams.north,
  })
  const { teamId: lone } = await createTeam(handle, world.acme, app.clock, { name: 'Lone' })
  const teams = { ...world.teams, city, lone }
  const dan = await createUser(handle, world.acme, app.clock, {
    email: 'Dan.D@Acme.example',
    role: 'SALES_REP',
    teamIds: [city],
  })
  const owners = {
    ...Object.fromEntries((['alice', 'mark', 'bob', 'carol'] as const).map((name) => [name, identityOf(world[name])])),
    dan: { id: dan.userId, email: 'Dan.D@Acme.example' },
  } as Record<Plan['owner'], { id: string; email: string }>
  const primary = { alice: null, mark: teams.sales, bob: teams.north, carol: teams.support, dan: city }

  const records = RECORDS.map(({ code, id, fields }) => ({ code, id, fields }))
  await expectStatus(200, call(app, world.org, 'PUT', '/crm-records', { body: { records } }))

  const conversations: Listed[] = []
  for (const one of fc.sample(plan, { numRuns: CONVERSATIONS, seed: SEED })) {
    now = one.made
    const id = await store(world, one, owners[one.owner].id, one.team === 'default' ? undefined : teams[one.team])
    conversations.push({
      id,
      title: one.title.trim(),
      startedAt: one.start ?? one.made,
      ownerId: owners[one.owner].id,
      ownerEmail: owners[one.owner].email,
      teamId: one.team === 'default' ? primary[one.owner] : teams[one.team],
      archived: one.archived,
      private: one.private !== 'no',
      emails: one.emails,
      internal: one.emails.length > 0 && !one.nameless && one.emails.every((email) => /@acme\.example$/i.test(email)),
      opportunity: one.opportunity ?? null,
      duration: one.said === 'words' ? one.duration : null,
      application: one.application ?? '',
      links: one.links,
      state: one.state,
      hasTranscript: one.said === 'words',
      spoken: one.said === 'words',
    })
  }
  await inStates(app, conversations)
  const parents = new Map<string, string | null>([
    [teams.sales, null],
    [teams.north, teams.sales],
    [city, teams.north],
    [teams.support, null],
    [lone, null],
  ])
  return { world, population: { conversations, records: RECORDS, parents }, teams, owners: Object.values(owners) }
}

const identityOf = (caller: Caller) => ({ id: caller.userId ?? '', email: caller.email ?? '' })

async function store(world: World, one: Plan, userID: string, teamUUID: string | undefined): Promise<string> {
  const { app, org } = world
  const sentence = { speaker: 'Ann', sentence: `About ${one.title}`, startTimestamp: 0, endTimestamp: one.duration }
  const imported = await expectStatus(
    202,
    call(app, org, 'POST', '/conversations/import', {
      body: {
        ...(one.said === 'words' ? { transcript: { final: [sentence] } } : { mediaURL: 'https://media.example/a.mp4' }),
        conversationTitle: one.title,
        userID,
        ...(teamUUID === undefined ? {} : { teamUUID }),
        ...(one.start === undefined ? {} : { conversationStartedAt: new Date(one.start).toISOString() }),
        ...(one.application === undefined ? {} : { applicationName: one.application }),
        ...(one.opportunity === undefined ? {} : { opportunityID: one.opportunity }),
        participants: [...one.emails.map((email) => ({ email })), ...(one.nameless ? [{ name: 'A caller' }] : [])],
        linkedCrmRecords: one.links,
        private: one.private === 'from the start',
      },
    }),
  )
  const id: string = imported.body.uuid
  if (one.private === 'later') {
    await expectStatus(200, call(app, org, 'PUT', `/conversations/${id}/privacy`, { body: { private: true } }))
  }
  if (one.archived) await expectStatus(204, call(app, org, 'DELETE', `/conversations/${id}`))
  return id
}

/** No operation moves these states yet: analysis will. */
async function inStates(app: TestApp, conversations: readonly Listed[]): Promise<void> {
  for (const state of ['analyzed', 'failed'] as const) {
    const ids = conversations.filter((one) => one.state === state).map(({ id }) => id)
    await app.store.owner.query('update conversations set processing_status = $1 where id = any($2::uuid[])', [
      state,
      ids,
    ])
  }
}

async function expectStatus<A extends { status: number; text: string }>(
  status: number,
  answer: Promise<A>,
): Promise<A> {
  const got = await answer
  if (got.status !== status) throw new Error(`${got.status} instead of ${status}: ${got.text}`)
  return got
}
