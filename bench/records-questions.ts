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

/** Of all calls of the demo. */
export const WIDE_QUESTIONS = {
  lastCallWith: {
    known: [
      'When was the call with Pellwater?',
      'When did we last speak with Pellwater?',
      'What was the date of the last Pellwater call?',
      'How long ago was the last call with Pellwater?',
    ],
    first: [
      'When did we talk to Pellwater the last time?',
      'When was our most recent meeting with Pellwater?',
      'What day did we last meet Pellwater?',
      'When was Pellwater last on a call?',
    ],
    second: ['When did we last have a meeting with Pellwater?', 'Date of the last Pellwater meeting?'],
  },
  countOctober: {
    known: [
      'How many calls did we have in October?',
      'What was the number of calls in October?',
      'How many meetings took place in October?',
      'How often did we meet in October?',
    ],
    first: [
      'How many conversations were there in October?',
      'Count the calls in October.',
      'How many calls in October?',
      'How many recordings do we have from October?',
    ],
    second: ['How many calls took place during October?', 'How many sessions did we hold in October?'],
  },
  countTopic: {
    known: [
      'How many calls mentioned Wayloom?',
      'In how many calls did Wayloom come up?',
      'How many calls about Wayloom did we have?',
      'How many meetings discussed Wayloom?',
    ],
    first: [
      'How many calls talked about Wayloom?',
      'How many conversations mention Wayloom?',
      'Number of calls about Wayloom?',
      'How many of our calls mention Wayloom?',
    ],
    second: ['How many calls had a mention of Wayloom?', 'In how many meetings was Wayloom discussed?'],
  },
  callsWith: {
    known: [
      'Which calls did we have with Saltmarsh?',
      'List the calls with Saltmarsh.',
      'What meetings did we have with Saltmarsh?',
      'Show me all conversations with Saltmarsh.',
    ],
    first: [
      'Which conversations did we have with Saltmarsh?',
      'Find calls with Saltmarsh.',
      'All meetings with Saltmarsh, please.',
      'What calls were there with Saltmarsh Linen?',
    ],
    second: ['Which calls with Saltmarsh do we have?', 'Give me an overview of the calls with Saltmarsh.'],
  },
  busiest: {
    known: [
      'Who had the most calls?',
      'How many calls did each rep have?',
      'Which rep had the most meetings?',
      'Show me the calls per rep.',
    ],
    first: ['Who did the most calls?', 'Which rep is the most active?', 'Calls by rep?', 'Who made the most calls?'],
    second: ['Who has had the most conversations?', 'Number of calls per rep?'],
  },
  openDeals: {
    known: [
      'Which deals are open?',
      'What is in the pipeline?',
      'List our open deals.',
      'How many deals are still open?',
    ],
    first: [
      'What deals are still open?',
      'Show me the open opportunities.',
      'Which opportunities are in progress?',
      'What does our pipeline look like?',
    ],
    second: ['Which opportunities are currently open?', 'What are our active deals?'],
  },
  lostDeals: {
    known: [
      'Why did we lose deals?',
      'What was the loss reason?',
      'Why was the deal with Pellwater lost?',
      'Which deals did we lose?',
    ],
    first: [
      'Why are we losing deals?',
      'What are the reasons for lost deals?',
      'Why did Pellwater not buy?',
      'Which opportunities were lost?',
    ],
    second: ['What made us lose deals?', 'Which deal did we lose?'],
  },
  tasksByOwner: {
    known: ['Who has open actions?', 'Who has open tasks?', 'Who has to do what?', 'Who has pending action items?'],
    first: [
      'Who has tasks to do?',
      'Who still has outstanding action items?',
      'Whose action items are open?',
      'Who owes us a follow-up?',
    ],
    second: ['Who has to follow up?', 'Which people have open tasks?'],
  },
  accountDecisions: {
    known: [
      'What did we decide with Ottermoor?',
      'Which decisions were made with Ottermoor?',
      'What was agreed with Ottermoor?',
      'List the decisions from the Ottermoor calls.',
    ],
    first: [
      'What has been decided with Ottermoor?',
      'Any decisions with Ottermoor?',
      'What agreements did we reach with Ottermoor?',
      'Which decisions came out of the meetings with Ottermoor?',
    ],
    second: ['What did Ottermoor and we agree on?', 'What decisions do we have with Ottermoor?'],
  },
  labeled: {
    known: [
      'How many demos did we have?',
      'How many demo calls were there?',
      'What is the number of demos?',
      'How many demos took place?',
    ],
    first: [
      'How many demos have we done?',
      'How many demo meetings did we hold?',
      'Count the demos.',
      'How many calls were demos?',
    ],
    second: ['How many demos were held?', 'How many times did we demo?'],
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
  first: [
    'What did Elaine think about the dock view?',
    'How long do the batteries last?',
    'When is the invoice due?',
    'Who attended school with the founder?',
    'What is the date of birth of the patient?',
    'Which meeting room has the projector?',
    'How many calls does the help desk get each day?',
    'What was the weather like at the depot?',
    'Who was on the night shift when the server failed?',
    'What did we agree about the liability cap?',
    'When did the driver call the customer?',
    'How much time do dispatchers save every night?',
    'Why did the pilot slip?',
    'Who talked Karin into the upgrade?',
    'What tasks can the software automate?',
    'What is the next step in the unloading process?',
    'What decision did the court make about tachographs?',
    'Which stage of the rollout was hardest?',
    'What is the size of the trailer?',
    'How big is the fleet in the north?',
    'Which price list do they use for export?',
    'Who owns the building?',
    'What is the close button for?',
    'How did they lose the proofs of delivery?',
    'What kind of scanner do the loaders use?',
    'Which label printer works with the app?',
    'How many questions are in the security questionnaire?',
    'What topics does the driver training cover?',
    'When do we meet the legal requirements?',
    'Who recorded the temperature in the truck?',
    'What happened to the cheese?',
    'What did the auditor ask for?',
  ],
  second: [
    'Who called the police?',
    'What date did they pick for the launch?',
    'How long is the waiting list?',
    'What do customers ask for most?',
    'Which deals did the supermarket offer on milk?',
    'When did the meeting with the union escalate?',
    'How was the talk at the conference?',
    'What is open on Sundays?',
    'What are the steps to reset the scanner?',
    'Who decided to close the southern depot?',
    'How much did the conversation with the bank help?',
    'What is the next version going to contain?',
    'Which competitors does the dairy have in the north?',
    'Who was present at the accident?',
    'How often do the trucks stop?',
    'What was the summary of the audit report?',
  ],
}
