import { it } from 'vitest'
import { sentences } from './sentences.ts'

/** A test of one sentence of the contract: `check('4.a', 'creates a snippet', …)`. */
export function check(sentence: keyof typeof sentences & string, title: string, work: () => Promise<void>): void {
  if (sentences[sentence] === undefined) throw new Error(`There is no sentence ${sentence}.`)
  it(`${sentence} ${title}`, work)
}
