import { expect, it } from 'vitest'
import { summaryCard } from './findings.ts'
import type { ShownConversation } from './read.ts'

const said = (segment: number, speaker: string, quote: string) => ({
  ...{ segment, speaker, quote, start: segment * 10, end: segment * 10 + 9 },
})
const first = said(0, 'Ann', 'The gates open at seven.')
const more = said(2, 'Ann', 'The night lead is new.')
const last = said(9, 'Bob', 'The contract ends in May.')

const chapter = (title: string, firstSegment: number) => ({ title, firstSegment, lastSegment: firstSegment })
const PARAGRAPHS = [
  { text: `Ann: ${first.quote} ${more.quote}`, spans: [first, more] },
  { text: `Bob: ${last.quote}`, spans: [last] },
]

/** Card of a summary with two paragraphs in two chapters, as HTML. */
function render(
  method: string,
  chapters = [chapter('Gates', 0), chapter('Contract', 5)],
  paragraphs = PARAGRAPHS,
): string {
  const summary = {
    ...{
      method,
      model: 'a-model',
      modelFault: null,
      pending: false,
      decisions: [],
      actionItems: [],
      openQuestions: [],
    },
    headline: { text: 'Ann: The gates open at seven.', spans: [first] },
    ...{ paragraphs, chapters },
  }
  return summaryCard({ id: 'c', summary } as unknown as ShownConversation).text
}

it('lists sentences of an extractive summary by chapter and speaker, each with its place', () => {
  const lines = [
    ...render('extractive').matchAll(/<h3[^>]*>([^<]+)|<li[^>]*>(?:<strong><bdi>(\w+)<\/bdi><\/strong> )?([^<]+) <a/g),
  ]
  expect(lines.map(([, title, speaker, text]) => title ?? [speaker, text])).toEqual([
    'Gates',
    ['Ann', 'The gates open at seven.'],
    [undefined, 'The night lead is new.'],
    'Contract',
    ['Bob', 'The contract ends in May.'],
  ])
})

it('states the headline of a call without chapters once', () => {
  const short = render('extractive', [chapter('Gates', 0)])
  expect(short.match(/The gates open at seven\./g)).toHaveLength(1)
  expect(short).toContain('<strong><bdi>Ann</bdi></strong> The night lead is new.')
  const [paragraph] = [{ text: `Ann: ${first.quote}`, spans: [first] }]
  expect(render('extractive', [], [paragraph]).match(/<li/g)).toBe(null)
})

it('shows paragraphs that a language model wrote as they are', () => {
  expect(render('model')).toContain('<p dir="auto">Ann: The gates open at seven. The night lead is new. <a')
  expect(render('model')).not.toContain('<h3')
})
