import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp, PUBLIC_URL } from '../../../testing/create-test-app.ts'
import { ADMIN_REQUIRED, newPerson, newTeam, peopleOf } from '../../../testing/people.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const create = (caller: Caller | undefined, body: unknown, w = world) =>
  call(w.app, caller, 'POST', '/organizations/invitations', { body })

let asked = 0
const someone = () => `someone-${++asked}@acme.example`
const mailTo = (email: string, w = world) => w.app.mail.filter(({ to }) => to === email)

describe('does', () => {
  it('makes a pending invitation and answers 201 with it, and with no link', async () => {
    const { north, support } = world.teams
    const email = someone()
    const answer = await create(world.alice, {
      email: ` ${email} `,
      firstName: 'Ann',
      lastName: 'Adler',
      role: 'MANAGER',
      teamUUIDs: [support, north, support],
    })
    expect(answer.status).toBe(201)
    const { createdAt, expiresAt } = answer.body.data
    expect(answer.body).toEqual({
      data: {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        email,
        firstName: 'Ann',
        lastName: 'Adler',
        roles: [{ name: 'Manager', type: 'MANAGER', uuid: expect.any(String) }],
        teams: [
          { uuid: support, name: 'Support' },
          { uuid: north, name: 'Sales North' },
        ],
        status: 'pending',
        invitedBy: { uuid: world.alice.userId, email: 'alice@acme.example' },
        createdAt: expect.any(String),
        updatedAt: createdAt,
        expiresAt: expect.any(String),
        acceptedAt: null,
        revokedAt: null,
        userUUID: null,
      },
    })
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(14 * 86_400_000)
  })

  it('invites a sales representative of no team unless told otherwise', async () => {
    const answer = await create(world.alice, { email: someone() })
    expect(answer.body.data).toMatchObject({ firstName: '', roles: [{ type: 'SALES_REP' }], teams: [] })
  })

  it('sends one mail with a link that is stored nowhere', async () => {
    const email = someone()
    await create(world.alice, { email })
    expect(mailTo(email)).toEqual([])
    await world.app.drain(world.acme)
    const [message, ...more] = mailTo(email)
    expect(more).toEqual([])
    expect(message?.subject).toBe('Invitation to Parley')
    expect(message?.text).toContain('Organization: Acme\nInvited by: alice@acme.example')
    const link = new RegExp(`${PUBLIC_URL}/invitations/([\\w-]+)`).exec(message?.text ?? '')
    const secret = link?.[1]?.slice(-40) ?? ''
    expect(secret).toHaveLength(40)
    const rows = await world.app.store.owner.query<{ row: string }>(
      `select to_jsonb(i)::text as row from invitations i union all select to_jsonb(a)::text from audit_log a
       union all select to_jsonb(j)::text from pgboss.job j`,
    )
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([])
  })

  it('writes names of organizations on one line, whatever they hold', async () => {
    const own = await createWorld(world.app)
    await own.app.store.owner.query('update organizations set name = $1 where id = $2', ['Acme\r\nBcc: x@y', own.acme])
    const email = someone()
    await create(own.alice, { email }, own)
    await own.app.drain(own.acme)
    expect(mailTo(email)).toMatchObject([{ text: expect.stringContaining('\nOrganization: Acme Bcc: x@y\n') }])
  })

  it('makes room for a new one when the last has expired or was revoked', async () => {
    let now = Date.parse('2026-03-10T10:00:00.000Z')
    const timed = await createWorld(await createTestApp({ clock: { now: () => new Date(now) } }))
    const email = someone()
    const [first, refused] = [await create(timed.alice, { email }, timed), await create(timed.alice, { email }, timed)]
    expect([first.status, refused.status]).toEqual([201, 409])
    now += 14 * 86_400_000
    const second = await create(timed.alice, { email: email.toUpperCase() }, timed)
    expect(second.status).toBe(201)
    await call(timed.app, timed.alice, 'DELETE', `/organizations/invitations/${second.body.data.uuid}`)
    expect((await create(timed.alice, { email }, timed)).status).toBe(201)
    const listed = (await call(timed.app, timed.alice, 'GET', '/organizations/invitations')).body.data
    expect(listed.map((one: { status: string }) => one.status).toSorted()).toEqual(['pending', 'revoked', 'revoked'])
  })
})

