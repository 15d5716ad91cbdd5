/**
 * Conversations in which a claim is said, but not claimed: it is denied, conditional, asked, reported, limited or
 * withdrawn. Whatever quotes the claim without the words that turn its meaning says the opposite of what was said.
 *
 * Each pattern breaks the lines where speech recognition would, and is combined with each claim.
 */

export interface MeaningCase {
  /** Name of the pattern and the claim. */
  readonly name: string
  readonly lines: readonly { readonly speaker: string; readonly text: string }[]
  /** Words that may not be reported alone. */
  readonly claim: string
  /** Words of which at least one has to be reported with the claim. */
  readonly turns: readonly string[]
  /** Question that the claim would answer. */
  readonly question: string
}

interface Claim {
  readonly text: string
  readonly question: string
}

const CLAIMS: readonly Claim[] = [
  { text: 'we can deliver the scanner in June', question: 'When can they deliver the scanner?' },
  { text: 'the price of the licence is 58 dollars', question: 'What is the price of the licence?' },
  { text: 'we will go with the Lyon site', question: 'Which site will they go with?' },
  { text: 'the branches use the mobile app every day', question: 'Do the branches use the mobile app?' },
  { text: 'I will send the contract on Friday', question: 'Who will send the contract?' },
  { text: 'the budget is ninety thousand euros', question: 'What is the budget?' },
]

type Line = readonly [speaker: 'Ann' | 'Bob', text: string]
interface Pattern {
  readonly name: string
  readonly turns: readonly string[]
  readonly lines: (claim: string) => readonly Line[]
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The claim in a line of its own, after the words that turn it. */
const after = (name: string, before: string, ...turns: readonly string[]): Pattern => ({
  name,
  turns: turns.length > 0 ? turns : [before],
  lines: (claim) => [
    ['Ann', before],
    ['Ann', `${claim}.`],
  ],
})

/** The claim as a whole sentence, before the sentence that turns it. */
const before = (name: string, ...next: readonly Line[]): Pattern => ({
  name,
  turns: next.map(([, text]) => text),
  lines: (claim) => [['Ann', `${upper(claim)}.`], ...next],
})

/** The claim and the words that turn it in one line. */
const within = (name: string, write: (claim: string) => string, ...turns: readonly string[]): Pattern => ({
  name,
  turns,
  lines: (claim) => [['Ann', write(claim)]],
})

const PATTERNS: readonly Pattern[] = [
  after('denied', "It's not true that"),
  after('denied with a false stop', "It's not something that, like.", "It's not something that"),
  after('denied after a pause', "I'm not saying that…", "I'm not saying that"),
  after('denied by many', 'Nobody said that'),
  after('doubted', 'I really doubt that'),
  after('unlikely', 'It is very unlikely that'),
  after('undecided', 'We have not decided whether'),
  after('unknown', "I'm not sure if"),
  after('a mistake', 'It would be a mistake to think that'),
  after('a condition', 'If legal agrees,'),
  after('a condition with a filler', 'So, um, only if legal agrees,', 'only if legal agrees'),
  after('a wish', 'I wish'),
  after('an ideal world', 'In a perfect world,'),
  after('a hypothesis', 'Let us just suppose that'),
  after('a quantity', 'Only two of ten people think that'),
  after('a half', 'In less than half of the cases,'),
  after('the past', 'Until last year the plan was that'),
  after('reported speech', 'The other vendor claims that'),
  after('a rumor', 'There is a rumor that'),
  after('hearsay', 'Somebody told me yesterday that'),
  after('a promise of others', 'Their website promises that'),
  after('an open question', 'The open question is whether'),
  after('an exception', 'Everywhere except in Lyon people say that'),
  after('a warning', 'Please never tell a customer that'),
  {
    name: 'a condition as a sentence',
    turns: ['If legal agrees'],
    lines: (claim) => [['Ann', `If legal agrees. Then ${claim}.`]],
  },
  {
    name: 'a quote that is announced',
    turns: ['The other vendor said'],
    lines: (claim) => [
      ['Ann', 'The other vendor said:'],
      ['Ann', `${upper(claim)}.`],
    ],
  },
  {
    name: 'a question in two lines',
    turns: ['Do you think that'],
    lines: (claim) => [
      ['Ann', 'Do you think that'],
      ['Ann', `${claim}?`],
      ['Bob', 'No.'],
    ],
  },
  {
    name: 'a question with a short answer',
    turns: ['?'],
    lines: (claim) => [
      ['Bob', `So ${claim}?`],
      ['Ann', 'No, not yet.'],
    ],
  },
  {
    name: 'a subject that is denied',
    turns: ["is what I can't promise"],
    lines: (claim) => [
      ['Ann', `That ${claim}`],
      ['Ann', "is what I can't promise."],
    ],
  },
  {
    name: 'a signal of the listener in between',
    turns: ["It's not true that"],
    lines: (claim) => [
      ['Ann', "It's not true that"],
      ['Bob', 'Mm-hmm.'],
      ['Ann', `${claim}.`],
    ],
  },
  within('a condition behind', (claim) => `${upper(claim)}, but only if legal agrees.`, 'but only if legal agrees'),
  within('an exception behind', (claim) => `${upper(claim)}, unless the audit fails.`, 'unless the audit fails'),
  within('a doubt in front', (claim) => `I don't think that ${claim}.`, "I don't think"),
  within('a report in front', (claim) => `They keep telling people that ${claim}, which is wrong.`, 'which is wrong'),
  within('a second sentence', (claim) => `${upper(claim)}. Well, not really.`, 'not really'),
  before('a withdrawal', ['Ann', 'Sorry, no, scratch that.']),
  before('a joke', ['Ann', 'Just kidding.']),
  before('a limit', ['Ann', 'But only if legal agrees.']),
  before('an exception', ['Ann', 'Unless the audit fails.']),
  before('a correction', ['Ann', 'Actually, that was the plan of last year.']),
  before('a contradiction of the other', ['Bob', "No, that's wrong."]),
  before('a source', ['Ann', "That's what the other vendor told us, and I don't buy it."]),
]

/** Neutral lines around the claim, so that there is something else to quote. */
const OPENING: readonly Line[] = [
  ['Ann', 'Thanks for joining this call about the rollout.'],
  ['Bob', 'The warehouse team reviewed the new layout of the shelves last week.'],
  ['Ann', 'The training material for the warehouse team is ready.'],
]
const CLOSING: readonly Line[] = [
  ['Bob', 'The next topic is the parking lot behind the main building.'],
  ['Ann', 'The parking lot has forty places for visitors and staff.'],
]

export const MEANING_CASES: readonly MeaningCase[] = PATTERNS.flatMap(({ name, turns, lines }) =>
  CLAIMS.map(
    ({ text, question }): MeaningCase => ({
      name: `${name}: ${text}`,
      lines: [...OPENING, ...lines(text), ...CLOSING].map(([speaker, said]) => ({ speaker, text: said })),
      claim: text,
      turns,
      question,
    }),
  ),
)

const normal = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{N}'?]+/gu, ' ')
    .replaceAll('?', ' ? ')
    .replace(/\s+/g, ' ')

/**
 * Whether a text reports the claim without the words that turn its meaning.
 * @param text one item as its reader sees it: a bullet point, a decision, a quote with its context
 */
export function isFlip({ claim, turns }: Pick<MeaningCase, 'claim' | 'turns'>, text: string): boolean {
  const said = normal(text)
  return said.includes(normal(claim).trim()) && !turns.some((turn) => said.includes(normal(turn).trim()))
}
