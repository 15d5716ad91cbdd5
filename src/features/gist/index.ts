/**
 * Gist: what a conversation comes to, made of its sentences alone.
 *
 * A cut transcript (feature `passages`) is read **sentence** by sentence, each freed of hesitations. **Chapters** are
 * where the words change over, their titles what tells them apart, **paragraphs** their most central sentences, in the
 * order they were said. **Decisions**, **action items** and **open questions** are recognized by how English does such
 * things, a rule book each; in other languages they find nothing. Every line has its **spans**, words of the transcript
 * letter by letter. Pure: nothing is stored, asked or guessed here.
 */
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
export { isTalk } from './talk.ts'
export { type Token, tokenizer } from './tokens.ts'
