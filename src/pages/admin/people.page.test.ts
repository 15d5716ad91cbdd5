/** People, invitations, roles and teams in the app. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser, FormFields } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { connectionFor } from '../../testing/connection-fixtures.ts'
import { snippetFor, talkFor } from '../../testing/library-fixtures.ts'
import { isLetIn, newPerson, newTeam, userOf } from '../../testing/people.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let alice: Browser
beforeAll(async () => {
  world = await createWorld()
  alice = await signedIn(world.app, world.acme, world.alice.userId)
})

/** Sends the form of an action as it stands on its page. */
const submit = async (page: string, action: string, fields: FormFields = {}) =>
  alice.submit(`${page}/${action}`, await alice.get(page), fields)
const pageOf = (userId: string) => `/admin/people/${userId}`

describe('does', () => {
  it('find people by words, team and standing, page by page', async () => {
    const gone = await newPerson(world, { firstName: 'Zoe', lastName: 'Gone <b>' })
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${gone.userId}`)
    expect((await alice.get('/admin/people?q=zoe')).text).toContain('No people found')
    const found = (await alice.get('/admin/people?q=zoe&all=true')).text
    expect(found).toContain('<bdi>Zoe Gone &lt;b&gt;</bdi>')
    expect(found).toContain('Deactivated</span>')
    const north = (await alice.get(`/admin/people?team=${world.teams.north}`)).text
    expect([north.includes('bob@acme.example'), north.includes('carol@acme.example')]).toEqual([true, false])
    for (let i = 0; i < 51; i += 1) await newPerson(world, { firstName: 'Many' })
    const second = (await alice.get('/admin/people?q=many&page=2')).text
    expect(second).toContain('Page 2 of 2, 51 in total')
    expect(second).toContain('href="/admin/people?q=many&amp;page=1">Previous')
  })

  it('change name, role and teams', async () => {
    const { userId } = await newPerson(world, { teamIds: [world.teams.support] })
    const page = pageOf(userId)
    await submit(page, 'change', { firstName: 'Ada', lastName: 'King', role: 'MANAGER' })
    const { sales, support } = world.teams
    await submit(page, 'teams', { teamUUIDs: [sales, support] })
    await submit(page, 'teams', { teamUUIDs: [sales, support], primary: sales })
    const user = await userOf(world, userId)
    expect(user).toMatchObject({
      firstName: 'Ada',
      lastName: 'King',
      roles: [{ type: 'MANAGER' }],
      primaryTeamUUID: sales,
    })
    expect(user.teams).toHaveLength(2)
    expect((await alice.get(page)).text).toContain('<h1 dir="auto">Ada King</h1>')
  })

  it('see and end their browsers and apps', async () => {
    const person = await newPerson(world)
    const browser = await signedIn(world.app, world.acme, person.userId)
    await connectionFor(world.app, world.acme, person, { clientName: 'Their assistant' })
    const page = await alice.get(pageOf(person.userId))
    expect(page.text).toContain('Their assistant')
    const keyOf = (action: string) =>
      new RegExp(`/${action}"[\\s\\S]*?name="key" value="([^"]*)"`).exec(page.text)?.[1] ?? 'none'
    await submit(pageOf(person.userId), 'end-session', { key: keyOf('end-session') })
    expect((await browser.get('/account')).location).toContain('/sign-in')
    await submit(pageOf(person.userId), 'disconnect', { key: keyOf('disconnect') })
    const after = (await alice.get(pageOf(person.userId))).text
    expect(after).toContain('Not signed in')
    expect(after).toContain('No connected apps')
  })

  it('deactivate somebody, and let them in again', async () => {
    const person = await newPerson(world)
    const page = pageOf(person.userId)
    expect((await alice.get(page)).text).toMatch(/data-confirm="Deactivate person-[^"]*Their API keys/)
    await submit(page, 'deactivate')
    expect(await isLetIn(world, person)).toBe(false)
    const shown = (await alice.get(page)).text
    expect([shown.includes('Reactivate user'), shown.includes('/deactivate"')]).toEqual([true, false])
    await submit(page, 'reactivate')
    expect((await userOf(world, person.userId)).active).toBe(true)
  })

  it('invite somebody, send it again, and revoke it', async () => {
    const page = '/admin/people/invitations'
    const fields = { email: 'new@acme.example', role: 'MANAGER', teamUUIDs: [world.teams.sales] }
    expect((await submit(page, 'invite', fields)).location).toBe(page)
    const shown = (await alice.get(page)).text
    expect(shown).toContain('Invitation sent to new@acme.example')
    expect(shown).toContain('Pending</span>')
    const key = /name="key" value="([^"]*)"/.exec(shown)?.[1] ?? ''
    await world.app.drain(world.acme)
    await submit(page, 'resend', { key })
    await world.app.drain(world.acme)
    expect(world.app.mail.filter(({ to }) => to === 'new@acme.example')).toHaveLength(2)
    await submit(page, 'revoke', { key })
    expect((await alice.get(page)).text).toContain('No open invitations')
    expect((await alice.get(`${page}?all=true`)).text).toContain('Revoked</span>')
  })

  it('say what roles may, also where a role is chosen', async () => {
    const saying = ['roles', 'invitations', `${world.bob.userId}`]
    for (const page of saying) {
      const { text } = await alice.get(`/admin/people/${page}`)
      expect([page, text]).toEqual([page, expect.stringContaining('Sees all calls, including private ones.')])
      expect([page, text]).toEqual([page, expect.stringContaining('Invites members to these teams.')])
    }
    const chosen =
      /<input type="radio" name="role" value="SALES_REP" aria-describedby="role-SALES_REP" required checked>/
    expect((await alice.get(`/admin/people/${world.bob.userId}`)).text).toMatch(chosen)
  })

  it('make a team below another one, move it, and put people into it', async () => {
    const { location = '' } = await submit('/admin/teams', 'create', {
      ...{ name: 'West <i>', parentTeamUUID: world.teams.sales, domain: '' },
    })
    const tree = (await alice.get('/admin/teams')).text
    expect(tree).toMatch(/<bdi>Sales<\/bdi><\/a><ul>[\s\S]*<bdi>West &lt;i&gt;<\/bdi>/)
    await submit(location, 'change', { name: 'West', parentTeamUUID: '', domain: 'west.example' })
    const id = location.split('/').at(-1)
    const team = async () => (await call(world.app, world.org, 'GET', `/organizations/teams/${id}`)).body.data
    expect(await team()).toMatchObject({ name: 'West', domain: 'west.example' })
    expect((await team()).parentTeamUUID).toBeUndefined()
    const person = await newPerson(world)
    await submit(location, 'add', { email: ` ${person.email.toUpperCase()}` })
    expect((await alice.get(location)).text).toContain(`<bdi>${person.email}</bdi>`)
    await submit(location, 'remove', { key: person.userId })
    expect((await alice.get(location)).text).toContain('No members yet')
    expect((await submit(location, 'archive')).location).toBe('/admin/teams')
    expect((await alice.get('/admin/teams')).text).not.toContain('>West<')
    expect((await alice.get('/admin/teams?archived=true')).text).toContain('>West<')
    expect((await alice.get(location)).text).toContain('An archived team has no members')
    expect((await submit(location, 'restore')).location).toBe(location)
    expect((await team()).archived).toBe(false)
  })
})

describe('public links of a person who left', () => {
  it('are taken over on their page', async () => {
    const { userId } = await newPerson(world, { teamIds: [world.teams.north] })
    const conversation_id = await talkFor(world, { teamUUID: world.teams.north })
    const { share_code } = await snippetFor(world, { conversation_id, user_uuid: userId, internal: false })
    const opened = async () => (await world.app.server.inject({ method: 'GET', url: `/s/${share_code}` })).statusCode
    await submit(pageOf(userId), 'deactivate')
    expect([await opened(), (await alice.get(pageOf(userId))).text]).toEqual([
      404,
      expect.stringContaining(
        '1 link to clips and presentations can be opened without signing in. They don&#39;t work',
      ),
    ])
    await submit(pageOf(userId), 'take-over-links')
    expect([await opened(), (await alice.get(pageOf(userId))).text]).toEqual([
      200,
      expect.not.stringContaining('Take over links'),
    ])
  })
})

describe('refuses', () => {
  it('the last admin to go, and says why', async () => {
    const own = await createWorld(world.app)
    const only = await signedIn(own.app, own.acme, own.alice.userId)
    const page = pageOf(own.alice.userId ?? '')
    const refused = await only.submit(`${page}/deactivate`, await only.get(page))
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('role="alert"')])
    expect(await isLetIn(own, own.alice)).toBe(true)
  })

  it('an invitation of who is there already, and keeps what was given', async () => {
    const refused = await submit('/admin/people/invitations', 'invite', {
      ...{ email: 'bob@acme.example', firstName: 'Bob "', role: 'ADMIN' },
    })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('A user of the organization has this email address.')
    expect(refused.text).toMatch(/name="email"[^>]*aria-invalid="true"[^>]*value="bob@acme.example"/)
    expect(refused.text).toContain('value="Bob &quot;"')
    expect(refused.text).toContain('<details class="menu form-menu" open>')
    expect(refused.text).toContain('href="/admin/people/invitations?all=true"')
  })

  it('a member whom nobody knows, a team below itself, and one with teams below to go', async () => {
    const page = `/admin/teams/${world.teams.sales}`
    for (const email of ['nobody@acme.example', 'mallory@rival.example', '']) {
      const refused = await submit(page, 'add', { email })
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('No active user has this')])
    }
    const cycle = await submit(page, 'change', { name: 'Sales', parentTeamUUID: world.teams.north })
    expect([cycle.status, cycle.text]).toEqual([409, expect.stringContaining('be moved below itself')])
    await newTeam(world, 'Below', world.teams.sales)
    expect((await submit(page, 'archive')).status).toBe(409)
  })

  it('people and teams of another organization', async () => {
    for (const path of [pageOf(world.mallory.userId ?? ''), '/admin/teams/018f0000-0000-7000-8000-000000000000']) {
      expect((await alice.get(path)).status).toBe(404)
    }
  })
})
