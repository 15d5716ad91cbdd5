import { describe, expect, it } from 'vitest'
import { readWrittenDay } from './written-days.ts'

describe('a day in words', () => {
  it.each([
    '17 March 2026, 09:30am',
    'March 17, 2026, 9:30AM',
    '17. März 2026, 09:30',
    'Dienstag, 17. März 2026',
    '17 mars 2026, 09:30',
    '17 de marzo de 2026, 9:30',
    '17 marzo 2026, 09:30',
    '17 de março de 2026, 09:30',
    '17 maart 2026 09:30',
    '2026年3月17日 9:30',
  ])('is read in several languages: %s', (line) => {
    expect(readWrittenDay(line)).toBe('2026-03-17T00:00:00.000Z')
  })

  it.each(['31 February 2026', '17 Foo 2026', '03/04/2026', 'We met 17 March 2026', '17 March 20261', ''])(
    'is nothing else: %s',
    (line) => {
      expect(readWrittenDay(line)).toBeUndefined()
    },
  )
})
