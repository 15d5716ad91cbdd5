/** Decks are visible to people who see every conversation behind them, at the time of reading. */
import { readdir, readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { codesSentTo, dealFor, deckFor, deckOf, UNSEEN } from '../../../testing/decks-fixtures.ts'
import { snippetFor } from '../../../testing/library-fixtures.ts'
import { newPerson } from '../../../testing/people.ts'
import { notFound } from '../../../testing/refusals.ts'
import { talkFor } from '../../../testing/transcript-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const setPrivate = async (id: string, isPrivate = true) => {
  const { status } = await call(world.app, world.org, 'PUT', `/conversations/${id}/privacy`, {
    body: { private: isPrivate },
  })
  expect(status).toBe(200)
}
const opens = async (email: string) =>
  (await world.app.openSharedDeck(codesSentTo(world, email).at(-1) ?? '', UNSEEN)) !== undefined
const deactivate = async (userId: string | undefined) => {
  const answer = await call(world.app, world.alice, 'DELETE', `/organizations/users/${userId}`)
  expect(answer.status).toBeLessThan(300)
}

/** Conversation of alice that bob's team sees, and bob's deck of it, shared with mark and with an outside address. */
async function bobsDeckOf(email: string) {
  const talk = await talkFor(world, { userID: world.alice.userId, teamUUID: world.teams.north })
  const id = await deckFor(world, { context_id: talk, users_to_share: ['mark@acme.example', email] })
  await world.app.drain(world.acme)
  return { talk, id }
}

async function attempts(caller: Caller, id: string) {
  const requests = [
    ['GET', `/decks/${id}`, undefined],
    ['GET', `/decks/${id}/file`, undefined],
    ['PATCH', `/decks/${id}`, { title: 'Mine' }],
    ['POST', `/decks/${id}/shares`, { emails: ['more@customer.example'] }],
    ['DELETE', `/decks/${id}`, undefined],
  ] as const
  return Promise.all(requests.map(([method, path, body]) => call(world.app, caller, method, path, { body })))
}

describe('a conversation that becomes private', () => {
  it('hides its decks from everyone else: read, file, list, total, tool, change, share and link', async () => {
    const { talk, id } = await bobsDeckOf('guest@customer.example')
    expect([await opens('guest@customer.example'), (await deckOf(world, id, world.mark)).id]).toEqual([true, id])
    await setPrivate(talk)
    for (const caller of [world.bob, world.mark]) {
      for (const { status, body } of await attempts(caller, id)) expect([status, body]).toEqual([404, notFound('deck')])
      const { data, meta } = (await call(world.app, caller, 'GET', '/decks', { query: { context_id: talk } })).body
      expect([data, meta.totalRecords]).toEqual([[], 0])
      const listed = await callTool(world.app, caller, 'list_decks', { context_id: talk })
      expect(JSON.stringify(listed)).not.toContain(id)
    }
    expect(await opens('guest@customer.example')).toBe(false)
    const { shares } = await deckOf(world, id, world.alice)
    expect(shares.map(({ is_visible }: { is_visible: boolean }) => is_visible)).toEqual([false, false])
    await setPrivate(talk, false)
    expect([await opens('guest@customer.example'), (await deckOf(world, id, world.mark)).id]).toEqual([true, id])
  })

  it('hides decks of several conversations as well', async () => {
    const [first = ''] = await dealFor(world, 'deal-private')
    const id = await deckFor(world, { context_id: 'deal-private' }, world.mark)
    expect((await deckOf(world, id, world.mark)).id).toBe(id)
    await setPrivate(first)
    expect((await call(world.app, world.mark, 'GET', `/decks/${id}`)).status).toBe(404)
  })

  it('moved to another team is hidden from the team it left, and archived stays visible', async () => {
    const { talk, id } = await bobsDeckOf('moved@customer.example')
    await call(world.app, world.org, 'DELETE', `/conversations/${talk}`)
    expect((await deckOf(world, id, world.bob)).id).toBe(id)
    const moved = await call(world.app, world.org, 'PUT', `/conversations/${talk}/team`, {
      body: { teamUUID: world.teams.support },
    })
    expect(moved.status).toBe(200)
    expect((await call(world.app, world.bob, 'GET', `/decks/${id}`)).status).toBe(404)
    expect(await opens('moved@customer.example')).toBe(false)
  })

  it('stops emails that were not sent yet', async () => {
    const talk = await talkFor(world, { userID: world.alice.userId, teamUUID: world.teams.north })
    const id = await deckFor(world, {
      context_id: talk,
      users_to_share: ['mark@acme.example', 'late@customer.example'],
    })
    const before = world.app.mail.length
    await setPrivate(talk)
    await world.app.drain(world.acme)
    expect(world.app.mail.slice(before)).toEqual([])
    const { shares } = await deckOf(world, id, world.alice)
    expect(shares.map(({ sent_at }: { sent_at: string | null }) => sent_at)).toEqual([null, null])
  })
})

