import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { needsAnAdmin, newTeam, peopleOf } from '../../../testing/people.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const create = (caller: Caller | undefined, body: unknown) =>
  call(world.app, caller, 'POST', '/organizations/teams', { body })

describe('does', () => {
  it('makes a team below another one and answers 201 with it', async () => {
    const { sales } = world.teams
    const answer = await create(world.alice, {
      name: '  Sales South ',
      domain: 'South.ACME.example',
      parentTeamUUID: sales,
    })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({
      name: 'Sales South',
      domain: 'south.acme.example',
      parentTeamUUID: sales,
      children: [],
      archived: false,
    })
    const read = await call(world.app, world.bob, 'GET', `/organizations/teams/${answer.body.data.uuid}`)
    expect(read.body).toEqual(answer.body)
  })

  it('makes a team at the top, also by a name that is there', async () => {
    const answers = await Promise.all([1, 2].map(() => create(world.org, { name: '🚀'.repeat(256), domain: '' })))
    for (const { status, body } of answers) {
      expect([status, body.data.domain, 'parentTeamUUID' in body.data]).toEqual([201, '', false])
    }
  })
})

describe('refuses', () => {
  it.each([
    ['no name', '/name', {}],
    ['a blank name', '/name', { name: ' \t' }],
    ['a name of 257 characters', '/name', { name: 'x'.repeat(257) }],
    ['a NUL in the name', '/name', { name: 'a\u0000' }],
    ['a web address in the name', '/name', { name: 'www.evil.example' }],
    ['a name that turns text around', '/name', { name: 'a\u2066' }],
    ['a domain that is none', '/domain', { name: 'a', domain: 'not a domain' }],
    ['a malformed parent', '/parentTeamUUID', { name: 'a', parentTeamUUID: 'sales' }],
    ['a parent of nothing', '/parentTeamUUID', { name: 'a', parentTeamUUID: NOBODY }],
  ])('%s', async (_, pointer, body) => {
    const before = await peopleOf(world)
    const answer = await create(world.alice, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await peopleOf(world)).toEqual(before)
  })

  it('an archived parent, and one of another organization', async () => {
    const archived = await newTeam(world, 'Once')
    await call(world.app, world.org, 'DELETE', `/organizations/teams/${archived}`)
    const theirs = await call(world.app, world.rivalOrg, 'POST', '/organizations/teams', { body: { name: 'Theirs' } })
    for (const parentTeamUUID of [archived, theirs.body.data.uuid]) {
      const answer = await create(world.alice, { name: 'a', parentTeamUUID })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/parentTeamUUID')])
    }
  })

  it('a team below one that is archived at the same moment', async () => {
    const parent = await newTeam(world, 'Contended')
    const [made, ended] = await Promise.all([
      create(world.alice, { name: 'Below', parentTeamUUID: parent }),
      call(world.app, world.org, 'DELETE', `/organizations/teams/${parent}`),
    ])
    expect([
      [201, 409],
      [400, 204],
    ]).toContainEqual([made.status, ended.status])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await create(undefined, { name: 'a' })
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  needsAnAdmin(
    () => world,
    (caller) => create(caller, { name: 'Mine' }),
  )
})
