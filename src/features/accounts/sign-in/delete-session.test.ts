import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { newPerson } from '../../../testing/people.ts'
import { notFound, resourceError } from '../../../testing/refusals.ts'
import { signedIn } from '../../../testing/sign-in-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const send = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/sessions/${id}`)
async function begin(userId = world.bob.userId) {
  const browser = await signedIn(world.app, world.acme, userId)
  const cookie = browser.cookies.get('parley_session')
  return { browser, cookie, id: (await world.app.signIn.findUser(cookie))?.sessionId ?? '' }
}

describe('does', () => {
  it('signs a browser out at the next thing it asks for, and no other', async () => {
    const person = await newPerson(world)
    const [one, other] = [await begin(person.userId), await begin(person.userId)]
    const answer = await send(person, one.id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await one.browser.get('/account')).location).toBe('/sign-in?return_to=%2Faccount')
    expect((await other.browser.get('/account')).status).toBe(200)
  })

  it('leaves an entry, beside that of signing in', async () => {
    const { id } = await begin()
    await send(world.bob, id)
    const entries = (await call(world.app, world.org, 'GET', '/audit-log', { query: { entityId: id } })).body.data
    expect(entries).toMatchObject([
      { operation: 'deleteSession', via: 'api_key', user: { uuid: world.bob.userId } },
      { operation: 'signIn', via: 'session', user: { uuid: world.bob.userId }, entityType: 'session' },
    ])
  })
})

describe('refuses', () => {
  it('what has ended already, also for all but one of several who come at once', async () => {
    const { id } = await begin()
    const answers = await Promise.all([1, 2, 3].map(() => send(world.bob, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
  })
})

describe('who may', () => {
  guardsThings({
    world: () => world,
    noun: 'session',
    make: async () => (await begin()).id,
    send,
    strangers: () => [world.mallory],
    caller: () => world.alice,
  })

  it('is its user and admins; to all others there is no such thing', async () => {
    for (const caller of [world.bob, world.alice]) expect((await send(caller, (await begin()).id)).status).toBe(204)
    const { id, cookie } = await begin()
    for (const caller of [world.mark, world.carol]) {
      const answer = await send(caller, id)
      expect([answer.status, answer.body]).toEqual([404, notFound('session')])
    }
    const refused = await send(world.org, id)
    expect([refused.status, refused.body]).toEqual([403, resourceError(403, 'user_required', '')])
    expect(await world.app.signIn.findUser(cookie)).toBeDefined()
  })
})
