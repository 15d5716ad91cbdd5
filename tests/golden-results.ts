/** Computes the golden results of `golden.test.ts` as text, one section for each kind of result. */
import { TALKS } from '../src/demo/calls.ts'
import { FIELDS } from '../src/demo/definitions.ts'
import { renderTranscript } from '../src/demo/render-transcript.ts'
import { type ExtractionField, extractFields } from '../src/features/fields/extraction/index.ts'
import {
  extractiveSummary,
  type SummaryContent,
  splitTranscriptSentences,
} from '../src/features/text/extractive-summary/index.ts'
import { extractKeyPhrases } from '../src/features/text/key-phrases/index.ts'
import { findNamedEntities } from '../src/features/text/named-entities/index.ts'
import { parseQuestion, rankLines } from '../src/features/text/passage-ranking/index.ts'
import { type CutTranscript, cutTranscript } from '../src/features/text/passages/index.ts'
import { measureTranscript } from '../src/features/text/sentiment/index.ts'
import { type StatementCue, scoreSentence } from '../src/features/text/statement-cues/index.ts'
import { readTranscript, segmentText, type TranscriptSegment } from '../src/features/text/transcripts/index.ts'

/** A Thursday. */
const SAID_ON = new Date('2026-04-16T10:00:00Z')
const CUES: readonly StatementCue[] = [
  ...(['needs', 'goals', 'offer', 'price', 'timing', 'worries', 'praise', 'reasons', 'requests'] as const),
]

/** Questions to each call, and words of the line that answers them. */
export const GOLDEN_QUESTIONS: Readonly<Record<string, readonly (readonly [question: string, answer: string])[]>> = {
  'harbor-1-discovery': [
    ['How many vehicles do they have?', 'a hundred and eighteen vehicles'],
    ['How long does it take to plan a night?', 'about three and a half hours'],
    ['What do the late stops cost in credits?', 'nine thousand dollars a month in credits'],
    ['What did Karin say about Wayloom?', 'Wayloom came by in the summer'],
    ['Which plan has the dock view, and what does it cost?', 'Complete with the dock view is fifty-eight'],
    ['Do the drivers need a new phone?', 'Do drivers need a new phone?'],
    ['How long are locations kept?', 'We keep locations for ninety days'],
  ],
  'harbor-4-negotiation': [
    ['Which discount was agreed?', 'discount'],
    ['What did Elaine say about the payment?', 'pay'],
  ],
  'marrowby-2-lost-proofs': [
    ['How many deliveries have no proof?', 'three hundred and twelve deliveries'],
    ['Why were the proofs lost?', 'A timeout that'],
    ['When will the real fix come?', 'the real fix comes'],
    ['What do the complaints cost?', 'eleven thousand dollars'],
  ],
  'fennick-2-chat': [['What is the problem?', '']],
  'ottermoor-3-slip': [
    ['Why was the purchase stopped?', 'The board has frozen everything'],
    ['How many trucks can Greta sign for?', 'took ten trucks'],
    ['What did Dispatchery offer?', 'three months free'],
  ],
  'pellwater-3-decision': [
    ['Who won the tender?', 'gone to Wayloom'],
    ['How many points did they get for the price?', 'Price, you had eighteen'],
    ['When is the way out?', 'Eighteen months from the signature'],
    ['What did the drivers think of the app?', 'Eleven preferred your app'],
  ],
}

export interface GoldenCall {
  readonly segments: readonly TranscriptSegment[]
  readonly cut: CutTranscript
  readonly people: readonly { readonly name: string; readonly email: string }[]
}

export async function readGoldenCall(id: string): Promise<GoldenCall> {
  const talk = TALKS.find((one) => one.id === id)
  if (talk === undefined) throw new Error(`The demo has no call ${id}.`)
  const { transcript, participants } = await renderTranscript(talk)
  const { segments } = readTranscript(typeof transcript === 'string' ? transcript : JSON.stringify(transcript))
  return { segments, cut: cutTranscript(segments), people: participants }
}

const list = (title: string, lines: readonly string[]): string =>
  `${title}\n${lines.length === 0 ? '  (none)\n' : lines.map((line) => `  ${line}\n`).join('')}`

