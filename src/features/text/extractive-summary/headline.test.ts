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

  it.each([
    ['We are going to sell we want to sell the license server in June.', 'We want to sell the license server in June.'],
    ['We need to yeah, we need to replace the license server.', 'We need to replace the license server.'],
  ])('omits the false start of “%s”', (said, text) => {
    expect(headlineWith(said)).toBe(`Bob: ${text}`)
  })

  it.each([
    'The problem found the license server, and Have a fix.',
    'The problem of the license server is that, it never worked.',
    'We want to mainly replace mainly the license server.',
    'What you had then was you had a problem with the license server.',
    'I share some of your concern about the license server.',
    'We want to assure all of Turin of the license server.',
    'My name is Bob, and the license server is my problem.',
    'You’re just having a problem with the license server.',
    'We raised the price of it for the license server by 20 dollars.',
  ])('prefers another sentence to “%s”', (sentence) => {
    const lines = [
      'The license server was new in May.',
      sentence,
      'The license server in Turin costs 40 dollars a month.',
      'A license server needs a cold backup.',
    ]
    expect(headlineFrom(lines)).toContain('40 dollars')
  })

  it('leaves out a sentence without room for the name of its speaker', () => {
    const sentence = `We decided to replace the license server ${'of the small office in the north '.repeat(3)}in May.`
    const name = 'A speaker with a very long name in the list of the participants'
    const lines = ['The license server is old.', sentence, 'A license server needs a cold backup.']
    const segments = lines.map((text) => ({
      ...{ speaker: { name }, start: null, end: null },
      words: [{ text, startTimestamp: null, endTimestamp: null }],
    }))
    const { headline } = extractiveSummary(cutTranscript(segments), { people: [], saidOn: undefined })
    expect(headline?.text).toMatch(/license server/i)
    expect(headline?.text).not.toContain('…')
  })

  it.each([
    'I would be interested in donating five cents for the server.',
    '$5.00 I would donate for the license server.',
    'I would love to make a donation for the license server.',
    'We cannot renew the license server this year.',
    'We are not ready to sign for the license server.',
  ])('states the offer or refusal “%s”', (sentence) => {
    expect(headlineWith(sentence)).toContain(sentence)
  })

  it('doesn’t name offices and vague phrases as subjects', () => {
    const lines = [
      'The prime minister and the entire page are next to the license server.',
      'I saw the prime minister with the entire page.',
      'We saw the prime minister, the entire page and the license server.',
      'It was the prime minister and the entire page and the license server.',
    ]
    expect(headlineFrom(lines).split(/ – |: /)[0]).not.toMatch(/prime minister|entire page/i)
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
