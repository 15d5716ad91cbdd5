import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { termFor } from '../../../testing/glossary-fixtures.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { NOBODY, notFound, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { SPELLINGS_MAX } from './schema.ts'

let world: World
let ahead = 0
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => new Date(Date.now() + ahead) } }))
})

const patch = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PATCH', `/glossary/${id}`, { body })
const get = async (id: string) => (await call(world.app, world.org, 'GET', `/glossary/${id}`)).body.data

describe('does', () => {
  it('changes the given fields, and keeps the others', async () => {
    const term = await termFor(world, {
      ...{ term: 'Wayloom', aliases: ['WL', 'Wayloom Cloud'], misheard: ['Way Loom'] },
      ...{ kind: 'product', meaning: 'Before' },
    })
    ahead += 1_000
    const answer = await patch(world.org, term.uuid, { meaning: ' After ' })
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { ...term, meaning: 'After', updatedAt: expect.any(String) },
    ])
    expect(Date.parse(answer.body.data.updatedAt)).toBeGreaterThanOrEqual(Date.parse(term.updatedAt) + 1_000)
    await patch(world.org, term.uuid, { term: 'Wayloom Next', kind: 'company' })
    expect(await get(term.uuid)).toMatchObject({
      ...{ term: 'Wayloom Next', kind: 'company', meaning: 'After' },
      ...{ aliases: ['WL', 'Wayloom Cloud'], misheard: ['Way Loom'] },
    })
  })

  it('replaces and empties lists of spellings, and frees the previous ones', async () => {
    const { uuid } = await termFor(world, { term: 'Sunrise', aliases: ['SR One'], misheard: ['Son Rise'] })
    await patch(world.org, uuid, { aliases: ['SR Two'], misheard: [] })
    expect(await get(uuid)).toMatchObject({ aliases: ['SR Two'], misheard: [] })
    await termFor(world, { term: 'Son Rise', aliases: ['SR One'] })
  })

  it('lets a term change the case of its own spelling, and move a spelling among its lists', async () => {
    const { uuid } = await termFor(world, { term: 'own', aliases: ['Mine'] })
    expect((await patch(world.org, uuid, { term: 'OWN', aliases: [], misheard: ['mine'] })).status).toBe(200)
    expect(await get(uuid)).toMatchObject({ term: 'OWN', aliases: [], misheard: ['mine'] })
  })

  it('keeps the time of the last change if nothing changes', async () => {
    const term = await termFor(world, { kind: 'company' })
    ahead += 1_000
    const answer = await patch(world.org, term.uuid, { kind: 'company', term: term.term })
    expect([answer.status, answer.body]).toEqual([200, { data: term }])
  })

  it('stores a spelling for one of two terms that claim it at the same time', async () => {
    const both = [await termFor(world), await termFor(world)]
    const answers = await Promise.all(both.map(({ uuid }) => patch(world.org, uuid, { aliases: ['Claimed'] })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('refuses', () => {
  it.each([
    ['nothing', {}, ''],
    ['a blank term', { term: ' ' }, '/term'],
    ['null for the term', { term: null }, '/term'],
    ['a term of 121 characters', { term: 'x'.repeat(121) }, '/term'],
    ['an alias without letters', { aliases: ['fine', '?!'] }, '/aliases/1'],
    [
      'too many misheard forms',
      { misheard: Array.from({ length: SPELLINGS_MAX + 1 }, (_, n) => `m${n}`) },
      '/misheard',
    ],
    ['a misheard form with the spelling of the term', { term: 'Epsilon', misheard: ['epsilons'] }, '/misheard/0'],
    ['an unknown kind', { kind: 'brand' }, '/kind'],
    ['a meaning of 501 characters', { meaning: 'x'.repeat(501) }, '/meaning'],
  ])('%s, with a pointer to it', async (_, body, pointer) => {
    const term = await termFor(world)
    const answer = await patch(world.org, term.uuid, body)
    expect([answer.status, answer.body.code, answer.body.source]).toEqual([400, 'validation_failed', { pointer }])
    expect(await get(term.uuid)).toEqual(term)
  })

  it('a spelling of another term, and changes nothing', async () => {
    await termFor(world, { term: 'Kappa', misheard: ['Cappa'] })
    const term = await termFor(world)
    for (const [body, pointer] of [
      [{ term: 'KAPPAS' }, '/term'],
      [{ meaning: 'New', aliases: ['Fine', 'cappa'] }, '/aliases/1'],
      [{ misheard: ['Kappa'] }, '/misheard/0'],
    ] as const) {
      const answer = await patch(world.org, term.uuid, body)
      expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'spelling_taken', pointer)])
      expect(answer.body.detail).toContain('`Kappa`')
    }
    expect(await get(term.uuid)).toEqual(term)
  })

  it('an unknown ID', async () => {
    const answer = await patch(world.org, NOBODY, { term: 'Kappa' })
    expect([answer.status, answer.body]).toEqual([404, notFound('glossary_term')])
  })
})

describe('who may', () => {
  const guarded = {
    world: () => world,
    noun: 'glossary_term',
    make: async () => (await termFor(world)).uuid,
    send: (caller: Caller | undefined, id: string) => patch(caller, id, { meaning: 'Other' }),
  }
  guardsThings(guarded)
  adminsOnly(guarded)
})
