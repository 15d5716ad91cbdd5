import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { timeArgument } from './tool-arguments.ts'
import { coerceArguments } from './tool-coercion.ts'
import { resolveTimes } from './tool-times.ts'

const schema = z.strictObject({
  limit: z.int().min(1).max(50).optional(),
  start: z.number().optional(),
  private: z.boolean().optional(),
  include: z.array(z.enum(['summary', 'transcript'])).optional(),
  ids: z.array(z.string()).optional(),
  role: z.enum(['ADMIN', 'SALES_REP']).optional(),
  labels: z.record(z.string(), z.string()).optional(),
  title: z.string().optional(),
  items: z.array(z.strictObject({ weight: z.number() })).optional(),
})

describe('an argument of another type', () => {
  it.each([
    [{ limit: '10' }, { limit: 10 }],
    [{ start: '5:00' }, { start: 300 }],
    [{ start: '1:02:03.5' }, { start: 3_723.5 }],
    [{ start: ' 12.5 ' }, { start: 12.5 }],
    [{ private: 'True' }, { private: true }],
    [{ include: 'summary' }, { include: ['summary'] }],
    [{ include: 'Summary, transcript' }, { include: ['summary', 'transcript'] }],
    [{ include: '["summary"]' }, { include: ['summary'] }],
    [{ ids: 'I said yes, twice' }, { ids: ['I said yes, twice'] }],
    [{ role: 'admin' }, { role: 'ADMIN' }],
    [{ labels: '{"Stage":"Won"}' }, { labels: { Stage: 'Won' } }],
    [{ title: 2026 }, { title: '2026' }],
    [{ items: [{ weight: '2' }, { weight: 3 }] }, { items: [{ weight: 2 }, { weight: 3 }] }],
  ])('%j is read as %j', (given, read) => {
    expect(coerceArguments(schema, given)).toEqual(read)
    expect(schema.safeParse(coerceArguments(schema, given)).success).toBe(true)
  })

  it.each([
    { limit: 'ten' },
    { limit: '' },
    { start: '5:99' },
    { start: 'noon' },
    { private: 'yes' },
    { private: 1 },
    { role: 'boss' },
    { labels: '[1]' },
    { labels: '{' },
    { include: 'everything' },
    { title: { text: 'x' } },
  ])('%j stays, and is rejected', (given) => {
    expect(schema.safeParse(coerceArguments(schema, given)).success).toBe(false)
  })

  it('of the right type is never changed', () => {
    const given = { limit: 5, title: '10', ids: ['1'], role: 'ADMIN' }
    expect(coerceArguments(schema, given)).toBe(given)
  })
})

describe('a date', () => {
  const times = z.strictObject({
    from: timeArgument('begin', 'From.'),
    to: timeArgument('end', 'To.'),
    title: z.string(),
  })
  const read = (given: Record<string, unknown>, zone: string) => resolveTimes(times, given, zone)

  it('is a whole day in the caller’s time zone', () => {
    expect(read({ from: '2026-11-20', to: '2026-11-20' }, 'Europe/Vienna')).toEqual({
      from: '2026-11-19T23:00:00.000Z',
      to: '2026-11-20T22:59:59.999Z',
    })
    expect(read({ to: '2026-11-20' }, 'America/Los_Angeles').to).toBe('2026-11-21T07:59:59.999Z')
    expect(read({ to: '2026-11-20' }, 'UTC').to).toBe('2026-11-20T23:59:59.999Z')
  })

  it('has 23 or 25 hours when the clocks change', () => {
    const hours = (day: string) => {
      const { from, to } = read({ from: day, to: day }, 'Europe/Vienna')
      return (Date.parse(String(to)) + 1 - Date.parse(String(from))) / 3_600_000
    }
    expect(hours('2026-03-29')).toBe(23)
    expect(hours('2026-10-25')).toBe(25)
  })

  it('with a time is local without an offset, and stays with one', () => {
    expect(read({ from: '2026-11-20T14:30' }, 'Europe/Vienna').from).toBe('2026-11-20T13:30:00.000Z')
    expect(read({ from: '2026-11-20T14:30:00+05:00' }, 'Europe/Vienna').from).toBe('2026-11-20T14:30:00+05:00')
  })

  it.each(['2026-02-30', 'yesterday', '', '2026-11-20T25:00'])('%s isn’t changed', (given) => {
    expect(read({ to: given }, 'UTC').to).toBe(given)
  })

  it('in another argument isn’t changed', () => {
    expect(read({ title: '2026-11-20' }, 'Europe/Vienna').title).toBe('2026-11-20')
  })
})
