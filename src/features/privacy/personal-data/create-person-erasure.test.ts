import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { newPerson } from '../../../testing/people.ts'
import { erasureFor } from '../../../testing/privacy-fixtures.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const create = (caller: Caller | undefined, body: unknown) =>
  call(world.app, caller, 'POST', '/privacy/erasures', { body })
const get = async (id: string) => {
  const { status, body } = await call(world.app, world.org, 'GET', `/conversations/${id}`)
  return status === 200 ? body.attributes : undefined
}
/** Makes one and waits for it. */
async function erased(given: Record<string, unknown>) {
  const id = await erasureFor(world, given)
  await world.app.drain(world.acme)
  return (await call(world.app, world.org, 'GET', `/privacy/erasures/${id}`)).body.data
}
const talkOf = (name: string, email: string, more = {}) =>
  importFor(world, {
    transcript: {
      segments: [
        { speaker: name, text: 'Hello.' },
        { speaker: 'Bob', text: `Hello ${name}.` },
      ],
    },
    participants: [
      { name, email },
      { name: 'Bob', email: 'bob@acme.example' },
    ],
    ...more,
  })

describe('does', () => {
  it('answers 202, and masks name and address where the person took part, and where they are spoken of', async () => {
    const own = await talkOf('Ann Arbor', 'Ann@one.example')
    const other = await importFor(world, { transcript: 'Bob: I wrote to ann@one.example and Ann Arbor.' })
    const made = await create(world.alice, { email: 'ann@ONE.example' })
    expect([made.status, made.body.data]).toMatchObject([202, { status: 'pending', mode: 'redact', counts: {} }])
    await world.app.drain(world.acme)
    const pseudonym = expect.stringMatching(/^\[PERSON \w{4}\]$/)
    expect(await get(own)).toMatchObject({
      participants: [{ name: pseudonym, email: null, id: null }],
      transcript: expect.stringMatching(/^(\[PERSON \w{4}\]): Hello\.\nBob: Hello \1\.$/),
    })
    // The name was told by the address there, and by nobody here.
    expect((await get(other)).transcript).toBe('Bob: I wrote to [EMAIL] and Ann Arbor.')
    const found = await call(world.app, world.org, 'GET', '/conversations', {
      query: { 'filter[participants.email]': 'ann@one.example' },
    })
    expect(found.body.data).toEqual([])
  })

  it('erases the conversations the person took part in, when asked to, and masks the others', async () => {
    const own = await talkOf('Cid Two', 'cid@two.example')
    const other = await importFor(world, { transcript: 'Bob: Cid Two called.' })
    const told = await erased({ email: 'cid@two.example', names: ['Cid Two'], mode: 'erase_conversations' })
    expect(told).toMatchObject({ status: 'finished', counts: { conversations_erased: 1, conversations: 1 } })
    expect(await get(own)).toBeUndefined()
    expect((await get(other)).transcript).toMatch(/^Bob: \[PERSON \w{4}\] called\.$/)
  })

  it('leaves what a hold keeps for another reason, with all that was derived, and counts it', async () => {
    const held = await talkOf('Dan Three', 'dan@three.example')
    await call(world.app, world.alice, 'PUT', `/conversations/${held}/legal-hold`, { body: { on: true, reason: 'x' } })
    await world.app.drain(world.acme)
    const before = await get(held)
    for (const mode of ['redact', 'erase_conversations']) {
      const told = await erased({ email: 'dan@three.example', names: ['Dan Three'], mode })
      expect(told).toMatchObject({ status: 'finished', counts: {}, leftovers: { held_conversations: 1 } })
    }
    expect(await get(held)).toEqual(before)
  })

  it('goes on where it was cut off, and does nothing twice', async () => {
    const ids = await Promise.all([1, 2, 3].map((n) => talkOf(`Eve Four${n}`, 'eve@four.example')))
    const id = await erasureFor(world, { email: 'eve@four.example' })
    const { owner } = world.app.store
    // As if a run had been killed behind the first of them.
    const [first] = ids.toSorted()
    await owner.query(
      `update person_erasures set place = 'conversations', cursor_key = $2, counts = '{"conversations": 1}' where id = $1`,
      [id, JSON.stringify([first])],
    )
    await world.app.drain(world.acme)
    const { data } = (await call(world.app, world.org, 'GET', `/privacy/erasures/${id}`)).body
    expect(data).toMatchObject({ status: 'finished', counts: { conversations: 3 } })
    const left = await Promise.all(ids.map(get))
    expect(left.filter(({ transcript }) => transcript.includes('Four'))).toHaveLength(1)
  })

  it('forgets who it was about', async () => {
    const id = await erasureFor(world, { email: 'fay@five.example', names: ['Fay Five'] })
    const row = async () => {
      const [found] = await world.app.store.owner.query<{ row: string }>(
        'select to_jsonb(e)::text as row from person_erasures e where id = $1',
        [id],
      )
      return found?.row ?? ''
    }
    expect(await row()).toContain('fay@five.example')
    await world.app.drain(world.acme)
    expect(await row()).not.toMatch(/fay/i)
  })
})

