/** Targets in the app: their settings, and the reports and pages that compare figures with them. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { score, twoScales } from '../../testing/scored-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { targetFor } from '../../testing/targets-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

const clock = { now: () => new Date('2026-03-20T10:00:00.000Z') }
const SPAN = 'from=2026-03-01&to=2026-03-19'

let world: World
let [alice, mark, bob, carol]: Browser[] = []
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock }))
  ;[alice, mark, bob, carol] = await Promise.all(
    [world.alice, world.mark, world.bob, world.carol].map(({ userId }) => signedIn(world.app, world.acme, userId)),
  )
})

const act = async (browser: Browser | undefined, page: string, name: string, fields: Record<string, string> = {}) => {
  if (browser === undefined) throw new Error('There is no browser.')
  return browser.submit(`${page}/${name}`, await browser.get(page), fields)
}

describe('the settings', () => {
  it('list, create, change and delete a target, in percent', async () => {
    expect((await alice?.get('/targets'))?.text).toContain('No targets yet')
    const made = await act(alice, '/targets', 'create', { figure: 'talkShare', minimum: '45', maximum: '55' })
    const page = made.location ?? ''
    expect(made.status).toBe(303)
    expect((await alice?.get('/targets'))?.text).toMatch(/Talk share<\/bdi><\/a>[\s\S]*Whole organization[\s\S]*45–55%/)
    expect((await alice?.get(page))?.text).toMatch(/name="minimum"[^>]* value="45"/)
    await act(alice, page, 'change', { minimum: '', maximum: '60' })
    expect((await alice?.get(page))?.text).toContain('at most 60%')
    expect((await act(alice, page, 'delete')).location).toBe('/targets')
    expect((await alice?.get(page))?.status).toBe(404)
  })

  it('offer each scorecard, and show the problem of a wrong bound next to the form', async () => {
    const { id } = await twoScales(world)
    const made = await act(alice, '/targets', 'create', { figure: `scorecard:${id}`, minimum: '80' })
    expect((await alice?.get(made.location ?? ''))?.text).toContain('at least 80')
    const refused = await act(alice, '/targets', 'create', { figure: 'talkShare', minimum: '45.5' })
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('Enter a whole percentage from 0 to 100.'),
    ])
    expect(refused.text).toMatch(/name="minimum"[^>]* aria-invalid="true"/)
    expect((await act(alice, '/targets', 'create', { figure: 'talkShare' })).text).toContain(
      'Enter a lower bound, an upper bound or both.',
    )
    await act(alice, made.location ?? '', 'delete')
  })

  it('let managers set targets of their teams, and nobody else', async () => {
    const text = (await mark?.get('/targets'))?.text ?? ''
    expect([
      text.includes('Sales › Sales North'),
      text.includes('Whole organization'),
      text.includes('>Support<'),
    ]).toEqual([true, false, false])
    const fields = { figure: 'questionsAsked', minimum: '5', teamUUID: world.teams.north }
    const made = await act(mark, '/targets', 'create', fields)
    const page = made.location ?? ''
    expect((await mark?.get(page))?.text).toContain('Save target')
    expect((await bob?.get('/targets'))?.text).not.toContain('New target')
    expect((await bob?.get(page))?.text).not.toContain('Save target')
    expect((await act(bob, page, 'delete')).status).toBe(403)
    await act(mark, page, 'delete')
  })
})

describe('pages', () => {
  let id: string
  let card: string
  beforeAll(async () => {
    const scales = await twoScales(world)
    card = scales.id
    for (const day of [2, 3, 4, 5, 16]) {
      id = await importFor(world, {
        ...{ conversationStartedAt: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`, teamUUID: world.teams.north },
        participants: [
          { name: 'Bob', email: 'bob@acme.example' },
          { name: 'Ann', email: 'ann@customer.example' },
        ],
        transcript: {
          segments: [
            { speaker: 'Bob', text: 'What is your budget for the new scanners this year?', start: 0, end: 61 },
            { speaker: 'Ann', text: 'We have about fifty thousand euros for all of it.', start: 61, end: 100 },
          ],
        },
      })
      await world.app.drain(world.acme)
      await score(world, world.alice, id, card, { items: [{ uuid: scales.five, score: 3 }] })
    }
    await targetFor(world, { figure: 'talkShare', minimum: 0.45, maximum: 0.55 })
    await targetFor(world, { figure: 'longestMonologue', maximum: 90, teamUUID: world.teams.north })
    await targetFor(world, { figure: 'scorecardScore', scorecardUUID: card, minimum: 80 })
  }, 300_000)

  it('of the team show each target as a band, and the verdict in words', async () => {
    const text = (await alice?.get(`/reports/team?${SPAN}`))?.text ?? ''
    expect(text).toMatch(/Talk share<\/bdi>[\s\S]*?61%[\s\S]*?verdict above">above the target of 45–55%</)
    expect(text).toMatch(
      /<p class="band-label">Target 45–55%<\/p>\s*<div class="plot"><svg[^>]*><rect class="band" width="100" y="18" height="4"/,
    )
    expect(text).toMatch(/data-title="Talk share"[^>]*><a [^>]*>61%<\/a><span class="verdict above">above target</)
    expect(text).toMatch(
      /data-title="Longest monologue"[^>]*><a [^>]*>1 min<\/a><span class="verdict within">on target</,
    )
    expect(text).toMatch(/verdict below">below the target of at least 80</)
  })

  it('of the team draw values on an axis with a unit, and have targets in the file', async () => {
    const text = (await alice?.get(`/reports/team?${SPAN}`))?.text ?? ''
    const [share = ''] = text.match(/Internal talk share<\/span>[\s\S]*?<\/figure>/) ?? []
    const [axis = ''] = share.match(/<svg class="axis"[\s\S]*?<\/svg>/) ?? []
    expect([...axis.matchAll(/>([^<]+)<\/text>/g)].map(([, tick]) => tick)).toEqual(['0%', '50%', '100%'])
    const lines = ((await alice?.get(`/reports/team/report.csv?${SPAN}`))?.text ?? '').split('\r\n')
    expect(lines[0]).toMatch(
      /Average score,Talk share: target minimum,Talk share: target maximum,Talk share: verdict,Longest monologue/,
    )
    expect(lines.find((line) => line.startsWith('Total,'))).toContain(',0.45,0.55,above,,,')
    expect(lines.find((line) => line.startsWith('Scorecard,'))).toMatch(/,80,,below$/)
  })

  it('of few calls say so instead', async () => {
    const text = (await alice?.get('/reports/team?from=2026-03-16&to=2026-03-19'))?.text ?? ''
    expect(text).toContain('target of 45–55%, too few calls to compare')
    expect(text).not.toContain('above the target')
    const none = (await carol?.get(`/reports/team?${SPAN}`))?.text ?? ''
    expect(none).not.toContain('the target of')
  })

  it('of a scorecard show its target', async () => {
    const text = (await alice?.get(`/reports/team/scorecards/${card}?${SPAN}`))?.text ?? ''
    expect(text).toContain('below the target of at least 80')
    expect(text).toContain('<p class="band-label">Target at least 80</p>')
  })

  it('of a call show the targets of its team', async () => {
    const text = (await bob?.get(`/conversations/${id}`))?.text ?? ''
    expect(text).toMatch(/Internal talk share<\/bdi>[\s\S]*?61%[\s\S]*?above the target of 45–55%/)
    expect(text).toMatch(/Our longest monologue<\/bdi>[\s\S]*?1 min 1 s[\s\S]*?within the target of at most 1 min 30 s/)
    expect((await bob?.get(`/conversations/${id}?tab=scorecard`))?.text).toContain('below the target of at least 80')
  })

  it('of the start compare 30 days, for managers and reps', async () => {
    expect((await mark?.get('/home'))?.text).toMatch(
      /30 days: 61% <span class="verdict above">above the target of 45–55%/,
    )
    expect((await bob?.get('/home'))?.text).toMatch(/We spoke[\s\S]*?61%[\s\S]*?above the target of 45–55%/)
    expect((await carol?.get('/home'))?.text).not.toContain('the target of 45–55%')
  })
})
