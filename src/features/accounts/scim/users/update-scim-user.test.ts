import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import {
  ENTERPRISE_URN,
  guardsScim,
  guardsScimId,
  makeUser,
  PARLEY_URN,
  patchOf,
  scimError,
  scimOf,
  USER_URN,
} from '../../../../testing/scim.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const scim = scimOf(() => world)
const get = async (id: string) => (await scim('GET', `/Users/${id}`)).body
let number = 0
const name = () => `patch${++number}@acme.example`
const make = (given: Record<string, unknown> = {}) => makeUser(world, { userName: name(), ...given })
const patch = (id: string, ...operations: unknown[]) => scim('PATCH', `/Users/${id}`, patchOf(...operations))

describe('does', () => {
  it('change what the operations name, and keep the rest', async () => {
    const id = await make({ name: { givenName: 'Ann', familyName: 'Ng' }, title: 'Guide' })
    const before = await get(id)
    const { status, body, headers } = await patch(
      id,
      { op: 'Replace', path: 'name.givenName', value: 'Anna' },
      { op: 'Add', path: `${ENTERPRISE_URN}:department`, value: 'Tours' },
      { op: 'remove', path: 'title' },
    )
    const { title, ...others } = before
    expect(status).toBe(200)
    expect(body).toEqual({
      ...others,
      schemas: [USER_URN, ENTERPRISE_URN, PARLEY_URN],
      name: { givenName: 'Anna', familyName: 'Ng' },
      displayName: 'Anna Ng',
      [ENTERPRISE_URN]: { department: 'Tours' },
      meta: { ...before.meta, version: headers.etag, lastModified: expect.any(String) },
    })
    expect(headers.etag).not.toBe(before.meta.version)
    expect(await get(id)).toEqual(body)
  })

  it('choose the language of the app, and show the one that was chosen elsewhere', async () => {
    const id = await make({ locale: 'de_AT' })
    const language = async () =>
      (await call(world.app, world.org, 'GET', `/organizations/users/${id}`)).body.data.language
    const choose = (chosen: string) =>
      call(world.app, world.org, 'PATCH', `/organizations/users/${id}`, { body: { language: chosen } })
    expect([await language(), (await get(id)).preferredLanguage]).toEqual(['de', undefined])
    await patch(id, { op: 'replace', path: 'preferredLanguage', value: 'pt-BR, fr-CA;q=0.8, de;q=0.5' })
    expect([await language(), (await get(id)).preferredLanguage]).toEqual(['fr', 'pt-BR, fr-CA;q=0.8, de;q=0.5'])
    await choose('ja')
    const shown = await get(id)
    expect(shown.preferredLanguage).toBe('ja')
    expect((await scim('PUT', `/Users/${id}`, shown)).body.preferredLanguage).toBe('ja')
    await patch(id, { op: 'replace', path: 'title', value: 'Guide' })
    expect(await language()).toBe('ja')
    await patch(id, { op: 'replace', path: 'preferredLanguage', value: 'es' })
    expect(await language()).toBe('es')
  })

  it('keep a choice that the provider never set', async () => {
    const id = await make()
    await call(world.app, world.org, 'PATCH', `/organizations/users/${id}`, { body: { language: 'fr' } })
    const { preferredLanguage, ...others } = await get(id)
    expect(preferredLanguage).toBe('fr')
    expect((await scim('PUT', `/Users/${id}`, others)).body.preferredLanguage).toBe('fr')
  })

  it('deactivate, whose keys end at once', async () => {
    const own = await createWorld(world.app)
    const id = own.bob.userId ?? ''
    const operation = { op: 'Replace', path: 'active', value: 'False' }
    const answer = await scimOf(() => own)('PATCH', `/Users/${id}`, patchOf(operation))
    expect([answer.status, answer.body.active]).toEqual([200, false])
    expect((await call(own.app, own.bob, 'GET', '/organizations/users')).status).toBe(401)
  })

  it('let the address follow the name, until a provider has told an address', async () => {
    const [first, second, third] = [name(), name(), name()]
    const id = await makeUser(world, { userName: first })
    const renamed = await patch(id, { op: 'replace', path: 'userName', value: second })
    expect(renamed.body.emails).toEqual([{ value: second, type: 'work', primary: true }])
    await patch(id, { op: 'replace', path: 'emails[type eq "work"].value', value: third })
    const after = await patch(id, { op: 'replace', path: 'userName', value: 'just a name' })
    expect(after.body).toMatchObject({ userName: 'just a name', emails: [{ value: third, type: 'work' }] })
  })

  it('show what was changed elsewhere in the entries that a provider told', async () => {
    const id = await make({ emails: [{ value: 'old@acme.example', type: 'home' }] })
    await world.app.store.owner.query(`update users set email = 'new@acme.example' where id = $1`, [id])
    const { body } = await patch(id, { op: 'add', path: 'title', value: 'x' })
    expect(body.emails).toEqual([{ value: 'new@acme.example', type: 'home' }])
  })

  it('change the role by an extension', async () => {
    const { body: roles } = await call(world.app, world.org, 'GET', '/organizations/roles')
    const manager = roles.data.find((role: { type: string }) => role.type === 'MANAGER').uuid
    const id = await make()
    for (const operation of [
      { op: 'replace', path: `${PARLEY_URN}:roleUUID`, value: manager },
      { op: 'add', path: 'roleUUID', value: manager },
      { op: 'add', value: { 'urn:acme:1.0:User': { roleUUID: manager } } },
    ]) {
      expect((await patch(id, operation)).body[PARLEY_URN] ?? { roleUUID: manager }).toEqual({ roleUUID: manager })
    }
    expect((await get(id))['urn:acme:1.0:User']).toEqual({ roleUUID: manager })
    const sales = roles.data.find((role: { type: string }) => role.type === 'SALES_REP').uuid
    const back = await patch(id, { op: 'replace', path: 'urn:acme:1.0:User:roleUUID', value: sales })
    expect(back.body['urn:acme:1.0:User']).toEqual({ roleUUID: sales })
  })

  it('change nothing, and tell the same version, when everything is so already', async () => {
    const id = await make({ title: 'Guide' })
    const before = await get(id)
    const { status, body } = await patch(id, { op: 'replace', value: { title: 'Guide', active: true } })
    expect([status, body]).toEqual([200, before])
  })

  it('lose nothing of what several change at the same moment', async () => {
    const id = await make()
    const numbers = Array.from({ length: 10 }, (_, n) => `555-${n}`)
    const answers = await Promise.all(
      numbers.map((value) => patch(id, { op: 'add', path: 'phoneNumbers', value: [{ value }] })),
    )
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 200))
    const { phoneNumbers } = await get(id)
    expect(phoneNumbers.map(({ value }: { value: string }) => value).toSorted()).toEqual(numbers)
  })

  it('tell only what is asked for', async () => {
    const id = await make()
    const body = patchOf({ op: 'add', path: 'title', value: 'x' })
    const answer = await scim('PATCH', `/Users/${id}`, body, { query: { attributes: 'title' } })
    expect(answer.body).toEqual({ schemas: expect.any(Array), id, title: 'x' })
  })
})

