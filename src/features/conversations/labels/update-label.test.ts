import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { criteriaOf, labelFor } from '../../../testing/labels-fixtures.ts'
import { NOBODY, notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const patch = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PATCH', `/labels/${id}`, { body })
const get = async (id: string) => (await call(world.app, world.org, 'GET', `/labels/${id}`)).body.data

describe('does', () => {
  it('changes what is given and keeps the rest', async () => {
    const made = await labelFor(world, ['Demo'], { description: 'Before', aiFlow: true })
    const answer = await patch(world.org, made.uuid, { description: 'After' })
    const after = { ...made, description: 'After', updatedAt: expect.any(String) }
    expect([answer.status, answer.body]).toEqual([200, { data: after }])
    expect(await get(made.uuid)).toEqual(after)
    await patch(world.org, made.uuid, { aiFlow: false, name: ' Other ' })
    expect(await get(made.uuid)).toEqual({ ...after, aiFlow: false, name: 'Other' })
  })

  it('replaces options as a list, in its order; those sent again by id or by value stay the same', async () => {
    const { uuid, options } = await labelFor(world, ['Demo', 'Renewal', 'Other'], {})
    const [demo, renewal] = options
    const { body } = await patch(world.org, uuid, {
      options: [{ value: 'New' }, { id: renewal?.id, value: 'Renewed', description: 'Again' }, { value: 'DEMO' }],
    })
    expect(body.data.options).toEqual([
      { id: expect.any(String), value: 'New', description: '' },
      { id: renewal?.id, value: 'Renewed', description: 'Again' },
      { id: demo?.id, value: 'DEMO', description: '' },
    ])
    const [made] = body.data.options
    expect(options.map(({ id }) => id)).not.toContain(made.id)
    await patch(world.org, uuid, { options: [{ id: renewal?.id, value: 'Renewed' }] })
    expect((await get(uuid)).options).toEqual([{ id: renewal?.id, value: 'Renewed', description: 'Again' }])
    await patch(world.org, uuid, { options: [] })
    expect((await get(uuid)).options).toEqual([])
  })

  it('lets two options swap their values', async () => {
    const { uuid, options } = await labelFor(world, ['A', 'B'])
    const [a, b] = options
    await patch(world.org, uuid, {
      options: [
        { id: a?.id, value: 'B' },
        { id: b?.id, value: 'A' },
      ],
    })
    expect((await get(uuid)).options).toMatchObject([
      { id: a?.id, value: 'B' },
      { id: b?.id, value: 'A' },
    ])
  })

  it('offers it to the teams that are named, or to all of them again', async () => {
    const { uuid } = await labelFor(world)
    await patch(world.org, uuid, { teamsUUID: [world.teams.north] })
    expect(await get(uuid)).toMatchObject({ allTeams: false, teamsUUID: [world.teams.north] })
    await patch(world.org, uuid, { description: 'Else' })
    expect(await get(uuid)).toMatchObject({ allTeams: false, teamsUUID: [world.teams.north] })
    await patch(world.org, uuid, { allTeams: true })
    expect(await get(uuid)).toMatchObject({ allTeams: true, teamsUUID: [] })
  })

  it('may take its own name again in another case', async () => {
    const { uuid } = await labelFor(world, [], { name: 'stage' })
    expect((await patch(world.org, uuid, { name: 'STAGE' })).body.data.name).toBe('STAGE')
  })

  it('changes an option that criteria name, as long as it stays', async () => {
    const label = await labelFor(world)
    await scorecardFor(world, { criteria: criteriaOf(label) })
    const answer = await patch(world.org, label.uuid, { options: [{ id: label.options[0]?.id, value: 'Showing' }] })
    expect(answer.body.data.options).toMatchObject([{ id: label.options[0]?.id, value: 'Showing' }])
  })

  it('stands still under eight writers at once', async () => {
    const { uuid } = await labelFor(world)
    const lists = Array.from({ length: 8 }, (_, n) => [`a${n}`, `b${n}`, 'shared'])
    const answers = await Promise.all(
      lists.map((values) => patch(world.org, uuid, { options: values.map((value) => ({ value })) })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(lists).toContainEqual((await get(uuid)).options.map(({ value }: { value: string }) => value))
  })

  it('gives one of two labels at the same moment the name', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await labelFor(world), await labelFor(world)]
      const answers = await Promise.all(
        [one, other].map(({ uuid }) => patch(world.org, uuid, { name: `Won ${round}` })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  })
})

describe('refuses', () => {
  it.each([
    ['nothing', {}, ''],
    ['nothing that it knows', { color: 'red', id: NOBODY }, ''],
    ['a blank name', { name: ' ' }, '/name'],
    ['null for a name', { name: null }, '/name'],
    ['an option of another label', { options: [{ id: NOBODY, value: 'A' }] }, '/options/0/id'],
    ['an id of an option that is no UUID', { options: [{ id: 'x', value: 'A' }] }, '/options/0/id'],
    ['one value twice', { options: [{ value: 'A' }, { value: 'a' }] }, '/options/1/value'],
    ['an unknown team', { teamsUUID: [NOBODY] }, '/teamsUUID'],
  ])('%s, and points at it', async (_, body, pointer) => {
    const made = await labelFor(world)
    const answer = await patch(world.org, made.uuid, body)
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
    expect(await get(made.uuid)).toEqual(made)
  })

  it('one option twice', async () => {
    const { uuid, options } = await labelFor(world)
    const id = options[0]?.id
    const answer = await patch(world.org, uuid, {
      options: [
        { id, value: 'A' },
        { id, value: 'B' },
      ],
    })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/options/1/id')])
  })

  it('a name that another label has', async () => {
    await labelFor(world, [], { name: 'Taken' })
    const { uuid, name } = await labelFor(world)
    const answer = await patch(world.org, uuid, { name: 'TAKEN', description: 'never' })
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'label_exists', '/name')])
    expect(await get(uuid)).toMatchObject({ name, description: '' })
    expect((await patch(world.org, NOBODY, { name: 'Taken' })).body).toEqual(notFound('label'))
  })

  it('to take out an option that criteria name', async () => {
    const label = await labelFor(world)
    const scorecard = await scorecardFor(world, { criteria: criteriaOf(label) })
    const without = { options: [{ id: label.options[1]?.id, value: 'Renewal' }] }
    const answer = await patch(world.org, label.uuid, without)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'label_in_use', '/options')])
    expect((await get(label.uuid)).options).toEqual(label.options)
    await call(world.app, world.org, 'PATCH', `/scorecards/${scorecard}`, {
      body: { criteria: { operator: 'AND', conditions: [] } },
    })
    expect((await patch(world.org, label.uuid, without)).status).toBe(200)
  })
})

describe('who may', () => {
  const guarded = {
    world: () => world,
    noun: 'label',
    make: async () => (await labelFor(world)).uuid,
    send: (caller: Caller | undefined, id: string) => patch(caller, id, { description: 'Other' }),
  }
  guardsThings(guarded)
  adminsOnly(guarded)
})
