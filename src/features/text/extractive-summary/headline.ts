/**
 * Headline of a summary: the outcome of the conversation in a sentence with its speaker, and its subjects.
 *
 * The outcome is the best sentence that is clear without its neighbors. Subjects are added if they are phrases of several
 * words, or names, that the sentence lacks and the whole call is about. A call without such a sentence has its subjects as
 * its headline. Greetings, apologies and procedure never make a headline.
 */
import type { WeightedSentence } from './central.ts'
import { formatSpeaker, isProcedure, omitGreeting } from './clarity.ts'
import { type EvidenceSpan, endSentence, HEADLINE_MAX, type SummaryLine, shortened } from './model.ts'
import { findCentralSentence, findOutcome, type Outcomes, spanKey } from './outcomes.ts'
import type { TranscriptSentence } from './sentences.ts'
import type { ServiceContact } from './service-contacts.ts'
import { findSubjects, isSpecific, joinSubjects, type Subject } from './subjects.ts'

/** Maximum number of subjects next to an outcome. */
const SUBJECTS_MAX = 2
/** Minimum spread of a subject of the whole call. */
const SPREAD_MIN = 0.2

/** @param heavy self-contained sentences with their centrality, most central first */
export function createHeadline(
  sentences: readonly TranscriptSentence[],
  heavy: readonly WeightedSentence[],
  outcomes: Outcomes,
): SummaryLine | null {
  const subjects = findSubjects(sentences, isProcedure)
  const specific = subjects.filter(isSpecific)
  const outcome = findOutcome(sentences, heavy, outcomes)
  if (outcome !== undefined) {
    const { sentence } = outcome
    const isFurther = (one: Subject) => one.spread >= SPREAD_MIN && isNew(one, sentence)
    return composeHeadline(specific.filter(isFurther).slice(0, SUBJECTS_MAX), sentence)
  }
  return composeHeadline(subjects, findCentralSentence(heavy))
}

/** Joins as many subjects with a sentence as have room. Fewer subjects rather than a part of a sentence. */
function composeHeadline(subjects: readonly Subject[], sentence: TranscriptSentence | undefined): SummaryLine | null {
  const named = shortened(joinSubjects(subjects), HEADLINE_MAX)
  if (sentence === undefined) return named === '' ? null : { text: named, spans: toSpans(subjects) }
  const said = formatTurn(sentence)
  for (let count = subjects.length; count > 0; count--) {
    const some = subjects.slice(0, count)
    const full = `${joinSubjects(some)} – ${said}`
    if ([...full].length <= HEADLINE_MAX) return { text: full, spans: toSpans([sentence, ...some]) }
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

const formatTurn = ({ speaker, text }: TranscriptSentence): string => formatSpeaker(speaker) + omitGreeting(text)

/** Whether a sentence lacks the words of a subject. */
function isNew({ terms }: Subject, { text }: TranscriptSentence): boolean {
  const said = text.toLowerCase()
  return !terms.every((term) => said.includes(term))
}

const toSpans = (from: readonly { readonly spans: readonly EvidenceSpan[] }[]): EvidenceSpan[] => [
  ...new Map(from.flatMap(({ spans }) => spans).map((span) => [spanKey(span), span])).values(),
]
