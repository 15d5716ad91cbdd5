import { beforeAll, describe, expect, it } from 'vitest'
import { NOBODY } from '../../../../testing/refusals.ts'
import { guardsScim, guardsScimId, makeGroup, makeUser, patchOf, scimError, scimOf } from '../../../../testing/scim.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
let users: string[]
beforeAll(async () => {
  world = await createWorld()
  users = []
  for (let n = 0; n < 50; n++) users.push(await makeUser(world, { userName: `member${n}@acme.example` }))
  users.sort()
})
const scim = scimOf(() => world)
const get = async (id: string) => (await scim('GET', `/Groups/${id}`)).body
const patch = (id: string, ...operations: unknown[]) => scim('PATCH', `/Groups/${id}`, patchOf(...operations))
let number = 0
const make = (members: string[] = []) => makeGroup(world, `Patch ${++number}`, members)
const membersIn = (body: { members: { value: string }[] }) => body.members.map(({ value }) => value)
const add = (...ids: string[]) => ({ op: 'Add', path: 'members', value: ids.map((value) => ({ $ref: null, value })) })

describe('does', () => {
  it('lose no member when fifty clients change one group at once', async () => {
    const leaving = users.slice(0, 20)
    const id = await make(leaving)
    const coming = users.slice(20)
    const answers = await Promise.all([
      ...coming.map((user) => patch(id, add(user))),
      ...leaving.map((user, n) =>
        patch(
          id,
          n % 2 === 0
            ? { op: 'remove', path: `members[value eq "${user}"]` }
            : { op: 'Remove', path: 'members', value: [{ value: user }] },
        ),
      ),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(membersIn(await get(id))).toEqual(coming)
  })

  it('stand when groups with the same members are changed crosswise at once', async () => {
    const ids = [await make(), await make(), await make()]
    const some = users.slice(0, 12)
    const answers = await Promise.all(
      ids.flatMap((id, n) => [
        patch(id, add(...(n === 1 ? some.toReversed() : some))),
        patch(id, ...some.map((user) => add(user))),
        scim('PATCH', `/Users/${some[n]}`, patchOf({ op: 'add', path: 'title', value: `T${n}` })),
      ]),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    for (const id of ids) expect(membersIn(await get(id))).toEqual(some)
  })

  it('add those who are not members yet, and keep the others', async () => {
    const [a = '', b = '', c = ''] = users
    const id = await make([a])
    const { status, body, headers } = await patch(id, add(a, b), add(c.toUpperCase()))
    expect([status, membersIn(body)]).toEqual([200, [a, b, c]])
    expect(headers.etag).toBe((await get(id)).meta.version)
    const again = await patch(id, add(a, b, c))
    expect([again.headers.etag, again.body.meta]).toEqual([headers.etag, body.meta])
  })

  it('remove members who are none as if they had been', async () => {
    const [a = '', b = ''] = users
    const id = await make([a])
    expect((await patch(id, { op: 'remove', path: `members[value eq "${b}"]` })).status).toBe(200)
    expect((await patch(id, { op: 'Remove', path: 'members', value: [{ value: NOBODY }] })).status).toBe(200)
    expect(membersIn(await get(id))).toEqual([a])
    expect((await patch(id, { op: 'remove', path: 'members' })).body.members).toEqual([])
  })

  it('rename, without touching the members', async () => {
    const id = await make(users.slice(0, 3))
    const { body } = await patch(id, { op: 'replace', value: { id, displayName: 'Renamed by PATCH' } })
    expect([body.displayName, membersIn(body)]).toEqual(['Renamed by PATCH', users.slice(0, 3)])
    await patch(id, { op: 'Replace', path: 'externalId', value: 'e-1' })
    const shouted = await patch(id, { op: 'Replace', path: 'displayName', value: 'RENAMED BY PATCH' })
    expect(shouted.body).toMatchObject({ displayName: 'RENAMED BY PATCH', externalId: 'e-1' })
  })

  it('tell only what is asked for', async () => {
    const id = await make()
    const answer = await scim('PATCH', `/Groups/${id}`, patchOf(add(users[0] ?? '')), {
      query: { excludedAttributes: 'members,meta' },
    })
    expect(answer.body).toEqual({ schemas: expect.any(Array), id, displayName: expect.any(String) })
    expect(membersIn(await get(id))).toEqual([users[0]])
  })
})

describe('refuses', () => {
  it.each([
    ['invalidValue', add(NOBODY)],
    ['invalidValue', { op: 'add', path: 'members', value: [{ value: 'x' }] }],
    ['invalidPath', { op: 'remove', path: 'members[value eq' }],
    ['invalidPath', { op: 'add', path: 'owners', value: 'x' }],
    ['mutability', { op: 'remove', path: 'displayName' }],
    ['mutability', { op: 'replace', value: { id: NOBODY } }],
    ['noTarget', { op: 'remove', value: [] }],
    ['invalidSyntax', { op: 'set', path: 'displayName', value: 'x' }],
  ])('%s, and does none of the operations: %j', async (type, operation) => {
    const id = await make(users.slice(0, 2))
    const before = await get(id)
    const answer = await patch(id, add(users[4] ?? ''), operation)
    expect([answer.status, answer.body]).toEqual([400, scimError(400, type)])
    expect(await get(id)).toEqual(before)
  })

  it('the name of another group, and another version than If-Match names', async () => {
    const id = await make()
    const taken = await patch(id, { op: 'replace', path: 'displayName', value: 'sales' })
    expect([taken.status, taken.body]).toEqual([409, scimError(409, 'uniqueness')])
    const late = await scim('PATCH', `/Groups/${id}`, patchOf(add(users[0] ?? '')), {
      headers: { 'if-match': 'W/"0"' },
    })
    expect([late.status, late.body]).toEqual([412, scimError(412)])
    expect((await get(id)).members).toEqual([])
  })
})

describe('who may', () => {
  const send = (caller: Caller | undefined, id: string) =>
    scim('PATCH', `/Groups/${id}`, patchOf(add(users[0] ?? '')), { caller: caller ?? 'nobody' })
  let own: string
  beforeAll(async () => {
    own = await make()
  })
  guardsScim(
    () => world,
    (caller) => send(caller, own),
  )
  guardsScimId(() => world, make, send)
})
