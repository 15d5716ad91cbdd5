import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const post = (caller: Caller | undefined, body: unknown) => call(world.app, caller, 'POST', '/labels', { body })
const get = async (id: string) => (await call(world.app, world.org, 'GET', `/labels/${id}`)).body

describe('does', () => {
  it('creates a label with its options and answers it with 201', async () => {
    const answer = await post(world.org, {
      name: '  Call type ',
      description: 'What the call is for.',
      aiFlow: true,
      options: [{ value: ' Demo ', description: 'We show it.' }, { value: 'Renewal' }],
    })
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          uuid: expect.any(String),
          name: 'Call type',
          description: 'What the call is for.',
          aiFlow: true,
          allTeams: true,
          teamsUUID: [],
          options: [
            { id: expect.any(String), value: 'Demo', description: 'We show it.' },
            { id: expect.any(String), value: 'Renewal', description: '' },
          ],
          updatedAt: expect.any(String),
          organizationUUID: world.acme,
        },
      },
    ])
    expect(await get(answer.body.data.uuid)).toEqual(answer.body)
  })

  it('needs a name and nothing else', async () => {
    const { body } = await post(world.org, { name: 'Bare' })
    expect(body.data).toMatchObject({ description: '', aiFlow: false, allTeams: true, teamsUUID: [], options: [] })
  })

  it('offers it to the teams it names, each once, or to none', async () => {
    const { north, sales } = world.teams
    const named = await post(world.org, { name: 'Ours', teamsUUID: [north, sales, north.toUpperCase()] })
    expect(named.body.data).toMatchObject({ allTeams: false, teamsUUID: [north, sales].toSorted() })
    const none = await post(world.org, { name: 'By hand', allTeams: false })
    expect(none.body.data).toMatchObject({ allTeams: false, teamsUUID: [] })
  })

  it('takes all that its limits allow, counted in code points', async () => {
    const body = {
      name: '🚀'.repeat(128),
      description: '🚀'.repeat(2_000),
      options: Array.from({ length: 200 }, (_, n) => ({
        value: `${n}`.padEnd(256, 'ü'),
        description: 'x'.repeat(500),
      })),
    }
    const answer = await post(world.org, body)
    expect(answer.status).toBe(201)
    expect(answer.body.data.options.map(({ value }: { value: string }) => value)).toEqual(
      body.options.map(({ value }) => value),
    )
  })

  it('gives one of eight callers at the same moment the name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => post(world.org, { name: n % 2 === 0 ? 'Contested' : 'CONTESTED' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
    const lost = answers.find(({ status }) => status === 409)
    expect(lost?.body).toEqual(resourceError(409, 'label_exists', '/name'))
  })
})

describe('refuses', () => {
  it.each([
    ['no name', {}, '/name'],
    ['a blank name', { name: ' \t' }, '/name'],
    ['a name of 129 characters', { name: 'x'.repeat(129) }, '/name'],
    ['a NUL in the name', { name: 'a\u0000' }, '/name'],
    ['a description of 2001 characters', { name: 'No', description: 'x'.repeat(2_001) }, '/description'],
    ['aiFlow that is text', { name: 'No', aiFlow: 'true' }, '/aiFlow'],
    ['options that are no list', { name: 'No', options: 'Demo' }, '/options'],
    ['201 options', { name: 'No', options: Array.from({ length: 201 }, (_, n) => ({ value: `${n}` })) }, '/options'],
    ['an option without a value', { name: 'No', options: [{ value: 'a' }, {}] }, '/options/1/value'],
    ['a blank value', { name: 'No', options: [{ value: ' ' }] }, '/options/0/value'],
    ['a value of 257 characters', { name: 'No', options: [{ value: 'x'.repeat(257) }] }, '/options/0/value'],
    [
      'a description of an option of 501 characters',
      { name: 'No', options: [{ value: 'a', description: 'x'.repeat(501) }] },
      '/options/0/description',
    ],
    [
      'one value twice, whatever its case',
      { name: 'No', options: [{ value: 'ä' }, { value: 'Ä ' }] },
      '/options/1/value',
    ],
    ['a team that is no UUID', { name: 'No', teamsUUID: ['x'] }, '/teamsUUID/0'],
    ['an unknown team', { name: 'No', teamsUUID: [NOBODY] }, '/teamsUUID'],
    ['101 teams', { name: 'No', teamsUUID: Array(101).fill(NOBODY) }, '/teamsUUID'],
  ])('%s, and points at it', async (_, body, pointer) => {
    const answer = await post(world.org, body)
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
  })

  it('named teams beside all of them', async () => {
    const answer = await post(world.org, { name: 'No', allTeams: true, teamsUUID: [world.teams.north] })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/teamsUUID')])
  })

  it('a team of another organization', async () => {
    const answer = await post(world.rivalOrg, { name: 'No', teamsUUID: [world.teams.north] })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/teamsUUID')])
  })

  it('a name that is taken, whatever its case, and makes no second one', async () => {
    await post(world.org, { name: 'Größe' })
    for (const name of ['Größe', 'GRÖßE', ' größe ', 'gro\u0308ße']) {
      const answer = await post(world.org, { name })
      expect([name, answer.status, answer.body]).toEqual([name, 409, resourceError(409, 'label_exists', '/name')])
    }
    const all = await call(world.app, world.org, 'GET', '/labels', { query: { size: '200' } })
    expect(all.body.data.filter((label: { name: string }) => label.name.startsWith('Gr'))).toHaveLength(1)
    expect(all.body.data.filter((label: { name: string }) => label.name === 'No')).toEqual([])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await post(undefined, { name: 'X' })
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is admins and org-level keys, and nobody else', async () => {
    for (const caller of [world.org, world.alice]) {
      expect((await post(caller, { name: `by ${caller.email}` })).status).toBe(201)
    }
    for (const caller of [world.mark, world.bob, world.carol]) {
      const answer = await post(caller, { name: 'theirs' })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
  })

  it('lets another organization have the same name', async () => {
    await post(world.org, { name: 'Shared' })
    expect((await post(world.rivalOrg, { name: 'Shared' })).status).toBe(201)
  })
})
