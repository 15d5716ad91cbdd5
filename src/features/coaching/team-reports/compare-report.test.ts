/** Reports and the start page compare figures with targets, over the calls that the caller can see. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { score, twoScales } from '../../../testing/scored-fixtures.ts'
import { targetFor } from '../../../testing/targets-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import type { TargetComparison } from '../targets/index.ts'
import { getHomeFigures } from './index.ts'

const NOW = new Date('2026-03-20T10:00:00.000Z')
/** Two weeks. */
const SPAN = { from: '2026-03-01T00:00:00Z', to: '2026-03-15T00:00:00Z' }
const PEOPLE = [
  { name: 'Bob', email: 'bob@acme.example' },
  { name: 'Ann', email: 'ann@customer.example' },
]

let world: World
let card: Awaited<ReturnType<typeof twoScales>>
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock: { now: () => NOW } }))
  card = await twoScales(world)
  const talk = (day: number, given: Record<string, unknown> = {}) =>
    importFor(world, {
      conversationStartedAt: `2026-03-0${day}T10:00:00Z`,
      ...{ participants: PEOPLE, teamUUID: world.teams.north },
      transcript: {
        segments: [
          { speaker: 'Bob', text: 'What is your budget for the new scanners this year?', start: 0, end: 60 },
          { speaker: 'Ann', text: 'We have about fifty thousand euros for all of it.', start: 60, end: 100 },
        ],
      },
      ...given,
    })
  // Bob speaks 60 % in each. One of his calls is private.
  const ids: string[] = []
  for (const day of [2, 3, 4, 5]) ids.push(await talk(day))
  await talk(6, { private: true })
  await talk(7, { userID: world.carol.userId, teamUUID: world.teams.support })
  await world.app.drain(world.acme)
  for (const id of ids) await score(world, world.alice, id, card.id, { items: [{ uuid: card.five, score: 5 }] })
  await targetFor(world, { figure: 'talkShare', minimum: 0.3, maximum: 0.5 })
  await targetFor(world, { figure: 'talkShare', minimum: 0.55, maximum: 0.65, teamUUID: world.teams.sales })
  await targetFor(world, { figure: 'callsPerWeek', minimum: 3 })
  await targetFor(world, { figure: 'scorecardScore', scorecardUUID: card.id, minimum: 90 })
})

const report = async (caller: Caller, path: string, query: Record<string, string> = {}) =>
  (await call(world.app, caller, 'GET', path, { query: { ...SPAN, ...query } })).body.data
const verdictOf = (targets: readonly TargetComparison[], figure: string) => {
  const found = targets.find((one) => one.figure === figure)
  return found === undefined ? undefined : [found.value, found.verdict]
}

describe('a report', () => {
  it('compares all calls with the targets of the organization', async () => {
    const { targets } = await report(world.org, '/organizations/report')
    expect(verdictOf(targets, 'talkShare')).toEqual([0.6, 'above'])
    // Six calls of two reps in two weeks.
    expect(verdictOf(targets, 'callsPerWeek')).toEqual([1.5, 'below'])
    expect(verdictOf(targets, 'scorecardScore')).toBeUndefined()
  })

  it('compares a team with its own target, or that of the team above it', async () => {
    const { targets } = await report(world.org, `/teams/${world.teams.north}/report`)
    expect(verdictOf(targets, 'talkShare')).toEqual([0.6, 'within'])
    const { teams } = await report(world.org, '/organizations/report')
    const byTeam = Object.fromEntries(
      teams.map((team: { uuid: string; targets: TargetComparison[] }) => [
        team.uuid,
        verdictOf(team.targets, 'talkShare'),
      ]),
    )
    expect(byTeam).toEqual({
      [world.teams.north]: [0.6, 'within'],
      [world.teams.support]: [0.6, 'insufficient'],
    })
  })

  it('compares the calls of each team per owner and week', async () => {
    const { teams } = await report(world.org, '/organizations/report')
    const byTeam = Object.fromEntries(
      teams.map((team: { uuid: string; targets: TargetComparison[] }) => [
        team.uuid,
        verdictOf(team.targets, 'callsPerWeek'),
      ]),
    )
    // Five calls of one rep, and one of another, in two weeks.
    expect(byTeam).toEqual({ [world.teams.north]: [2.5, 'below'], [world.teams.support]: [0.5, 'below'] })
    expect(teams[0]).not.toHaveProperty('repCount')
  })

  it('compares a user with the targets of the primary team, in all reports', async () => {
    const { reps } = await report(world.org, '/organizations/report')
    const bob = reps.find(({ uuid }: { uuid: string }) => uuid === world.bob.userId)
    expect(verdictOf(bob.targets, 'talkShare')).toEqual([0.6, 'within'])
    expect(verdictOf(bob.targets, 'callsPerWeek')).toEqual([2.5, 'below'])
    const { targets } = await report(world.org, '/organizations/report', { ownerUUID: world.bob.userId ?? '' })
    expect(targets).toEqual(bob.targets)
  })

  it('has no verdict with fewer than five calls or results, or less than a week', async () => {
    const { targets, scorecards } = await report(world.mark, `/teams/${world.teams.north}/report`)
    expect(verdictOf(targets, 'talkShare')).toEqual([0.6, 'insufficient'])
    expect(scorecards[0].target).toMatchObject({ value: 100, verdict: 'insufficient', minimum: 90, maximum: null })
    const day = await report(world.org, '/organizations/report', { from: '2026-03-02', to: '2026-03-03' })
    expect(verdictOf(day.targets, 'callsPerWeek')).toEqual([null, 'insufficient'])
  })

  it('compares the calls that the caller can see', async () => {
    const { targets, reps } = await report(world.carol, '/organizations/report')
    expect([verdictOf(targets, 'talkShare'), reps.length]).toEqual([[0.6, 'insufficient'], 1])
    expect((await report(world.mallory, '/organizations/report')).targets).toEqual([])
  })

  it('is the same as text and data of the tool', async () => {
    const { data, text } = await callTool(world.app, world.org, 'get_team_report', SPAN)
    expect(data.targets[0]).toMatchObject({ figure: expect.any(String), verdict: expect.any(String) })
    expect(text).toContain('| Talk share | 30 % | 50 % | 60 % | above |')
  })
})

describe('the start page', () => {
  it('compares the last 30 days with the targets of the primary team', async () => {
    const principal = {
      ...world.app.operator(world.acme),
      ...{ role: 'MANAGER' as const },
      user: { id: world.mark.userId ?? '', email: 'mark@acme.example', teamIds: Object.values(world.teams) },
    }
    const { targets, people } = await getHomeFigures.handle({}, world.app.contextFor(principal))
    // Five of the six calls are visible to the manager.
    expect(verdictOf(targets as TargetComparison[], 'talkShare')).toEqual([0.6, 'within'])
    const carol = people.find(({ uuid }) => uuid === world.carol.userId)
    expect(verdictOf(carol?.targets as TargetComparison[], 'talkShare')).toEqual([0.6, 'insufficient'])
  })
})
