/**
 * Questions that records answer, by kind. The rules were written with the phrasings of `known`. The phrasings of `unseen`
 * were written after the rules were frozen, and no rule was changed for them.
 */
export interface Phrasings {
  readonly known: readonly string[]
  readonly unseen: readonly string[]
}

/** Of one call. */
export const CALL_QUESTIONS = {
  date: {
    known: [
      'When was this call?',
      'When did the meeting take place?',
      'What date was this conversation?',
      'On which day did we talk?',
      'How long ago was this call?',
    ],
    unseen: [],
  },
  duration: {
    known: [
      'How long?',
      'How long was the call?',
      'How many minutes did the meeting last?',
      'What was the duration of this conversation?',
      'How long did they talk?',
    ],
    unseen: [],
  },
  attendees: {
    known: [
      'Who attended?',
      'Who was on the call?',
      'Who took part in this meeting?',
      'List the participants.',
      'Which people joined the call?',
    ],
    unseen: [],
  },
  owner: {
    known: [
      'Who is the owner of this call?',
      'Who ran the meeting?',
      'Whose call was this?',
      'Which rep had this call?',
    ],
    unseen: [],
  },
  language: {
    known: [
      'What language was the call in?',
      'Which language did they speak?',
      'In which language was this meeting?',
      'What is the language of the call?',
    ],
    unseen: [],
  },
  labels: {
    known: [
      'What kind of call was it?',
      'Which labels does this call have?',
      'What type of meeting was this?',
      'How was the call labeled?',
    ],
    unseen: [],
  },
  talkShare: {
    known: [
      'Who talked most?',
      'What was the talk ratio?',
      'Who spoke the most in this call?',
      'How was the talk time split?',
      'Who dominated the conversation?',
    ],
    unseen: [],
  },
  monologue: {
    known: [
      'Who had the longest monologue?',
      'What was the longest monologue?',
      'How long was the longest monologue?',
      'Who talked longest without interruption?',
    ],
    unseen: [],
  },
  questionCount: {
    known: [
      'How many questions were asked?',
      'Who asked the most questions?',
      'What was the number of questions?',
      'How many questions did we ask in total?',
    ],
    unseen: [],
  },
  dynamics: {
    known: [
      'How fast did they speak?',
      'What was the speaking pace?',
      'How many words per minute?',
      'Who spoke fastest?',
    ],
    unseen: [],
  },
  actions: {
    known: [
      'What are the action items?',
      'What are the next steps?',
      'What do we have to do?',
      'List all follow-ups.',
      'Who has to do what?',
    ],
    unseen: [],
  },
  decisions: {
    known: ['What was decided?', 'Which decisions were made?', 'What did they agree on?', 'List the decisions.'],
    unseen: [],
  },
  openQuestions: {
    known: [
      'Which questions are still open?',
      'What remained unanswered?',
      'List the open issues.',
      'What questions were not answered?',
    ],
    unseen: [],
  },
  askedQuestions: {
    known: [
      'What did the customer ask?',
      'Which questions did the customer ask?',
      'List the questions of the prospect.',
      'What questions came from the client?',
    ],
    unseen: [],
  },
  nextMeeting: {
    known: [
      'When do we meet again?',
      'When is the next meeting?',
      'When do we talk next?',
      'Is a follow-up call scheduled?',
    ],
    unseen: [],
  },
  money: {
    known: [
      'What prices were named?',
      'Which amounts were mentioned?',
      'What prices did we quote?',
      'List all amounts that came up.',
    ],
    unseen: [],
  },
  competitors: {
    known: [
      'Which competitors came up?',
      'What competitors were mentioned?',
      'Did any competitors come up?',
      'Who are the competitors?',
    ],
    unseen: [],
  },
  topics: {
    known: [
      'What topics were discussed?',
      'Which topics came up?',
      'What were the main topics?',
      'List the key topics.',
    ],
    unseen: [],
  },
  summary: {
    known: ['Summarize the call.', 'What was the call about?', 'Give me a short summary.', 'What did they talk about?'],
    unseen: [],
  },
  scores: {
    known: [
      'What score did the call get?',
      'How was this call scored?',
      'Show me the scorecard.',
      "What was the call's rating?",
    ],
    unseen: [],
  },
  stage: {
    known: [
      'What stage is the deal in?',
      'What is the status of the opportunity?',
      'Where is the deal?',
      'Which stage is it in?',
    ],
    unseen: [],
  },
  amount: {
    known: [
      'How big is the deal?',
      'What is the amount of the opportunity?',
      'How much is the deal worth?',
      'What is the deal size?',
    ],
    unseen: [],
  },
  closeDate: {
    known: [
      'When is the close date?',
      'When will the deal close?',
      'What is the expected closing date?',
      'When is the deal expected to close?',
    ],
    unseen: [],
  },
} as const satisfies Readonly<Record<string, Phrasings>>
export type CallKind = keyof typeof CALL_QUESTIONS

