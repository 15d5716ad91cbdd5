/**
 * Decisions: choices that are made during the conversation, by a logistic model over signals of English
 * (`decision-signals.ts`). A choice that others agree with, or that closes a discussion, is a strong signal. Moves of the
 * agenda, questions, conditions and wishes are not decisions. A decision that is only a pronoun ("let's do that")
 * includes the proposal that it refers to.
 */
import { findDecisionSignals, needsProposal } from './decision-signals.ts'
import { findAntecedent, findTopic, joinSentences, readDialog } from './dialog.ts'
import weights from './item-weights.json' with { type: 'json' }
import { predict } from './logistic.ts'
import { LINE_MAX, MOST, type SummaryLine, shortened } from './model.ts'
import type { TranscriptSentence } from './sentences.ts'
import { selectStrongest } from './strongest.ts'

export function extractDecisions(sentences: readonly TranscriptSentence[]): SummaryLine[] {
  const dialog = readDialog(sentences)
  const found = sentences.flatMap((sentence, at) => {
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
