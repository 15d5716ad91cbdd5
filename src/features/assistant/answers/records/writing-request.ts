/** Recognizes requests to write a text, such as “Draft a follow-up email”. */
import { WRITING_KINDS } from './kinds-writing.ts'
import { matchPattern, parsePattern } from './patterns.ts'
import { readWords } from './question-words.ts'

const PATTERNS = WRITING_KINDS.draft.patterns.map(parsePattern)
/** Beginnings of questions about texts: “Did they send an email?”. */
const QUESTION =
  /^\W*(?:what|which|who|whom|whose|when|where|why|how|any|did|does|do|was|were|is|are|has|have|had|will)\b/i

export function isWritingRequest(prompt: string): boolean {
  if (QUESTION.test(prompt)) return false
  const words = readWords(prompt)
  return PATTERNS.some((pattern) => matchPattern(pattern, words) !== undefined)
}
