/** Operation 7: PATCH /scorecards/{id}. */
import { beforeAll, beforeEach, describe, expect } from 'vitest'
import { type Answer, ask } from './ask.ts'
import { check } from './check.ts'
import { label, person, team } from './people.ts'
import { expectError, expectProblem, isHiddenFromRivals, NOTHING, needsKey, takesBothTypes } from './shared-checks.ts'

let id: string
let aTeam: string
let aLabel: { id: string; optionId: string }
beforeAll(async () => {
  aTeam = await team()
  aLabel = await label()
})
beforeEach(async () => {
  const made = await ask('POST', '/scorecards', {
    body: { title: 'Discovery', allTeams: true, interactionType: 'conversation' },
  })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  id = made.body.data.id
})

const patch = (body: unknown, more: { direct?: true } = {}): Promise<Answer> =>
  ask('PATCH', `/scorecards/${id}`, { body, ...more })
const request = () => ({ method: 'PATCH', path: `/scorecards/${id}`, body: { title: 'Renamed' } })

describe('every operation', () => {
  needsKey(request)
  takesBothTypes(request)
  isHiddenFromRivals(request, `/scorecards/${NOTHING}`)
})

describe('does', () => {
  check('7.a', 'answers 200 with data holding the scorecard, every field of it', async () => {
    const answer = await patch({ title: 'Renamed' })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      id,
      title: 'Renamed',
      organizationId: expect.any(String),
      allTeams: true,
      enabled: expect.any(Boolean),
      interactionType: 'conversation',
      detailedInstructions: expect.any(String),
      scorecardPrompt: expect.any(String),
      expertMode: false,
      isDefaultTemplate: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
  })

  check('7.a', 'changes only what is sent', async () => {
    const before = (await ask('GET', `/scorecards/${id}`)).body.data
    const after = (await patch({ detailedInstructions: 'Listen.' })).body.data
    expect(after).toEqual({ ...before, detailedInstructions: 'Listen.', updatedAt: expect.any(String) })
    expect((await ask('GET', `/scorecards/${id}`)).body.data).toEqual(after)
  })

  check('7.f', 'disables and enables, and keeps the rest', async () => {
    const before = (await patch({ title: 'Kept' })).body.data
    for (const enabled of [false, false, true, true])
      expect((await patch({ enabled })).body.data).toEqual({ ...before, enabled, updatedAt: expect.any(String) })
  })

  check('7.e', 'moves it to one team and back to all', async () => {
    expect((await patch({ teamId: aTeam })).body.data).toMatchObject({ teamId: aTeam, allTeams: false })
    expect((await patch({ title: 'Still there' })).body.data).toMatchObject({ teamId: aTeam, allTeams: false })
    const all = (await patch({ allTeams: true })).body.data
    expect(all.allTeams).toBe(true)
    expect(all.teamId ?? null).toBeNull()
    expect((await patch({ teamUUID: aTeam, allTeams: false })).body.data).toMatchObject({
      teamId: aTeam,
      allTeams: false,
    })
  })

  check('7.g', 'accepts conversation, chat and email, and nothing else', async () => {
    for (const interactionType of ['chat', 'email', 'conversation']) {
      expect((await patch({ interactionType })).body.data.interactionType).toBe(interactionType)
    }
    expectError(await patch({ interactionType: 'phone' }), 400, '/interactionType')
  })

  check('7.j', 'replaces the criteria as a whole, and accepts AND and OR', async () => {
    const criteria = (operator: string) => ({ operator, conditions: [{ field: aLabel.id, value: aLabel.optionId }] })
    for (const operator of ['AND', 'OR'])
      expect((await patch({ criteria: criteria(operator) })).body.data.criteria).toEqual(criteria(operator))
    expect((await patch({ criteria: { operator: 'AND', conditions: [] } })).body.data.criteria.conditions).toEqual([])
  })
})

describe('limits and errors', () => {
  check('7.b', 'rejects a user-level key, also of an admin, with org_key_required', async () => {
    for (const role of ['SALES_REP', 'ADMIN'] as const) {
      const { key } = await person('somebody', role)
      const answer = await ask('PATCH', `/scorecards/${id}`, { body: { title: 'Mine' }, key })
      expectError(answer, 403)
      expect(answer.body.code).toBe('org_key_required')
    }
  })

  check('7.c', 'rejects an empty body, and one without any field of its own', async () => {
    expectError(await patch({}), 400)
    expectError(await patch({ createdAt: '2020-01-01', unknown: 1 }), 400)
  })

  check('7.d', 'accepts titles of 1, 127 and 128 characters after trimming, rejects 0 and 129', async () => {
    for (const length of [1, 127, 128]) {
      const title = '🚀'.repeat(length)
      // No schema can say that blanks around it do not count.
      expect((await patch({ title: `  ${title}\n` }, { direct: true })).body.data.title).toBe(title)
    }
    for (const title of ['', '   ', 'a'.repeat(129)]) expectError(await patch({ title }), 400, '/title')
  })

  check('7.h', 'accepts instructions of 0, 1999 and 2000 characters, rejects 2001', async () => {
    for (const length of [0, 1999, 2000]) {
      const detailedInstructions = 'é'.repeat(length)
      expect((await patch({ detailedInstructions })).body.data.detailedInstructions).toBe(detailedInstructions)
    }
    expectError(await patch({ detailedInstructions: 'a'.repeat(2001) }), 400, '/detailedInstructions')
  })

  check('7.i', 'accepts prompts of 0, 7999 and 8000 characters, rejects 8001; expertMode is a boolean', async () => {
    for (const length of [0, 7999, 8000]) {
      const scorecardPrompt = 'é'.repeat(length)
      expect((await patch({ scorecardPrompt })).body.data.scorecardPrompt).toBe(scorecardPrompt)
    }
    expectError(await patch({ scorecardPrompt: 'a'.repeat(8001) }), 400, '/scorecardPrompt')
    expect((await patch({ expertMode: true })).body.data.expertMode).toBe(true)
    expectError(await patch({ expertMode: 'yes' }), 400, '/expertMode')
  })

  check('7.e', 'rejects teamId together with allTeams=true, and a team that is not there', async () => {
    expectError(await patch({ teamId: aTeam, allTeams: true }), 400)
    expectError(await patch({ teamId: NOTHING }), 400, '/teamId')
    expectError(await patch({ teamId: 'sales' }), 400, '/teamId')
  })

  check('7.j', 'rejects criteria with a label or an option that is not there', async () => {
    const of = (field: string, value: string, operator = 'AND') => ({
      criteria: { operator, conditions: [{ field, value }] },
    })
    expectError(await patch(of(NOTHING, aLabel.optionId)), 400, '/criteria/conditions/0/field')
    expectError(await patch(of(aLabel.id, NOTHING)), 400, '/criteria/conditions/0/value')
    expectError(await patch(of(aLabel.id, aLabel.optionId, 'XOR')), 400, '/criteria/operator')
  })

  check('7.k', 'answers 404 in the resource error body for a scorecard that is not there', async () => {
    expectError(await ask('PATCH', `/scorecards/${NOTHING}`, { body: { title: 'a' } }), 404, '/path/id')
    await expectProblem({ method: 'PATCH', path: `/scorecards/${NOTHING}`, body: { title: 'a' } }, 404)
  })
})
