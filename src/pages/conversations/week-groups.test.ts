import { describe, expect, it } from 'vitest'
import { findPeriod } from './week-groups.ts'

const now = new Date('2026-11-25T12:00:00Z')
const period = (at: string, zone = 'UTC') => String(findPeriod(zone, new Date(at), now))

describe('headings of a list of calls', () => {
  it('start weeks on Monday', () => {
    expect(period('2026-11-23T00:00:00Z')).toBe('This week')
    expect(period('2026-11-22T23:59:00Z')).toBe('Last week')
    expect(period('2026-11-16T00:00:00Z')).toBe('Last week')
    expect(period('2026-11-15T23:59:00Z')).toBe('Week of 9 November')
  })
  it('use the time zone of the user', () => {
    expect(period('2026-11-22T23:30:00Z', 'Europe/Berlin')).toBe('This week')
    expect(period('2026-11-23T03:00:00Z', 'America/New_York')).toBe('Last week')
  })
  it('group older calls by month, and calls in the future by week', () => {
    expect(period('2026-11-02T10:00:00Z')).toBe('Week of 2 November')
    expect(period('2026-10-28T10:00:00Z')).toBe('October 2026')
    expect(period('2025-12-31T10:00:00Z')).toBe('December 2025')
    expect(period('2026-12-03T10:00:00Z')).toBe('Week of 30 November')
  })
})
