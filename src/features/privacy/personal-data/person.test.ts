import { describe, expect, it } from 'vitest'
import { maskText } from '../../text/redaction/index.ts'
import { finderOfPerson, toPseudonym, toSearchSubstrings } from './person.ts'

const subject = {
  email: 'jane.doe@b.example',
  names: ['Jane Doe', 'Mark', "Anne-Marie O'Neil", 'José Núñez'],
  pseudonym: '[PERSON 1A2B]',
}
const masked = (text: string) => maskText(text, finderOfPerson(subject)).text

describe('a person is found', () => {
  it.each([
    ['by the address in any case', 'Mail JANE.Doe@B.example!', 'Mail [EMAIL]!'],
    ['by the address in a link', 'mailto:jane.doe%40b.example?x', 'mailto:[EMAIL]?x'],
    ['by the address as it is said', 'it is jane dot doe at b dot example', 'it is [EMAIL]'],
    ['by a name in any case', 'JANE DOE and jane  doe', '[PERSON 1A2B] and [PERSON 1A2B]'],
    ['by a name with an ending', "Jane Doe's and Jane Doe’s", "[PERSON 1A2B]'s and [PERSON 1A2B]’s"],
    ['by the last name first', 'Doe, Jane (sales)', '[PERSON 1A2B] (sales)'],
    ['by a name with signs', 'ask Anne-Marie O’Neil', 'ask [PERSON 1A2B]'],
    [
      'by a name with accents, composed or not',
      'Jose\u0301 Nu\u0301n\u0303ez, josé núñez',
      '[PERSON 1A2B], [PERSON 1A2B]',
    ],
    ['by a single word as it is written', 'Mark said', '[PERSON 1A2B] said'],
  ])('%s', (_, text, wanted) => expect(masked(text)).toBe(wanted))

  it('a hundred thousand times in one text, in the time of one reading', () => {
    const many = 100_000
    expect(masked('Jane Doe '.repeat(many))).toBe('[PERSON 1A2B] '.repeat(many))
  })

  it.each([
    'mary.jane.doe@b.example',
    'jane.doe@b.example.org',
    'jane.doe@b.examples',
    'Jane Doering, Mary Jane, Doe',
    'mark my words, Marks',
    'jane dot doe at c dot example',
  ])('and not in %s', (text) => expect(masked(text)).toBe(text))
})

it('is looked for by the longest part of the address and of each name', () => {
  expect(toSearchSubstrings(subject)).toEqual(['jane', 'mark', 'marie', 'jos'])
})

it('has a name of letters that no other erasure has', () => {
  expect(toPseudonym('01890a5d-ac96-774b-bcce-b302099a80ef')).toBe('[PERSON 80EF]')
})
