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

export function extractDecisions(sentences: readonly TranscriptSentence[]): SummaryLine[] {
  const dialog = readDialog(sentences)
  const found = sentences.flatMap((sentence, at) => {
    if (isCalledDecided(sentence, sentences[at - 1], sentences[at + 1])) return [{ sentence, weight: 1 }]
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
