import { expect, it } from 'vitest'
import { dueBefore, nextRun } from './model.ts'

it.each([
  ['2026-05-01T01:59:59.999Z', '2026-05-01T02:00:00.000Z'],
  ['2026-05-01T02:00:00.000Z', '2026-05-02T02:00:00.000Z'],
  ['2026-12-31T23:00:00.000Z', '2027-01-01T02:00:00.000Z'],
])('after %s the next run is at %s', (now, next) => {
  expect(nextRun(new Date(now)).toISOString()).toBe(next)
})

it('thirty days are thirty times 24 hours', () => {
  expect(dueBefore(30, new Date('2026-03-31T12:00:00Z')).toISOString()).toBe('2026-03-01T12:00:00.000Z')
})
