/** Law of the reports: each number that counts calls opens a list with exactly so many, for everybody. */
import { beforeAll, describe, expect, it } from 'vitest'
import { actionFor } from '../../testing/actions-fixtures.ts'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { reportedFor } from '../../testing/reported-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

const clock = { now: () => new Date('2026-03-20T10:00:00.000Z') }
const SPAN = 'from=2026-01-01&to=2026-03-31'

let world: World
let made: Awaited<ReturnType<typeof reportedFor>>
const browsers: Record<string, Browser> = {}
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock }))
  await call(world.app, world.org, 'POST', '/trackers', { body: { name: 'Budget', phrases: ['budget'] } })
  made = await reportedFor(world)
  // A team with calls of its own and those of the team below it, and a call without a team.
  await importFor(world, { conversationStartedAt: '2026-03-09T10:00:00Z', teamUUID: world.teams.sales })
  const loose = await importFor(world, { conversationStartedAt: '2026-03-10T10:00:00Z' })
  await call(world.app, world.org, 'PUT', `/conversations/${loose}/team`, { body: { teamUUID: null } })
  await world.app.drain(world.acme)
  // Actions of bob about two calls, of which mark sees one, and of carol about hers.
  for (const id of [made.march, made.secret]) await actionFor(world, id, { conversationIds: [id] })
  await actionFor(world, made.support, { ownerId: world.carol.userId ?? '', conversationIds: [made.support] })
  for (const name of ['alice', 'mark', 'bob'] as const) {
    browsers[name] = await signedIn(world.app, world.acme, world[name].userId)
  }
})

interface Drill {
  readonly path: string
  /** Number of calls that the link states. Undefined for a figure over calls, such as a share. */
  readonly count: number | undefined
}

/** Links of a page to the list of calls. */
const drillsIn = (page: string): Drill[] =>
  [...page.matchAll(/<a href="(\/conversations\?[^"]*)"( tabindex="-1")?>([\s\S]*?)<\/a>/g)].map(
    ([, path = '', , shown = '']) => ({ path: path.replaceAll('&amp;', '&'), count: countIn(shown) }),
  )

/** `3`, `3 (7 matches)`, `50 of 100, 3 calls`, `50 (3)` of a scorecard, `3 scored calls`. */
function countIn(shown: string): number | undefined {
  const words = shown.replaceAll(/<title>[^<]*: |<[^>]*>/g, '').trim()
  const [, count] =
    /^(\d+) \(\d+ match/.exec(words) ??
    /of 100, (\d+) call/.exec(words) ??
    /^\d+ \((\d+)\)$/.exec(words) ??
    /^(\d+) scored call/.exec(words) ??
    []
  return count === undefined ? undefined : Number(count)
}

async function countList(browser: Browser | undefined, path: string): Promise<number> {
  const { status, text } = (await browser?.get(path)) ?? {}
  expect([path, status]).toEqual([path, 200])
  const [, count] = /<span>([\d,]+) calls?(?:, newest first)?<\/span>/.exec(text ?? '') ?? []
  return Number(count?.replaceAll(',', '') ?? 0)
}

/** Rows of a table by its caption, with the link and the number of calls in their first number cell. */
function rowsOf(page: string, caption: string): Drill[] {
  const [table = ''] = page.match(new RegExp(`<table><caption>${caption}</caption>[\\s\\S]*?</table>`)) ?? []
  const [normal = table] = page.match(new RegExp(`<caption>${caption}</caption>[\\s\\S]*?</table>`)) ?? []
  return [...normal.matchAll(/data-title="Calls"[^>]*><a href="([^"]*)">([\d,]+)<\/a>/g)].map(
    ([, path = '', count = '']) => ({ path: path.replaceAll('&amp;', '&'), count: Number(count) }),
  )
}

