import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { NOBODY, refusedField, resourceError } from '../../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'
import { createUser } from '../../../accounts/identity/index.ts'
import { IMPORT_BYTES_MAX } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const HELLO = { final: [{ speaker: 'Bob', sentence: 'Hello.', startTimestamp: 0, endTimestamp: 1 }] }

const post = (caller: Caller | undefined, body: unknown, headers: Record<string, string> = {}, w = world) =>
  call(w.app, caller, 'POST', '/conversations/import', { body, headers })
const attributesOf = async (id: string, query: Record<string, string> = {}) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`, { query })).body.attributes
async function imported(caller: Caller, body: object) {
  const answer = await post(caller, { transcript: HELLO, ...body })
  expect(answer.status).toBe(202)
  return attributesOf(answer.body.uuid, { 'filter[include_internal_participants]': 'true' })
}

/** Rows of the organization in every table that an import writes. */
async function rowsOf({ app, acme }: World): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const table of [
    'conversations',
    'conversation_details',
    'conversation_participants',
    'conversation_crm_links',
    'transcripts',
    'opportunities',
    'conversation_counts',
  ]) {
    const [row] = await app.store.owner.query<{ n: number }>(
      `select count(*) as n from ${table} where organization_id = $1`,
      [acme],
    )
    rows[table] = row?.n ?? Number.NaN
  }
  return rows
}

async function newUser(fields: { active: boolean }): Promise<string> {
  const [row] = await world.app.store.owner.query<{ id: string }>(
    `insert into users (organization_id, id, email, role_id, active)
     select organization_id, gen_random_uuid(), gen_random_uuid() || '@acme.example', role_id, $2
     from users where id = $1 returning id`,
    [world.bob.userId, fields.active],
  )
  return row?.id ?? ''
}

describe('does', () => {
  it('accepts a conversation and tells its uuid, which is known at once', async () => {
    const answer = await post(world.bob, { transcript: HELLO, conversationTitle: '  Opening ' })
    expect(answer.status).toBe(202)
    expect(answer.body).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f-]{17}$/),
      reading: expect.objectContaining({ form: expect.any(String) }),
    })
    expect(await attributesOf(answer.body.uuid)).toMatchObject({
      title: 'Opening',
      processingStatus: 'pending',
      transcript: 'Bob: Hello.',
    })
  })

  it('takes application/vnd.api+json, with parameters and in any case', async () => {
    for (const type of ['application/vnd.api+json', 'application/json; charset=utf-8', 'Application/JSON']) {
      expect((await post(world.bob, { transcript: HELLO }, { 'content-type': type })).status).toBe(202)
    }
  })

  it('answers the same uuid to a repeat, and changes nothing', async () => {
    const source = { applicationName: 'zoom', applicationExternalID: 'r-1' }
    const first = await post(world.bob, { transcript: HELLO, conversationTitle: 'First', ...source })
    const before = await attributesOf(first.body.uuid)
    const again = await post(world.alice, {
      mediaURL: 'https://media.example/b',
      conversationTitle: 'Second',
      ...source,
    })
    expect([again.status, again.body.uuid]).toEqual([202, first.body.uuid])
    expect(await attributesOf(first.body.uuid)).toEqual(before)
  })

  it('stores one row when the same conversation comes eight times at once', async () => {
    const own = await createWorld(world.app)
    const body = {
      transcript: HELLO,
      applicationExternalID: 'eight',
      opportunityID: 'o',
      participants: [{ email: 'a@b.example' }],
    }
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(own.org, body, {}, own)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202))
    expect(new Set(answers.map((answer) => answer.body.uuid)).size).toBe(1)
    expect(await rowsOf(own)).toMatchObject({
      conversations: 1,
      transcripts: 1,
      opportunities: 1,
      conversation_details: 1,
    })
    const list = await call(own.app, own.org, 'GET', '/conversations')
    expect(list.body.meta.totalRecords).toBe(1)
  })

  it('tells conversations apart by application, and never repeats without an id', async () => {
    const uuids = new Set<string>()
    for (const source of [{ applicationName: 'zoom' }, { applicationName: 'teams' }, {}]) {
      for (const _ of [1, 2]) {
        uuids.add((await post(world.bob, { transcript: HELLO, applicationExternalID: 'apart', ...source })).body.uuid)
      }
    }
    expect(uuids.size).toBe(3)
    for (const _ of [1, 2]) uuids.add((await post(world.bob, { transcript: HELLO, applicationName: 'zoom' })).body.uuid)
    expect(uuids.size).toBe(5)
  })

  it('lets two organizations use the same ids', async () => {
    const body = { transcript: HELLO, applicationName: 'zoom', applicationExternalID: 'both' }
    const ours = await post(world.org, body)
    const theirs = await post(world.rivalOrg, body)
    expect(theirs.status).toBe(202)
    expect(theirs.body.uuid).not.toBe(ours.body.uuid)
  })

  it('gives it to the caller, or to the admin who joined first when an org-level key names nobody', async () => {
    expect(await imported(world.bob, {})).toMatchObject({ userUUID: world.bob.userId, teamUUID: world.teams.north })
    expect(await imported(world.org, {})).toMatchObject({ userUUID: world.alice.userId, teamUUID: null })
  })

  it('gives it to the named user, into their primary team unless another is named', async () => {
    const { support, north } = world.teams
    const userID = world.carol.userId
    expect(await imported(world.org, { userID })).toMatchObject({ userUUID: userID, teamUUID: support })
    expect(await imported(world.alice, { userEmail: 'CAROL@acme.EXAMPLE' })).toMatchObject({ userUUID: userID })
    expect(await imported(world.org, { userID, teamUUID: north })).toMatchObject({ userUUID: userID, teamUUID: north })
    expect(await imported(world.org, { userID: userID?.toUpperCase() })).toMatchObject({ userUUID: userID })
  })

  it('makes an opportunity of the team by its CRM id, once', async () => {
    const deal = async (teamUUID: string, opportunityID: string) =>
      (await imported(world.org, { teamUUID, opportunityID })).externalOpportunity
    const first = await deal(world.teams.north, '006-X')
    expect(first).toEqual({ uuid: expect.any(String), title: '006-X' })
    expect(await deal(world.teams.north, '006-X')).toEqual(first)
    expect((await deal(world.teams.support, '006-X')).uuid).not.toBe(first.uuid)
    expect((await deal(world.teams.north, '006-x')).uuid).not.toBe(first.uuid)
  })

  it('keeps links in their order, each once, known or not', async () => {
    const links = [
      { code: 'lead', id: 'unknown' },
      { code: 'account', id: 'A-1' },
      { code: 'account', id: 'A/1 "ü"' },
    ]
    const { linkedCrmRecords } = await imported(world.bob, { linkedCrmRecords: [...links, ...links] })
    expect(linkedCrmRecords).toEqual(links.map(({ code, id }) => ({ id, code })))
  })

  it('sorts participants by the domains of the organization', async () => {
    const inside = { email: 'X@ACME.example' }
    const outside = { email: 'ann@customer.example', name: 'Ann' }
    const mixed = await imported(world.bob, { participants: [inside, outside, { name: 'A voice' }, { id: '7' }] })
    expect(mixed.isInternal).toBe(false)
    expect(mixed.internalParticipants).toMatchObject([inside])
    expect(mixed.participants).toMatchObject([outside, { name: 'A voice', email: null }, { id: '7' }])
    expect((await imported(world.bob, { participants: [inside] })).isInternal).toBe(true)
    expect((await imported(world.bob, { participants: [] })).isInternal).toBe(false)
    expect((await imported(world.bob, { participants: [inside, { name: 'A voice' }] })).isInternal).toBe(false)
    for (const near of [
      'x@acme.example.org',
      'x@sub.acme.example',
      'x@notacme.example',
      'acme.example@other.example',
    ]) {
      expect((await imported(world.bob, { participants: [{ email: near }] })).isInternal).toBe(false)
    }
  })

  it('counts the addresses of users as internal, also outside of the domains', async () => {
    await createUser(world.app.store.of(world.acme), world.acme, world.app.clock, {
      ...{ email: 'Dana.Private@Mail.example', role: 'SALES_REP', teamIds: [world.teams.north] },
    })
    const people = [{ email: 'dana.private@MAIL.example' }, { email: 'other@mail.example' }]
    const { isInternal, internalParticipants, participants } = await imported(world.bob, { participants: people })
    expect([isInternal, internalParticipants, participants]).toMatchObject([false, [people[0]], [people[1]]])
  })

  it('takes a recording that has no transcript yet', async () => {
    const answer = await post(world.bob, { mediaURL: 'https://media.example/a.mp4?x=1' })
    expect(answer.status).toBe(202)
    expect(await attributesOf(answer.body.uuid)).toMatchObject({
      mediaURL: 'https://media.example/a.mp4?x=1',
      transcript: null,
      transcriptStatus: 'pending',
      isEmpty: true,
    })
  })

  it.each([
    ['2026-03-10', '2026-03-10T00:00:00.000Z'],
    ['2026-03-10T10:00:00+05:30', '2026-03-10T04:30:00.000Z'],
    ['2026-03-10T10:00:00.123456Z', '2026-03-10T10:00:00.123Z'],
    ['0099-02-28T00:00:00Z', '0099-02-28T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('tells the start %s as %s', async (conversationStartedAt, told) => {
    expect((await imported(world.bob, { conversationStartedAt })).liveStreamStartedAt).toBe(told)
  })

  it('ignores fields it does not know', async () => {
    expect(await imported(world.bob, { nonsense: 1, archived: true, id: NOBODY })).toMatchObject({ archived: false })
  })
})

describe('refuses, and stores nothing', () => {
  const refusals: [string, object, string][] = [
    ['neither transcript nor media', { transcript: undefined }, '/transcript'],
    ['an unknown user', { userID: NOBODY }, '/userID'],
    ['a malformed user id', { userID: 'bob' }, '/userID'],
    ['an unknown address', { userEmail: 'nobody@acme.example' }, '/userEmail'],
    ['a malformed address', { userEmail: 'bob' }, '/userEmail'],
    ['an unknown team', { teamUUID: NOBODY }, '/teamUUID'],
    ['a malformed team id', { teamUUID: 'sales' }, '/teamUUID'],
    ['a blank title', { conversationTitle: '  ' }, '/conversationTitle'],
    ['a title of 513 characters', { conversationTitle: 'x'.repeat(513) }, '/conversationTitle'],
    ['a start without an offset', { conversationStartedAt: '2026-03-10T10:00:00' }, '/conversationStartedAt'],
    ['a day that no calendar has', { conversationStartedAt: '2026-02-29' }, '/conversationStartedAt'],
    ['an address of media that is no web address', { mediaURL: 'javascript:alert(1)' }, '/mediaURL'],
    ['a file of media', { mediaURL: 'file:///etc/passwd' }, '/mediaURL'],
    ['an unknown CRM entity', { linkedCrmRecords: [{ id: '1', code: 'accounts' }] }, '/linkedCrmRecords/0/code'],
    [
      'a link without an id',
      { linkedCrmRecords: [{ id: '1', code: 'lead' }, { code: 'lead' }] },
      '/linkedCrmRecords/1/id',
    ],
    [
      'more than a hundred links',
      { linkedCrmRecords: Array(101).fill({ id: '1', code: 'lead' }) },
      '/linkedCrmRecords',
    ],
    ['a participant who is nobody', { participants: [{ email: 'a@b.example' }, {}] }, '/participants/1'],
    ['a participant with a broken address', { participants: [{ email: 'a b' }] }, '/participants/0/email'],
    ['an empty opportunity', { opportunityID: '' }, '/opportunityID'],
    ['an opportunity of 257 characters', { opportunityID: 'x'.repeat(257) }, '/opportunityID'],
    ['an external id of 257 characters', { applicationExternalID: 'x'.repeat(257) }, '/applicationExternalID'],
    ['privacy that is no boolean', { private: 'yes' }, '/private'],
    [
      'a NUL deep inside the metadata',
      { meetingPlatformMetadata: { a: { b: ['\u0000'] } } },
      '/meetingPlatformMetadata/a',
    ],
    ['half a character in the metadata', { externalMetadata: { extra: { '\ud800': 1 } } }, '/externalMetadata/extra'],
  ]

  it.each(refusals)('%s', async (_, wrong, pointer) => {
    const before = await rowsOf(world)
    const answer = await post(world.org, { transcript: HELLO, applicationExternalID: 'never', ...wrong })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ ...refusedField(expect.stringContaining(pointer) as unknown as string) })
    expect(await rowsOf(world)).toEqual(before)
    expect((await call(world.app, world.org, 'GET', '/conversations/by-external-id/never')).status).toBe(404)
  })

  it('users and teams of another organization, in the words for unknown ones', async () => {
    const theirs = await post(world.org, { transcript: HELLO, userID: world.mallory.userId })
    expect([theirs.status, theirs.body]).toEqual([400, refusedField('/userID')])
    expect(theirs.body).toEqual((await post(world.org, { transcript: HELLO, userID: NOBODY })).body)
    const team = await post(world.rivalOrg, { transcript: HELLO, teamUUID: world.teams.sales })
    expect([team.status, team.body]).toEqual([400, refusedField('/teamUUID')])
    expect(team.body).toEqual((await post(world.rivalOrg, { transcript: HELLO, teamUUID: NOBODY })).body)
  })

  it('users who were deactivated', async () => {
    const answer = await post(world.org, { transcript: HELLO, userID: await newUser({ active: false }) })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/userID')])
    expect((await post(world.org, { transcript: HELLO, userID: await newUser({ active: true }) })).status).toBe(202)
  })

  it('all that is wrong at once, the first problem leading', async () => {
    const answer = await post(world.org, { transcript: HELLO, userID: 1, conversationTitle: '', private: 0 })
    const pointers = answer.body.errors.map((one: { source: { pointer: string } }) => one.source.pointer)
    expect(pointers.toSorted()).toEqual(['/conversationTitle', '/private', '/userID'])
    expect(answer.body.source.pointer).toBe(pointers[0])
  })

  it('a body that is no JSON, no object, or not there', async () => {
    const before = await rowsOf(world)
    for (const body of ['{"transcript": ', 'transcript', '[]', '"x"', '7', 'null', '']) {
      const answer = await post(world.org, body)
      expect([body, answer.status]).toEqual([body, 400])
      expect(answer.body).toMatchObject({
        status: '400',
        code: 'validation_failed',
        source: { pointer: expect.any(String) },
      })
    }
    expect(await rowsOf(world)).toEqual(before)
  })

  it.each(['text/plain', 'application/xml', 'application/jsonx', 'x'])('a body of type %s with 415', async (type) => {
    const answer = await post(world.org, JSON.stringify({ transcript: HELLO }), { 'content-type': type })
    expect([answer.status, answer.body]).toEqual([415, resourceError(415, 'unsupported_media_type', '')])
  })

  it('a body larger than 32 MiB with 413', async () => {
    const before = await rowsOf(world)
    const answer = await post(world.org, `{"transcript":"${'x'.repeat(IMPORT_BYTES_MAX)}"}`)
    expect([answer.status, answer.body]).toEqual([413, resourceError(413, 'content_too_large', '')])
    expect(await rowsOf(world)).toEqual(before)
  })

  it('in words that never repeat what was sent', async () => {
    const answer = await post(world.org, {
      transcript: 'x',
      userEmail: 'Xyzzy Plugh',
      teamUUID: 'Xyzzy',
      private: 'Plugh',
    })
    expect(answer.text).not.toMatch(/xyzzy|plugh/i)
  })
})

describe('who may', () => {
  it('is nobody without a key, before anything of the body is read', async () => {
    for (const body of [{ transcript: HELLO }, '{"broken', 'x'.repeat(100)]) {
      const answer = await post(undefined, body)
      expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
    }
  })

  it('is every user for themselves', async () => {
    for (const caller of [world.alice, world.mark, world.bob, world.carol]) {
      expect(await imported(caller, {})).toMatchObject({ userUUID: caller.userId })
      expect(await imported(caller, { userEmail: caller.email })).toMatchObject({ userUUID: caller.userId })
    }
  })

  it('is admins alone for others, and nobody learns who exists', async () => {
    const before = await rowsOf(world)
    for (const userID of [world.carol.userId, world.mallory.userId, NOBODY]) {
      for (const caller of [world.bob, world.mark]) {
        const answer = await post(caller, { transcript: HELLO, userID })
        expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
      }
    }
    expect(await rowsOf(world)).toEqual(before)
  })

  it('puts conversations into teams they see, and into no other', async () => {
    const { north, sales, support } = world.teams
    const status = async (caller: Caller, teamUUID: string) =>
      (await post(caller, { transcript: HELLO, teamUUID })).status
    expect([
      await status(world.mark, sales),
      await status(world.mark, north),
      await status(world.mark, support),
    ]).toEqual([202, 202, 400])
    expect([await status(world.bob, north), await status(world.bob, sales)]).toEqual([202, 400])
    expect([await status(world.alice, support), await status(world.org, support)]).toEqual([202, 202])
  })
})
