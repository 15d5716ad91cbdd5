import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings, newPerson } from '../../../testing/people.ts'
import { resourceError } from '../../../testing/refusals.ts'
import { signedIn } from '../../../testing/sign-in-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const send = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'DELETE', `/organizations/users/${id}/password`)
const put = (userId: string) =>
  world.app.store.owner.query(
    `insert into passwords (organization_id, user_id, hash, changed_at) values ($1, $2, '$argon2id$', now())`,
    [world.acme, userId],
  )
const has = async (userId: string) =>
  (await world.app.store.owner.query('select 1 from passwords where user_id = $1', [userId])).length > 0

describe('does', () => {
  it('takes the password away, and signs all browsers out', async () => {
    const person = await newPerson(world)
    await put(person.userId)
    const browser = await signedIn(world.app, world.acme, person.userId)
    const answer = await send(world.alice, person.userId)
    expect([answer.status, answer.text, await has(person.userId)]).toEqual([204, '', false])
    expect(await world.app.signIn.findUser(browser.cookies.get('parley_session'))).toBeUndefined()
  })

  it('leaves all as it is when there is none', async () => {
    const person = await newPerson(world)
    const browser = await signedIn(world.app, world.acme, person.userId)
    expect((await send(person, person.userId)).status).toBe(204)
    expect(await world.app.signIn.findUser(browser.cookies.get('parley_session'))).toBeDefined()
  })

  it('leaves the browser signed in that asks', async () => {
    const person = await newPerson(world)
    await put(person.userId)
    const [browser, other] = [
      await signedIn(world.app, world.acme, person.userId),
      await signedIn(world.app, world.acme, person.userId),
    ]
    const answer = await browser.submit('/account/remove-password', await browser.get('/account'))
    expect([answer.status, await has(person.userId)]).toEqual([303, false])
    const visitors = [browser, other].map(({ cookies }) => world.app.signIn.findUser(cookies.get('parley_session')))
    expect((await Promise.all(visitors)).map((one) => one?.userId)).toEqual([person.userId, undefined])
  })
})

describe('who may', () => {
  guardsThings(
    'user',
    () => world,
    () => world.bob.userId ?? '',
    send,
  )

  it('is oneself, admins and org-level keys', async () => {
    const person = await newPerson(world)
    for (const caller of [person, world.alice, world.org]) expect((await send(caller, person.userId)).status).toBe(204)
    for (const caller of [world.mark, world.bob]) {
      const answer = await send(caller, person.userId)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
  })
})
