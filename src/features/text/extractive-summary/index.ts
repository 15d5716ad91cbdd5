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
export { cleaned } from './cleaned.ts'
export { type Due, dueIn } from './due-dates.ts'
export { chaptersOf, extractiveSummary, type Surroundings } from './extractive.ts'
export {
  type ActionItem,
  type Chapter,
  HEADLINE_MAX,
  LINE_MAX,
  MOST,
  NOTHING_SAID,
  type Person,
  type Span,
  type SummaryContent,
  type SummaryLine,
  shortened,
  TITLE_MAX,
} from './model.ts'
export { isShrug } from './open-questions.ts'
export { type People, peopleOf } from './owners.ts'
export { type Sentence, sentencesOf } from './sentences.ts'
