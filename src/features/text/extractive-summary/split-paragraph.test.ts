import { expect, it } from 'vitest'
import { type EvidenceSpan, LINE_MAX } from './model.ts'
import { splitParagraph } from './split-paragraph.ts'

const span = (segment: number, speaker: string, quote: string): EvidenceSpan => ({
  ...{ segment, speaker, quote, start: segment * 10, end: segment * 10 + 9 },
})

it('splits a paragraph into sentences with their spans, and keeps those together that need each other', () => {
  const spans = [
    span(3, 'Ann', 'The price is forty-six dollars.'),
    span(5, 'Ann', 'The board signs on Friday.'),
    span(5, 'Ann', "No, that's wrong."),
    span(9, 'Bob', 'Um, the draft comes on Monday.'),
  ]
  const lines = splitParagraph({ text: '', spans })
  expect(lines.map(({ text, spans: own }) => [text, own.map(({ segment }) => segment)])).toEqual([
    ['The price is forty-six dollars.', [3]],
    ["The board signs on Friday. No, that's wrong.", [5, 5]],
    ['The draft comes on Monday.', [9]],
  ])
  // Every quote is in one line.
  expect(lines.flatMap((line) => line.spans)).toEqual(spans)
})

it('bounds lines, and leaves a paragraph with very long quotes as it is', () => {
  const words = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ')
  const lines = splitParagraph({ text: '', spans: [span(0, 'Ann', `The ${words} price.`)] })
  expect(lines[0]?.text).toMatch(/^The word0 word1 /)
  expect(lines.filter(({ text }) => text.length > LINE_MAX)).toEqual([])
  const paragraph = { text: 'Ann: The very long …', spans: [span(0, 'Ann', 'very '.repeat(9_000))] }
  expect(splitParagraph(paragraph)).toEqual([paragraph])
})
