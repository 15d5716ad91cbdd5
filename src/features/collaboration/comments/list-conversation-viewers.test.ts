import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { hideTalk } from '../../../testing/comments-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { newPerson } from '../../../testing/people.ts'
import { guardsConversations, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { teamUUID: world.teams.north })
})

const send = (caller: Caller | undefined, id = talk, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/conversations/${id}/viewers`, { query })
const viewers = async (query: Record<string, string> = {}, id = talk) =>
  (await send(world.bob, id, query)).body.data.map(({ email }: { email: string }) => email)

describe('does', () => {
  it('lists the users who can be mentioned, and nothing else of them', async () => {
    const answer = await send(world.bob)
    expect(answer.body.data).toEqual(
      [world.alice, world.bob, world.mark].map(({ userId, email }) => ({ userUUID: userId, name: email, email })),
    )
  })

  it('leaves out users who lost access', async () => {
    const id = await talkFor(world, { teamUUID: world.teams.north })
    await hideTalk(world, id)
    expect(await viewers({}, id)).toEqual([world.alice.email, world.bob.email])
    await hideTalk(world, id, false)
    expect(await viewers({}, id)).toEqual([world.alice.email, world.bob.email, world.mark.email])
  })

  it('searches names and addresses, ignoring case', async () => {
    expect(await viewers({ query: 'MARK@' })).toEqual([world.mark.email])
    expect(await viewers({ query: '  ' })).toHaveLength(3)
    for (const query of ['%', '_', 'nobody', String.raw`\ `])
      expect([query, await viewers({ query })]).toEqual([query, []])
  })

  it('shows full names, sorts by them, pages, and leaves out deactivated users', async () => {
    const own = await createWorld(world.app)
    const id = await talkFor(own, { teamUUID: own.teams.north })
    const names = [
      ['Zoe', 'Adams'],
      ['Ann', 'Miller'],
      ['Ann', 'Baker'],
    ] as const
    const people = []
    for (const [firstName, lastName] of names) {
      people.push(await newPerson(own, { firstName, lastName, role: 'ADMIN' }))
    }
    const [, miller] = people
    const page = async (query: Record<string, string>) => {
      const { data, meta } = (await call(own.app, own.org, 'GET', `/conversations/${id}/viewers`, { query })).body
      return [data.map(({ name }: { name: string }) => name), meta.totalRecords]
    }
    expect(await page({ query: 'an' })).toEqual([['Ann Baker', 'Ann Miller'], 2])
    expect(await page({ size: '3' })).toEqual([[own.alice.email, own.bob.email, own.mark.email], 6])
    expect(await page({ size: '3', page: '2' })).toEqual([['Ann Baker', 'Ann Miller', 'Zoe Adams'], 6])
    await call(own.app, own.alice, 'DELETE', `/organizations/users/${miller?.userId}`)
    expect(await page({ query: 'ann' })).toEqual([['Ann Baker'], 1])
  })
})

describe('refuses', () => {
  it.each([
    [{ query: 'x'.repeat(129) }, '/query/query'],
    [{ size: '101' }, '/query/size'],
  ])('%j', async (query, pointer) => {
    const answer = await send(world.bob, talk, query)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => send(caller, id),
  )
})
