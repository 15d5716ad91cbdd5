/** The team report in the app. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { reportedFor } from '../../testing/reported-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

const clock = { now: () => new Date('2026-03-20T10:00:00.000Z') }
const SPAN = 'from=2026-01-01&to=2026-03-31'

let world: World
let made: Awaited<ReturnType<typeof reportedFor>>
let alice: Browser
let bob: Browser
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock }))
  made = await reportedFor(world)
  alice = await signedIn(world.app, world.acme, world.alice.userId)
  bob = await signedIn(world.app, world.acme, world.bob.userId)
})

/** Of a row of a table, by what stands in it. */
const rowOf = (page: string, words: string) =>
  page.match(/<tr[\s\S]*?<\/tr>/g)?.find((row) => row.includes(words)) ?? ''
const cellsOf = (row: string) =>
  [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, ''))

describe('does', () => {
  it('tell figures in all, over time, by team and by person, each with the calls behind it', async () => {
    const { text } = await alice.get(`/reports/team?${SPAN}`)
    expect(text).toContain('<h1 dir="auto">Team report</h1>')
    expect(cellsOf(rowOf(text, '>Sales North<'))).toEqual(['Sales North', '3', '50%', '1', '15 s', '50'])
    expect(cellsOf(rowOf(text, '>carol@acme.example<'))).toEqual(['carol@acme.example', '1', '50%', '1', '15 s', '50'])
    const week = rowOf(text, 'Week of">12 Jan 2026<')
    expect(cellsOf(week)).toEqual(['12 Jan 2026', '1', '50%', '1', '15 s', '50'])
    expect(week).toContain('/conversations?from=2026-01-12T00%3A00%3A00.000Z&amp;to=2026-01-18T23%3A59%3A59.999Z')
    expect(rowOf(text, '>Sales North<')).toContain(
      `/conversations?from=2026-01-01&amp;to=2026-03-31&amp;own_team=${world.teams.north}`,
    )
    expect(text).toContain(`owner=${world.carol.userId}`)
    expect(text).toContain('label=Stage%3DWon')
  })

  it('draw each week, also those without a call, with a table under each chart', async () => {
    const { text } = await alice.get('/reports/team?from=2026-01-05&to=2026-01-31')
    const [calls = '', share = ''] = text.match(/<figure class="columns">[\s\S]*?<\/figure>/g) ?? []
    const shown = (chart: string) =>
      [...chart.matchAll(/<td data-kind="number">(?:<a [^>]*>)?([^<]*)</g)].map(([, cell]) => cell)
    expect(shown(calls)).toEqual(['0', '1', '0', '0'])
    expect(shown(share)).toEqual(['–', '50%', '–', '–'])
  })

  it('narrow down to a team, to a person, and to months', async () => {
    const team = (await alice.get(`/reports/team?${SPAN}&team=${world.teams.support}`)).text
    expect([team.includes('carol@acme.example'), team.includes('bob@acme.example')]).toEqual([true, false])
    const rep = (await alice.get(`/reports/team?${SPAN}&by=month&rep=${world.carol.userId}`)).text
    expect(rep).toContain('<bdi>carol@acme.example</bdi>')
    expect(rep).not.toContain('id="people"')
    expect(cellsOf(rowOf(rep, 'Month">March 2026<'))).toEqual(['March 2026', '1', '50%', '1', '15 s', '50'])
  })

  it('say whether the latest change can be chance', async () => {
    const { text } = await alice.get(`/reports/team?${SPAN}&by=month`)
    expect(text).toContain('id="change"')
    expect(cellsOf(rowOf(text, 'Metric">Calls<'))).toEqual([
      ...['Calls', '0', '3'],
      '+3 A period is incomplete, so the numbers of calls can&#39;t be compared.',
    ])
    expect(cellsOf(rowOf(text, 'Metric">Internal talk share<'))).toEqual([
      ...['Internal talk share', '–', '50%', 'One of the periods has no calls to compare.'],
    ])
  })

  it('offers to compare people, if there are several', async () => {
    const { text } = await alice.get(`/reports/team?${SPAN}&by=month`)
    expect(text).toContain('<form class="team-report-people" action="/reports/team/compare">')
    expect(text).toContain(`name="person" value="${world.carol.userId}" aria-label="Compare carol@acme.example"`)
    expect((await bob.get(`/reports/team?${SPAN}`)).text).not.toContain('name="person"')
  })

  it('give it as a file for spreadsheets', async () => {
    const file = await alice.get(`/reports/team/report.csv?${SPAN}&by=month`)
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const lines = file.text.split('\r\n')
    expect(lines).toContain('Total,,4,4,0.5,1,15,4,50')
    expect(lines).toContain('Month,2026-01-01,1,1,0.5,1,15,1,50')
    expect(lines).toContain('Person,carol@acme.example,1,1,0.5,1,15,1,50')
    expect(lines).toContain('Scorecard,Discovery,,,,,,4,50')
  })

  it('tell a scorecard over time, and how people and the program agree', async () => {
    const path = `/reports/team/scorecards/${made.card.id}?${SPAN}&by=month`
    expect((await alice.get(`/reports/team?${SPAN}`)).text).toContain(`/reports/team/scorecards/${made.card.id}?`)
    const { text } = await alice.get(path)
    expect(text).toContain('<h1 dir="auto">Discovery</h1>')
    expect(text).toMatch(/January 2026<\/th><td data-kind="number"><a [^>]*>50 \(1\)/)
    expect(text).toContain('No scores to compare yet')
    // Bob's three calls: 50, 100 and 0. The private one and the others have a score of one question.
    expect(cellsOf(rowOf(text, '>bob@acme.example<'))).toEqual([
      ...['bob@acme.example', '3', '50'],
      'March 2026: 50 on average. One of the periods has no calls to compare.',
    ])
    expect(cellsOf(rowOf(text, 'Question"><bdi>Five<'))).toEqual(['Five', '50 (3)', '50 (1)', '50 (4)'])
    expect(text).toContain(`question=${made.card.five}`)
    await call(world.app, world.org, 'DELETE', `/scorecards/${made.card.id}`)
    expect((await alice.get(path)).text).toContain('This scorecard was deleted.')
  })

  it('say what stands here when there is nothing', async () => {
    const { text } = await alice.get('/reports/team?from=2024-01-01&to=2024-02-01')
    expect(text).toContain('No calls in this period')
  })
})

