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

  it('prefers the decision of a board to what one person intends', () => {
    const about = [
      'The license server was new in May.',
      'A license server needs a cold backup.',
      'Our license server runs in Turin.',
      'The backup of the license server is from May.',
    ]
    const between = (frozen: string) =>
      headlineFrom([...about, "I can't sign four thousand eight hundred dollars for the server.", frozen, ...about])
    expect(between('The board has frozen everything.')).toContain('The board has frozen everything.')
    expect(between('The team has frozen everything.')).toContain("I can't sign")
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
    'The license server has a problem with the my plan.',
    'We lost the license ser servers to thr Turin.',
    'We produ we lost the license server.',
    'The problem of the license server is a problem, OK, of Turin.',
    'Holding a license server with a problem in Turin.',
    'In that case we lost the license server.',
    'The license server, which lost the backup in Turin.',
    'The license server for Turin, we lost two.',
    'Their problem is the license server in Turin.',
    'The second problem on the list is the license server.',
    'We will then look at the problem of the license server.',
    'The decline was a problem of the license server.',
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

  it.each([
    ['point', 'The goal is to replace the scanner hall.'],
    ['purpose', "We're replacing the scanner hall."],
    ['proposal', 'We should replace the scanner hall.'],
  ])('states the %s of a call rather than a fact', (_, sentence) => {
    const lines = [
      'The scanner hall was new in May.',
      'Our scanner hall has forty fans.',
      sentence,
      'A scanner hall has a cold corner.',
    ]
    expect(headlineFrom(lines)).toContain(sentence)
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

describe('a headline of a long call', () => {
  const FILLER = Array.from({ length: 400 }, (_, at) => `Is number ${at} fine?`)
  const TALK = [
    'The scanner hall of the branch in Turin is slow.',
    'Does the scanner hall of a branch need a backup?',
    'The scanner hall of the branch has an old backup.',
  ]
  /** Headline of a long call about scanner halls of branches, into which sentences are put. */
  const longWith = (...sentences: readonly string[]): string =>
    headlineFrom(FILLER.flatMap((line, at) => [line, ...(at % 40 === 0 ? TALK : []), ...(at === 205 ? sentences : [])]))

  it('is rather about its recurring terms than a step of the work', () => {
    const central = 'We should replace the scanner hall of each branch with a backup.'
    expect(longWith('I signed the letter to my landlord.', central)).toContain(central)
    expect(longWith('We chose blue.', central)).toContain(central)
  })

  it('is rather a proposal about many of its terms than an offer about few, if there is a proposal', () => {
    const offer = 'We will pay 200 dollars for the old backup.'
    const proposal = 'We should move the slow scanner hall of the branch in Turin.'
    expect(longWith(offer, proposal)).toContain(proposal)
    expect(longWith(offer)).toContain(offer)
  })

  it('is rather about the group than about its speaker or a listener', () => {
    const ours = 'We moved the scanner hall of the branch to a backup.'
    expect(longWith('I moved the scanner hall of the branch to a backup.', ours)).toContain(ours)
    expect(longWith('You moved the scanner hall of your branch to a backup.', ours)).toContain(ours)
  })

  it('doesn’t end a clause with a pronoun for something else', () => {
    const clear = 'We moved the scanner hall of the branch to a new box.'
    const dangling = 'We moved the slow scanner hall of the branch in Turin to the old backup for that.'
    expect(longWith(dangling, clear)).toContain(clear)
    expect(longWith('They moved the slow scanner hall of the branch in Turin to the old backup.', clear)).toContain(
      clear,
    )
  })

  it('isn’t in doubt if a sentence without doubt is as central', () => {
    const sure = 'We moved the scanner hall of the branch to a backup.'
    expect(longWith('We could move the scanner hall of the branch to a backup.', sure)).toContain(sure)
    expect(longWith('Maybe we moved the scanner hall of the branch to a backup.', sure)).toContain(sure)
  })

  it('names its figures by the whole business, and those that come first', () => {
    const whole = 'Our revenues of the scanner hall in the branch were up 9 percent to 40 million dollars.'
    const part = 'Segment revenues of the scanner hall in the branch were up 9 percent to 40 million dollars.'
    expect(longWith(part, whole)).toContain(whole)
    const late = 'Our revenues of the scanner hall in the branch and boxes were up 8 percent to 40 million dollars.'
    expect(longWith('Boxes are red.', whole, ...FILLER, 'Boxes are green.', late)).toContain(whole)
  })

  it('names the subjects that recur in several parts of it', () => {
    const talk = ['The tank sensor is old.', 'Does the tank sensor have a cable?', 'The tank sensor is in the hall.']
    const central = 'We should replace the scanner hall of each branch with a backup.'
    expect(longWith(...talk, central)).not.toMatch(/tank sensor/i)
    const often = [...talk, ...talk, ...talk]
    expect(longWith(...often, ...FILLER, ...often, ...FILLER, ...often, central)).toMatch(/^Tank sensor/)
  })

  it('takes no small count for a figure', () => {
    const central = 'We should replace the scanner hall of each branch with a backup.'
    expect(longWith('The scanner hall of the branch has two backup boxes.', central)).toContain(central)
  })
})
