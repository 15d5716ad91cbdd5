import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../testing/growth.ts'
import { extractKeyPhrases, type KeyPhraseInput, PHRASES_TOLD } from './key-phrases.ts'

const said = (text: string, segment = 0): KeyPhraseInput => ({ segment, text })
const phrases = (texts: readonly string[], names: readonly string[] = []) =>
  extractKeyPhrases(texts.map(said), new Set(names)).map(({ text, count }) => `${text} ${count}`)

describe('key phrases', () => {
  it('are words in a row that are said more than once, as they are said most often', () => {
    expect(
      phrases([
        'The battery storage needs a permit, and Battery Storage is what we sell.',
        'So battery storage it is. The building permits take long.',
        'A building permit costs money, building permits more.',
      ]),
    ).toEqual(expect.arrayContaining(['battery storage 3', 'building permits 3']))
  })

  it('are the longer ones, unless the shorter is also said alone', () => {
    const texts = ['The solar panel roof costs.', 'A solar panel roof helps.', 'Our solar panel roof leaks.']
    const more = ['warehouse lease', 'fire alarm', 'night shift', 'delivery truck'].flatMap((one) => [
      `A ${one}.`,
      `The ${one}.`,
    ])
    expect(phrases([...texts, ...more])).toContain('solar panel roof 3')
    expect(phrases([...texts, ...more])).not.toContain('solar panel 3')
    expect(phrases([...texts, ...more, ...Array(9).fill('A solar panel.')])[0]).toBe('solar panel 12')
  })

  it('are the longer ones, although the shorter is also said alone less often', () => {
    const found = phrases([
      ...['The solar panel roof costs.', 'A solar panel roof helps.', 'Our solar panel roof leaks.'],
      'Is the solar panel roof new?',
      ...Array(2).fill('A solar panel.'),
      ...['warehouse lease', 'fire alarm', 'night shift'].flatMap((one) => [`A ${one}.`, `The ${one}.`]),
    ])
    expect(found).toContain('solar panel roof 4')
    expect(found).not.toContain('solar panel 6')
  })

  it('are no names of people, no measures and nothing that people say whatever they talk about', () => {
    expect(
      phrases(
        [
          'I think Zanthe Quill said ten million dollars last year.',
          'I think Zanthe Quill said ten million dollars last year.',
        ],
        ['zanthe', 'quill'],
      ),
    ).toEqual([])
  })

  it('do not go over the end of a sentence', () => {
    expect(phrases(['We sell batteries. Storage costs.', 'Good batteries. Storage helps.'])).toEqual([])
  })

  it('are single words where there is little else', () => {
    expect(phrases(['The warranty.', 'Which warranty?', 'Our warranty.'])).toEqual(['warranty 3'])
  })

  it('are no verbs or adjectives, where the words around them show what they are', () => {
    const texts = ['I read the warranty.', 'You read a new warranty.', 'We read it, a new one.', 'The warranty is new.']
    expect(phrases(texts)).toEqual(['warranty 3'])
    // No word around them is English.
    expect(phrases(['Vertrag kündigen.', 'Vertrag lesen.', 'Neuer Vertrag?'])).toEqual(['Vertrag 3'])
  })

  it('are thirty at most, the first with the score 1, each where it says', () => {
    const texts = Array.from({ length: 60 }, (_, n) => {
      const word = String.fromCharCode(97 + (n % 26)).repeat(3) + String.fromCharCode(97 + Math.floor(n / 26)).repeat(3)
      return `The ${word} gadget works. A ${word} gadget fails.`
    }).map(said)
    const found = extractKeyPhrases(texts, new Set())
    expect(found.length).toBe(PHRASES_TOLD)
    expect(found[0]?.score).toBe(1)
    for (const { text, score, places } of found) {
      expect(score).toBeLessThanOrEqual(1)
      for (const { segment, from, to } of places) {
        expect(texts[segment]?.text.slice(from, to).toLowerCase()).toBe(text.toLowerCase())
      }
    }
  })

  it('take no time that grows with its square', () => {
    expectNoSquare(20_000, (size) => {
      extractKeyPhrases([said('gadget widget '.repeat(size)), said('x'.repeat(15 * size))], new Set())
      extractKeyPhrases(
        [said(Array.from({ length: 1.5 * size }, (_, n) => `w${n.toString(36)}q`).join(' '))],
        new Set(),
      )
    })
  })
})
