/** Questions about several calls that records answer. */
import type { Phrasings } from './records-questions.ts'

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
  accountStatus: {
    known: [
      'What is the status of Saltmarsh Linen?',
      'Where do we stand with Saltmarsh?',
      'What happened with Saltmarsh?',
      'Prepare me for my call with Saltmarsh.',
    ],
    first: [
      'How are things with Saltmarsh?',
      'Give me an update on Saltmarsh.',
      'What is the latest on Saltmarsh?',
      'What should I know about Saltmarsh before our call?',
    ],
    second: ['Catch me up on Saltmarsh Linen.', 'What is going on at Saltmarsh?'],
  },
  attention: {
    known: [
      'Which deals need attention?',
      'Which deals are at risk?',
      'Which accounts are at risk?',
      'Which deals are likely to close?',
    ],
    first: [
      'Which deals should I worry about?',
      'Which deals are in trouble?',
      'Which customers might we lose?',
      'What deals are slipping?',
    ],
    second: ['Which opportunities need our help?', 'Which deals will fail?'],
  },
  quiet: {
    known: [
      "Who hasn't been contacted lately?",
      'Which accounts have gone quiet?',
      'Which customers have we not talked to in a while?',
      'Which deals are without a call?',
    ],
    first: [
      'Which customers have we neglected?',
      'Which accounts have been silent?',
      'Who have we not spoken to recently?',
      'Which customers did we not call for weeks?',
    ],
    second: ['Who went dark?', 'Which prospects have we not heard from?'],
  },
  winRate: {
    known: [
      'What is our win rate?',
      'What is our close rate?',
      'How often do we win?',
      'What share of deals did we win?',
    ],
    first: [
      'How many of our deals do we win?',
      'What percentage of deals do we win?',
      'What is the ratio of won and lost deals?',
      'How high is our win rate?',
    ],
    second: ['How good is our closing rate?', 'What is our success rate in deals?'],
  },
  coaching: {
    known: [
      'Which reps need coaching?',
      'Who needs coaching?',
      'How do our reps compare?',
      'Which reps are struggling?',
    ],
    first: [
      'Who should I coach?',
      'Where are our coaching opportunities?',
      'Which seller needs help?',
      'Who is our weakest rep?',
    ],
    second: ['Compare the reps.', 'Which rep should get training?'],
  },
  worthHearing: {
    known: [
      'Which calls should I listen to?',
      'Which calls are worth a listen?',
      'What calls should I review?',
      'Which calls stand out?',
    ],
    first: [
      'What should I listen to today?',
      'Are there any unusual calls?',
      'Which meetings deserve my attention?',
      'Show me remarkable calls.',
    ],
    second: ['Which conversations should I hear first?', 'Which calls need a review?'],
  },
  satisfaction: {
    known: [
      'How satisfied are our customers?',
      'Are customers happy with us?',
      'How do customers feel?',
      'How is customer satisfaction?',
    ],
    first: [
      'How happy are our clients?',
      'Are our customers satisfied?',
      'What is the mood among customers?',
      'How pleased are customers with our service?',
    ],
    second: ['How content are our buyers?', 'Do we have happy customers?'],
  },
  whoIs: {
    known: ['Who is Hana Ito?', 'Who is Hana?', 'Who exactly is Hana Ito?', 'Who is this Hana Ito?'],
    first: [
      'Do you know who Hana Ito is?',
      'Can you tell me who Hana Ito is?',
      'Hana Ito, who is that?',
      'Who was Hana Ito?',
    ],
    second: ['What do we know about Hana Ito?', 'Tell me about Hana Ito.'],
  },
  priceObjections: {
    known: [
      'Who objected to the price?',
      'Which customers find us too expensive?',
      'Is the price an issue?',
      'Who complained about the price?',
    ],
    first: [
      'Which accounts think we cost too much?',
      'Do customers say that we are too expensive?',
      'Who pushed back on price?',
      'What price objections did we hear?',
    ],
    second: ['Which prospects are worried about the cost?', 'Who thinks our product is overpriced?'],
  },
  comparison: {
    known: [
      'Compare Fennick and Marrowby.',
      'How do Fennick and Marrowby compare?',
      "What's the difference between Fennick and Marrowby?",
      'Fennick vs Marrowby',
    ],
    first: [
      'Can you compare Fennick with Marrowby?',
      'How does Fennick differ from Marrowby?',
      'Contrast Fennick and Marrowby for me.',
      'Give me a comparison of Fennick and Marrowby.',
    ],
    second: ['Compare the accounts Fennick and Marrowby.', 'How is Fennick different from Marrowby?'],
  },
  dueTasks: {
    known: [
      'What do I have to do this week?',
      'What tasks are due this week?',
      "What's due this week?",
      'What are my tasks for this week?',
    ],
    first: [
      'What do we need to get done this week?',
      'Which promises are due this week?',
      'Is anything due this week?',
      'Show my to-dos for this week.',
    ],
    second: ['What must I finish this week?', 'Which action items are due this week?'],
  },
  toContact: {
    known: [
      'Who do I need to call today?',
      'Which customers should I contact today?',
      'Who should I follow up with?',
      'Which accounts need a follow-up?',
    ],
    first: [
      'Who should I call first today?',
      'Whom do I have to contact?',
      'Which clients should we reach out to today?',
      'Who do I have to get back to?',
    ],
    second: ['Which customers are waiting to hear from us?', 'Who must I phone today?'],
  },
} as const satisfies Readonly<Record<string, Phrasings>>
export type WideKind = keyof typeof WIDE_QUESTIONS
