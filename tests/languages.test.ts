/** Laws over the catalogs of languages. `npm run generate` adds new messages to each catalog without a translation. */
import { beforeAll, describe, expect, it } from 'vitest'
import { findKeys, findMessages } from '../scripts/languages/find-messages.ts'
import { TRANSLATED } from '../scripts/languages/print-catalogs.ts'
import { type MessageKeys, readTranslations } from '../src/core/languages/catalogs.ts'
import { findFault } from '../src/core/languages/placeholders.ts'

/** Code, and the place of an address, in steps for vendors. */
const CODE = /`[^`]*`|\{[a-z]+\}/g

let messages: MessageKeys
beforeAll(() => {
  messages = findMessages()
})

describe.each(TRANSLATED)('the catalog of %s', (language) => {
  const translations = readTranslations(language)

  it('has the messages of the sources, and no other', () => {
    const { pages, browser } = messages
    expect(Object.keys(translations), 'npm run generate').toEqual([...new Set([...pages, ...browser])].sort())
  })

  it('translates each message', () => {
    const missing = Object.keys(translations).filter((key) => translations[key] === '')
    expect(missing).toEqual([])
  })

  it('has the placeholders of each message', () => {
    const faults = Object.entries(translations).flatMap(([key, translation]) => {
      const fault = translation === '' ? undefined : findFault(key, translation)
      return fault === undefined ? [] : [`${JSON.stringify(key)} ${fault}`]
    })
    expect(faults).toEqual([])
  })

  it('keeps code as it is', () => {
    const changed = Object.entries(translations).filter(
      ([key, text]) => text !== '' && String(key.match(CODE)?.sort()) !== String(text.match(CODE)?.sort()),
    )
    expect(changed).toEqual([])
  })
})

describe('the catalog of de', () => {
  it('calls a user “Benutzer”, not “Nutzer”', () => {
    const texts = Object.values(readTranslations('de'))
    expect(texts.filter((text) => /\bBenutzer/.test(text)).length).toBeGreaterThan(80)
    expect(texts.filter((text) => /\bNutzer/.test(text))).toEqual([])
  })
})

describe('the search for messages', () => {
  it('finds templates, messages and attributes, and no other text', () => {
    const source = [
      "const a = 'Not a message'",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: source of a module
      'const b = html`<p title="Tip">Page ${a}</p>${t`Delete ${a}?`}`',
      "const c = t('Open', 'verb')",
    ].join('\n')
    expect(findKeys('a.ts', source)).toEqual(['Tip', 'Page {0}', 'Delete {0}?', 'verb::Open'])
  })

  it('rejects text that it cannot read', () => {
    expect(() => findKeys('a.ts', '\nt(name)')).toThrow('a.ts:2: the text of a message must be a literal.')
  })
})

describe('a translation', () => {
  it.each([
    ['{0} calls', 'Anrufe: {0}', undefined],
    ['{0} calls', 'Anrufe', 'has the placeholders none instead of {0}'],
    ['<1>a</1> <2>b</2>', '<2>b</2> <1>a</1>', undefined],
    ['<1>a</1> <2>b</2>', '<1>a<2></1>b</2>', 'closes <1> in the wrong order'],
    ['<1>a</1>', '</1>a<1>', 'closes <1> in the wrong order'],
    ['a', 'b <b>', undefined],
  ])('of %s as %s has the fault %s', (key, translation, fault) => {
    expect(findFault(key, translation)).toBe(fault)
  })
})