describe('refuses', () => {
  it.each([
    ['invalidPath', { op: 'replace', path: 'emails[type eq', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 'nothing', value: 'x' }],
    ['invalidPath', { op: 'replace', path: '__proto__.polluted', value: 'x' }],
    ['noTarget', { op: 'remove' }],
    ['noTarget', { op: 'replace', path: 'emails[value co "nobody"].type', value: 'x' }],
    ['mutability', { op: 'replace', path: 'groups', value: [] }],
    ['mutability', { op: 'remove', path: 'userName' }],
    ['invalidValue', { op: 'replace', path: 'active', value: 'maybe' }],
    ['invalidValue', { op: 'replace', path: 'emails[type eq "work"].value', value: 'no address' }],
    ['invalidSyntax', { op: 'move', path: 'title' }],
  ])('%s, and does none of the operations: %j', async (type, operation) => {
    const id = await make()
    const before = await get(id)
    const answer = await patch(id, { op: 'add', path: 'title', value: 'x' }, operation)
    expect([answer.status, answer.body]).toEqual([400, scimError(400, type)])
    expect(await get(id)).toEqual(before)
  })

  it('a name of another user', async () => {
    const answer = await patch(await make(), { op: 'replace', path: 'userName', value: 'MARK@acme.example' })
    expect([answer.status, answer.body]).toEqual([409, scimError(409, 'uniqueness')])
  })

  it('another version than If-Match names', async () => {
    const id = await make()
    const body = patchOf({ op: 'add', path: 'title', value: 'x' })
    const answer = await scim('PATCH', `/Users/${id}`, body, { headers: { 'if-match': 'W/"other"' } })
    expect([answer.status, answer.body]).toEqual([412, scimError(412)])
    expect(await get(id)).not.toHaveProperty('title')
  })

  it('no operations, and more than a thousand', async () => {
    const id = await make()
    expect((await patch(id)).body).toEqual(scimError(400, 'invalidSyntax'))
    const many = Array.from({ length: 1_001 }, () => ({ op: 'add', path: 'title', value: 'x' }))
    expect((await patch(id, ...many)).body).toEqual(scimError(413))
  })
})

describe('who may', () => {
  const send = (caller: Caller | undefined, id: string) =>
    scim('PATCH', `/Users/${id}`, patchOf({ op: 'add', path: 'title', value: 'x' }), { caller: caller ?? 'nobody' })
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
