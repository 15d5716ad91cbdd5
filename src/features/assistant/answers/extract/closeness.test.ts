import { describe, expect, it } from 'vitest'
import { parseQuestion, readLines } from '../../../text/passage-ranking/index.ts'
import {
  hasCloseTerms,
  omitAccountNames,
  omitAnnouncedNames,
  omitListed,
  omitOwnName,
  omitTitleNames,
} from './closeness.ts'

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

describe('names that the opening announces', () => {
  const QUAGGA = [
    'Good morning, and welcome to the Quagga Media results call.',
    'Our cash rose. Kestrel bought nothing.',
  ]
  it.each([
    ['How much cash does Quagga have?', QUAGGA, 'How much cash does  have?'],
    ['What is Quagga’s outlook?', QUAGGA, 'What is  outlook?'],
    ['How much did Kestrel buy?', QUAGGA, 'How much did Kestrel buy?'],
    ['What about Quagga?', QUAGGA, 'What about Quagga?'],
    ['Quagga cash', QUAGGA, 'Quagga cash'],
    ['How much cash does Quagga have?', ['Quagga is a large customer.'], 'How much cash does Quagga have?'],
    ['How much cash does Quagga have?', [], 'How much cash does Quagga have?'],
    [
      'How much cash does Quagga have?',
      [...Array(12).fill('Hello.'), 'Welcome to the Quagga call.'],
      'How much cash does Quagga have?',
    ],
  ])('are left out of %s', (question, said, left) => {
    expect(omitAnnouncedNames(question, said, ['Ann Lee'])).toBe(left)
  })

  it('stay if they are names of speakers, or follow in another clause', () => {
    const question = 'How much cash does Ann Lee have?'
    expect(omitAnnouncedNames(question, ['Welcome to Ann Lee’s earnings call.'], ['Ann Lee', 'Bob'])).toBe(question)
    expect(omitAnnouncedNames(question, ['Welcome to the earnings call, Ann Lee.'], ['Bob'])).toBe(question)
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

describe('the name of the own organization', () => {
  it.each([
    ['What happens if Acme loses a crate?', 'What happens if we loses a crate?'],
    ['Why do customers choose acme?', 'Why do customers choose us?'],
    ['What is Acme’s price for the gate?', 'What is our price for the gate?'],
    ['Who wrote to Acme Tools about the gate?', 'Who wrote to us Tools about the gate?'],
    ['Is Acmeville a customer with a gate?', 'Is Acmeville a customer with a gate?'],
    ['Does Pacme sell gates?', 'Does Pacme sell gates?'],
  ])('%s', (question, omitted) => {
    expect(omitOwnName(question, 'Acme, Inc.')).toBe(omitted)
  })

  it('of common words is replaced only as written', () => {
    const isCommon = (word: string) => ['sales', 'team'].includes(word)
    expect(omitOwnName('What did the sales team say about the gate?', 'Sales Team', isCommon)).toContain('sales team')
    expect(omitOwnName('Why do customers leave Sales Team?', 'Sales Team', isCommon)).toContain('leave us')
    expect(omitOwnName('Is it about the gate?', 'It')).toBe('Is it about the gate?')
  })

  it('stays if the question consists of it', () => {
    expect(omitOwnName('What about Acme?', 'Acme')).toBe('What about Acme?')
    expect(omitOwnName('What about the gate?', '')).toBe('What about the gate?')
  })

  it('can contain characters with a meaning in patterns', () => {
    expect(omitOwnName('Does A.C.M.E. (Tools) sell gates?', 'A.C.M.E. (Tools)')).toBe('Does we) sell gates?')
  })
})