function formatSummary(summary: SummaryContent): string[] {
  const { headline, paragraphs, decisions, actionItems, openQuestions, chapters } = summary
  return [
    list('Headline', headline === null ? [] : [headline.text]),
    list(
      'Paragraphs',
      paragraphs.map(({ text }) => text),
    ),
    list(
      'Decisions',
      decisions.map(({ text }) => text),
    ),
    list(
      'Action items',
      actionItems.map(
        ({ text, owner, due, dueDate }) =>
          `${text} [${owner?.name ?? 'nobody'}, ${owner?.email ?? '-'}; ${due ?? '-'}, ${dueDate ?? '-'}]`,
      ),
    ),
    list(
      'Open questions',
      openQuestions.map(({ text }) => text),
    ),
    list(
      'Chapters',
      chapters.map(({ title, firstSegment, lastSegment }) => `${firstSegment}–${lastSegment} ${title}`),
    ),
  ]
}

/** Values, confidences and evidence. A signal or a weight that changes shows in the confidences. */
function formatExtraction(segments: readonly TranscriptSegment[], fields: readonly ExtractionField[]): string[] {
  return extractFields({ segments, saidOn: SAID_ON }, fields).map(({ id, value, confidence, evidence }) => {
    const quotes = evidence.map(({ quote, segment }) => `${segment} “${quote}”`)
    return `${id}: ${JSON.stringify(value)} (${confidence}) ${quotes.join(' | ')}`
  })
}

const toField = (
  title: string,
  prompt: string,
  responseType: ExtractionField['responseType'],
  options: readonly string[] = [],
): ExtractionField => ({
  ...{ id: title, title, prompt, responseType, options, maxValues: null, allowLongResponse: false },
})

function formatFields({ segments }: GoldenCall): string {
  const fields = FIELDS.items.map(({ title, contents, responseType, options }) =>
    toField(title, contents, responseType, options),
  )
  return list('Fields', formatExtraction(segments, fields))
}

