/**
 * Decisions: choices that are made during the conversation, by a logistic model over signals of English
 * (`decision-signals.ts`). A choice that others agree with, or that closes a discussion, is a strong signal. Moves of the
 * agenda, questions, conditions and wishes are not decisions. A decision that is only a pronoun ("let's do that")
 * includes the proposal that it refers to. A sentence that somebody calls decided needs no other signal.
 */
import { spokenText } from './cues.ts'
import { findDecisionSignals, needsProposal } from './decision-signals.ts'
import { findAntecedent, findTopic, joinSentences, readDialog } from './dialog.ts'
import weights from './item-weights.json' with { type: 'json' }
import { predict } from './logistic.ts'
import { LINE_MAX, MOST, type SummaryLine, shortened } from './model.ts'
import type { TranscriptSentence } from './sentences.ts'
import { selectStrongest } from './strongest.ts'

/** Minimum number of words of a sentence that is called decided. */
const WORDS_MIN = 4
const CALLS_SELF = /^(?:so,? |okay,? |then,? |right,? )*decided(?:,|:| then,?) (?!by\b|to\b|on\b|not\b)/i
const CALLS_NEXT = /^(?:so,? |okay,? |right,? |good,? )*decided(?: then)?\W*$/i
const CALLS_PREVIOUS =
  /^\W*(?:let['’]s|let us|i['’]ll|we['’]ll) (?:write|note|put) (?:that|it|this) down as decided\b|^\W*(?:so |okay,? )?(?:that|this)(?:['’]s| is) decided(?: then)?\W*$/i

/** Whether a speaker calls a sentence of their own decided: “Decided, we ship in June.” “We ship in June. That's decided.” */
function isCalledDecided(
  sentence: TranscriptSentence,
  before: TranscriptSentence | undefined,
  after: TranscriptSentence | undefined,
): boolean {
  const { speaker, text, length } = sentence
  if (length < WORDS_MIN || /[?？]/.test(text)) return false
  const isOwn = (one: TranscriptSentence | undefined): one is TranscriptSentence => one?.speaker === speaker
  return (
    CALLS_SELF.test(spokenText(sentence)) ||
    (isOwn(before) && CALLS_NEXT.test(spokenText(before))) ||
    (isOwn(after) && CALLS_PREVIOUS.test(spokenText(after)))
  )
}

/** Weight of a listed point, below a decision in plain words. */
const POINT_WEIGHT = 0.9
/** Beginning of a list of agreed points: “Let me say it back.” “Then, to sum up.” */
const LISTS_POINTS =
  /\b(?:let me (?:say (?:it|that|this) back|sum (?:it |this |that )?up|recap|repeat (?:it|that|what we (?:have|agreed))|summari[sz]e)|to (?:sum up|recap|summari[sz]e)|(?:so,? )?what we(?:['’]ve| have)? agreed(?: on)?)\b/i
/** Beginning of a list of something else: what somebody wants or offers, and what is open. */
const LISTS_OTHERS =
  /\b(?:they|he|she|their|his|her|your|you|options?|open|offers?|proposals?|questions?|problems?|issues?|risks?|if)\b/i
/** Maximum number of sentences after it that are points. */
const POINTS_MAX = 12
/** Minimum number of points: one sentence after a summary can be anything. */
const POINTS_MIN = 3
/** Maximum number of words of a point. */
const POINT_WORDS_MAX = 18
/** Explanations, descriptions and promises of the speaker, which aren't points. */
const NO_POINT =
  /[?？]|^(?:and |so |then )?i\b|\b(?:because|since|i think|i guess|i mean|maybe|perhaps|might|could|would|should|you know|so that|which means|for example|the (?:idea|reason|problem|question|point) (?:is|was)|there (?:is|are|was|were)|it['’]s|that['’]s|was|were|had)\b/i

/**
 * Points that a speaker lists as agreed in one turn: “Let me say it back. A hundred vehicles, two years, paid quarterly. …”
 * They are short statements, and nobody denies them right after.
 */
function findListedPoints(sentences: readonly TranscriptSentence[]): ReadonlySet<TranscriptSentence> {
  const points = new Set<TranscriptSentence>()
  sentences.forEach(({ text, speaker }, at) => {
    if (!LISTS_POINTS.test(text) || LISTS_OTHERS.test(text) || /[?？]/.test(text)) return
    const following = sentences.slice(at + 1, at + 1 + POINTS_MAX)
    const end = following.findIndex((one) => one.speaker !== speaker)
    const turn = end === -1 ? following : following.slice(0, end)
    const isDenied = end !== -1 && DENIES.test(following[end]?.text ?? '')
    const own = turn.filter(
      (one) => one.length >= WORDS_MIN && one.length <= POINT_WORDS_MAX && !NO_POINT.test(one.text),
    )
    if (!isDenied && own.length >= POINTS_MIN && own.length * 2 > turn.length) for (const one of own) points.add(one)
  })
  return points
}

const DENIES = /^\W*(?:no\b|not (?:quite|exactly)|wait|that['’]s not|hold on|but )/i

export function extractDecisions(sentences: readonly TranscriptSentence[]): SummaryLine[] {
  const dialog = readDialog(sentences)
  const points = findListedPoints(sentences)
  const found = sentences.flatMap((sentence, at) => {
    if (isCalledDecided(sentence, sentences[at - 1], sentences[at + 1])) return [{ sentence, weight: 1 }]
    if (points.has(sentence)) return [{ sentence, weight: POINT_WEIGHT }]
    const signals = findDecisionSignals(dialog, at)
    if (signals === undefined) return []
    const weight = predict(signals, weights.decision)
    if (weight < weights.decision.threshold) return []
    const proposal = needsProposal(sentence) ? (findAntecedent(dialog, at) ?? findTopic(dialog, at)) : undefined
    if (needsProposal(sentence) && proposal === undefined) return []
    return [{ sentence: proposal === undefined ? sentence : joinSentences(proposal, sentence), weight }]
  })
  return selectStrongest(found, MOST.decisions).map(({ sentence }) => ({
    text: shortened(sentence.text, LINE_MAX),
    spans: sentence.spans,
  }))
}
