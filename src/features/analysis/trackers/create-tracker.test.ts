import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { TRACKERS_MAX } from './schema.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const post = (caller: Caller | undefined, body: unknown) => call(world.app, caller, 'POST', '/trackers', { body })
const one = (given: Record<string, unknown> = {}) => ({ name: 'No', phrases: ['price'], ...given })

describe('does', () => {
  it('creates a tracker and answers it with 201', async () => {
    const answer = await post(world.org, {
      name: '  Pricing ',
      description: 'Talk of money.',
      phrases: [' price list ', 'discount'],
      stemmed: false,
      caseSensitive: true,
      speakers: 'external',
      teamsUUID: [world.teams.north],
      enabled: false,
    })
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          uuid: expect.any(String),
          name: 'Pricing',
          description: 'Talk of money.',
          phrases: ['price list', 'discount'],
          stemmed: false,
          caseSensitive: true,
          speakers: 'external',
          allTeams: false,
          teamsUUID: [world.teams.north],
          enabled: false,
          color: 'purple',
          version: 1,
          updatedAt: expect.any(String),
          organizationUUID: world.acme,
        },
      },
    ])
    const got = await call(world.app, world.org, 'GET', `/trackers/${answer.body.data.uuid}`)
    expect(got.body).toEqual(answer.body)
  })

  it('needs a name and phrases, and nothing else', async () => {
    const { body } = await post(world.org, one({ name: 'Bare' }))
    expect(body.data).toMatchObject({
      ...{ description: '', stemmed: true, caseSensitive: false, speakers: 'all' },
      ...{ allTeams: true, teamsUUID: [], enabled: true },
    })
  })

  it('gives one of eight callers at the same moment the name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => post(world.org, one({ name: n % 2 === 0 ? 'Contested' : 'CONTESTED' }))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
    const lost = answers.find(({ status }) => status === 409)
    expect(lost?.body).toEqual(resourceError(409, 'tracker_exists', '/name'))
  })

  it('has the given color, otherwise one that the fewest trackers have', async () => {
    const own = await createWorld(world.app)
    const colors: string[] = []
    for (const [n, color] of [undefined, 'slate', undefined, undefined, undefined, undefined].entries()) {
      const body = { name: `Tracker ${n}`, phrases: ['price'], ...(color === undefined ? {} : { color }) }
      colors.push((await call(own.app, own.org, 'POST', '/trackers', { body })).body.data.color)
    }
    expect(colors).toEqual(['purple', 'slate', 'green', 'red', 'olive', 'purple'])
  })
})

describe('refuses', () => {
  it.each([
    ['no name', { name: undefined }, '/name'],
    ['a blank name', { name: ' ' }, '/name'],
    ['a name of 129 characters', { name: 'x'.repeat(129) }, '/name'],
    ['a description of 2001 characters', { description: 'x'.repeat(2_001) }, '/description'],
    ['no phrases', { phrases: undefined }, '/phrases'],
    ['an empty list of them', { phrases: [] }, '/phrases'],
    ['101 of them', { phrases: Array.from({ length: 101 }, (_, n) => `p${n}`) }, '/phrases'],
    ['a phrase of 201 characters', { phrases: ['x'.repeat(201)] }, '/phrases/0'],
    ['a phrase of signs alone', { phrases: ['price', '?!'] }, '/phrases/1'],
    ['one phrase twice', { phrases: ['price', 'list', 'price '] }, '/phrases/2'],
    ['speakers that there are not', { speakers: 'some' }, '/speakers'],
    ['stemmed that is text', { stemmed: 'yes' }, '/stemmed'],
    ['an unknown team', { teamsUUID: [NOBODY] }, '/teamsUUID'],
    ['a team that is no UUID', { teamsUUID: ['x'] }, '/teamsUUID/0'],
  ])('%s, and points at it', async (_, given, pointer) => {
    const answer = await post(world.org, one(given))
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
  })

  it('named teams beside all of them, and those of another organization', async () => {
    const both = await post(world.org, one({ allTeams: true, teamsUUID: [world.teams.north] }))
    expect([both.status, both.body]).toEqual([400, refusedField('/teamsUUID')])
    const theirs = await post(world.rivalOrg, one({ teamsUUID: [world.teams.north] }))
    expect([theirs.status, theirs.body]).toEqual([400, refusedField('/teamsUUID')])
  })

  it.each(['blue', '#9a3cb4', '', null])('the color %s, which the palette lacks', async (color) => {
    const answer = await post(world.org, one({ color }))
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField('/color'))])
  })

  it('more than an organization may have', async () => {
    await world.app.store.of(world.rival).transact(async (tx) => {
      for (let n = 0; n < TRACKERS_MAX; n++) {
        await tx
          .insertInto('trackers')
          .values({
            ...{ organization_id: world.rival, id: crypto.randomUUID(), name: `T${n}`, name_folded: `t${n}` },
            ...{ description: '', phrases: ['price'], stemmed: true, case_sensitive: false, speakers: 'all' },
            color: 'purple',
            ...{ all_teams: true, enabled: true, version: 1, created_at: new Date(), updated_at: new Date() },
          })
          .execute()
      }
    })
    const answer = await post(world.rivalOrg, one())
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'too_many_trackers', '')])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await post(undefined, one())
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is admins and org-level keys, and nobody else', async () => {
    for (const caller of [world.org, world.alice]) {
      expect((await post(caller, one({ name: `by ${caller.email}` }))).status).toBe(201)
    }
    for (const caller of [world.mark, world.bob, world.carol]) {
      const answer = await post(caller, one({ name: 'theirs' }))
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
  })
})
