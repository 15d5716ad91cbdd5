/**
 * The law of derived data: when somebody loses sight of a conversation, no word of it, or of anything that was derived from
 * it, reaches them at any door. New operations, tools and pages are walked by themselves. One conversation goes through all
 * that can happen to it, and is visible again in between.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REACH } from '../src/features/platform/derived-data/index.ts'
import { PLACES } from '../src/features/privacy/personal-data/index.ts'
import type { Browser } from '../src/testing/browser-fixtures.ts'
import { call } from '../src/testing/call.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { type Caller, createWorld, type World } from '../src/testing/world.ts'
import {
  addressesOf,
  type Opened,
  openLinks,
  openOperations,
  openPages,
  openTools,
  repeatAll,
} from './derived-doors.ts'
import { deriveAll, type Scene, WORD } from './derived-scene.ts'
import { walk } from './pages-walk.ts'

let world: World
let scene: Scene
let bob: Browser
/** Addresses of the app that bob could open while he saw the conversation. */
let addresses: string[]
let stored: Set<string>
beforeAll(async () => {
  world = await createWorld()
  scene = await deriveAll(world)
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  const { visited } = await walk(bob)
  addresses = addressesOf([...new Set(visited.map(({ address }) => address))])
  stored = await tablesWithWord()
}, 600_000)

const revealing = (opened: readonly Opened[]) => opened.filter((one) => one.reveals).map(({ door }) => door)
const holdsWord = (text: string) => text.toLowerCase().includes(WORD)

/** Tables of the organization in which the word is stored in the clear. */
async function tablesWithWord(): Promise<Set<string>> {
  const { owner } = world.app.store
  const tables = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  const counted = tables.map(
    ({ name }) =>
      `select '${name}' as name from (select 1 from ${name} t
       where organization_id = '${world.acme}' and lower(t::text) like '%${WORD}%' limit 1) as found`,
  )
  return new Set((await owner.query<{ name: string }>(counted.join(' union all '))).map(({ name }) => name))
}

