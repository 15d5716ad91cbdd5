/** Worker thread of the built-in sentence encoder. */
import { answerWith } from './answer.ts'

await answerWith(async () => (await import('./encoder.ts')).loadEncoder())
