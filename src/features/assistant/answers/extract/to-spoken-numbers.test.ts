import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../../testing/growth.ts'
import { toSpokenNumbers } from './to-spoken-numbers.ts'

describe('toSpokenNumbers', () => {
  it.each([
    ['Who else used 4.2.1?', 'They were on four point two point one.', 'Who else used four point two point one?'],
    ['Why not more than 65k?', 'Above sixty-five I ask the board.', 'Why not more than sixty-five?'],
    ['Who saves 8%?', 'We save eight percent.', 'Who saves eight percent?'],
    ['Is 9.1 good?', 'It was nine point one.', 'Is nine point one good?'],
    ['Who pays $46?', 'It is forty-six for each.', 'Who pays forty-six?'],
    ['Who pays twelve hundred?', 'We pay 1,200 a year.', 'Who pays 1,200?'],
  ])('uses the form that is said: %s', (question, said, expected) =>
    expect(toSpokenNumbers(question, [said])).toBe(expected),
  )

  it.each([
    ['Who pays $46?', 'We pay $46, so forty-six.'],
    ['Who pays $46?', 'There are a hundred and forty-six of them.'],
    ['Who uses 4.2.1?', 'Nobody says it.'],
    ['Who uses 4.2.1?', 'Use four point two point ten.'],
    ['Who pays?', 'We pay 46.'],
  ])('leaves the question %s with “%s”', (question, said) => expect(toSpokenNumbers(question, [said])).toBe(question))
})

it('replaces the first eight numbers, in a time that grows with the lines only', () => {
  const words = ['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen']
  const typed = words.map((_, at) => at + 11).join(' or ')
  expect(toSpokenNumbers(typed, [words.join(' or ')])).toBe([...words.slice(0, 8), '19'].join(' or '))
  expectNoSquare(2_000, (size) => {
    const lines = Array.from({ length: size }, (_, at) => `We counted ${at} things, or seventy-${at % 9}.`)
    toSpokenNumbers(lines.map((_, at) => 900_000 + at).join(' '), lines)
  })
})
