import { beforeAll, describe, expect, it } from 'vitest'
import { addCatalog, readMessageKeys } from './catalogs.ts'
import { runInLanguage } from './current.ts'
import { known } from './known.ts'

/** Tag of a language for this test. */
const MARKED = 'qan'
beforeAll(() => addCatalog(MARKED, (key) => (key.startsWith('Zebra') ? undefined : `«${key}»`)))

const print = (text: string) => runInLanguage(MARKED, () => String(known(text)))
const [pattern = ''] = readMessageKeys().composed.filter((key) => key.startsWith('A glossary can have at most {0}'))

describe('a text of the service', () => {
  it('stays English in English, and without a translation', () => {
    expect(String(known('The value must be text.'))).toBe('The value must be text.')
    expect(print('Zebra crossing.')).toBe('Zebra crossing.')
    expect(JSON.stringify({ detail: known('Zebra') })).toBe('{"detail":"Zebra"}')
  })

  it('is translated as a whole, or by its pattern with values', () => {
    addCatalog(MARKED, (key) =>
      key.startsWith('Zebra') || !(key === pattern || !/\d/.test(key)) ? undefined : `«${key}»`,
    )
    expect(pattern).not.toBe('')
    const text = pattern.replace('{0}', '500')
    expect(print(text)).toBe(`«${text}»`)
  })

  it('keeps values, except sentences of the service', () => {
    addCatalog(MARKED, (key) => ({ 'Stored in the data folder.': 'Im Ordner.', '{0} allowed.': '{0} erlaubt.' })[key])
    expect(print('Open allowed.')).toBe('Open erlaubt.')
    expect(print('Stored in the data folder. allowed.')).toBe('Im Ordner. erlaubt.')
    expect(print('Zebra. Stored in the data folder. 3 allowed.')).toBe('Zebra. Im Ordner. 3 erlaubt.')
    expect(print(`${'x'.repeat(3_000)} allowed.`)).toMatch(/ allowed\.$/)
  })
})