describe('does for a user', () => {
  it('anonymizes one who is deactivated, and the log keeps the id', async () => {
    const person = await newPerson(world, { email: 'hal@acme.example' })
    const { userId } = person
    const own = await importFor(world, { userID: userId })
    await call(world.app, person, 'PUT', `/conversations/${own}/title`, { body: { title: 'By hal@acme.example' } })
    const refused = await create(world.alice, { email: 'hal@acme.example' })
    expect([refused.status, refused.body]).toEqual([409, resourceError(409, 'user_active', '')])
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${userId}`)
    const told = await erased({ userUUID: userId })
    expect(told.counts).toMatchObject({ users: 1, audit_entries: expect.any(Number) })
    expect(await get(own)).toMatchObject({
      title: 'By [EMAIL]',
      user: { uuid: userId, firstName: '', email: expect.stringMatching(/^erased-.*@erased\.invalid$/) },
    })
    const log = await call(world.app, world.org, 'GET', '/audit-log', { query: { userUUID: userId } })
    expect(log.body.data[0].user).toEqual({ uuid: userId, email: '' })
    expect(log.text).not.toContain('hal@')
  })

  it('takes an address that they had before out of the log, too', async () => {
    const { userId } = await newPerson(world, { email: 'ida@acme.example' })
    const { owner } = world.app.store
    await owner.query(
      `insert into audit_log (organization_id, id, at, operation, user_id, user_email, via)
       values ($1, gen_random_uuid(), now(), 'updateConversationTitle', $2, 'ida.maiden@acme.example', 'rest')`,
      [world.acme, userId],
    )
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${userId}`)
    await erased({ userUUID: userId })
    const left = await owner.query('select id from audit_log where user_id = $1 and user_email is not null', [userId])
    expect(left).toEqual([])
  })

  it('leaves one alone whom a hold keeps that came meanwhile, with what it keeps', async () => {
    const { userId } = await newPerson(world, { email: 'jon@acme.example' })
    const own = await talkOf('Jon Eight', 'jon@acme.example')
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${userId}`)
    const id = await erasureFor(world, { userUUID: userId })
    await call(world.app, world.org, 'POST', '/legal-holds', { body: { custodianUUID: userId, reason: 'Matter' } })
    await world.app.drain(world.acme)
    const { data } = (await call(world.app, world.org, 'GET', `/privacy/erasures/${id}`)).body
    expect(data.leftovers).toEqual({ held_conversations: 1, held_persons: 1 })
    const { body } = await call(world.app, world.org, 'GET', '/privacy/persons', {
      query: { email: 'jon@acme.example' },
    })
    expect(body.data.user.uuid).toBe(userId)
    // The hold knows the conversation by the address that the user still has.
    const gone = await call(world.app, world.org, 'DELETE', `/conversations/${own}`, { query: { erase: 'true' } })
    expect([gone.status, gone.body.code]).toEqual([409, 'legal_hold'])
  })
})

describe('refuses', () => {
  it.each([
    ['neither', '', {}],
    ['both', '', { email: 'a@b.example', userUUID: NOBODY }],
    ['what is no address', '/email', { email: 'ann' }],
    ['a user of nothing', '/userUUID', { userUUID: NOBODY }],
    ['a name of one letter', '/names/0', { email: 'a@b.example', names: ['A'] }],
    ['21 names', '/names', { email: 'a@b.example', names: Array.from({ length: 21 }, (_, n) => `Name ${n}`) }],
    ['another mode', '/mode', { email: 'a@b.example', mode: 'all' }],
    ['another fate of originals', '/originals', { email: 'a@b.example', originals: 'masked' }],
  ])('%s', async (_, pointer, body) => {
    const answer = await create(world.alice, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('a person under a legal hold', async () => {
    const hold = { participantEmail: 'gil@six.example', reason: 'Matter' }
    await call(world.app, world.org, 'POST', '/legal-holds', { body: hold })
    const answer = await create(world.alice, { email: 'Gil@Six.example' })
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'legal_hold', '')])
  })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make: async () => '', send: (caller) => create(caller, { email: 'x@y.example' }) })
})
