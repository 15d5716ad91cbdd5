/** Names that a first reading of a line misses: of substitutes, after job titles, of one of two people, and words that are no names. */
import { describe, expect, it } from 'vitest'
import { suggestSpeakerNames } from './index.ts'

const named = (lines: readonly (readonly [speaker: string, text: string])[], people: readonly string[] = []) =>
  Object.fromEntries(
    suggestSpeakerNames(
      lines.map(([speaker, text]) => ({ speaker, text })),
      people,
    ).map(({ speaker, name }) => [speaker, name]),
  )

describe('suggests', () => {
  it.each([
    'Good morning. This is Dana Whitfield on for Marcus. How do you see prices next year?',
    'Hi, this is, uh, actually Dana Whitfield here, for Marcus. How do you see prices next year?',
    'Hello, this is Dana Whitfield in behalf of Marcus Oyelaran. How do you see prices next year?',
    "Yes, good morning. I'm Dana Whitfield, filling in for Marcus. How do you see prices next year?",
  ])('the person who asks in place of the announced one: %s', (said) => {
    const lines = [
      ['Speaker 1', 'The first question comes from Marcus Oyelaran, from Brennwick Capital. Please go ahead.'],
      ['Speaker 2', said],
      ['Speaker 3', 'Prices should stay as they are for most of our customers.'],
    ] as const
    expect(named(lines)['Speaker 2']).toBe('Dana Whitfield')
  })

  it.each([
    'our President and Chief Executive Officer Lena Vogt',
    'our Senior Vice President Lena Vogt',
    'Managing Director Lena Vogt',
  ])('a name without the job title in front of it: %s', (whom) => {
    const lines = [
      ['Speaker 1', `With that, I would like to turn the call over to ${whom}. Lena.`],
      ['Speaker 2', 'Thank you, and good morning. We had a good quarter in all regions.'],
      ['Speaker 1', 'Thank you, Lena. We begin with questions now.'],
    ] as const
    expect(named(lines)['Speaker 2']).toBe('Lena Vogt')
  })
})

describe('suggests nothing', () => {
  it('for one of two people who are asked at the same time', () => {
    const people = ['Tomas Berg', 'Stefan Adler', 'Priya Raman']
    const ask = (whom: string) =>
      named(
        [
          ['Speaker 1', `The next item is the release. ${whom}, do you want to give us an update?`],
          ['Speaker 2', 'Sure. It was stable until this morning, and then two tests failed.'],
        ],
        people,
      )
    expect([ask('Stefan'), ask('Tomas or Stefan')]).toEqual([{ 'Speaker 2': 'Stefan Adler' }, {}])
  })

  it.each(["SFI'd", 'Nevermind', 'Gotcha'])('from a word that is no name: %s', (word) => {
    const lines = [
      ['Speaker 1', `Is it agreed that it goes in? ${word}?`],
      ['Speaker 2', 'I remember that it was decided two weeks ago.'],
      ['Speaker 1', `Thanks. And the other one, is it also ${word}?`],
      ['Speaker 2', 'No, that one comes with the next release.'],
    ] as const
    expect(named(lines)).toEqual({})
  })
})
