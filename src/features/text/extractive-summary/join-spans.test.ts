import { expect, it } from 'vitest'
import { joinSpans } from './join-spans.ts'

const span = (segment: number, quote: string) => ({ segment, speaker: 'Bob', start: segment, end: segment + 1, quote })

it('lines that follow each other are one quote, which starts in the first', () => {
  expect(joinSpans([span(3, 'It is not something that'), span(4, 'I can promise.')])).toEqual([
    { ...span(3, 'It is not something that I can promise.'), end: 5 },
  ])
  expect(joinSpans([span(3, 'So we'), span(4, 'can'), span(5, 'go.')])).toHaveLength(1)
})

it('lines with another one in between are quotes of their own', () => {
  const spans = [span(3, 'We can'), span(5, 'go.')]
  expect(joinSpans(spans)).toEqual(spans)
  expect(joinSpans([])).toEqual([])
})
