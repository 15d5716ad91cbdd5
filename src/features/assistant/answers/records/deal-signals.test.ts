import { describe, expect, it } from 'vitest'
import { findDealSignals, type SignalCall } from './deal-signals.ts'

const NOW = new Date('2026-11-24T13:00:00Z')

/** A conversation with an action item and two outside speakers, which causes no signal. */
function call(startedAt: string, more: { items?: readonly object[] | undefined; outside?: readonly string[] } = {}) {
  const { items = [{ owner: null, dueDate: null, text: 'We meet on Monday.', spans: [] }], outside = ['Ann', 'Ben'] } =
    more
  return {
    call: {
      startedAt,
      isAnalyzed: true,
      people: [{ name: 'Bob', email: null, isInternal: true }],
      statistics: { speakers: outside.map((name) => ({ name, internal: false })) },
    },
    summary: { actionItems: items },
  } as unknown as SignalCall
}

const open = { outcome: 'open', close_date: null, conversations_count: 2 } as const
const kinds = (deal: Parameters<typeof findDealSignals>[0], calls: readonly SignalCall[]) =>
  findDealSignals(deal, calls, NOW).map(({ kind }) => kind)

describe('a deal', () => {
  it('without anything that needs attention has no signal', () => {
    expect(findDealSignals(open, [call('2026-11-20T10:00:00Z'), call('2026-11-10T10:00:00Z')], NOW)).toEqual([])
  })

  it.each(['won', 'lost'] as const)('that is %s has none', (outcome) => {
    expect(kinds({ ...open, outcome, close_date: '2026-01-01', conversations_count: 0 }, [])).toEqual([])
  })

  it('without a call says so', () => {
    expect(findDealSignals({ ...open, conversations_count: 0 }, [], NOW)).toEqual([
      { kind: 'no_calls', text: 'No call yet.' },
    ])
  })

  it.each([
    ['2026-11-04T10:00:00Z', []],
    ['2026-11-03T12:59:00Z', ['quiet']],
  ])('whose last call was at %s', (startedAt, expected) => {
    expect(kinds(open, [call(startedAt)])).toEqual(expected)
  })

  it.each([
    ['2026-11-24', undefined],
    ['2026-11-23', 'The close date was yesterday.'],
    ['2026-10-25', 'The close date was 30 days ago.'],
  ])('with the close date %s', (close_date, text) => {
    expect(findDealSignals({ ...open, close_date }, [call('2026-11-20T10:00:00Z')], NOW)).toEqual(
      text === undefined ? [] : [{ kind: 'close_date_passed', text }],
    )
  })

  it.each([
    ['2026-11-24', 'Bob', false],
    ['2026-11-23', 'Bob', true],
    ['2026-11-23', 'Ann', false],
    ['2026-10-25', 'Bob', true],
    ['2026-10-24', 'Bob', false],
  ])('with a promise until %s by %s', (dueDate, name, isOverdue) => {
    const items = [{ owner: { name, email: null }, dueDate, text: "I'll send the offer.", spans: [] }]
    const found = findDealSignals(open, [call('2026-11-20T10:00:00Z', { items })], NOW)
    expect(found.map(({ kind }) => kind)).toEqual(isOverdue ? ['overdue_promise'] : [])
    if (isOverdue) expect(found[0]?.text).toMatch(/^Bob's promise was due on \d+ \w+: “I'll send the offer\.”$/)
  })

  it('with a request that nobody promised has a signal only if a person keeps it, which calls it a task', () => {
    const quote = 'Could you send the offer?'
    const request = {
      ...{ owner: { name: 'Bob', email: null }, dueDate: '2026-11-23', text: quote },
      spans: [{ segment: 0, speaker: 'Ann', start: 0, end: 5, quote }],
    }
    expect(findDealSignals(open, [call('2026-11-20T10:00:00Z', { items: [request] })], NOW)).toEqual([])
    const task = { id: 't', status: 'open', assigneeName: 'Bob' } as const
    const items = [{ ...request, task }]
    const [kept] = findDealSignals(open, [call('2026-11-20T10:00:00Z', { items })], NOW)
    expect(kept?.text).toMatch(/^Bob's task was due on \d+ \w+: “Could you send the offer\?”$/)
  })

  it('with a promise that is kept has no signal', () => {
    const promise = {
      owner: { name: 'Bob', email: null },
      dueDate: '2026-11-23',
      text: "I'll send the offer.",
      spans: [],
    }
    const items = [{ ...promise, task: { status: 'done' } }]
    expect(kinds(open, [call('2026-11-20T10:00:00Z', { items })])).toEqual([])
  })

  it('whose last call has no action item lacks a next step, once it is analyzed', () => {
    const last = call('2026-11-20T10:00:00Z', { items: [] })
    expect(kinds(open, [last])).toEqual(['no_next_step'])
    expect(kinds(open, [{ ...last, summary: undefined }])).toEqual([])
    expect(kinds(open, [{ ...last, call: { ...last.call, isAnalyzed: false } }])).toEqual([])
  })

  it('with one outside speaker in several calls depends on that person', () => {
    const one = call('2026-11-20T10:00:00Z', { outside: ['Ann'] })
    expect(kinds(open, [one])).toEqual([])
    expect(findDealSignals(open, [one, one], NOW)).toEqual([
      { kind: 'single_contact', text: 'Only Ann spoke in the last 2 calls.' },
    ])
    expect(kinds(open, [one, call('2026-11-01T10:00:00Z', { outside: ['Ben'] })])).toEqual([])
  })
})