/** Of all calls of the demo. */
export const WIDE_QUESTIONS = {
  lastCallWith: {
    known: [
      'When was the call with Pellwater?',
      'When did we last speak with Pellwater?',
      'What was the date of the last Pellwater call?',
      'How long ago was the last call with Pellwater?',
    ],
    unseen: [],
  },
  countOctober: {
    known: [
      'How many calls did we have in October?',
      'What was the number of calls in October?',
      'How many meetings took place in October?',
      'How often did we meet in October?',
    ],
    unseen: [],
  },
  countTopic: {
    known: [
      'How many calls mentioned Wayloom?',
      'In how many calls did Wayloom come up?',
      'How many calls about Wayloom did we have?',
      'How many meetings discussed Wayloom?',
    ],
    unseen: [],
  },
  callsWith: {
    known: [
      'Which calls did we have with Saltmarsh?',
      'List the calls with Saltmarsh.',
      'What meetings did we have with Saltmarsh?',
      'Show me all conversations with Saltmarsh.',
    ],
    unseen: [],
  },
  busiest: {
    known: [
      'Who had the most calls?',
      'How many calls did each rep have?',
      'Which rep had the most meetings?',
      'Show me the calls per rep.',
    ],
    unseen: [],
  },
  openDeals: {
    known: [
      'Which deals are open?',
      'What is in the pipeline?',
      'List our open deals.',
      'How many deals are still open?',
    ],
    unseen: [],
  },
  lostDeals: {
    known: [
      'Why did we lose deals?',
      'What was the loss reason?',
      'Why was the deal with Pellwater lost?',
      'Which deals did we lose?',
    ],
    unseen: [],
  },
  tasksByOwner: {
    known: ['Who has open actions?', 'Who has open tasks?', 'Who has to do what?', 'Who has pending action items?'],
    unseen: [],
  },
  accountDecisions: {
    known: [
      'What did we decide with Ottermoor?',
      'Which decisions were made with Ottermoor?',
      'What was agreed with Ottermoor?',
      'List the decisions from the Ottermoor calls.',
    ],
    unseen: [],
  },
  labeled: {
    known: [
      'How many demos did we have?',
      'How many demo calls were there?',
      'What is the number of demos?',
      'How many demos took place?',
    ],
    unseen: [],
  },
} as const satisfies Readonly<Record<string, Phrasings>>
export type WideKind = keyof typeof WIDE_QUESTIONS

/** Questions about contents, which resemble questions to records. Records must not answer them. */
export const CONTENT_QUESTIONS: Phrasings = {
  known: [
    'What did they decide about the price for Lyon?',
    'When will the new warehouse open?',
    'How long is the contract?',
    'How long does the onboarding take?',
    'Who attended the training at the depot?',
    'Who signs the contract in the end?',
    'When does the contract end?',
    'Why did they choose the other plan?',
    'How many vehicles break down each night?',
    'What did Karin say about the gates?',
    'Who talked to the board about the budget?',
    'When did the outage start?',
    'How much does the dock view cost per month?',
    'What did they think of the driver app?',
    'Which problems did the dispatchers have?',
    'How does the import of the order file work?',
    'Why was the team annoyed?',
    'What is the date of the go-live?',
    'How long did the migration take?',
    'Who is responsible for the hospital route?',
    'What happens when a driver has no reception?',
    'How many people work in the night shift?',
    'What questions does the auditor have about encryption?',
    'When was the software released?',
    'Who decides about the discount?',
    'What did they promise the hospital about delivery windows?',
    'How fast does the planning run with three depots?',
    'What language is the interface written in?',
    'Which calls does the driver have to make to the shop?',
    'What is the score of the customer survey?',
    'Why did the deal with the bank fail?',
    'When do the trucks leave the depot?',
  ],
  unseen: [],
}
