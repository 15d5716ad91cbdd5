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
const render = (deal: Pick<Deal, 'conversations' | 'people'>) => {
  const timeline = renderTimeline(deal, NOW)
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
