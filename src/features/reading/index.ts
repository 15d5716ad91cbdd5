/**
 * Close reading: one conversation, one question, and where in it the answer lies.
 *
 * Search over many conversations looks at passages one by one. Here a single conversation is read as a whole, because
 * what makes a remark the answer often stands around it: somebody names the topic, ten turns later somebody decides.
 * Every line is given a few dozen **signals** (the question's words at several distances, words that the best lines have
 * beyond them, the speaker asked for, likeness in meaning), and every **stretch** of the conversation is weighed as the
 * place of the answer by a linear model over them. The model has some hundred and thirty weights, learned by
 * `npm run train:reading`; it knows no word of any conversation.
 *
 * Everything here is pure: no database, no clock.
 */
export { type ReadLines, readLines } from './lines.ts'
export { type Meaning, vectorsOfLines } from './meaning.ts'
export { type Question, questionOf } from './question.ts'
export { type Reading, type ReadMoment, readClosely } from './read-closely.ts'
export { dot } from './signals.ts'
export { likelihoods } from './stretches.ts'
