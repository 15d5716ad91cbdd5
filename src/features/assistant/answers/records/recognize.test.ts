import { describe, expect, it } from 'vitest'
import { readDurationRange } from './duration-range.ts'
import { readPick } from './pick.ts'
import { readWords } from './question-words.ts'
import { isNever, recognizeKinds, restOfKind } from './recognize.ts'
import { readTimeRange } from './time-range.ts'

const NOW = new Date('2026-11-23T12:00:00Z')

/** First kind of a question, with the words that remain. */
function read(question: string, isOneCall = true): string {
  const timed = readTimeRange(readWords(question), NOW)
  const { question: words } = isOneCall ? timed : readDurationRange(timed.question)
  const [first] = recognizeKinds(readPick(words).question, isOneCall)
  if (first === undefined) return ''
  const rest = first.rest.flatMap(({ words }) => words.map(({ word }) => word)).join(' ')
  return rest === '' ? first.kind : `${first.kind}: ${rest}`
}

describe('doesn’t recognize', () => {
  it.each(['What does Jonas bring to the warehouse?', 'How many people come to the training?'])(
    'what somebody speaks about: %s',
    (question) => expect(read(question, false)).not.toMatch(/^(?:mentions|said)/),
  )
})

describe('recognizes', () => {
  it.each([
    ['Can you write a short summary?', 'summary'],
    ['whats the outcome of the call', 'summary'],
    ['Summarise the call in two sentences, pls', 'summary'],
    ['What did we learn from the interviews?', 'summary'],
    ['What keeps coming up in calls?', 'topics'],
    ['which of my deals r about to slip??', 'dealRisks'],
    ['whos pushing back on the price', 'objections: price'],
    ['Which customers praised the app?', 'praise: app'],
    ['Who loves the app?', 'praise: app'],
    ['Which calls went badly?', 'problems'],
    ['what should i prepare before i talk to Harbor again', 'accountStatus: harbor'],
    ['Can you list everything that was promised but not done yet?', 'actions'],
    ['Did anybody promise a discount?', 'actions: discount'],
    ['dont we have any open actions', 'actions'],
    ['wich customers r unhappy with us?', 'problems'],
    ['Any deals that could fall through?', 'dealRisks'],
    ['What came up in the calls?', 'topics'],
    ['Who brought up the budget?', 'mentions: budget'],
    ['Which deals are in the forecast?', 'deals'],
    ['Which price was agreed?', 'money'],
    ['What does Elaine care about?', 'requests: elaine'],
    ['What are my priorities?', 'actions'],
    ['What should be my priorities?', 'actions'],
    ['What was decided in the price call?', 'decisions: price'],
    ['What matters to customers?', 'requests'],
    ['What are the priorities of Northwind?', 'requests: northwind'],
    ['What price did we offer?', 'money'],
    ['What do customers ask for most?', 'requests'],
    ['What are the most common reasons for contact?', 'contacts'],
    ['What do customers contact us about most?', 'contacts'],
    ['Why do people call support?', 'contacts'],
    ['What did customers ask for most?', 'requests'],
    ['What did Petra ask us for?', 'requests: petra'],
    ['What is the forecast for Fennick?', 'deals: fennick'],
    ['How likely is Fennick to sign?', 'deals: fennick'],
    ['What are the chances of winning Ottermoor?', 'deals: ottermoor'],
    ['Which customers asked about single sign-on?', 'said: single sign'],
    ['What did Arthur demand?', 'requests: arthur'],
    ['What does Pellwater pay per year?', 'dealAmount: pellwater'],
    ['What does Pellwater pay per vehicle?', 'money: pellwater vehicle'],
    ['Which competitor does Cobblequay look at?', 'mentions: cobblequay'],
    ['What is the price of Complete?', 'money: complete'],
    ['did anyone mention Wayloom lately', 'mentions: wayloom'],
    ['what they decided in the end', 'decisions'],
    ['what is harbor worried about??', 'objections: harbor'],
    ['Who should i phone this afternoon?', 'toContact'],
    ['Create a recap of the call', 'summary'],
    ['Draft a follow-up email', 'draft'],
    ['When was this call?', 'date'],
    ['last contact with Harbor', 'date: harbor'],
    ['When was the last touchpoint with Harbor?', 'date: harbor'],
    ['Can you tell me when this meeting was held?', 'date'],
    ['How long?', 'duration'],
    ['Who attended?', 'attendees'],
    ['Who did most of the talking?', 'talkShare'],
    ['Who had the longest monologue?', 'monologue'],
    ['What are the action items?', 'actions'],
    ['What do we have to do?', 'actions'],
    ['What was decided?', 'decisions'],
    ['What remained unanswered?', 'openQuestions'],
    ['What did the customer ask?', 'askedQuestions'],
    ['When do we meet again?', 'nextMeeting'],
    ['What prices were named?', 'money'],
    ['Which competitors came up?', 'mentions'],
    ["What's the call's score?", 'scores'],
    ['What stage is the deal in?', 'dealStage'],
    ['Did Harbor sign the contract?', 'dealStage: harbor'],
    ['Has Harbor renewed?', 'dealStage: harbor'],
    ['Did we win?', 'dealStage'],
    ['who works at harbor', 'attendees: harbor'],
    ['What did we learn from losing Harbor?', 'dealReasons: harbor'],
    ['Why did we lose deals?', 'dealReasons'],
    ['What is in the pipeline?', 'deals'],
    ['What problems did the customer have?', 'problems'],
    ['Why did the customer call?', 'contacts'],
    ['What did the customer want?', 'contacts'],
    ["What was the customer's problem?", 'contacts'],
    ['Was the issue resolved?', 'contacts'],
    ['What happened?', 'contacts'],
    ['What was the outcome?', 'contacts'],
    ['Who wanted a refund?', 'contacts: refund'],
    ['What did the customer want to know?', 'askedQuestions'],
    ['What features did customers want?', 'requests'],
    ['What are customers asking us to build?', 'requests'],
    ['What should Priya improve?', 'coaching: priya'],
    ['Who on my team talks too much?', 'talkShare'],
    ['Who talks most on my team?', 'talkShare'],
    ['Which rep has the best talk ratio?', 'talkShare'],
    ['Which rep asks the most questions?', 'questionCount'],
    ['Who on our team asks the fewest questions?', 'questionCount'],
    ['How long are our calls on average?', 'duration'],
    ['What is the average call length?', 'duration'],
    ['What are our biggest deals?', 'dealAmount'],
    ['How much pipeline do we have?', 'dealAmount'],
    ['How big is our pipeline?', 'dealAmount'],
    ['What is the status of the biggest deal?', 'dealStage'],
    ['Which deals have no next step?', 'callsWithoutNextStep'],
    ['Who are our customers?', 'accounts'],
    ['What is the average deal size?', 'dealAmount'],
    ['Which rep handled the Pellwater tender?', 'owner: pellwater tender'],
    ['List all accounts', 'accounts'],
    ['What questions could our reps not answer?', 'openQuestions'],
    ['Which customers are at risk of leaving?', 'dealRisks'],
    ['Which calls mention security or backups?', 'listCalls: security or backups'],
    ['What did customers complain about most often?', 'problems'],
    ["What are the customer's pain points?", 'problems'],
    ['What is the client unhappy with?', 'problems'],
    ['What challenges does the prospect face?', 'problems'],
    ['Which complaints came up?', 'problems'],
    ['What are the top complaints?', 'problems'],
    ['What objections did the customer raise?', 'objections'],
    ['Which concerns came up?', 'objections'],
    ['What is the buyer worried about?', 'objections'],
    ['What did they object to?', 'objections'],
    ['What pushback did we get?', 'objections'],
    ['Who pushed back?', 'objections'],
    ['What did the customer ask for?', 'requests'],
    ['Which features do customers want?', 'requests'],
    ['What feature requests came up?', 'requests'],
    ['Which integrations do customers ask for?', 'requests: integrations'],
    ["What did customers ask for that we don't have?", 'requests'],
    ['What do customers like about our product?', 'praise'],
    ['Why do customers choose us?', 'dealReasons'],
    ['Why did Marrowby renew?', 'dealReasons: marrowby'],
    ['Which calls were the longest?', 'duration'],
    ['Which reps talk too much?', 'talkShare'],
    ['Which rep talks the most?', 'talkShare'],
    ['Who promised something and has not followed up?', 'actions'],
    ['Which promises were not kept?', 'actions'],
    ['Which calls have no next step?', 'callsWithoutNextStep'],
    ['Where did we forget to agree on next steps?', 'callsWithoutNextStep'],
    ['Which calls ended without a next step?', 'callsWithoutNextStep'],
    ['Which deals are at risk?', 'dealRisks'],
    ['Are there any deals at risk?', 'dealRisks'],
    ['Which opportunities are stuck?', 'dealRisks'],
    ['What are the biggest risks in our pipeline?', 'dealRisks'],
    ['What could go wrong with the deal?', 'dealRisks'],
    ['What do I still owe the customer?', 'actions'],
    ['What did we promise that is not done?', 'actions'],
    ['Which competitors come up most?', 'mentions'],
    ['What bugs did customers report?', 'problems'],
    ['Which customers are unhappy?', 'problems'],
    ['Who complained?', 'problems'],
    ['What went wrong?', 'problems'],
    ['What went well?', 'praise'],
    ['Which accounts are at risk?', 'dealRisks'],
    ['Which deals need attention?', 'dealRisks'],
    ['Which deals are likely to close?', 'dealRisks'],
    ['Which customers might leave?', 'dealRisks'],
    ['What risks did customers mention?', 'objections'],
    ['List all competitors and what was said about each', 'mentions'],
    ['What should I do before my next call?', 'actions'],
    ['What is blocking the Harbor deal?', 'blockers: harbor'],
    ['What should I know before calling Harbor?', 'accountStatus: harbor'],
    ['Why is Harbor hesitating?', 'blockers: harbor'],
    ['Why did Harbor stop signing contracts?', 'blockers: harbor'],
    ['Why did Harbor pause the project?', 'blockers: harbor'],
    ['Why does Harbor not sign?', 'blockers: harbor'],
    ['Why is Harbor on hold?', 'blockers: harbor'],
    ['Is there a risk that Harbor churns?', 'blockers: harbor'],
    ['What did we learn about Wayloom?', 'said: wayloom'],
    ['Give me three quotes about onboarding', 'said: onboarding'],
    ['What changed since Monday?', 'accountStatus'],
    ['How did the last demo go?', 'summary'],
    ['Which rep has the lowest talk ratio?', 'talkShare'],
    ['Which calls had no action items?', 'callsWithoutNextStep'],
    ['What are the top three problems of our customers?', 'problems'],
    ['What are the top three objections?', 'objections'],
    ['What are the most common objections?', 'objections'],
    ['Top 5 feature requests', 'requests'],
    ['What three things does Arthur want?', 'requests: arthur'],
    ['Which calls mention messages on top?', 'listCalls: messages top'],
    ['Which reps need coaching?', 'coaching'],
    ['Who needs coaching?', 'coaching'],
    ['Who is our best rep?', 'coaching'],
    ['How can Agatha improve?', 'coaching: agatha'],
    ['Where should I coach Agatha?', 'coaching: agatha'],
    ['How do our reps compare?', 'coaching'],
    ['Which calls should I listen to?', 'worthHearing'],
    ['Which calls are worth a listen?', 'worthHearing'],
    ['What calls should I review first?', 'worthHearing'],
    ['Which calls stand out?', 'worthHearing'],
    ['Which calls should I review?', 'worthHearing'],
    ['Do we have happy customers?', 'satisfaction'],
    ['How satisfied are our customers?', 'satisfaction'],
    ['Are customers happy with us?', 'satisfaction'],
    ['How happy is Harbor?', 'satisfaction: harbor'],
    ['How do customers feel?', 'satisfaction'],
    ["Who hasn't been contacted lately?", 'quietAccounts'],
    ['Which accounts have gone quiet?', 'quietAccounts'],
    ['Which customers have we not talked to in a while?', 'quietAccounts'],
    ['Why did the customer choose another vendor?', 'dealReasons'],
    ['Which competitor do we lose to?', 'dealReasons'],
    ["What's our win rate?", 'winRate'],
    ['What questions do customers ask most often?', 'askedQuestions'],
    ['What are the most common questions customers ask?', 'askedQuestions'],
    ['Which calls have frustrated customers?', 'problems'],
    ['Show me calls where the customer was frustrated', 'problems'],
    ['Which customers have a call next week?', 'nextMeeting'],
    ['What calls are coming up?', 'nextMeeting'],
    ['Any news?', 'accountStatus'],
  ])('%s', (question, kind) => {
    expect(read(question)).toBe(kind)
  })

  it('keeps names and topics as the rest', () => {
    expect(read('When was the last call with Northwind?', false)).toBe('date: northwind')
    expect(read('What did they decide about the price for Lyon?')).toBe('decisions: price lyon')
    expect(read('How many demos did we have last month?', false)).toBe('countCalls: demos')
    expect(read('What objections do customers have to the price?', false)).toBe('objections: price')
    expect(read('What problems did Northwind report with the scanner?', false)).toBe('problems: northwind scanner')
    expect(read('How many customers had problems with the scanner?', false)).toBe('problems: scanner')
    expect(read('What are customers saying about the scanner?', false)).toBe('said: scanner')
    expect(read('What did analysts ask about margins?', false)).toBe('said: margins')
    expect(read('How is Agatha doing on calls?', false)).toBe('scores: agatha')
    expect(read('Is the Northwind deal at risk?', false)).toBe('dealRisks: northwind')
    expect(read('Who is Hana Ito?', false)).toBe('person: hana ito')
    expect(read('Who are our contacts at Northwind?', false)).toBe('attendees: northwind')
    expect(read('Has Northwind signed?', false)).toBe('dealStage: northwind')
    expect(read('Why did Northwind choose the other vendor?', false)).toBe('dealReasons: northwind')
    expect(read('calls longer than ten minutes', false)).toBe('listCalls')
    expect(read('Are there any legal or security concerns?', false)).toBe('objections: legal or security')
  })

  it.each([
    "What's the status of Northwind?",
    'Where do we stand with Northwind?',
    'What happened with Northwind?',
    "What's new with Northwind?",
    'Tell me about Northwind',
    'Brief me on Northwind',
    'Prepare me for my call with Northwind',
    'What do we know about Northwind?',
    'How are things going with Northwind?',
  ])('asks for the status of an account: %s', (question) => {
    expect(read(question, false)).toBe('accountStatus: northwind')
  })
})

