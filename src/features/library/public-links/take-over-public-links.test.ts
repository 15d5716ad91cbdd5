import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { codesSentTo, deckFor } from '../../../testing/decks-fixtures.ts'
import { snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { newPerson } from '../../../testing/people.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

type Link = {
  id: string
  kind: string
  works: boolean
  email: string | null
  user_uuid: string
  created_by_uuid: string
}

const takeOver = (body: object, caller: Caller = world.alice) =>
  call(world.app, caller, 'POST', '/public-links/take-over', { body })
const linksOf = async (user_uuid: string): Promise<Link[]> =>
  (await call(world.app, world.alice, 'GET', '/public-links', { query: { user_uuid } })).body.data

/** A person of bob's team with a public clip, an internal one, a deck for an outside address and one for a colleague. */
async function leaver() {
  const person = await newPerson(world, { teamIds: [world.teams.north] })
  const conversation_id = await talkFor(world, { teamUUID: world.teams.north })
  const clip = { conversation_id, user_uuid: person.userId }
  const { share_code: open } = await snippetFor(world, { ...clip, internal: false })
  await snippetFor(world, { ...clip, internal: true })
  const email = `guest-${person.userId}@customer.example`
  await deckFor(world, { context_id: conversation_id, users_to_share: [email, 'mark@acme.example'] }, person)
  await world.app.drain(world.acme)
  const deck = codesSentTo(world, email).at(-1) ?? ''
  const statuses = async () => {
    const opened = [`/s/${open}`, `/d/${deck}`].map((url) => world.app.server.inject({ method: 'GET', url }))
    return (await Promise.all(opened)).map(({ statusCode }) => statusCode)
  }
  return { person, conversation_id, statuses }
}
const deactivate = (userId: string) => call(world.app, world.alice, 'DELETE', `/organizations/users/${userId}`)

describe('does', () => {
  it('makes links of a person who left work again, under the addresses they had', async () => {
    const { person, statuses } = await leaver()
    expect(await statuses()).toEqual([200, 200])
    expect((await linksOf(person.userId)).map(({ kind, works }) => [kind, works])).toEqual(
      expect.arrayContaining([
        ['snippet', true],
        ['deck', true],
      ]),
    )
    await deactivate(person.userId)
    expect(await statuses()).toEqual([404, 404])
    expect((await linksOf(person.userId)).map(({ works }) => works)).toEqual([false, false])
    const mails = world.app.mail.length
    const { status, body } = await takeOver({ user_uuid: person.userId })
    expect([status, body]).toEqual([200, { data: { taken_over: 2 } }])
    await world.app.drain(world.acme)
    expect([await statuses(), world.app.mail.length]).toEqual([[200, 200], mails])
    expect(await linksOf(person.userId)).toEqual([])
    const now = (await linksOf(world.alice.userId ?? '')).filter((one) => one.created_by_uuid === person.userId)
    expect(now.map(({ works, user_uuid }) => [works, user_uuid])).toEqual([
      [true, world.alice.userId],
      [true, world.alice.userId],
    ])
    expect((await takeOver({ user_uuid: person.userId })).body).toEqual({ data: { taken_over: 0 } })
  })

  it('takes over single links', async () => {
    const { person, statuses } = await leaver()
    await deactivate(person.userId)
    const clip = (await linksOf(person.userId)).find(({ kind }) => kind === 'snippet')
    expect((await takeOver({ user_uuid: person.userId, link_uuids: [clip?.id, NOBODY] })).body).toEqual({
      data: { taken_over: 1 },
    })
    expect(await statuses()).toEqual([200, 404])
  })

  it('ends with what the admin sees, when the admin is one no longer', async () => {
    const { person, conversation_id, statuses } = await leaver()
    const admin = await newPerson(world, { role: 'ADMIN' })
    await deactivate(person.userId)
    await takeOver({ user_uuid: person.userId }, admin)
    await call(world.app, world.org, 'PUT', `/conversations/${conversation_id}/privacy`, { body: { private: true } })
    expect(await statuses()).toEqual([200, 200])
    const body = { role: 'SALES_REP' }
    expect((await call(world.app, world.alice, 'PATCH', `/organizations/users/${admin.userId}`, { body })).status).toBe(
      200,
    )
    expect(await statuses()).toEqual([404, 404])
  })
})

describe('refuses', () => {
  it.each([
    [{}, '/user_uuid'],
    [{ user_uuid: 'none' }, '/user_uuid'],
    [{ user_uuid: NOBODY, link_uuids: [] }, '/link_uuids'],
  ])('%j', async (body, pointer) => {
    expect((await takeOver(body)).body).toMatchObject(refusedField(pointer))
  })

  it('a user who is not there', async () => {
    expect((await takeOver({ user_uuid: NOBODY })).body).toMatchObject({
      status: '404',
      source: { pointer: '/user_uuid' },
    })
  })
})

describe('who may', () => {
  it('admins who are users: a person has to answer for a link', async () => {
    const body = { user_uuid: world.bob.userId }
    expect((await takeOver(body, world.org)).body.code).toBe('user_required')
    expect((await takeOver(body, world.mark)).body.code).toBe('admin_required')
    expect((await takeOver(body, world.mallory)).status).toBe(404)
  })
})