describe('a deck that is shared with a user', () => {
  it('is visible to them once they see the conversations, and never before', async () => {
    const talk = await talkFor(world, { teamUUID: world.teams.north })
    const id = await deckFor(world, { context_id: talk, users_to_share: ['carol@acme.example'] })
    const shown = async () => (await deckOf(world, id)).shares[0].is_visible
    expect([(await call(world.app, world.carol, 'GET', `/decks/${id}`)).status, await shown()]).toEqual([404, false])
    await call(world.app, world.org, 'PUT', `/conversations/${talk}/team`, { body: { teamUUID: world.teams.support } })
    expect([(await call(world.app, world.carol, 'GET', `/decks/${id}`)).status, await shown()]).toEqual([200, true])
  })
})

describe('the link of an outside address', () => {
  it('stops with its creator: deactivated, or without sight', async () => {
    const eve = await newPerson(world, { teamIds: [world.teams.north] })
    const talk = await talkFor(world, { teamUUID: world.teams.north })
    await deckFor(world, { context_id: talk, users_to_share: ['eves@customer.example'] }, eve)
    await world.app.drain(world.acme)
    expect(await opens('eves@customer.example')).toBe(true)
    await deactivate(eve.userId)
    expect(await opens('eves@customer.example')).toBe(false)
  })

  it('works on when an admin shared the deck', async () => {
    const eve = await newPerson(world, { teamIds: [world.teams.north] })
    const talk = await talkFor(world, { teamUUID: world.teams.north })
    const id = await deckFor(world, { context_id: talk }, eve)
    const body = { emails: ['alices@customer.example'] }
    expect((await call(world.app, world.alice, 'POST', `/decks/${id}/shares`, { body })).status).toBe(201)
    await world.app.drain(world.acme)
    await deactivate(eve.userId)
    expect(await opens('alices@customer.example')).toBe(true)
  })
})

describe('decks of earlier versions', () => {
  const behind = async (id: string) => {
    const rows = await world.app.store.owner.query<{ conversation_id: string }>(
      'select conversation_id from deck_conversations where deck_id = $1 order by conversation_id',
      [id],
    )
    return rows.map((row) => row.conversation_id)
  }

  it('get the conversations that their statements, their clip or they themselves name', async ({ skip }) => {
    skip(world.app.store.isDistributed, 'A database is migrated before it is distributed.')
    const folder = new URL('../../../../migrations/', import.meta.url)
    const name = (await readdir(folder)).find((one) => one.endsWith('-derived-data.sql')) ?? ''
    const [backfill = ''] =
      /insert into deck_conversations[\s\S]*?;/.exec(await readFile(new URL(name, folder), 'utf8')) ?? []
    const talks = (await dealFor(world, 'deal-earlier')).toSorted()
    const several = await deckFor(world, { context_id: 'deal-earlier' })
    const talk = await talkFor(world)
    const clip = await deckFor(world, { context_id: (await snippetFor(world, { conversation_id: talk })).id })
    await world.app.store.owner.transact(async (query) => {
      // Without the trigger that deletes a deck with its last conversation.
      await query('set local session_replication_role = replica')
      await query('delete from deck_conversations where deck_id = any($1)', [[several, clip]])
      await query(
        'update decks set conversation_id = null, document = \'{"slides": [], "sources": []}\' where id = $1',
        [clip],
      )
    })
    expect([await behind(several), await behind(clip)]).toEqual([[], []])
    // Nobody but people who see everything.
    expect((await call(world.app, world.bob, 'GET', `/decks/${several}`)).status).toBe(404)
    await world.app.store.owner.query(backfill)
    expect([await behind(several), await behind(clip)]).toEqual([talks, [talk]])
    expect((await call(world.app, world.bob, 'GET', `/decks/${several}`)).status).toBe(200)
  })
})