describe('leaves to passages', () => {
  it.each([
    'How long is the contract?',
    'When will the new warehouse open?',
    'Who signs the contract in the end?',
    'Why was the team annoyed?',
    'Who decides about the discount?',
    'When did the outage start?',
    'What happened to the cheese?',
    'Why were proofs of delivery lost?',
    'How did Otto solve the problem with the scanner?',
    'What caused the problem?',
    'Who has to fix the problem?',
    'What problems does the product solve?',
    'Why is the customer unhappy?',
    'How did Bob respond to the objections?',
    'How were the concerns answered?',
    'Who pushed the release to the server?',
    'Did they object to the contract?',
    'How do we reduce the risk?',
    'Is there a risk that the launch slips?',
    'Who owns the risk register?',
    'Why are deals at risk?',
    'What problems did the customer not have?',
    'What demos would the system be involved in?',
  ])('%s', (question) => {
    expect(read(question)).toBe('')
  })

  it.each(['Who did not attend?', 'When was it decided who attends?'])(
    'a question that it restricts: %s',
    (question) => {
      expect(read(question)).toBe('')
    },
  )
})

it('what somebody asks for restricts the question, also if the kind knows the word', () => {
  const rest = (question: string) =>
    restOfKind(readWords(question), 'requests', false).map(({ words, isTopic }) => [
      isTopic,
      words.map(({ word }) => word),
    ])
  expect(rest('Who asked for reports?')).toEqual([[true, ['reports']]])
  expect(rest('Has anyone asked for an API?')).toEqual([[true, ['api']]])
  expect(rest('What do customers ask for most?')).toEqual([])
  expect(rest('Which features were requested?')).toEqual([])
})

