import { describe, expect, it } from 'vitest'
import { nextWeeklyDigest } from '../../collaboration/notification-requests/index.ts'
import { isEmptyDigest, type WeeklyDigest } from './load.ts'
import { composeWeeklyDigest } from './message.ts'

const EMPTY: WeeklyDigest = {
  ...{ calls: { total: 0, newest: [] }, team: { total: 0, newest: [] } },
  ...{ promises: [], quietDeals: [], scores: [], comments: [] },
}
const span = { from: new Date('2026-03-02T00:00:00Z'), until: new Date('2026-03-09T00:00:00Z'), timeZone: 'UTC' }
const compose = (digest: Partial<WeeklyDigest>, language = 'en') =>
  composeWeeklyDigest({ ...EMPTY, ...digest }, { email: 'bob@acme.example', language }, span, 'https://parley.example')
    .text

describe('a weekly digest', () => {
  it('quotes each section with a link, and leaves out sections without entries', () => {
    const text = compose({
      calls: { total: 7, newest: [{ id: 'c1', title: 'Opening', headline: 'Price and plans' }] },
      promises: [{ id: 'c1', call: 'Opening', text: 'I will send the offer.', due: 'by Friday', start: 12.7 }],
      quietDeals: [{ id: 'd1', title: 'Harbor', days: 23 }],
    })
    expect(text.split('\n')).toEqual([
      'Your week from 2 March to 8 March 2026.',
      '',
      'Your calls: 7',
      '- Opening',
      '  Price and plans',
      '  https://parley.example/conversations/c1',
      '',
      'Your promises',
      '- I will send the offer. (due: by Friday)',
      '  Opening',
      '  https://parley.example/conversations/c1?t=12',
      '',
      'Deals that went quiet',
      '- Harbor: no call for 23 days',
      '  https://parley.example/deals/d1',
      '',
      'Change your notifications:',
      'https://parley.example/account/notifications',
      '',
    ])
  })

  it('has the language, numbers and dates of its reader', () => {
    const text = compose(
      {
        calls: { total: 1_234, newest: [{ id: 'c1', title: 'Opening', headline: undefined }] },
        quietDeals: [{ id: 'd1', title: 'Harbor', days: 23 }],
      },
      'de',
    )
    expect(text.split('\n')).toEqual([
      'Ihre Woche vom 2. März bis 8. März 2026.',
      '',
      'Ihre Anrufe: 1.234',
      '- Opening',
      '  https://parley.example/conversations/c1',
      '',
      'Deals, in denen es ruhig wurde',
      '- Harbor: seit 23 Tagen kein Anruf',
      '  https://parley.example/deals/d1',
      '',
      'Benachrichtigungen ändern:',
      'https://parley.example/account/notifications',
      '',
    ])
    expect(compose({}, 'ja')).toContain('3月2日から2026年3月8日までの 1 週間です。')
  })

  it('contains no link from a call', () => {
    const text = compose({
      comments: [
        { id: 'c1', call: 'See https://evil.example/x', threadId: 't', author: 'Ann', text: 'www.evil.example/y' },
      ],
    })
    expect(text).not.toMatch(/https:\/\/evil|www\.evil/)
    expect(text).toContain('https://parley.example/conversations/c1/comments#comment-t')
  })

  it('is empty only without any entry', () => {
    expect(isEmptyDigest(EMPTY)).toBe(true)
    expect(isEmptyDigest({ ...EMPTY, team: { total: 1, newest: [] } })).toBe(false)
  })

  it.each([
    ['UTC', '2026-03-08T23:59:00Z', '2026-03-09', '2026-03-09T07:00:00.000Z'],
    ['UTC', '2026-03-09T06:59:00Z', '2026-03-09', '2026-03-09T07:00:00.000Z'],
    ['UTC', '2026-03-09T07:00:00Z', '2026-03-16', '2026-03-16T07:00:00.000Z'],
    ['UTC', '2026-03-11T12:00:00Z', '2026-03-16', '2026-03-16T07:00:00.000Z'],
    ['Asia/Tokyo', '2026-03-08T12:00:00Z', '2026-03-09', '2026-03-08T22:00:00.000Z'],
    ['Asia/Tokyo', '2026-03-08T22:00:00Z', '2026-03-16', '2026-03-15T22:00:00.000Z'],
    // The clocks change on Sunday, 8 March.
    ['America/New_York', '2026-03-07T12:00:00Z', '2026-03-09', '2026-03-09T11:00:00.000Z'],
  ])('in %s after %s is that of %s, and is sent at %s', (zone, now, week, at) => {
    const next = nextWeeklyDigest(new Date(now), zone)
    expect([next.week, next.at.toISOString()]).toEqual([week, at])
  })
})