describe('refuses', () => {
  it('a time that is too long, and people who are not there, and says why', async () => {
    const long = await alice.get('/reports/team?from=2020-01-01&to=2026-01-01')
    expect([long.status, long.text]).toEqual([
      200,
      expect.stringContaining('A report by week covers at most 400 days.'),
    ])
    const nobody = await alice.get(`/reports/team?rep=${world.mallory.userId}`)
    expect(nobody.text).toContain('No user of your organization has the ID')
    expect(nobody.text).not.toMatch(/ownerUUID|GET \//)
    expect((await alice.get('/reports/team?rep=<script>')).text).not.toContain('<script>"')
  })

  it('a team of another organization', async () => {
    expect((await alice.get('/reports/team?team=018f0000-0000-7000-8000-000000000000')).status).toBe(404)
  })
})

describe('who may', () => {
  it('everybody, over what they see: no name, title or number of what is hidden', async () => {
    const { text } = await bob.get(`/reports/team?${SPAN}`)
    expect(text).toContain('Team report')
    expect([text.includes('carol@acme.example'), cellsOf(rowOf(text, '>bob@acme.example<'))[1]]).toEqual([false, '3'])
    expect((await bob.get(`/reports/team/report.csv?${SPAN}`)).text).not.toContain('carol')
  })
})
