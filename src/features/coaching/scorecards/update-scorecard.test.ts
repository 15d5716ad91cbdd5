import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { criteriaOf, labelFor } from '../../../testing/labels-fixtures.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { itemFor, scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const patch = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PATCH', `/scorecards/${id}`, { body })
const get = async (id: string) => (await call(world.app, world.org, 'GET', `/scorecards/${id}`)).body.data

describe('does', () => {
  it.each([
    ['title', '  Closing '],
    ['enabled', false],
    ['interactionType', 'chat'],
    ['detailedInstructions', 'Listen.'],
    ['detailedInstructions', ''],
    ['scorecardPrompt', '🚀'.repeat(8_000)],
    ['expertMode', true],
  ])('changes %s alone and keeps the rest', async (field, value) => {
    const id = await scorecardFor(world, {
      detailedInstructions: 'Before',
      criteria: criteriaOf(await labelFor(world)),
    })
    const before = await get(id)
    const answer = await patch(world.org, id, { [field]: value })
    const stored = typeof value === 'string' ? value.trim() : value
    const after = { ...before, [field]: stored, updatedAt: expect.any(String) }
    expect([answer.status, answer.body]).toEqual([200, { data: after }])
    expect(await get(id)).toEqual(after)
  })

  it('disables and enables', async () => {
    const id = await scorecardFor(world)
    for (const enabled of [false, true, true]) {
      expect((await patch(world.org, id, { enabled })).body.data.enabled).toBe(enabled)
    }
  })

  it('gives it to one team under either name, which takes allTeams off, and to all, which takes the team off', async () => {
    const id = await scorecardFor(world)
    const { north, support } = world.teams
    await patch(world.org, id, { teamId: north })
    expect(await get(id)).toMatchObject({ teamId: north, allTeams: false })
    await patch(world.org, id, { teamUUID: support, allTeams: false })
    expect(await get(id)).toMatchObject({ teamId: support, allTeams: false })
    await patch(world.org, id, { teamId: north, teamUUID: north })
    expect(await get(id)).toMatchObject({ teamId: north, allTeams: false })
    await patch(world.org, id, { title: 'Other' })
    expect(await get(id)).toMatchObject({ teamId: north, allTeams: false })
    await patch(world.org, id, { allTeams: true })
    expect(await get(id)).toMatchObject({ allTeams: true })
    expect(await get(id)).not.toHaveProperty('teamId')
  })

  it('never belongs to one team and to all', async () => {
    const id = await scorecardFor(world)
    const team = fc.constantFrom(world.teams.north, world.teams.support)
    const change = fc.record({ teamId: team, teamUUID: team, allTeams: fc.boolean() }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(change, async (body) => {
        const before = await get(id)
        const named = body.teamId ?? body.teamUUID
        const isWrong =
          Object.keys(body).length === 0 ||
          (named !== undefined && body.allTeams === true) ||
          (body.teamUUID !== undefined && body.teamUUID !== named)
        expect((await patch(world.org, id, body)).status).toBe(isWrong ? 400 : 200)
        const after = await get(id)
        expect(after.allTeams && after.teamId !== undefined).toBe(false)
        if (isWrong) expect(after).toEqual(before)
        else if (named !== undefined) expect(after.teamId).toBe(named)
        else expect(after.allTeams).toBe(body.allTeams)
      }),
      { numRuns: 25 },
    )
  })

  it('replaces criteria as a whole', async () => {
    const label = await labelFor(world)
    const id = await scorecardFor(world, { criteria: criteriaOf(label, 0) })
    const criteria = criteriaOf(label, 1, 'OR')
    expect((await patch(world.org, id, { criteria })).body.data.criteria).toEqual(criteria)
    const none = { operator: 'AND', conditions: [] }
    await patch(world.org, id, { criteria: none })
    expect((await get(id)).criteria).toEqual(none)
    expect((await call(world.app, world.org, 'DELETE', `/labels/${label.uuid}`)).status).toBe(204)
  })

  it('keeps what eight callers at the same moment change, each a field of its own', async () => {
    const id = await scorecardFor(world)
    const changes = {
      title: 'T',
      enabled: false,
      interactionType: 'chat',
      detailedInstructions: 'I',
      scorecardPrompt: 'P',
    }
    const answers = await Promise.all(
      Object.entries(changes).map(([field, value]) => patch(world.org, id, { [field]: value })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(await get(id)).toMatchObject(changes)
  })

  it('leaves the items alone', async () => {
    const id = await scorecardFor(world)
    await itemFor(world, id)
    await patch(world.org, id, { title: 'Other' })
    expect((await call(world.app, world.org, 'GET', `/scorecards/${id}/items`)).body.meta.totalRecords).toBe(1)
  })
})

describe('refuses', () => {
  it.each([
    ['an empty body', {}, ''],
    ['no field that it knows', { id: NOBODY, organizationId: NOBODY, isDefaultTemplate: true, color: 1 }, ''],
    ['a blank title', { title: '  ' }, '/title'],
    ['a title of 129 characters', { title: 'x'.repeat(129) }, '/title'],
    ['null for a title', { title: null }, '/title'],
    ['a team that is no UUID', { teamId: 'north' }, '/teamId'],
    ['null for a team', { teamId: null }, '/teamId'],
    ['an unknown team', { teamId: NOBODY }, '/teamId'],
    ['an unknown team under its other name', { teamUUID: NOBODY }, '/teamUUID'],
    ['a team beside all of them', { teamId: NOBODY, allTeams: true }, '/teamId'],
    ['the same under its other name', { teamUUID: NOBODY, allTeams: true }, '/teamUUID'],
    ['text for a boolean', { enabled: 'false' }, '/enabled'],
    ['an unknown interaction', { interactionType: 'Conversation' }, '/interactionType'],
    ['instructions of 2001 characters', { detailedInstructions: 'x'.repeat(2_001) }, '/detailedInstructions'],
    ['a prompt of 8001 characters', { scorecardPrompt: 'x'.repeat(8_001) }, '/scorecardPrompt'],
    ['a number for expertMode', { expertMode: 1 }, '/expertMode'],
    ['null for criteria', { criteria: null }, '/criteria'],
    ['an operator that is none', { criteria: { operator: 'NOT', conditions: [] } }, '/criteria/operator'],
    ['criteria without conditions', { criteria: { operator: 'AND' } }, '/criteria/conditions'],
    [
      'a field that is no UUID',
      { criteria: { operator: 'AND', conditions: [{ field: 'x', value: NOBODY }] } },
      '/criteria/conditions/0/field',
    ],
    [
      'a label that does not exist',
      { criteria: { operator: 'AND', conditions: [{ field: NOBODY, value: NOBODY }] } },
      '/criteria/conditions/0/field',
    ],
  ])('%s, and points at it', async (_, body, pointer) => {
    const id = await scorecardFor(world, { criteria: criteriaOf(await labelFor(world)) })
    const before = await get(id)
    const answer = await patch(world.org, id, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await get(id)).toEqual(before)
  })

  it('two names with different teams, a team of another organization, and an archived one', async () => {
    const id = await scorecardFor(world)
    const { north, sales, support } = world.teams
    const two = await patch(world.org, id, { teamId: north, teamUUID: sales })
    expect([two.status, two.body]).toEqual([400, refusedField('/teamUUID')])
    await world.app.store.owner.query('update teams set archived_at = now() where id = $1', [support])
    const archived = await patch(world.org, id, { teamId: support })
    expect([archived.status, archived.body]).toEqual([400, refusedField('/teamId')])
    await world.app.store.owner.query('update teams set archived_at = null where id = $1', [support])
  })

  it('an option that is not of the label, and tells all such faults', async () => {
    const label = await labelFor(world)
    const id = await scorecardFor(world)
    const conditions = [
      { field: label.uuid, value: NOBODY },
      { field: NOBODY, value: label.options[0]?.id },
    ]
    const answer = await patch(world.org, id, { criteria: { operator: 'OR', conditions } })
    expect([answer.status, answer.body]).toMatchObject([400, refusedField('/criteria/conditions/0/value')])
    expect(answer.text).toContain('/criteria/conditions/1/field')
  })
})

describe('who may', () => {
  guardsThings({
    world: () => world,
    noun: 'scorecard',
    make: () => scorecardFor(world),
    send: (caller, id) => patch(caller, id, { enabled: true }),
    strangers: () => [world.rivalOrg],
  })

  it('is org-level keys: no user, not even an admin, and of no organization', async () => {
    const id = await scorecardFor(world)
    const before = await get(id)
    for (const caller of [world.alice, world.mark, world.bob, world.carol, world.mallory]) {
      for (const one of [id, NOBODY]) {
        const answer = await patch(caller, one, { title: 'Mine' })
        expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'org_key_required', '')])
      }
    }
    expect(await get(id)).toEqual(before)
  })
})
