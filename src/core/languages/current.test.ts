import { describe, expect, it } from 'vitest'
import { chooseLanguage, currentLanguage, runInLanguage } from './current.ts'
import { compareText, formatDate, formatLanguage, formatList, formatNumber, formatPercent } from './formats.ts'

describe('the language of a request', () => {
  it.each([
    ['fr', 'de', 'fr'],
    ['xx', 'de', 'de'],
    [undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
    [undefined, 'pt, en;q=0.5, es;q=0.7', 'es'],
    [undefined, 'de;q=0, ja', 'ja'],
    [undefined, 'DE', 'de'],
    [undefined, '*', 'en'],
    [undefined, 'constructor', 'en'],
    [undefined, undefined, 'en'],
    ['', '', 'en'],
    [undefined, `${'xx,'.repeat(10_000)}de`, 'en'],
  ])('is, of the choice %s and the browser %s, %s', (chosen, accepted, language) => {
    expect(chooseLanguage(chosen, accepted)).toBe(language)
  })

  it('lasts for all work of the request, and for no other', async () => {
    const read = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      return currentLanguage()
    }
    expect(await Promise.all([runInLanguage('de', read), read(), runInLanguage('ja', read)])).toEqual([
      'de',
      'en',
      'ja',
    ])
  })
})

describe('formats', () => {
  const at = new Date('2026-03-12T14:05:00Z')
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  const all = () => [
    formatNumber(1234.5),
    formatPercent(0.285),
    formatDate(at, options),
    formatList(['a', 'b', 'c']),
    formatLanguage('de'),
    formatLanguage('qqq'),
  ]

  it('are British in English', () => {
    expect(all()).toEqual(['1,234.5', '28%', '12 Mar 2026', 'a, b, and c', 'German', 'qqq'])
  })

  it('are those of the language', () => {
    expect(runInLanguage('de', all)).toEqual(['1.234,5', '28\u00a0%', '12. März 2026', 'a, b und c', 'Deutsch', 'qqq'])
    expect(runInLanguage('ja', all)).toEqual(['1,234.5', '28%', '2026年3月12日', 'a、b、c', 'ドイツ語', 'qqq'])
  })

  it('have the time zone of the reader', () => {
    const time = { hour: '2-digit', minute: '2-digit' } as const
    expect(formatDate(at, { ...time, timeZone: 'Asia/Tokyo' })).toBe('23:05')
  })

  it('order names as readers expect', () => {
    expect(['z', 'Ä', 'b'].toSorted(compareText)).toEqual(['Ä', 'b', 'z'])
  })
})
