import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { newPerson } from '../../../testing/people.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { issueSignInLink } from './index.ts'

let now = Date.parse('2026-03-10T10:00:00.000Z')
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(now) } }))
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/sessions', { query })
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function begin(userId: string, userAgent = FIREFOX, address = '198.51.100.77') {
  const path = await issueSignInLink(world.app.store.of(world.acme), world.acme, world.app.clock, userId)
  const begun = await world.app.signIn.open(path.split('/').at(-1) ?? '', { userAgent, address })
  return begun?.token ?? ''
}

describe('does', () => {
  it('lists the browsers of the caller, the last used one first, and no address whole', async () => {
    const person = await newPerson(world)
    const first = await begin(person.userId)
    now += 120_000
    await begin(person.userId, 'curl/8', '2001:db8:1:2::3')
    now += 120_000
    await world.app.signIn.findUser(first)
    const answer = await list(person)
    expect([answer.status, answer.body.data]).toEqual([
      200,
      [
        {
          id: expect.any(String),
          user: { uuid: person.userId, email: person.email },
          browser: 'Firefox on Linux',
          way: 'link',
          address_class: 'public',
          network: '198.51.100.0/24',
          created_at: '2026-03-10T10:00:00.000Z',
          last_used_at: '2026-03-10T10:04:00.000Z',
          expires_at: '2026-04-09T10:00:00.000Z',
          current: false,
        },
        expect.objectContaining({ browser: 'Unknown browser', network: '2001:db8:1::/48', current: false }),
      ],
    ])
    expect(answer.text).not.toMatch(/198\.51\.100\.77|::3/)
    const second = await list(person, { page: '2', size: '1' })
    expect(second.body).toMatchObject({ data: [{ browser: 'Unknown browser' }], meta: { totalRecords: 2 } })
  })

  it('leaves out what has ended', async () => {
    const person = await newPerson(world)
    await begin(person.userId)
    now += 14 * 86_400_000 - 1
    expect((await list(person)).body.data).toHaveLength(1)
    now += 1
    expect((await list(person)).body.data).toEqual([])
  })

  it('lists those of a user for admins', async () => {
    const person = await newPerson(world)
    await begin(person.userId)
    expect((await list(world.alice, { user_uuid: person.userId })).body.data).toHaveLength(1)
    expect((await list(world.alice)).body.data).toEqual([])
  })
})

describe('refuses', () => {
  it.each([
    ['user_uuid', 'bob'],
    ['page', '0'],
    ['size', '201'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.alice, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is everybody for themselves, and only admins for others', async () => {
    expect((await list(undefined)).status).toBe(401)
    for (const caller of [world.mark, world.carol]) {
      const answer = await list(caller, { user_uuid: world.bob.userId ?? '' })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
  })

  it('is a user: an organization signs in nowhere', async () => {
    const answer = await list(world.org)
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'user_required', '')])
  })

  it('is nobody of another organization: there is nothing to see', async () => {
    await begin(world.bob.userId ?? '')
    expect((await list(world.mallory, { user_uuid: world.bob.userId ?? '' })).body.data).toEqual([])
  })
})
