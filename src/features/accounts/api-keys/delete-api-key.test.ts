import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings, isLetIn, newPerson } from '../../../testing/people.ts'
import { notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/api_keys/${id}`)

/** A new key: an org-level one, or a user's. */
async function made(user_uuid?: string): Promise<Caller & { id: string }> {
  const body = user_uuid === undefined ? { name: 'Spare' } : { name: 'Spare', org_level: false, user_uuid }
  const { id, token } = (await call(world.app, world.org, 'POST', '/api_keys', { body })).body.data
  return { id, userId: user_uuid, email: undefined, key: token }
}

describe('does', () => {
  it('ends the key at once and goes on telling it as revoked', async () => {
    const key = await made()
    expect(await isLetIn(world, key)).toBe(true)
    const answer = await remove(world.alice, key.id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await isLetIn(world, key)).toBe(false)
    const keys = (await call(world.app, world.org, 'GET', '/api_keys', { query: { size: '200' } })).body.data
    expect(keys.find((one: { id: string }) => one.id === key.id).revoked_at).toMatch(/^\d{4}-/)
  })

  it('ends the very key it is sent with', async () => {
    const key = await made()
    expect((await remove(key, key.id)).status).toBe(204)
    expect(await isLetIn(world, key)).toBe(false)
  })
})

describe('refuses', () => {
  it('a key that was revoked before', async () => {
    const key = await made()
    const answers = await Promise.all([1, 2, 3].map(() => remove(world.alice, key.id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
    expect((await remove(world.org, key.id)).body).toEqual(notFound('api_key'))
  })
})

describe('who may', () => {
  guardsThings(
    'api_key',
    () => world,
    async () => (await made()).id,
    remove,
  )

  it('is everybody for their own keys; those of others are not there for them', async () => {
    const person = await newPerson(world, { role: 'MANAGER' })
    const [own, orgLevel, others] = await Promise.all([made(person.userId), made(), made(world.bob.userId)])
    expect((await remove(person, own.id)).status).toBe(204)
    for (const key of [orgLevel, others]) {
      const answer = await remove(person, key.id)
      expect([answer.status, answer.body]).toEqual([404, notFound('api_key')])
      expect(await isLetIn(world, key)).toBe(true)
    }
  })
})
