/**
 * Headline of a summary: the subjects of the conversation, and its outcome.
 *
 * The subjects are its key phrases. The outcome is the best sentence that is understandable together with them. If it is
 * about “me” or “us”, it has the name of its speaker. Greetings, apologies and procedure never make a headline.
 */
import type { WeightedSentence } from './central.ts'
import { type EvidenceSpan, endSentence, HEADLINE_MAX, type SummaryLine, shortened } from './model.ts'
import { findOutcome, needsSpeaker, type Outcomes, omitGreeting, PROCEDURE, spanKey } from './outcomes.ts'
import type { TranscriptSentence } from './sentences.ts'
import type { ServiceContact } from './service-contacts.ts'
import { findSubjects, joinSubjects, type Subject } from './subjects.ts'

/** @param heavy self-contained sentences with their centrality, most central first */
export function createHeadline(
  sentences: readonly TranscriptSentence[],
  heavy: readonly WeightedSentence[],
  outcomes: Outcomes,
): SummaryLine | null {
  const subjects = findSubjects(sentences, (text) => PROCEDURE.test(text))
  const named = joinSubjects(subjects)
  const outcome = findOutcome(sentences, heavy, outcomes, new Set(subjects.flatMap(({ terms }) => terms)))
  if (outcome === undefined)
    return subjects.length === 0 ? null : { text: shortened(named, HEADLINE_MAX), spans: toSpans(subjects) }
  const { sentence } = outcome
  const text = omitGreeting(sentence.text)
  const isSpoken = sentence.speaker !== '' && needsSpeaker(sentence)
  const said = isSpoken ? `${sentence.speaker}: ${text}` : text
  // Fewer subjects rather than a part of a sentence.
  for (let count = subjects.length; count > 0; count--) {
    const full = `${joinSubjects(subjects.slice(0, count))}${isSpoken ? ' – ' : ': '}${said}`
    if ([...full].length <= HEADLINE_MAX) return { text: full, spans: sentence.spans }
  }
  return { text: shortened(said, HEADLINE_MAX), spans: sentence.spans }
}

/** Headline of a short contact with support: its request, and its result if both have room. */
export function headlineOfContact(contact: ServiceContact | undefined): SummaryLine | null {
  if (contact === undefined) return null
  const { request, answer } = contact
  const asked = formatTurn(request)
  const full = answer === undefined ? asked : `${endSentence(asked)} ${formatTurn(answer)}`
  if (answer !== undefined && [...full].length <= HEADLINE_MAX)
    return { text: full, spans: [...request.spans, ...answer.spans] }
  return { text: shortened(asked, HEADLINE_MAX), spans: request.spans }
}

const formatTurn = ({ speaker, text }: TranscriptSentence): string => `${speaker}: ${omitGreeting(text)}`

const toSpans = (subjects: readonly Subject[]): EvidenceSpan[] => [
  ...new Map(subjects.flatMap(({ spans }) => spans).map((span) => [spanKey(span), span])).values(),
]