it('a meeting of a board isn’t the next call', () => {
  expect(isNever(readWords('When is the board meeting?'), 'nextMeeting')).toBe(true)
  expect(isNever(readWords('When is the next meeting?'), 'nextMeeting')).toBe(false)
})

describe('a question about what was said in calls', () => {
  it.each([
    'What did the group talk about as reflection on the meetings in the past?',
    'What did they learn about the depot in the last meetings?',
    'What was said about the depot in past meetings?',
    'What came up in the meetings?',
  ])('never lists calls: “%s”', (question) => {
    expect(read(question, false)).not.toContain('listCalls')
  })

  it('lists calls if the question requests them', () => {
    expect(read('What calls did we have about the depot?', false)).toBe('listCalls: depot')
    expect(read('Which meetings mentioned the depot?', false)).toBe('listCalls: depot')
  })
})

describe('durations', () => {
  const read = (question: string) => {
    const { duration, question: rest } = readDurationRange(readWords(question))
    return [duration?.min, duration?.max, rest.map(({ word }) => word).join(' ')]
  }

  it.each([
    ['Calls longer than ten minutes', 600, undefined, 'calls'],
    ['Which calls were over 1.5 hours?', 5_400, undefined, 'which calls'],
    [
      'How many calls that lasted less than half an hour mention price?',
      undefined,
      1_800,
      'how many calls mention price',
    ],
    ['meetings under an hour with Harbor', undefined, 3_600, 'meetings with harbor'],
    ['demos that took at least forty-five mins', 2_700, undefined, 'demos'],
    ['Which calls ran for more than twenty minutes?', 1_200, undefined, 'which calls'],
  ])('%s', (question, min, max, rest) => expect(read(question)).toEqual([min, max, rest]))

  it.each([
    'Who talks longer than ten minutes?',
    'Do they wait more than 3 hours?',
    'calls over budget',
    'over 10 minutes',
  ])('leaves %s', (question) => expect(read(question).slice(0, 2)).toEqual([undefined, undefined]))
})