const change = (caller: Caller, method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
  call(world.app, caller, method, path, { ...(body === undefined ? {} : { body }) })
const inConversation = (path = '') => `/conversations/${scene.conversation}${path}`
const setPrivate = (isPrivate: boolean) =>
  change(world.alice, 'PUT', inConversation('/privacy'), { private: isPrivate })
const moveTo = (teamUUID: string) => change(world.alice, 'PUT', inConversation('/team'), { teamUUID })

/** Bob at every door that only reads, people with old links, and whoever repeats a request. */
async function everyReading(): Promise<string[]> {
  const opened = [
    ...(await openOperations(scene, world.bob, 'reads')),
    ...(await openTools(scene, world.bob, 'reads')),
    ...(await openPages(scene, bob, addresses)),
    ...(await repeatAll(scene)),
  ]
  for (const { door, body } of opened) {
    const { data, meta } = (body ?? {}) as { data?: unknown; meta?: { totalRecords?: number; pageSize?: number } }
    if (!Array.isArray(data) || meta?.totalRecords === undefined || data.length >= (meta.pageSize ?? 0)) continue
    // A hidden row is counted in no list either.
    expect([door, meta.totalRecords]).toEqual([door, data.length])
  }
  return revealing(opened)
}

/** Digests are due once a day. */
const sendDigests = async () => {
  const due = await world.app.store.owner.query<{ id: string }>(
    `update pgboss.job set start_after = now() where name = 'send_notification_digest' and data::text like $1 returning id`,
    [`%${world.acme}%`],
  )
  expect(due.length).toBeGreaterThan(0)
}

const noLinkOpens = async () =>
  expect((await openLinks(scene)).map(({ status, reveals }) => [status, reveals])).toEqual(
    scene.links.map(() => [404, false]),
  )
const seesAgain = async () => {
  expect((await call(world.app, world.bob, 'GET', inConversation())).status).toBe(200)
  expect(revealing(await openLinks(scene))).toEqual(scene.links)
}

/** Derived tables in which the scene stores no word. */
const WITHOUT_WORDS = new Set([
  // Titles that people write, of words of their own.
  ...['gi_insights', 'super_agent_sessions'],
  // References to segments. Quotes in the table are those of the knowledge base.
  'gi_items',
  // What the questions of an insight found so far, as references. Deleted when it is finished.
  'gi_run_conversations',
])

describe('a conversation that everybody sees', () => {
  it('has its words in every table that is derived', () => {
    const wanted = PLACES.map(({ table }) => table).filter((table) => {
      const reach = REACH[table]
      return reach !== undefined && 'derived' in reach && !WITHOUT_WORDS.has(table)
    })
    expect(wanted.length).toBeGreaterThan(8)
    expect(wanted.filter((table) => !stored.has(table))).toEqual([])
  })

  it('reaches bob at every kind of door', async () => {
    expect(revealing(await openOperations(scene, world.bob, 'reads'))).toEqual(
      expect.arrayContaining([
        ...['getConversation', 'listConversations', 'getTranscript', 'getConversationSummary', 'getConversationTopics'],
        ...['getSnippet', 'listSnippets', 'getLibraryItem', 'getDeck', 'getDeckFile', 'listDecks', 'getInsight'],
        ...['searchConversations', 'exportConversation', 'getConversationMedia', 'listTrackerHits', 'getAction'],
        ...['listComments', 'getComment', 'listNotifications', 'listDeals', 'getDeal'],
        ...['listAccounts', 'getAccount', 'listAccountConversations'],
        ...['getConversationSentiment', 'listTranscriptCorrections', 'getTranscript'],
      ]),
    )
    expect(revealing(await openTools(scene, world.bob, 'reads')).length).toBeGreaterThan(12)
    const mails = world.app.mail.filter(({ to }) => to === world.bob.email)
    expect(mails.filter((mail) => holdsWord(JSON.stringify(mail))).length).toBeGreaterThan(0)
    expect(revealing(await openPages(scene, bob, addresses)).length).toBeGreaterThan(20)
    expect(revealing(await openLinks(scene))).toEqual(scene.links)
    expect(scene.repeats.filter(({ first }) => holdsWord(first.text)).length).toBeGreaterThan(3)
  })
})

describe('a conversation that is set private', () => {
  let mails: number
  beforeAll(async () => {
    mails = world.app.mail.length
    expect((await setPrivate(true)).status).toBe(200)
    await sendDigests()
    await world.app.drain(world.acme)
  })
  afterAll(async () => {
    await setPrivate(false)
    await seesAgain()
  })

  it('reaches no colleague and no old link', async () => {
    expect(await everyReading()).toEqual([])
    await noLinkOpens()
    const { visited } = await walk(bob)
    expect(visited.filter(({ answer }) => holdsWord(answer.text)).map(({ address }) => address)).toEqual([])
  })

  it('reaches nobody who isn’t signed in, and nobody who never saw it', async () => {
    for (const caller of [undefined, world.carol]) {
      expect(revealing(await openOperations(scene, caller, 'reads'))).toEqual([])
    }
  })

  it('reaches nobody by an email that was due, or by an event', async () => {
    expect(world.app.mail.slice(mails).filter((mail) => holdsWord(JSON.stringify(mail)))).toEqual([])
    expect(stored.has('webhook_deliveries')).toBe(false)
  })

  it('reaches nobody who changes something', async () => {
    expect(revealing(await openOperations(scene, world.carol, 'all'))).toEqual([])
    expect(revealing(await openTools(scene, world.carol, 'all'))).toEqual([])
    expect(revealing(await openOperations(scene, world.bob, 'all'))).toEqual([])
    expect(revealing(await openTools(scene, world.bob, 'all'))).toEqual([])
  })
})

describe('a conversation that is moved to another team', () => {
  beforeAll(async () => {
    expect((await moveTo(world.teams.support)).status).toBe(200)
  })
  afterAll(async () => {
    await moveTo(world.teams.north)
    await seesAgain()
  })

  it('reaches nobody of the team it left, and no old link', async () => {
    expect(await everyReading()).toEqual([])
    await noLinkOpens()
  })
})

describe('a conversation that is archived and private', () => {
  beforeAll(async () => {
    await change(world.alice, 'DELETE', inConversation())
    await setPrivate(true)
  })
  afterAll(async () => {
    await setPrivate(false)
    await change(world.alice, 'POST', inConversation('/restore'))
    await seesAgain()
  })

  it('reaches no colleague and no old link', async () => {
    expect(await everyReading()).toEqual([])
    await noLinkOpens()
  })
})

describe('a person who is deactivated', () => {
  beforeAll(async () => {
    expect((await change(world.alice, 'DELETE', `/organizations/users/${world.bob.userId}`)).status).toBeLessThan(300)
  })

  it('reaches nothing, and their links open nothing', async () => {
    expect(revealing(await openOperations(scene, world.bob, 'reads'))).toEqual([])
    expect(revealing(await openPages(scene, bob, addresses))).toEqual([])
    expect(revealing(await repeatAll(scene))).toEqual([])
    await noLinkOpens()
  })
})

describe('a conversation that is erased', () => {
  beforeAll(async () => {
    const answer = await call(world.app, world.alice, 'DELETE', inConversation(), { query: { erase: 'true' } })
    expect(answer.status).toBe(204)
    await world.app.drain(world.acme)
  })

  it('reaches nobody, admins among them, and no table stores a word of it', async () => {
    for (const caller of [world.mark, world.alice, world.org]) {
      expect([caller.email, revealing(await openOperations(scene, caller, 'reads'))]).toEqual([caller.email, []])
    }
    await noLinkOpens()
    expect([...(await tablesWithWord())]).toEqual([])
  })
})
