/**
 * Sentences: splits transcripts and documents into whole sentences.
 *
 * Everything that quotes uses this module: answers, summaries, decks, search results, scorecards and fields. A line of a
 * transcript is not a sentence. Speech recognition breaks sentences over lines, ends lines in the middle of a sentence,
 * and starts new ones after a pause. `splitSentences` joins the lines of a speaker first, so a quote never starts or
 * ends inside a sentence. `context.ts` decides which neighbors a sentence needs so that its meaning survives the cut.
 * `disclaimers.ts` decides whether the speaker asserts a part of a sentence, so that a value can be taken out of it.
 *
 * All functions are pure.
 */
export { cutSentences, findSentenceEnds, splitText, type TextRange } from './boundaries.ts'
export { isQualified, needsNext, needsPrevious } from './context.ts'
export { isDisclaimed } from './disclaimers.ts'
export { type CaseStyle, detectStyle } from './join-lines.ts'
export { detectAnswerPolarity, SHRUG } from './reply-polarity.ts'
export { type Sentence, type SentencePiece, splitDocument, splitSentences } from './split-sentences.ts'
