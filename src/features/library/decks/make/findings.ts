/** Finds what the conversations say about a question, as quotes. */
import type { Context } from '../../../../core/operation.ts'
import { extractTerms } from '../../../../core/terms.ts'
import {
  type EvidenceText,
  isLikelyAnswer,
  type Proof,
  type RequestedParts,
  rateForEach,
  requestedPartsTask,
} from '../../../assistant/answers/index.ts'
import { cleanSentence, isTalk } from '../../../text/extractive-summary/index.ts'
import type { Cite } from '../model/index.ts'
import { type DeckConversation, type DeckInput, findSpeakerSide } from './material.ts'
import { CITES_MAX, toCite } from './slide-builders.ts'

export type FindPorts = Pick<Context, 'db' | 'org' | 'search' | 'embedding' | 'log' | 'signal' | 'requestWorkers'>

export interface DeckFinding {
  readonly talk: DeckConversation
  /** Verbatim text. */
  readonly quote: string
  /** Text without fillers. Several quotes are joined. */
  readonly text: string
  readonly cites: readonly Cite[]
  readonly internal: boolean | undefined
}

/** A conversation that was rated for a question, and its passages that can answer. */
export type DeckText = EvidenceText & RequestedParts

/** Ranking results by conversation, then by question. */
export type DeckReadings = readonly { readonly talk: DeckConversation; readonly texts: readonly DeckText[] }[]

export async function readAll(
  ports: FindPorts,
  { conversations }: DeckInput,
  questions: readonly string[],
): Promise<DeckReadings> {
  const readings: { talk: DeckConversation; texts: readonly DeckText[] }[] = []
  if (questions.length === 0) return readings
  const requests = questions.map((question) => ({ question, terms: listQuestionTerms(question), least: HOLDS_MIN }))
  for (const talk of conversations) {
    const { id, title, at, segments } = talk
    const texts = await rateForEach(ports, { id, title, at }, segments, questions)
    const found = await ports.requestWorkers.run(requestedPartsTask, [requests, texts], ports.signal)
    readings.push({
      talk,
      texts: texts.map((text, index) => ({ ...text, ...(found[index] ?? { parts: [], saidRatio: 0 }) })),
    })
  }
  return readings
}

/** Terms of a question that an answer is about. */
const listQuestionTerms = (question: string): string[] => [
  ...new Set(extractTerms(question).filter((term) => !isTalk(term))),
]

const NAMED_MIN = 2
/** Minimum number of words in a self-contained statement. */
const WORDS_MIN = 4

/** Minimum probability of an answer in a conversation that contains the terms of the question. */
const HOLDS_MIN = 0.06

/**
 * Returns the findings for a question, from the most probable conversations, up to a maximum.
 * @param wanted whether the request names the question, so that a less certain answer is better than none
 */
export function selectFindings(
  readings: DeckReadings,
  questions: readonly string[],
  index: number,
  most: number,
  wanted = false,
): DeckFinding[] {
  const question = questions[index] ?? ''
  const terms = listQuestionTerms(question)
  const found = readings.flatMap(({ talk, texts }) => {
    const text = texts[index]
    if (text === undefined) return []
    const isSure = isLikelyAnswer(text)
    if (!isSure && !(wanted && text.answerability >= HOLDS_MIN && text.saidRatio >= SPOKEN_MIN)) return []
    const all = text.parts.flatMap(({ proofs }) => findingIn(talk, proofs))
    const findings = isSure ? all : all.filter((one) => extractTerms(one.text).some((term) => terms.includes(term)))
    return findings.length === 0 ? [] : [{ holds: text.answerability, at: talk.at, findings }]
  })
  const seen = new Set<string>()
  const mentionsAnyTerm = ({ text }: DeckFinding) => extractTerms(text).some((term) => terms.includes(term))
  // If several findings contain the terms of the question, the others would distract.
  const isNamed = found.flatMap(({ findings }) => findings).filter(mentionsAnyTerm).length >= NAMED_MIN
  const chosen = found
    .toSorted((a, b) => b.holds - a.holds)
    // Takes one finding of each conversation before the second of any.
    .flatMap(({ findings, at }, order) => findings.map((finding, turn) => ({ finding, at, turn, order })))
    // Statements come before questions.
    .toSorted((a, b) => Number(isAsked(a.finding)) - Number(isAsked(b.finding)) || a.turn - b.turn || a.order - b.order)
    .filter(({ finding }) => {
      if (isNamed && !mentionsAnyTerm(finding)) return false
      const key = finding.text.toLowerCase()
      return !seen.has(key) && seen.add(key) !== undefined
    })
    .slice(0, most)
  const place = ({ finding }: (typeof chosen)[number]) => finding.cites[0]?.segment ?? 0
  return chosen
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : place(a) - place(b)))
    .map(({ finding }) => finding)
}

/** Minimum ratio of meaningful question terms that the conversation contains. */
const SPOKEN_MIN = 0.6

const isAsked = ({ text }: DeckFinding) => text.endsWith('?')

function findingIn(talk: DeckConversation, proofs: readonly Pick<Proof, 'line' | 'quote'>[]): DeckFinding[] {
  const cites = proofs.map(({ line, quote }) => toCite(talk.id, { ...line, quote }))
  const [first] = cites
  const said = cleanSentence(cites.map((one) => one.quote).join(' '))
  if (first === undefined || said.split(/\s+/).length < WORDS_MIN) return []
  return [
    {
      talk,
      quote: cites.map(({ quote }) => quote).join(' '),
      text: said,
      cites: cites.slice(0, CITES_MAX),
      internal: findSpeakerSide(talk, first.speaker),
    },
  ]
}
