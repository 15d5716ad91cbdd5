/** People next to each other. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { reportedFor } from '../../testing/reported-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

const clock = { now: () => new Date('2026-03-20T10:00:00.000Z') }
const SPAN = 'from=2026-01-01&to=2026-03-31&by=month'

let world: World
let alice: Browser
let bob: Browser
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock }))
  await reportedFor(world)
  alice = await signedIn(world.app, world.acme, world.alice.userId)
  bob = await signedIn(world.app, world.acme, world.bob.userId)
})

const pathOf = (...ids: (string | undefined)[]) =>
  `/reports/team/compare?${SPAN}${ids.map((id) => `&person=${id}`).join('')}`
const cellsOf = (page: string, first: string) => {
  const row = page.match(/<tr[\s\S]*?<\/tr>/g)?.find((one) => one.includes(first)) ?? ''
  return [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, ''))
}

describe('does', () => {
  it('shows figures and scorecards of each person, with links to the calls', async () => {
    const { text } = await alice.get(pathOf(world.bob.userId, world.carol.userId))
    expect(cellsOf(text, 'Metric">Calls<')).toEqual(['Calls', '3', '1'])
    expect(cellsOf(text, 'Metric">Internal talk share<')).toEqual(['Internal talk share', '50%', '50%'])
    expect(cellsOf(text, 'Scorecard"><a')).toEqual(['Discovery', '50 (3)', '50 (1)'])
    expect(text).toContain(
      `<a href="/conversations?from=2026-01-01&amp;to=2026-03-31&amp;owner=${world.bob.userId}">3</a>`,
    )
    expect(text).toContain(`<option value="month" selected`)
    // The filters keep the people.
    expect(text).toContain(`<input type="hidden" name="person" value="${world.carol.userId}">`)
  })

  it('draws a line for each, with a marker and words for each value, and a table', async () => {
    const { text } = await alice.get(pathOf(world.bob.userId, world.carol.userId))
    const [calls = '', share = ''] = text.match(/<figure class="columns lines">[\s\S]*?<\/figure>/g) ?? []
    expect(calls).toContain('<title>bob@acme.example, January 2026: 1</title>')
    expect(calls).toContain('<title>carol@acme.example, March 2026: 1</title>')
    expect([calls.includes('class="line-1"'), calls.includes('class="line-2"')]).toEqual([true, true])
    expect(cellsOf(calls, 'Month">February 2026<')).toEqual(['February 2026', '0', '0'])
    // Nothing was measured in February, so that line is faint.
    expect(share).toContain('class="line-1 gap"')
    expect(cellsOf(share, 'Month">February 2026<')).toEqual(['February 2026', '–', '–'])
  })

  it('needs two people, and shows at most four', async () => {
    for (const path of [pathOf(), pathOf(world.bob.userId), pathOf(world.bob.userId, world.bob.userId)]) {
      expect((await alice.get(path)).text).toContain('Select two to four people')
    }
    const five = ['alice', 'bob', 'carol', 'mark', 'mallory'] as const
    const { text } = await alice.get(pathOf(...five.map((name) => world[name].userId)))
    expect(text).toContain('The first four are shown.')
    expect(text.match(/data-title="mark@acme\.example"/g)?.length).toBeGreaterThan(0)
  })
})

describe('refuses', () => {
  it('people who are not there', async () => {
    const { status, text } = await alice.get(pathOf(world.bob.userId, world.mallory.userId))
    expect([status, text]).toEqual([200, expect.stringContaining('No user of your organization has the ID')])
    const malformed = (await alice.get(pathOf(world.bob.userId, '<script>'))).text
    expect(malformed).toContain('No user of your organization has the ID')
    expect(malformed).not.toContain('<script>"')
    for (const page of [text, malformed]) {
      expect(page).not.toMatch(/ownerUUID|GET \//)
      expect(page).toMatch(/href="\/reports\/team\?[^"]*#people">Select people/)
    }
  })

  it('a team of another organization', async () => {
    const path = `${pathOf(world.bob.userId, world.carol.userId)}&team=018f0000-0000-7000-8000-000000000000`
    expect((await alice.get(path)).status).toBe(404)
  })
})

describe('who may', () => {
  it('everybody, over what they see', async () => {
    const { text } = await bob.get(pathOf(world.bob.userId, world.carol.userId))
    expect(cellsOf(text, 'Metric">Calls<')).toEqual(['Calls', '3', '0'])
    expect(cellsOf(text, 'Metric">Internal talk share<')).toEqual(['Internal talk share', '50%', '–'])
  })
})
