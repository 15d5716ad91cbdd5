/**
 * Ranks the parts of one conversation by how likely they answer a question.
 *
 * Search over many conversations scores passages independently. Here a single conversation is read completely, because
 * the context often decides: somebody mentions the topic, and ten turns later somebody makes the decision. Each line
 * gets a few dozen **signals**: the question's words at several distances, words that are typical of the best lines,
 * the requested speaker, and semantic similarity. A linear model then scores every **span** of the conversation as the
 * location of the answer. The model has about 130 weights, learned by `npm run train:reading`. It contains no words of
 * conversations.
 *
 * All functions are pure: they use no database and no clock.
 */

export { likelihoods } from './candidate-spans.ts'
export { type ReadLines, readLines } from './lines.ts'
export { type PassageVectors, type QuestionVectors, toQuestionVectors, vectorsOfLines } from './meaning.ts'
export { AUXILIARIES, isAskingTerm, parseQuestion, type RankingQuestion } from './question.ts'
export { type LineRanking, type RankedSpan, rankLines } from './read-closely.ts'
export { dot } from './signals.ts'
