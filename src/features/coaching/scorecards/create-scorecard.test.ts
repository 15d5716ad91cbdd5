import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { criteriaOf, labelFor } from '../../../testing/labels-fixtures.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const post = (caller: Caller | undefined, body: unknown) => call(world.app, caller, 'POST', '/scorecards', { body })
const total = async () => (await call(world.app, world.org, 'GET', '/scorecards')).body.meta.totalRecords

describe('does', () => {
  it('creates a scorecard and answers it with 201', async () => {
    const criteria = criteriaOf(await labelFor(world), 1, 'OR')
    const given = {
      title: '  Discovery ',
      teamId: world.teams.north.toUpperCase(),
      enabled: false,
      interactionType: 'email',
      detailedInstructions: ' As written. ',
      scorecardPrompt: 'Be strict.',
      expertMode: true,
      criteria,
    }
    const answer = await post(world.org, given)
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          ...given,
          id: expect.any(String),
          title: 'Discovery',
          organizationId: world.acme,
          teamId: world.teams.north,
          allTeams: false,
          isDefaultTemplate: false,
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          updatedAt: answer.body.data.createdAt,
        },
      },
    ])
    const again = await call(world.app, world.org, 'GET', `/scorecards/${answer.body.data.id}`)
    expect(again.body).toEqual(answer.body)
  })

  it('needs a title and nothing else', async () => {
    const { body } = await post(world.org, { title: 'Bare', isDefaultTemplate: true })
    expect(body.data).toEqual({
      id: expect.any(String),
      title: 'Bare',
      organizationId: world.acme,
      allTeams: true,
      enabled: true,
      interactionType: 'conversation',
      detailedInstructions: '',
      scorecardPrompt: '',
      expertMode: false,
      isDefaultTemplate: false,
      criteria: { operator: 'AND', conditions: [] },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
  })

  it('takes all that its limits allow, counted in code points', async () => {
    const body = {
      title: '🚀'.repeat(128),
      detailedInstructions: '🚀'.repeat(2_000),
      scorecardPrompt: '🚀'.repeat(8_000),
    }
    expect((await post(world.org, body)).body.data).toMatchObject(body)
  })

  it('applies to no team by itself when told so', async () => {
    const { body } = await post(world.org, { title: 'By hand', allTeams: false })
    expect(body.data).toMatchObject({ allTeams: false })
    expect(body.data).not.toHaveProperty('teamId')
  })

  it('creates the items in their order, or nothing at all', async () => {
    const create = (body: object) => call(world.app, world.org, 'POST', '/scorecards', { body })
    const items = [{ title: 'First?', weight: 2 }, { title: 'Second?' }]
    const { status, body } = await create({ title: 'With items', items })
    expect(status).toBe(201)
    expect(body.data.items).toMatchObject([
      { title: 'First?', weight: 2, position: 1, scorecardId: body.data.id },
      { title: 'Second?', weight: 1, position: 2 },
    ])
    const { body: read } = await call(world.app, world.org, 'GET', `/scorecards/${body.data.id}/items`)
    expect(read.data.map(({ title }: { title: string }) => title)).toEqual(['First?', 'Second?'])
    const refused = await create({ title: 'Broken items', items: [{ title: 'Fine?' }, { weight: 1 }] })
    expect([refused.status, refused.body.source.pointer]).toEqual([400, '/items/1/title'])
    const { body: list } = await call(world.app, world.org, 'GET', '/scorecards?size=200')
    expect(list.data.map(({ title }: { title: string }) => title)).not.toContain('Broken items')
  })
})

describe('refuses', () => {
  it.each([
    ['no title', {}, '/title'],
    ['a blank title', { title: ' ' }, '/title'],
    ['a title of 129 characters', { title: 'x'.repeat(129) }, '/title'],
    ['an unknown team', { title: 'No', teamId: NOBODY }, '/teamId'],
    ['an unknown team under its other name', { title: 'No', teamUUID: NOBODY }, '/teamUUID'],
    ['a team beside all of them', { title: 'No', teamId: NOBODY, allTeams: true }, '/teamId'],
    ['an unknown interaction', { title: 'No', interactionType: 'call' }, '/interactionType'],
    [
      'instructions of 2001 characters',
      { title: 'No', detailedInstructions: 'x'.repeat(2_001) },
      '/detailedInstructions',
    ],
    ['a prompt of 8001 characters', { title: 'No', scorecardPrompt: 'x'.repeat(8_001) }, '/scorecardPrompt'],
    ['criteria without an operator', { title: 'No', criteria: { conditions: [] } }, '/criteria/operator'],
    [
      '51 conditions',
      { title: 'No', criteria: { operator: 'OR', conditions: Array(51).fill({ field: NOBODY, value: NOBODY }) } },
      '/criteria/conditions',
    ],
    [
      'a label that does not exist',
      { title: 'No', criteria: { operator: 'AND', conditions: [{ field: NOBODY, value: NOBODY }] } },
      '/criteria/conditions/0/field',
    ],
  ])('%s, and points at it', async (_, body, pointer) => {
    const before = await total()
    const answer = await post(world.org, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await total()).toBe(before)
  })

  it('an option of another label, and a label of another organization', async () => {
    const [label, other] = [await labelFor(world), await labelFor(world)]
    const crossed = { field: label.uuid, value: other.options[0]?.id }
    const conditions = [...criteriaOf(label).conditions, crossed]
    const answer = await post(world.org, { title: 'No', criteria: { operator: 'AND', conditions } })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/criteria/conditions/1/value')])
    const theirs = await post(world.rivalOrg, { title: 'No', criteria: criteriaOf(label) })
    expect([theirs.status, theirs.body]).toEqual([400, refusedField('/criteria/conditions/0/field')])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await post(undefined, { title: 'X' })
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is admins and org-level keys, and nobody else', async () => {
    for (const caller of [world.org, world.alice]) {
      expect((await post(caller, { title: `by ${caller.email}` })).status).toBe(201)
    }
    for (const caller of [world.mark, world.bob, world.carol]) {
      const answer = await post(caller, { title: 'theirs' })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
  })
})
