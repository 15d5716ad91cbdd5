import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly } from '../../../testing/guards.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const PATH = '/organizations/phone-numbers'
const get = (caller: Caller | undefined) => call(world.app, caller, 'GET', PATH)
const put = (phoneNumbers: unknown, caller: Caller | undefined = world.alice) =>
  call(world.app, caller, 'PUT', PATH, { body: { phoneNumbers } })

/** Participants of a new conversation, by side. */
async function importedSides(participants: readonly object[]) {
  const body = { transcript: 'Ann: Hello.', participants }
  const made = await call(world.app, world.alice, 'POST', '/conversations/import', { body })
  const query = { 'filter[include_internal_participants]': 'true' }
  const { body: read } = await call(world.app, world.alice, 'GET', `/conversations/${made.body.uuid}`, { query })
  const names = (people: { name: string }[]) => people.map(({ name }) => name)
  return { inside: names(read.attributes.internalParticipants), outside: names(read.attributes.participants) }
}

describe('does', () => {
  it('stores numbers without separators and duplicates, for one organization, with an audit entry', async () => {
    const answer = await put(['+49 30 123*', '0049 (40) 55-5', '+4940555', '+14155550100'])
    const stored = { data: { phoneNumbers: ['+14155550100', '+4930123*', '+4940555'] } }
    expect([answer.status, answer.body]).toEqual([200, stored])
    expect((await get(world.org)).body).toEqual(stored)
    expect((await get(world.rivalOrg)).body.data.phoneNumbers).toEqual([])
    const log = await call(world.app, world.alice, 'GET', '/audit-log')
    expect(log.text).toContain('replaceOrganizationPhoneNumbers')
    expect((await put(['+4930123*'])).body.data.phoneNumbers).toEqual(['+4930123*'])
    expect((await put([])).body.data.phoneNumbers).toEqual([])
  })

  it('decides the side of participants without an email address', async () => {
    await put(['+4930123*'])
    const people = [
      { name: '+49 30 123-45' },
      { name: 'Desk', id: '+493012346' },
      { name: '+49 40 555' },
      // Other facts come first: the stated side, and the email address.
      { name: '+49 30 123 47', internal: false },
      { name: '+49 30 123 48', email: 'ann@customer.example' },
    ]
    expect(await importedSides(people)).toEqual({
      inside: ['+49 30 123-45', 'Desk'],
      outside: ['+49 40 555', '+49 30 123 47', '+49 30 123 48'],
    })
    await put([])
    expect((await importedSides(people.slice(0, 2))).inside).toEqual([])
  })
})

describe('refuses', () => {
  it.each([
    ['a number without country code', ['030 12345'], '/phoneNumbers/0'],
    ['a country alone', ['+49*'], '/phoneNumbers/0'],
    ['a star within', ['+14155550100', '+4930*5'], '/phoneNumbers/1'],
    ['a number of 16 digits', ['+1234567890123456'], '/phoneNumbers/0'],
    ['a name', ['Ann'], '/phoneNumbers/0'],
    ['no list', '+14155550100', '/phoneNumbers'],
    ['too many', Array.from({ length: 1_001 }, (_, at) => `+1415555${1_000 + at}`), '/phoneNumbers'],
  ])('%s', async (_, numbers, pointer) => {
    const answer = await put(numbers)
    expect([answer.status, answer.body.errors?.[0]?.source?.pointer ?? answer.body.source?.pointer]).toEqual([
      400,
      pointer,
    ])
  })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make: async () => '', send: (caller) => put([], caller) })
  adminsOnly({ world: () => world, make: async () => '', send: get })
})
