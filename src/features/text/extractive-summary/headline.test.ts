import { describe, expect, it } from 'vitest'
import { cutTranscript } from '../passages/index.ts'
import { extractiveSummary } from './extractive.ts'

/** Headline of a call with these lines of two speakers in turn. */
function headlineFrom(lines: readonly string[]): string {
  const segments = lines.map((text, at) => ({
    ...{ speaker: { name: at % 2 === 0 ? 'Ann' : 'Bob' }, start: at * 5, end: at * 5 + 4 },
    words: [{ text, startTimestamp: null, endTimestamp: null }],
  }))
  return extractiveSummary(cutTranscript(segments), { people: [], saidOn: undefined }).headline?.text ?? ''
}

/** Headline of a call about license servers, in which one sentence is the best outcome if it is a sentence. */
function headlineWith(sentence: string): string {
  const lines = [
    'The license server was new in May.',
    sentence,
    'A license server needs a cold backup.',
    'Our license server runs in Turin.',
  ]
  return headlineFrom(lines)
}

describe('a headline', () => {
  it('states an outcome in a whole sentence', () => {
    expect(headlineWith('We decided to replace the license server in June.')).toContain(
      'We decided to replace the license server in June.',
    )
    expect(headlineWith('If the license server fails, we decided to call Turin.')).toContain('we decided to call Turin')
  })

  it.each([
    'Because we decided to replace the license server in June.',
    'If we decided to replace the license server in June.',
    'The on the left we decided to replace the license server.',
    'We decided… then the license server is a single point.',
    'Integrated, with, we decided to replace the license server.',
    'Turning to June, we decided to replace the license server.',
    'For the license server in June, as we decided.',
    'No, we decided to replace the license server in June.',
    'So the, we decided to replace the license server.',
    'We decided to put it on the license server in June.',
    'I dunno if we decided to replace the license server.',
  ])('never contains the fragment “%s”', (fragment) => {
    expect(headlineWith(fragment)).toMatch(/license server/i)
    expect(headlineWith(fragment)).not.toContain('we decided')
    expect(headlineWith(fragment)).not.toContain('We decided')
  })

  it('names the speaker of its sentence', () => {
    expect(headlineWith('We decided to replace the license server in June.')).toBe(
      'Bob: We decided to replace the license server in June.',
    )
    expect(headlineWith('The license server never worked in Turin.')).toBe(
      'Bob: The license server never worked in Turin.',
    )
  })

  it('prefers a result to a commitment, and a commitment to a statement', () => {
    const statement = 'A license server needs a cold backup license server.'
    const commitment = "I'll send you the backup plan of the license server by Monday."
    const lines = ['The license server is old.', statement, commitment, 'Our license server runs in Turin.']
    expect(headlineFrom(lines)).toContain(commitment)
    expect(headlineFrom([...lines, 'The board has frozen the whole budget.'])).toContain('The board has frozen')
  })

  it('names an offer of money, and prefers the last one', () => {
    const lines = [
      'The license server was slow.',
      'I will pay 200 dollars for the license server.',
      'A license server needs a cold backup license server.',
      'We can spend 300 dollars for the license server.',
      'Our license server runs in Turin.',
    ]
    expect(headlineFrom(lines)).toContain('We can spend 300 dollars')
  })

  it.each(['I lost my banana.', 'We lost track of the license server.', 'The license server may be delayed.'])(
    'doesn’t take “%s” for a result or a problem',
    (sentence) => {
      const lines = [
        'The license server was slow.',
        'A license server needs a cold backup.',
        'It runs in Turin.',
        sentence,
      ]
      expect(headlineFrom(lines)).not.toContain(sentence)
    },
  )

  it.each([
    "I'll call you on Wednesday afternoon.",
    "I'll write to you next week.",
    "I'll send the invitation today.",
    "I'll find a slot with Bob next month.",
  ])('doesn’t contain “%s”, which names no task', (contact) => {
    expect(headlineWith(contact)).not.toContain("I'll")
  })

  it('names subjects that are nouns', () => {
    const lines = [
      'We print the labels every day, and who reads the labels?',
      'You print the new template for the labels.',
      'Paul said that they print it with the template.',
      'I asked Paul, and Paul will print the template again.',
      'Can you print the labels without Paul?',
    ]
    const subjects = headlineFrom(lines).split(/ – |: /)[0]
    expect(subjects).toMatch(/labels/i)
    expect(subjects).toMatch(/template/i)
    expect(subjects).not.toMatch(/print|paul/i)
  })

  it('is the longest sentence of a call that says nothing else, rather a statement than a question', () => {
    expect(headlineFrom(['Good morning.', 'Shall we talk about the renewal?'])).toContain('renewal')
    expect(headlineFrom(['The blue scanner arrived broken.', 'May I have your full name, please?'])).toContain(
      'scanner',
    )
  })

  it('names subjects in other languages', () => {
    const lines = [
      'Der Lizenzserver war langsam.',
      'Unser Lizenzserver steht in Turin.',
      'Ein Lizenzserver braucht Strom.',
    ]
    expect(headlineFrom(lines)).toMatch(/lizenzserver/i)
  })
})