function formatStatements({ cut, people }: GoldenCall): string[] {
  const sentences = splitTranscriptSentences(cut)
  const isInternal = (speaker: string) =>
    people.find(({ name }) => name === speaker)?.email.endsWith('@brennwick.example')
  return CUES.map((cue) =>
    list(
      `Statements: ${cue}`,
      sentences
        .map((sentence) => ({ sentence, score: scoreSentence(sentence, cue, isInternal(sentence.speaker)) }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score || a.sentence.position - b.sentence.position)
        .map(({ sentence, score }) => `${score.toFixed(2)} ${sentence.speaker}: ${sentence.text}`),
    ),
  )
}

function formatSentiment({ segments }: GoldenCall): string {
  const measured = measureTranscript(segments)
  if (measured.state !== 'measured') return list(`Sentiment: ${measured.state}`, [])
  return list(
    'Sentiment',
    measured.speakers.flatMap(({ speaker, words, opinions }) => [
      `${speaker}: ${words} words`,
      ...opinions.map(({ opinion, quote, words: own }) => `  ${opinion} (${own.join(', ')}): ${quote}`),
    ]),
  )
}

function formatEntities({ segments, people }: GoldenCall): string {
  const known = { people: people.map(({ name }) => name), addresses: people.map(({ email }) => email) }
  return list(
    'Named entities',
    findNamedEntities(segments, known).map(({ type, text, places }) => `${type}: ${text} ×${places.length}`),
  )
}

function formatKeyPhrases({ segments }: GoldenCall): string {
  const texts = segments.map((segment, at) => ({ segment: at, text: segmentText(segment) }))
  return list(
    'Key phrases',
    extractKeyPhrases(texts, new Set()).map(({ text, score, count }) => `${score.toFixed(3)} ×${count} ${text}`),
  )
}

export function rankSpans({ cut, people }: GoldenCall, question: string) {
  return rankLines(
    cut,
    parseQuestion(
      question,
      people.map(({ name }) => name),
    ),
  ).spans
}

function formatRanking(call: GoldenCall, questions: readonly (readonly [string, string])[]): string {
  return list(
    'Places of answers',
    questions.flatMap(([question]) => [
      question,
      ...rankSpans(call, question)
        .slice(0, 3)
        .map(
          ({ from, to, probability, line }) =>
            `  ${probability.toFixed(3)} ${from}–${to} ${call.cut.lines[line]?.text}`,
        ),
    ]),
  )
}

/** All results of one call. */
export async function formatGoldenResults(id: string): Promise<string> {
  const call = await readGoldenCall(id)
  return [
    ...formatSummary(extractiveSummary(call.cut, { people: call.people, saidOn: SAID_ON })),
    formatKeyPhrases(call),
    formatEntities(call),
    formatFields(call),
    ...formatStatements(call),
    formatSentiment(call),
    formatRanking(call, GOLDEN_QUESTIONS[id] ?? []),
  ].join('\n')
}

/** A call in which each field is answered in another way: at once, later, partly, with a typo, corrected or withdrawn. */
const BOOKING: readonly (readonly [speaker: string, text: string])[] = [
  ['Nora', 'Good morning, Harbor Rooms, this is Nora. How can I help?'],
  ['Piet Vos', 'Hi. I need rooms for a team meeting, for about a week.'],
  ['Nora', 'Gladly. How many rooms do you need?'],
  ['Piet Vos', 'Twelve rooms. No, wait, make it fourteen rooms, two people more are coming.'],
  ['Nora', 'On which day do you arrive, and when do you leave?'],
  ['Piet Vos', 'From the 7th to the 12th of May.'],
  ['Nora', 'Which plan would you like, with breakfast or with all meals?'],
  ['Piet Vos', 'The brekfast plan, please.'],
  ['Nora', 'And do you need a room for the meetings as well?'],
  ['Piet Vos', 'Hm, what is the price per night?'],
  ['Nora', 'That is ninety-five dollars for a room and night, with ten percent off for groups.'],
  ['Piet Vos', 'Okay. And yes, we need a meeting room, from Tuesday on.'],
  ['Nora', 'Have you stayed with us before?'],
  ['Piet Vos', "No, we haven't. Sigrid from your office in Bergen gave me the number."],
  ['Nora', 'Shall we send the invoice by email or by post?'],
  ['Piet Vos', 'If it were up to me by post, but by email is fine.'],
  ['Nora', 'What is your email address?'],
  ['Piet Vos', 'It is piet.vos@tidewater.example, and my name is Piet Vos.'],
  ['Nora', 'Is there a budget for the whole stay?'],
  ['Piet Vos', "We have 9,000 dollars. It can't be more than that."],
  ['Nora', 'Why did you choose Bergen? I ask that everybody. We are quite far from the airport, twenty minutes.'],
  ['Piet Vos', 'Because half of the team lives there.'],
  ['Nora', 'Which days do you want the sauna?'],
  ['Piet Vos', 'Thursday and tomorrow in three weeks. I mean, Saturday.'],
  ['Nora', 'Done. Goodbye, Mr. Vos.'],
]

const BOOKING_FIELDS: readonly ExtractionField[] = [
  toField('Rooms', 'How many rooms does the customer need?', 'number'),
  toField('Price per night', 'What is the price of a room per night, in dollars?', 'number'),
  toField('Group discount', 'Which discount in percent do groups get?', 'number'),
  toField('Budget', 'How much money is the budget for the stay?', 'number'),
  toField('Distance', 'How many minutes is it from the airport?', 'number'),
  toField('Arrival date', 'On which day does the customer arrive?', 'date'),
  toField('Departure date', 'On which day does the customer leave?', 'date'),
  toField('Meals', 'Which plan does the customer want?', 'picklist', ['Breakfast', 'All meals', 'Room only']),
  toField('Invoice', 'How does the customer want to get the invoice?', 'picklist', ['Email', 'Post']),
  toField('Sauna days', 'On which days does the customer want the sauna?', 'multipicklist', [
    ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ]),
  toField('Meeting room', 'Does the customer need a meeting room?', 'boolean'),
  toField('Stayed before', 'Has the customer stayed here before?', 'boolean'),
  toField('Customer name', 'What is the name of the customer?', 'text'),
  toField('Email address', 'What is the email address of the customer?', 'text'),
  toField('City', 'In which city is the hotel?', 'text'),
  { ...toField('Reason', 'Why did the customer choose the city?', 'text'), allowLongResponse: true },
]

/** Values of the fields of a booking, which has an answer of each kind. */
export function formatBooking(): string {
  const segments = BOOKING.map(
    ([name, text], at): TranscriptSegment => ({
      ...{ speaker: { name }, start: at * 6, end: at * 6 + 5 },
      words: [{ text, startTimestamp: null, endTimestamp: null }],
    }),
  )
  return list('Fields of a booking', formatExtraction(segments, BOOKING_FIELDS))
}
