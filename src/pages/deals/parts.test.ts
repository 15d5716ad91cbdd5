import { expect, it } from 'vitest'
import { formatDaysAgo, formatMoney, isAccountNamed, signalBadges, sumAmounts } from './parts.ts'
import { sortStages } from './stages.ts'

it('formats amounts with their currency, and without one that is unknown', () => {
  expect([formatMoney(31_090, 'USD'), formatMoney(9000.4, 'EUR')]).toEqual(['$31,090', '€9,000'])
  expect([formatMoney(1200, null), formatMoney(1200, 'dollars')]).toEqual(['1,200', '1,200'])
})

it('adds amounts for each currency, and ignores deals without one', () => {
  const deals = [
    { amount: 1000, currency: 'USD' },
    { amount: null, currency: 'USD' },
    { amount: 500, currency: 'EUR' },
    { amount: 250, currency: 'USD' },
  ]
  expect(sumAmounts(deals)).toBe('$1,250 + €500')
  expect(sumAmounts([])).toBe('')
})

it.each([
  ['2026-03-10T09:00:00Z', 'today'],
  ['2026-03-11T09:00:00Z', 'today'],
  ['2026-03-09T11:00:00Z', 'yesterday'],
  ['2026-02-26T11:00:00Z', '12 days ago'],
])('formats %s as %s', (at, text) => {
  expect(String(formatDaysAgo(at, new Date('2026-03-10T12:00:00Z')))).toBe(text)
})

it('recognizes titles that name their account', () => {
  expect(isAccountNamed({ title: 'Ottermoor: 120 handhelds', account_name: 'ottermoor' })).toBe(true)
  expect(isAccountNamed({ title: '120 handhelds', account_name: 'Ottermoor' })).toBe(false)
  expect(isAccountNamed({ title: '120 handhelds', account_name: null })).toBe(false)
})

it('escapes the sentence of a signal', () => {
  expect(signalBadges([{ kind: 'no_next_step', text: '"><b>' }]).text).toContain('title="&quot;&gt;&lt;b&gt;"')
})

it('sorts stages in the order of a sale, unknown ones last by name', () => {
  const stages = ['Zeta', 'Negotiation', 'Contract sent', 'Alpha', 'Discovery', 'Pilot', 'Proposal', 'New lead']
  expect(sortStages(stages)).toEqual([
    ...['New lead', 'Discovery', 'Pilot', 'Proposal', 'Negotiation', 'Contract sent', 'Alpha', 'Zeta'],
  ])
})
