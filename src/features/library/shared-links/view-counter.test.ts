import { describe, expect, it } from 'vitest'
import { newId } from '../../../core/clock.ts'
import { createHeartbeats } from '../../../core/heartbeat.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { createViewCounter, type ViewedLink } from './view-counter.ts'
import { createVisits, isPerson, type LinkVisitor, VISIT_MS } from './visitors.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const ORGANIZATION = newId() as OrganizationId
const linkOf = (kind: ViewedLink['kind'] = 'snippet'): ViewedLink => ({
  ...{ organizationId: ORGANIZATION, kind, id: newId() },
})
const visitorFrom = (address: string, userAgent = FIREFOX): LinkVisitor => ({ address, userAgent, isPrefetch: false })

function counted(given: { linksMax?: number } = {}) {
  const written: { id: string; count: number; at: string }[] = []
  const lines: { level: string; fields: unknown; words: string }[] = []
  const note =
    (level: string) =>
    (fields: unknown, words = '') =>
      void lines.push({ level, fields, words })
  const log = { warn: note('warn'), info: note('info'), error: note('error') }
  const state = { now: Date.parse('2026-03-10T10:00:00Z'), fault: undefined as Error | undefined }
  const heartbeats = createHeartbeats(log)
  const views = createViewCounter({
    clock: { now: () => new Date(state.now) },
    ...{ log, heartbeats, ...given },
    async write({ id }, count, at) {
      if (state.fault !== undefined) throw state.fault
      written.push({ id, count, at: at.toISOString() })
    },
  })
  return { views, written, lines, state }
}

describe('views', () => {
  it('are stored as one sum for each link, with the time of the last one', async () => {
    const { views, written, state } = counted()
    const [one, other] = [linkOf(), linkOf('deck_share')]
    views.note(one, visitorFrom('192.0.2.1'))
    state.now += 1_000
    views.note(one, visitorFrom('192.0.2.2'))
    views.note(other, visitorFrom('192.0.2.1'))
    await views.store()
    expect(written).toEqual([
      { id: one.id, count: 2, at: '2026-03-10T10:00:01.000Z' },
      { id: other.id, count: 1, at: '2026-03-10T10:00:01.000Z' },
    ])
    await views.store()
    expect(written).toHaveLength(2)
  })

  it('of one visitor count once in 30 minutes, for each link', async () => {
    const { views, written, state } = counted()
    const link = linkOf()
    const openFor = async (visitor: LinkVisitor) => {
      written.length = 0
      views.note(link, visitor)
      await views.store()
      return written.reduce((sum, { count }) => sum + count, 0)
    }
    const home = visitorFrom('2001:db8:1:2::1')
    expect(await openFor(home)).toBe(1)
    state.now += VISIT_MS - 1
    expect(await openFor(home)).toBe(0)
    // Same IPv6 network, other browser.
    expect(await openFor(visitorFrom('2001:db8:1:2:9::7'))).toBe(0)
    expect(await openFor(visitorFrom('2001:db8:1:2::1', FIREFOX.replace('140', '141')))).toBe(1)
    expect(await openFor(visitorFrom('2001:db8:1:3::1'))).toBe(1)
    state.now += 1
    expect(await openFor(home)).toBe(1)
  })

  it('that cannot be stored are kept, reported once, and stored later', async () => {
    const { views, written, lines, state } = counted()
    const [one, other] = [linkOf(), linkOf()]
    state.fault = new Error('cannot execute UPDATE in a read-only transaction')
    views.note(one, visitorFrom('192.0.2.1'))
    views.note(other, visitorFrom('192.0.2.1'))
    for (const _ of [1, 2]) await expect(views.store()).rejects.toThrow('read-only')
    views.note(one, visitorFrom('192.0.2.2'))
    expect(written).toEqual([])
    state.fault = undefined
    await views.store()
    expect(written.map(({ id, count }) => [id, count]).toSorted()).toEqual(
      [
        [one.id, 2],
        [other.id, 1],
      ].toSorted(),
    )
    expect(lines).toEqual([])
  })

  it('are reported by the loop once in an outage, with how many wait', async () => {
    const { views, written, lines, state } = counted()
    state.fault = new Error('read-only')
    views.note(linkOf(), visitorFrom('192.0.2.1'))
    views.start()
    await expect.poll(() => lines.length).toBe(1)
    expect(lines[0]).toMatchObject({ level: 'warn', fields: { waiting: 1, error: 'read-only' } })
    state.fault = undefined
    await views.close()
    expect(written).toHaveLength(1)
    expect(lines.map(({ words }) => words)).toContain('views of public links are stored again')
  })

  it('that are lost at the end or beyond the maximum of links are logged with their number', async () => {
    const { views, written, lines, state } = counted({ linksMax: 2 })
    const links = [linkOf(), linkOf(), linkOf(), linkOf()]
    for (const link of links) views.note(link, visitorFrom('192.0.2.1'))
    await views.store()
    expect(written).toHaveLength(2)
    expect(lines).toMatchObject([{ level: 'warn', fields: { lost: 2, maximum: 2 } }])
    state.fault = new Error('gone')
    views.note(links[0] ?? linkOf(), visitorFrom('192.0.2.9'))
    await views.close()
    expect(lines.at(-1)).toMatchObject({ level: 'warn', fields: { lost: 1, error: 'gone' } })
  })

  it('are forgotten with their links, oldest visits first, within a fixed memory', () => {
    const visits = createVisits(3)
    const now = new Date()
    const open = (address: string, at = now) => visits.add('link', visitorFrom(address), at)
    expect(['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'].map((one) => open(one))).toEqual([
      ...[true, true, true, true],
    ])
    expect([visits.size, open('192.0.2.4'), open('192.0.2.1')]).toEqual([3, false, true])
    open('192.0.2.5', new Date(now.getTime() + VISIT_MS))
    expect(visits.size).toBe(1)
  })
})

describe('a person', () => {
  it.each([
    FIREFOX,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 14; CUBOT X90) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  ])('is behind %s', (userAgent) => {
    expect(isPerson(visitorFrom('192.0.2.1', userAgent))).toBe(true)
    expect(isPerson({ ...visitorFrom('192.0.2.1', userAgent), isPrefetch: true })).toBe(false)
  })

  it.each([
    '',
    'curl/8.5.0',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    'WhatsApp/2.23.20.0',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    `Mozilla/5.0 (compatible; bingbot/2.0)${' x'.repeat(50_000)}`,
  ])('is not behind %s', (userAgent) => {
    expect(isPerson(visitorFrom('192.0.2.1', userAgent))).toBe(false)
  })
})