describe('time ranges', () => {
  const range = (question: string) => {
    const { range: found } = readTimeRange(readWords(question), NOW)
    return [found?.from?.toISOString().slice(0, 10), found?.until?.toISOString().slice(0, 10)]
  }

  it.each([
    ['today', ['2026-11-23', '2026-11-24']],
    ['last week', ['2026-11-16', '2026-11-23']],
    ['this month', ['2026-11-01', '2026-12-01']],
    ['in October', ['2026-10-01', '2026-11-01']],
    ['in December', ['2025-12-01', '2026-01-01']],
    ['in March 2026', ['2026-03-01', '2026-04-01']],
    ['since Monday', ['2026-11-23', undefined]],
    ['last Monday', ['2026-11-16', '2026-11-17']],
    ['last Friday', ['2026-11-20', '2026-11-21']],
    ['before 1 November', [undefined, '2026-11-01']],
    ['in Q3', ['2026-07-01', '2026-10-01']],
    ['in the last 10 days', ['2026-11-13', undefined]],
    ['last quarter', ['2026-07-01', '2026-10-01']],
    ['on 20 November 2026', ['2026-11-20', '2026-11-21']],
    ['in May', ['2026-05-01', '2026-06-01']],
  ])('%s', (words, expected) => {
    expect(range(`How many calls did we have ${words}?`)).toEqual(expected)
  })

  it('reads no range from other numbers and words', () => {
    expect(range('How many calls may we have with 20 people?')).toEqual([undefined, undefined])
  })
})