describe('refuses', () => {
  it.each([
    ['no address', '/email', {}],
    ['an address that is none', '/email', { email: 'ann' }],
    ['two addresses', '/email', { email: 'a@acme.example, b@acme.example' }],
    ['a NUL in the address', '/email', { email: 'a\u0000@acme.example' }],
    ['a line break in the address', '/email', { email: 'a@acme.example\r\nBcc: b@acme.example' }],
    ['an address of 255 characters', '/email', { email: `${'a'.repeat(242)}@acme.example` }],
    ['an unknown role', '/role', { role: 'OWNER' }],
    ['a role of nothing', '/roleUUID', { roleUUID: NOBODY }],
    ['a team of nothing', '/teamUUIDs', { teamUUIDs: [NOBODY] }],
    ['a malformed team', '/teamUUIDs/0', { teamUUIDs: ['north'] }],
    ['101 teams', '/teamUUIDs', { teamUUIDs: Array.from({ length: 101 }, () => NOBODY) }],
    ['a name of 129 characters', '/firstName', { firstName: 'x'.repeat(129) }],
  ])('%s', async (_, pointer, given) => {
    const before = await peopleOf(world)
    const body = pointer === '/email' ? given : { email: someone(), ...given }
    const answer = await create(world.alice, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await peopleOf(world)).toEqual(before)
  })

  it('an archived team, and one of another organization', async () => {
    const archived = await newTeam(world, 'Once')
    await call(world.app, world.org, 'DELETE', `/organizations/teams/${archived}`)
    const theirs = await call(world.app, world.rivalOrg, 'POST', '/organizations/teams', { body: { name: 'Theirs' } })
    for (const team of [archived, theirs.body.data.uuid]) {
      const answer = await create(world.alice, { email: someone(), teamUUIDs: [world.teams.north, team] })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/teamUUIDs')])
    }
  })

  it('the address of a user, in any case', async () => {
    const answer = await create(world.alice, { email: 'BOB@Acme.example' })
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'email_taken', '/email')])
  })

  it('the address of a deactivated user, whom an admin may let in', async () => {
    const leaver = await newPerson(world)
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${leaver.userId}`)
    const answer = await create(world.alice, { email: leaver.email })
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'user_deactivated', '/email')])
  })

  it('all but one of those who invite the same person at the same moment, and sends one mail', async () => {
    const email = someone()
    const wishes = [email, email.toUpperCase(), `S${email.slice(1)}`, email]
    const answers = await Promise.all(wishes.map((one) => create(world.alice, { email: one })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(
      resourceError(409, 'invitation_exists', '/email'),
    )
    await world.app.drain(world.acme)
    expect(world.app.mail.filter(({ to }) => to.toLowerCase() === email)).toHaveLength(1)
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await create(undefined, { email: someone() })
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is no org-level key: an invitation is somebody’s', async () => {
    const answer = await create(world.org, { email: someone() })
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'user_required', '')])
  })

  it('is a manager, for sales representatives and teams the manager sees', async () => {
    const { sales, north, support } = world.teams
    const answer = await create(world.mark, { email: someone(), teamUUIDs: [north, sales] })
    expect([answer.status, answer.body.data.roles]).toMatchObject([201, [{ type: 'SALES_REP' }]])
    const before = await peopleOf(world)
    for (const more of [
      { role: 'MANAGER', teamUUIDs: [north] },
      { role: 'ADMIN', teamUUIDs: [north] },
      { teamUUIDs: [north, support] },
      { teamUUIDs: [] },
      {},
    ]) {
      const refused = await create(world.mark, { email: someone(), ...more })
      expect([refused.status, refused.body]).toEqual([403, ADMIN_REQUIRED])
    }
    expect(await peopleOf(world)).toEqual(before)
  })

  it('is no sales representative', async () => {
    const answer = await create(world.bob, { email: someone(), teamUUIDs: [world.teams.north] })
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'manager_required', '')])
  })

  it('is the rival for the rival: the same address may be invited by both', async () => {
    const email = someone()
    expect((await create(world.alice, { email })).status).toBe(201)
    expect((await create(world.mallory, { email })).status).toBe(201)
  })
})
