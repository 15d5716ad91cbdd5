import { expect, it } from 'vitest'
import type { Deal } from '../../features/deals/deal-overviews/index.ts'
import { renderTimeline } from './timeline.ts'

const NOW = new Date('2026-03-31T00:00:00Z')

const person = (name: string, side: 'internal' | 'external', count = 1): Deal['people'][number] => ({
  ...{
    name,
    email: null,
    job_title: null,
    talk_share: null,
    side,
    conversations_count: count,
    talk_time: count === 0 ? null : 60,
  },
  ...{ last_spoke_at: null, is_silent: false },
})
const render = (deal: Pick<Deal, 'conversations' | 'people'> & { changes?: Deal['changes'] }) => {
  const timeline = renderTimeline({ changes: [], ...deal }, NOW)
  return timeline === false ? '' : timeline.text
}
const conversation = (startedAt: string, speakers: readonly string[]): Deal['conversations'][number] => ({
  ...{ id: startedAt, title: 'Call', started_at: startedAt, duration: 600, owner_name: 'Bob', headline: null },
  talk_strip: null,
  speakers: speakers.map((name) => ({ name, side: 'external' as const, talk_time: 60 })),
})

it('draws a lane for each speaker, ours first, with a dot for each call', () => {
  const html = render({
    people: [person('Ann', 'external', 2), person('Bob', 'internal'), person('Silent', 'external', 0)],
    conversations: [
      conversation('2026-03-01T00:00:00Z', ['Ann', 'Bob']),
      conversation('2026-02-01T00:00:00Z', ['ann']),
    ],
  })
  expect(html.indexOf('<bdi>Bob')).toBeLessThan(html.indexOf('<bdi>Ann'))
  expect(html).not.toContain('Silent')
  expect(html.match(/<circle/g)).toHaveLength(3)
  expect(html).toContain('cx="4%"')
  expect(html).toContain('>Mar</text>')
  expect(html).toContain('aria-label="2 people in 2 calls"')
})

it('places a call of today in the middle, and draws nothing if nobody spoke', () => {
  const only = conversation(NOW.toISOString(), ['Ann'])
  expect(render({ people: [person('Ann', 'external')], conversations: [only] })).toContain('cx="50%"')
  expect(render({ people: [person('Ann', 'external', 0)], conversations: [only] })).toBe('')
  expect(render({ people: [person('Ann', 'external')], conversations: [] })).toBe('')
})

const change = (at: string, from: string | null, to: string | null, field: 'stage' | 'amount' = 'stage') => ({
  ...{ field, from, to, changed_at: at },
})

it('draws the stages above the lanes, and lists them for screen readers', () => {
  const html = render({
    people: [person('Ann', 'external')],
    conversations: [conversation('2026-02-01T00:00:00Z', ['Ann'])],
    // Newest first, as the operation returns them.
    changes: [
      change('2026-03-30T12:00:00Z', 'Demo', 'Contract sent'),
      change('2026-03-02T00:00:00Z', '10', '20', 'amount'),
      change('2026-03-02T00:00:00Z', 'Discovery', 'Demo'),
    ],
  })
  const list = /<ol class="unseen"[^>]*>(.*?)<\/ol>/s.exec(html)?.[1]
  expect(list).toBe('<li>Discovery</li><li>Demo, since 2 Mar 2026</li><li>Contract sent, since 30 Mar 2026</li>')
  expect(
    [...html.matchAll(/<svg class="stage( current)?" x="([\d.]+)%"/g)].map(([, current, x]) => [current, x]),
  ).toEqual([
    [undefined, '0'],
    [undefined, '50'],
    [' current', '95.2'],
  ])
  expect(html).toContain('>Discovery</text>')
  // A name that doesn't fit is only in the list and in the title.
  expect(html).not.toContain('>Contract sent</text>')
  expect(html).toContain('<title>Contract sent, since 30 Mar 2026</title>')
  expect(html.match(/class="step"/g)).toHaveLength(2)
})

it('starts with the first stage that the CRM recorded, and shows no stages without a change', () => {
  const people = [person('Ann', 'external')]
  const conversations = [conversation('2026-02-01T00:00:00Z', ['Ann'])]
  const created = render({ people, conversations, changes: [change('2026-01-02T00:00:00Z', null, 'New')] })
  expect(created).toContain('<li>New, since 2 Jan 2026</li>')
  // The timeline begins with the stage, before the first call.
  expect(created).toContain('<svg class="stage current" x="4%"')
  expect(render({ people, conversations })).not.toContain('stage')
})
