/**
 * Questions that records answer, by kind. The rules were written with the phrasings of `known`. The phrasings of `first`
 * and `second` were written while the rules were frozen, and measured once before the rules were extended with them
 * (docs/evaluation.md). To measure phrasings that the rules don't know, write a further set first.
 */
export interface Phrasings {
  readonly known: readonly string[]
  readonly first: readonly string[]
  readonly second: readonly string[]
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
    first: [
      'When did this conversation happen?',
      'What day was the call?',
      'Can you tell me when this meeting was held?',
      'When exactly did we speak?',
      'Date of the call?',
    ],
    second: ['What was the date of this meeting?', 'When did you have this call?'],
  },
  duration: {
    known: [
      'How long?',
      'How long was the call?',
      'How many minutes did the meeting last?',
      'What was the duration of this conversation?',
      'How long did they talk?',
    ],
    first: [
      'How long did the call take?',
      'What was the length of the meeting?',
      'For how many minutes did we talk?',
      'Please tell me how long the conversation lasted.',
      'Call duration?',
    ],
    second: ['How much time did the meeting last?', 'Length of the call?'],
  },
  attendees: {
    known: [
      'Who attended?',
      'Who was on the call?',
      'Who took part in this meeting?',
      'List the participants.',
      'Which people joined the call?',
    ],
    first: [
      'Who was there?',
      'Who participated?',
      'Who else was in the meeting?',
      'Give me the list of attendees.',
      'Who were the participants of this call?',
    ],
    second: ['Who joined?', 'Which people were in this conversation?'],
  },
  owner: {
    known: [
      'Who is the owner of this call?',
      'Who ran the meeting?',
      'Whose call was this?',
      'Which rep had this call?',
    ],
    first: [
      'Who hosted the call?',
      'Who owns this conversation?',
      'Who led the meeting?',
      'Who is responsible for this call?',
    ],
    second: ['Who organized the meeting?', 'Which colleague ran the call?'],
  },
  language: {
    known: [
      'What language was the call in?',
      'Which language did they speak?',
      'In which language was this meeting?',
      'What is the language of the call?',
    ],
    first: [
      'In what language did they talk?',
      'What language was spoken?',
      'Which language is this conversation in?',
      'Was this call in a language other than English, or what language is it?',
    ],
    second: ['What is the spoken language?', 'In which language do they speak?'],
  },
  labels: {
    known: [
      'What kind of call was it?',
      'Which labels does this call have?',
      'What type of meeting was this?',
      'How was the call labeled?',
    ],
    first: [
      'What category is this call?',
      'Which tags are set on the call?',
      'What sort of conversation was this?',
      'How is this meeting classified?',
    ],
    second: ['Which category does the call have?', 'What labels were assigned?'],
  },
  talkShare: {
    known: [
      'Who talked most?',
      'What was the talk ratio?',
      'Who spoke the most in this call?',
      'How was the talk time split?',
      'Who dominated the conversation?',
    ],
    first: [
      'Who did most of the talking?',
      'What is the talk-to-listen ratio?',
      'Which speaker talked the most?',
      'What share of the call did each person speak?',
      'How much did everyone talk?',
    ],
    second: ['Who talked more?', 'How was the speaking time distributed?'],
  },
  monologue: {
    known: [
      'Who had the longest monologue?',
      'What was the longest monologue?',
      'How long was the longest monologue?',
      'Who talked longest without interruption?',
    ],
    first: [
      'Which was the longest speech?',
      'Who spoke longest without a break?',
      'Show the longest monologues.',
      'What is the longest uninterrupted turn?',
    ],
    second: ['Whose monologue was longest?', 'How long did the longest speech take?'],
  },
  questionCount: {
    known: [
      'How many questions were asked?',
      'Who asked the most questions?',
      'What was the number of questions?',
      'How many questions did we ask in total?',
    ],
    first: [
      'How often did people ask questions?',
      'What is the total count of questions?',
      'Who asked more questions?',
      'How many questions came up?',
    ],
    second: ['Total number of questions?', 'How many questions did each speaker ask?'],
  },
  dynamics: {
    known: [
      'How fast did they speak?',
      'What was the speaking pace?',
      'How many words per minute?',
      'Who spoke fastest?',
    ],
    first: [
      'What was the talking speed?',
      'How quickly did everyone talk?',
      'Give me the words per minute.',
      'Who was the fastest speaker?',
    ],
    second: ['What was the average speaking rate?', 'How many words did they speak per minute?'],
  },
  actions: {
    known: [
      'What are the action items?',
      'What are the next steps?',
      'What do we have to do?',
      'List all follow-ups.',
      'Who has to do what?',
    ],
    first: [
      'What are our to-dos?',
      'What did we commit to?',
      'What happens next?',
      'Any follow-up tasks?',
      'What needs to be done after this call?',
    ],
    second: ['Which tasks came out of the meeting?', 'What should we do next?'],
  },
  decisions: {
    known: ['What was decided?', 'Which decisions were made?', 'What did they agree on?', 'List the decisions.'],
    first: [
      'What did we decide?',
      'What decisions have been taken?',
      'Was anything decided?',
      'What was settled in the end?',
    ],
    second: ['Which agreements were reached?', 'What did the group decide?'],
  },
  openQuestions: {
    known: [
      'Which questions are still open?',
      'What remained unanswered?',
      'List the open issues.',
      'What questions were not answered?',
    ],
    first: [
      'What is still unresolved?',
      'Are there any open questions?',
      'What was left open?',
      'Which points are still pending?',
    ],
    second: ['Which issues are unresolved?', 'What is still unclear?'],
  },
  askedQuestions: {
    known: [
      'What did the customer ask?',
      'Which questions did the customer ask?',
      'List the questions of the prospect.',
      'What questions came from the client?',
    ],
    first: [
      'What were the questions of the customer?',
      'What did the client want to know?',
      'Which questions did they get from the customer?',
      'Show me the customer questions.',
    ],
    second: ['What did the buyer ask us?', 'Questions from the customer?'],
  },
  nextMeeting: {
    known: [
      'When do we meet again?',
      'When is the next meeting?',
      'When do we talk next?',
      'Is a follow-up call scheduled?',
    ],
    first: [
      'When will we speak again?',
      'What is the date of our next call?',
      'Did they schedule another meeting?',
      'When is our next appointment?',
    ],
    second: ['When is the follow-up meeting?', 'When do we see each other again?'],
  },
  money: {
    known: [
      'What prices were named?',
      'Which amounts were mentioned?',
      'What prices did we quote?',
      'List all amounts that came up.',
    ],
    first: [
      'What figures were quoted?',
      'Which prices came up?',
      'What dollar amounts were discussed?',
      'What costs were mentioned?',
    ],
    second: ['Which sums were mentioned?', 'What rates did they quote?'],
  },
  competitors: {
    known: [
      'Which competitors came up?',
      'What competitors were mentioned?',
      'Did any competitors come up?',
      'Who are the competitors?',
    ],
    first: [
      'Were competitors mentioned?',
      'Which rivals were named?',
      'What competition came up in the call?',
      'Did they bring up any competitors?',
    ],
    second: ['Which other competitors did they name?', 'Did we hear about competitors?'],
  },
  topics: {
    known: [
      'What topics were discussed?',
      'Which topics came up?',
      'What were the main topics?',
      'List the key topics.',
    ],
    first: [
      'What subjects came up?',
      'Which themes were covered?',
      'Show the main themes.',
      'What were the key points of discussion?',
    ],
    second: ['What subjects did they talk about?', 'List the topics.'],
  },
  summary: {
    known: ['Summarize the call.', 'What was the call about?', 'Give me a short summary.', 'What did they talk about?'],
    first: [
      'Recap this meeting.',
      'What was this conversation about?',
      'Could you summarise it for me?',
      'What happened in this call?',
    ],
    second: ['What is this meeting about?', 'Sum up the call.'],
  },
  scores: {
    known: [
      'What score did the call get?',
      'How was this call scored?',
      'Show me the scorecard.',
      "What was the call's rating?",
    ],
    first: [
      'How did this call score?',
      'What is the rating of this conversation?',
      'How good was the call according to the scorecard?',
      'Which grade did this meeting get?',
    ],
    second: ['How many points did the call get?', 'What did the scorecard say?'],
  },
  stage: {
    known: [
      'What stage is the deal in?',
      'What is the status of the opportunity?',
      'Where is the deal?',
      'Which stage is it in?',
    ],
    first: [
      'At what stage is this opportunity?',
      'Has the deal been won?',
      'What is the deal status?',
      'How far along is the deal?',
    ],
    second: ['In what stage is the opportunity?', 'Is the deal closed?'],
  },
  amount: {
    known: [
      'How big is the deal?',
      'What is the amount of the opportunity?',
      'How much is the deal worth?',
      'What is the deal size?',
    ],
    first: [
      'What is the deal worth?',
      'What is the value of this opportunity?',
      'How large is the deal?',
      'What is the opportunity amount?',
    ],
    second: ['What is the volume of the deal?', 'How much is this opportunity?'],
  },
  closeDate: {
    known: [
      'When is the close date?',
      'When will the deal close?',
      'What is the expected closing date?',
      'When is the deal expected to close?',
    ],
    first: [
      'When should the deal close?',
      'What is the expected close date of the opportunity?',
      'By when will we close the deal?',
      'Closing date?',
    ],
    second: ['What is the close date of the deal?', 'When is the opportunity due to close?'],
  },
} as const satisfies Readonly<Record<string, Phrasings>>
export type CallKind = keyof typeof CALL_QUESTIONS
