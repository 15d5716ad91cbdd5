import { describe, expect, it } from 'vitest'
import { parseQuestion, readLines } from '../../../text/passage-ranking/index.ts'
import { hasCloseTerms, omitAccountNames, omitListed, omitTitleNames } from './closeness.ts'

/** Lines of two subjects, with a number of other lines between them. */
const linesApart = (between: number) =>
  ['We weathered the storm in the harbor.', ...Array(between).fill('Thank you very much.'), 'Lyon opened a depot.'].map(
    (text, segment) => ({ segment, speaker: 'Ann', start: null, end: null, text }),
  )
const isClose = (question: string, between: number) =>
  hasCloseTerms(readLines(linesApart(between)), parseQuestion(question, []))

describe('terms of a question', () => {
  it('are close within 24 lines', () => {
    expect(isClose('How was the storm in Lyon?', 23)).toBe(true)
    expect(isClose('How was the storm in Lyon?', 24)).toBe(false)
  })

  it('are close in any text if the question has one of them only', () => {
    expect(isClose('What about Lyon?', 60)).toBe(true)
    expect(isClose('How much does Lyon cost?', 60)).toBe(true)
  })

  it('are not close if nobody says one of two', () => {
    expect(isClose('Which turbines are in Lyon?', 0)).toBe(false)
  })
})

describe('names of the title', () => {
  it.each([
    ['How much does Quillmark pay?', 'How much does  pay?'],
    ['Who asked about the demo?', 'Who asked about the demo?'],
  ])('are left out of %s', (question, left) => {
    expect(omitTitleNames(question, 'Quillmark: demo', ['We pay too much.']).replace(/\s+/g, ' ')).toBe(
      left.replace(/\s+/g, ' '),
    )
  })

  it('stay if somebody says them', () => {
    expect(omitTitleNames('What is Quillmark?', 'Quillmark: demo', ['Hello, Quillmark here.'])).toBe(
      'What is Quillmark?',
    )
  })
})

describe('names of accounts', () => {
  const omit = (question: string) =>
    omitAccountNames(question, ['Ottermoor Dairy'], ['Dairy Jones']).replace(/\s+/g, ' ').trim()

  it('are left out, except those of people', () => {
    expect(omit("What happened with Ottermoor's budget?")).toBe('What happened with budget?')
    expect(omit('What did Jones and Dairy say about the budget?')).toBe(
      'What did Jones and Dairy say about the budget?',
    )
  })

  it('stay if nothing else is asked', () => {
    expect(omit('What about Ottermoor?')).toBe('What about Ottermoor?')
  })
})

describe('listed things', () => {
  it.each([
    ['Which customers use Acme?', 'Who use Acme?'],
    ['Which of our customers complained about texts?', 'Who complained about texts?'],
    ['What do customers use?', 'What do customers use?'],
    ['Which customers?', 'Which customers?'],
  ])('are not searched for: %s', (question, searched) => {
    expect(omitListed(question)).toBe(searched)
  })
})
