/** Headlines of short contacts with support: the request of the caller and its result. */
import { describe, expect, it } from 'vitest'
import { cutTranscript } from '../passages/index.ts'
import { extractiveSummary } from './extractive.ts'

type Turn = readonly [speaker: string, text: string]

function summarize(...turns: readonly Turn[]) {
  const segments = turns.map(([name, text]) => ({
    ...{ speaker: { name }, start: null, end: null },
    words: [{ text, startTimestamp: null, endTimestamp: null }],
  }))
  return extractiveSummary(cutTranscript(segments), { people: [], saidOn: undefined })
}
const headline = (...turns: readonly Turn[]) => summarize(...turns).headline?.text

const OFFER: Turn = ['Sam', 'Good morning, how can I help you?']
const NAME: readonly Turn[] = [
  ['Sam', 'May I have your name, please?'],
  ['Kim', 'Kim Porter.'],
]

describe('the headline of a contact with support', () => {
  it('is the request and its result, both with their speakers and quotes', () => {
    const {
      headline: line,
      paragraphs,
      actionItems,
    } = summarize(
      OFFER,
      ['Kim', 'Hi, I need to return a scanner that I bought in March.'],
      ...NAME,
      ['Sam', 'I found the order.'],
      ['Sam', 'Your return has been approved.'],
      ['Kim', 'Great, thanks.'],
    )
    expect(line?.text).toBe(
      'Kim: I need to return a scanner that I bought in March. Sam: Your return has been approved.',
    )
    expect(line?.spans.map(({ segment }) => segment)).toEqual([1, 5])
    expect(actionItems).toEqual([])
    expect(paragraphs.flatMap(({ spans }) => spans.map(({ segment }) => segment))).toEqual(
      expect.arrayContaining([1, 5]),
    )
  })

  it.each([
    'My printer is not connecting to the office network.',
    'Somebody withdrew 300 dollars from my account!',
    'Can I get a ride from the airport to the university?',
    'We have been charged twice for the same invoice.',
    'I never received the replacement battery.',
    "I'd like to change the delivery address.",
    'I would like a flight to Turin.',
    'I would like help with the broken scanner.',
    'I could use some help with the invoice.',
    'Can you get me a ride to the University?',
    'Need a ride to the airport.',
  ])('recognizes the request “%s”', (request) => {
    expect(headline(OFFER, ['Kim', request], ...NAME)).toBe(`Kim: ${request}`)
  })

  it('has the finished result of its request rather than that of a later one', () => {
    const request: Turn = ['Kim', 'I need an appointment with Dr. Roe.']
    const booked: Turn = ['Sam', 'Your appointment with Dr. Roe is booked.']
    const later: readonly Turn[] = [
      ['Kim', 'Then reserve a flight, please.'],
      ['Sam', 'Your flight is now reserved!'],
    ]
    expect(headline(OFFER, request, booked, ...later)).toBe(
      'Kim: I need an appointment with Dr. Roe. Sam: Your appointment with Dr. Roe is booked.',
    )
    const refused: Turn = ['Sam', 'Unfortunately the appointment with Dr. Roe is not available.']
    expect(headline(OFFER, request, refused, ...later)).toContain('Your flight is now reserved!')
  })

  it('isn’t a budget or a number of the caller', () => {
    const request = 'I need a new scanner for the office.'
    expect(headline(OFFER, ['Kim', 'My budget is 900 dollars.'], ['Kim', request], ...NAME)).toBe(`Kim: ${request}`)
    expect(headline(OFFER, ['Kim', 'My order number is 4711.'], ['Kim', request], ...NAME)).toBe(`Kim: ${request}`)
  })

  it.each([
    'Unfortunately we cannot accept the return.',
    "I've issued the refund.",
    'Your appointment with Dr. Alexis is booked for you!',
    'There are no rooms available in June.',
    "I'll send a technician on Friday.",
  ])('recognizes the answer “%s”', (answer) => {
    const said = headline(OFFER, ['Kim', 'I want to book a visit for June.'], ...NAME, ['Sam', answer], ['Kim', 'OK.'])
    expect(said).toBe(`Kim: I want to book a visit for June. Sam: ${answer}`)
  })

  it('prefers a result to a later promise', () => {
    const said = headline(
      ...[OFFER, ['Kim', 'I want to return a scanner.'] as const, ...NAME],
      ...[['Sam', 'Your return has been approved.'] as const, ['Sam', "I'll send you a label by email."] as const],
    )
    expect(said).toBe('Kim: I want to return a scanner. Sam: Your return has been approved.')
  })

  it('is what the caller says first where nothing asks for something', () => {
    expect(headline(OFFER, ['Kim', 'The battery of the blue scanner leaks again.'], ...NAME)).toBe(
      'Kim: The battery of the blue scanner leaks again.',
    )
  })

  it('is never what the other side asks for', () => {
    const said = headline(
      ...NAME,
      ['Sam', 'Can I have your order number?'],
      ['Kim', 'The blue scanner arrived broken.'],
    )
    expect(said).toBe('The blue scanner arrived broken.')
  })

  it.each<readonly Turn[]>([
    [
      ['Ann', 'Welcome to the call, today we want to discuss the price of the scanners.'],
      ['Bob', 'The price of the scanners rises in June.'],
    ],
    [
      ['Ann', 'Can I skip it?'],
      ['Bob', 'The price of the scanners rises in June.'],
    ],
  ])('doesn’t make a request of the opening of another call', (...turns) => {
    expect(headline(...turns)).toContain('The price of the scanners rises in June.')
  })

  it('isn’t used for calls of more than two people', () => {
    const turns: readonly Turn[] = [
      OFFER,
      ['Kim', 'I need to return a scanner.'],
      ['Lee', 'The scanner needs a battery.'],
    ]
    expect(headline(...turns)).not.toBe('Kim: I need to return a scanner.')
  })

  it('prefers the details of a request to its vague start', () => {
    expect(
      headline(
        ['Kim', 'Hi, can you help me make a reservation?'],
        ...NAME,
        ['Kim', "We'd love to book the harbor hall for 35 people."],
        ['Sam', 'I am sorry, but it looks like the hall is not able to accommodate you.'],
      ),
    ).toBe(
      "Kim: We'd love to book the harbor hall for 35 people. Sam: I am sorry, but it looks like the hall is not able to accommodate you.",
    )
  })

  it('finds the request after an introduction, and never the question of an agent', () => {
    expect(
      headline(
        ['Kim', 'Hi, I am Kim Porter and would like to submit a damage report.'],
        ['Sam', 'Can you tell me your account number, please?'],
        ['Kim', '351.'],
        ['Sam', 'Your report has been submitted.'],
      ),
    ).toBe('Kim: I am Kim Porter and would like to submit a damage report. Sam: Your report has been submitted.')
  })
})
