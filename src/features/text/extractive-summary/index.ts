/**
 * Extractive summaries of conversations, without a language model.
 *
 * A transcript (feature `passages`) is split into **sentences**, from which hesitations are removed. **Chapters** start
 * where the vocabulary changes, and their titles are distinctive phrases. **Paragraphs** consist of the most central
 * sentences in their original order. Rules for English recognize **decisions**, **action items** and **open
 * questions**; in other languages they find nothing. Every line has verbatim **spans** of the transcript. This module
 * is pure: it stores nothing and calls no model.
 */
export { isTalk, type Token, tokenizer } from '../key-phrases/index.ts'
export { computeClarity } from './clarity.ts'
export { cleanSentence } from './cleaned.ts'
export { findAsker, findRequester } from './commitments.ts'
export { type DueDate, dueIn } from './due-dates.ts'
export { extractChapters, extractiveSummary, type SummaryContext } from './extractive.ts'
export { joinSpans } from './join-spans.ts'
export { computeOverlap, findTopicTerms, KNOWN_AGAIN, REPEATED } from './likeness.ts'
export {
  type ActionItem,
  type Chapter,
  type EvidenceSpan,
  HEADLINE_MAX,
  LINE_MAX,
  MOST,
  NOTHING_SAID,
  type SummaryContent,
  type SummaryLine,
  type SummaryParticipant,
  shortened,
  TITLE_MAX,
} from './model.ts'
export { isShrug } from './open-questions.ts'
export { createPeopleLookup, type PeopleLookup } from './owners.ts'
export { splitTranscriptSentences, type TranscriptSentence } from './sentences.ts'
export { findServiceContact, type ServiceContact } from './service-contacts.ts'
export { splitParagraph } from './split-paragraph.ts'
