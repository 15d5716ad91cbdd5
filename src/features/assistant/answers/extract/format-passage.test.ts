import { describe, expect, it } from 'vitest'
import type { Text } from '../text.ts'
import { formatPassage, proofsOfPassage } from './format-passage.ts'
import { readSentences } from './sentences.ts'

/** Passage of all sentences of a document, of which one is the key. */
function passageOf(key: string, ...lines: readonly string[]) {
  const spoken = lines.map((text, segment) => ({ segment, speaker: '', start: null, end: null, text }))
  const of = { kind: 'source', id: 's', title: 'Prices', at: null, lines: spoken } as unknown as Text
  const all = readSentences(spoken, 'source')
  return { of, all, from: 0, to: all.length, key: all.findIndex(({ text }) => text === key) }
}

describe('passages of documents', () => {
  const passage = passageOf(
    '- Two years bring another five percent off.',
    ...[
      ...['# Prices', '## Discounts', 'Above fifty vehicles there is a discount.'],
      ...['- Two years bring another five percent off.', '* It is yearly.'],
    ],
  )

  it('have their heading before the quotes, and no marks of Markdown', () => {
    expect(formatPassage(passage, { named: false, marked: true })).toBe(
      'Discounts: “Above fifty vehicles there is a discount.” **“Two years bring another five percent off.”** “It is yearly.”',
    )
    expect(formatPassage(passage, { named: true, marked: false })).toBe(
      'Prices: Discounts: “Above fifty vehicles there is a discount. Two years bring another five percent off. It is yearly.”',
    )
  })

  it('cite lines with statements, and a heading only if nothing follows', () => {
    expect(proofsOfPassage(passage).map(({ line }) => line.segment)).toEqual([2, 3, 4])
    const alone = passageOf('# Discounts of 2026', '# Discounts of 2026')
    expect(formatPassage(alone, { named: false, marked: true })).toBe('“Discounts of 2026”')
    expect(proofsOfPassage(alone).map(({ quote }) => quote)).toEqual(['# Discounts of 2026'])
  })
})
