/** The thread of the sentence encoder. */
import { answerWith } from './embedding-answer.ts'

await answerWith(async () => (await import('./embedding-encoder.ts')).loadEncoder())
