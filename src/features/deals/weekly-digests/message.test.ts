import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nextWeeklyDigest } from '../../collaboration/notification-requests/index.ts'
import { isEmptyDigest, type WeeklyDigest } from './load.ts'
import { composeWeeklyDigest } from './message.ts'

const EMPTY: WeeklyDigest = {
  ...{ calls: { total: 0, newest: [] }, team: { total: 0, newest: [] } },
  ...{ teamChanges: undefined, dealMoves: { total: 0, first: [] } },
  ...{ promises: [], requests: [], quietDeals: [], scores: [], comments: [] },
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
      requests: [{ id: 'c1', call: 'Opening', text: 'Could you send a price list?', due: null, start: null }],
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
      'Requests to you',
      '- Could you send a price list?',
      '  Opening',
      '  https://parley.example/conversations/c1',
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

  it('compares the week of a team with the week before, and says when calls are too few', () => {
    const change = { latest: null, previous: null, fewestCalls: 0, verdict: 'insufficient' } as const
    const text = compose({
      teamChanges: {
        calls: { latest: 12, previous: 30, fewestCalls: 12, verdict: 'probable' },
        talkShare: { latest: 0.482, previous: 0.55, fewestCalls: 12, verdict: 'uncertain' },
        questionsAsked: change,
        averageScore: { latest: 71.4, previous: null, fewestCalls: 0, verdict: 'insufficient' },
        trackers: [
          {
            ...{ latest: 3, previous: 1, fewestCalls: 1, verdict: 'insufficient', name: 'Pricing' },
            quote: { call: 'c9', text: 'That is https://evil.example expensive.', start: 61.5 },
          },
          { latest: 0, previous: 9, fewestCalls: 0, verdict: 'probable', name: 'Legal', quote: null },
        ],
        ...{ firstDay: '2026-03-02', lastDay: '2026-03-08' },
      },
      dealMoves: {
        total: 7,
        first: [
          { id: 'd1', title: 'Harbor', from: 'Proposal', to: 'Closed lost', outcome: 'lost' },
          { id: 'd2', title: 'Quay', from: null, to: 'Demo', outcome: 'open' },
        ],
      },
    })
    expect(text.split('\n').slice(2, -3)).toEqual([
      'Your team, compared with the week before',
      '- Calls: 12, 30 the week before. Probably a real change.',
      '  https://parley.example/conversations?from=2026-03-02&to=2026-03-08',
      '- Talk share: 48%, 55% the week before. Could be chance.',
      '- Average score: 71, unknown the week before. One of the periods has no calls to compare.',
      '  https://parley.example/conversations?from=2026-03-02&to=2026-03-08&sort=lowest_score',
      '- Calls with the tracker “Pricing”: 3, 1 the week before. 1 call is too few to tell.',
      '  That is [link removed] expensive.',
      '  https://parley.example/conversations/c9?t=61',
      '- Calls with the tracker “Legal”: 0, 9 the week before. Probably a real change.',
      '',
      'Deals with a new stage: 7',
      '- Harbor: lost (from Proposal to Closed lost)',
      '  https://parley.example/deals/d1',
      '- Quay: from no stage to Demo',
      '  https://parley.example/deals/d2',
      '',
    ])
  })

  it('has the sections that the guide describes, in the same order', () => {
    const change = { latest: 1, previous: 1, fewestCalls: 1, verdict: 'uncertain' } as const
    const calls = { total: 1, newest: [{ id: 'c1', title: 'Opening', headline: undefined }] }
    const task = { id: 'c1', call: 'Opening', text: 'Send the offer.', due: null, start: null }
    const lines = compose({
      ...{
        calls,
        team: calls,
        promises: [task],
        requests: [task],
        quietDeals: [{ id: 'd1', title: 'Harbor', days: 23 }],
      },
      scores: [{ id: 'c1', call: 'Opening', scorecard: 'Discovery', average: 70 }],
      comments: [{ id: 'c1', call: 'Opening', threadId: 't', author: 'Ann', text: 'Well done.' }],
      teamChanges: {
        ...{ calls: change, talkShare: change, questionsAsked: change, averageScore: change, trackers: [] },
        ...{ firstDay: '2026-03-02', lastDay: '2026-03-08' },
      },
      dealMoves: { total: 1, first: [{ id: 'd1', title: 'Harbor', from: 'Demo', to: 'Won', outcome: 'won' }] },
    }).split('\n')
    const headings = lines.flatMap((line, at) =>
      lines[at - 1] === '' && lines[at + 1]?.startsWith('- ') === true ? [line.split(': ')[0]] : [],
    )
    const guide = readFileSync(new URL('../../../../docs/notifications.md', import.meta.url), 'utf8')
    const table = guide.split('## Weekly digest')[1]?.split('\n## ')[0] ?? ''
    const described = [...table.matchAll(/^\| ([^|]+?) \|/gm)].map(([, name]) => name)
    expect(headings).toEqual(described.slice(1))
    expect(headings.length).toBe(9)
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
    expect(isEmptyDigest({ ...EMPTY, dealMoves: { total: 1, first: [] } })).toBe(false)
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