describe.each(['alice', 'mark', 'bob'])('for %s', (name) => {
  it('each count of the team report is the length of the list that it opens', async () => {
    const { text = '' } = (await browsers[name]?.get(`/reports/team?${SPAN}&by=month`)) ?? {}
    const [, path = '', total = ''] = /<dt>Calls<\/dt><dd><a href="([^"]*)">(\d+)<\/a>/.exec(text) ?? []
    const counted = [
      { path: path.replaceAll('&amp;', '&'), count: Number(total) },
      ...['Metrics per month', 'Metrics by team', 'Metrics by person'].flatMap((caption) => rowsOf(text, caption)),
      ...drillsIn(text).filter(({ count }) => count !== undefined),
      ...[...text.matchAll(/<td data-kind="number"><a href="(\/conversations\?[^"]*label=[^"]*)">(\d+)<\/a>/g)].map(
        ([, of = '', count = '']) => ({ path: of.replaceAll('&amp;', '&'), count: Number(count) }),
      ),
    ]
    expect(counted.length).toBeGreaterThan(8)
    for (const one of counted) {
      expect({ ...one, count: await countList(browsers[name], one.path) }).toEqual(one)
    }
  })

  it('each count of the scorecard report is too, over time, by rep, and by question and rep', async () => {
    const page = `/reports/team/scorecards/${made.card.id}?${SPAN}&by=month`
    const { text = '' } = (await browsers[name]?.get(page)) ?? {}
    const counted = [
      ...drillsIn(text).filter(({ count }) => count !== undefined),
      ...[...text.matchAll(/data-title="Scored calls"[^>]*><a href="([^"]*)">(\d+)<\/a>/g)].map(
        ([, path = '', count = '']) => ({ path: path.replaceAll('&amp;', '&'), count: Number(count) }),
      ),
    ]
    expect(counted.filter(({ path }) => path.includes('question=')).length).toBeGreaterThan(1)
    expect(counted.length).toBeGreaterThan(4)
    for (const one of counted) {
      expect({ ...one, count: await countList(browsers[name], one.path) }).toEqual(one)
    }
  })
})

describe.each([
  ['alice', 3],
  ['mark', 1],
  ['bob', 2],
])('for %s', (name, total) => {
  it('each count of suggested actions is the length of the list that it opens', async () => {
    const { text = '' } = (await browsers[name]?.get(`/reports/team?${SPAN}`)) ?? {}
    const links = [...text.matchAll(/<dd><a href="(\/actions\?[^"]*)">(\d+)<\/a>/g)]
    expect(links.map(([, , count]) => Number(count))).toEqual([total])
    for (const [, path = '', count] of links) {
      const list = await browsers[name]?.get(path.replaceAll('&amp;', '&'))
      expect(list?.text.match(/class="card actions-one"/g)?.length).toBe(Number(count))
      expect(list?.text).toContain('Calls from 1 Jan 2026 to 31 Mar 2026')
    }
  })
})

describe('the team report', () => {
  it('links each number in its tables and bars, and each drawn column, to calls', async () => {
    const { text = '' } = (await browsers.alice?.get(`/reports/team?${SPAN}&by=month`)) ?? {}
    const cells = [...text.matchAll(/<td[^>]*data-kind="number"[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => cell)
    expect(cells.length).toBeGreaterThan(30)
    const loose = cells.filter((cell) => /\d/.test(cell) && !cell.startsWith('<a href="/conversations?'))
    // February has no call.
    expect(new Set(loose)).toEqual(new Set(['0']))
    const columns = [...text.matchAll(/(<a [^>]*>)?<rect class="series-1" x="[^>]*height="([\d.]+)"/g)]
    const unlinked = columns.filter(([, link, height]) => link === undefined && Number(height) > 0)
    expect([columns.length, unlinked]).toEqual([15, []])
    const bars = text.match(/<td class="line"><svg[^>]*>(?:<a href="\/conversations)?/g) ?? []
    expect([bars.length > 3, bars.filter((bar) => !bar.endsWith('/conversations'))]).toEqual([true, []])
  })

  it('separates a team from the teams below it', async () => {
    const { text = '' } = (await browsers.alice?.get(`/reports/team?${SPAN}`)) ?? {}
    const counts = rowsOf(text, 'Metrics by team').map(({ path, count }) => [
      new URLSearchParams(path).get('own_team'),
      count,
    ])
    expect(Object.fromEntries(counts)).toMatchObject({ [world.teams.sales]: 1, [world.teams.north]: 3, none: 1 })
  })
})
