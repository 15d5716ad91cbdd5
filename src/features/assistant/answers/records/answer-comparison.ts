/** Compares accounts or reps: “Compare Fennick and Marrowby”, “How do Lena and Marcus compare?”. */
import type { ScopedConversations } from '../queries.ts'
import { answerAccountStatus } from './answer-account-status.ts'
import { answerCoaching } from './answer-coaching.ts'
import { joinAnswers } from './compose-record.ts'
import type { RecordPorts, RecordQuestion, RecordsAnswer } from './model.ts'
import { narrowScope } from './narrow.ts'
import { readWords } from './question-words.ts'
import { restOfAll } from './recognize.ts'

/** Maximum number of accounts or reps. */
const SIDES_MAX = 4
/** Forms of a question without its last punctuation. Each ends with a greedy group, so that a search takes linear time. */
const FORMS: readonly RegExp[] = [
  /^(?:(?:please|can you|could you|let's) )?(?:compare|contrast) (?<sides>.+)$/i,
  /\b(?:differences?|comparison) (?:between|of) (?<sides>.+)$/i,
  /^how (?:do|does|did) (?<sides>.+ (?:compare|differ) (?:to|with|from) .+)$/i,
  /^how (?:do|does|did|are) (?<sides>.+) (?:compare|differ|different)$/i,
  /^how (?:is|are) (?<sides>.+ different (?:from|to|than) .+)$/i,
  /^(?<sides>.+ (?:vs\.?|versus) .+)$/i,
]
const BETWEEN =
  /\s*,\s*(?:and\s+)?|\s+(?:compared?\s+(?:to|with)|differs?\s+from|different\s+(?:from|to|than)|and|with|to|against|versus|vs\.?)\s+/i

/** Words before names: “the accounts Fennick and Marrowby”. */
const NOUNS =
  /\b(?:the|our|my|both|accounts?|customers?|clients?|deals?|compan(?:y|ies)|reps?|sellers?|colleagues?|performance|situation|status|of)\b/gi

type ComparisonQuestion = Pick<RecordQuestion, 'prompt' | 'now' | 'isOneCall'>
interface ComparedSide
  extends Pick<RecordQuestion, 'within' | 'topic' | 'topicText' | 'people' | 'names' | 'labels' | 'isNarrowed'> {}

/** Undefined unless the question compares two to four accounts or people by name, and nothing else. */
export async function answerComparison(
  ports: RecordPorts,
  scope: ScopedConversations,
  given: ComparisonQuestion,
): Promise<RecordsAnswer | undefined> {
  const sides = readSides(given.prompt)
  if (given.isOneCall || sides === undefined) return undefined
  const found: ComparedSide[] = []
  for (const side of sides) {
    const groups = restOfAll(readWords(side.replace(NOUNS, ' ')))
    const narrowed = groups.length === 0 ? undefined : await narrowScope(ports, scope, groups, 'none', false)
    if (narrowed === undefined || narrowed.names.length + narrowed.people.length === 0) return undefined
    found.push(narrowed)
  }
  const questions = found.map((side): RecordQuestion => complete(side, given))
  const reps = found.every(({ people }) => people.length > 0) ? await compareReps(ports, questions) : undefined
  if (reps !== undefined) return reps
  const answers: RecordsAnswer[] = []
  for (const question of questions) {
    const answer = await answerAccountStatus(ports, question)
    if (answer === undefined) return undefined
    answers.push(answer)
  }
  return joinAnswers(answers)
}

/** Accounts or people that a question compares, in its words. Undefined if it compares nothing. */
export function readSides(prompt: string): string[] | undefined {
  const asked = prompt.split(/\s+/).filter(Boolean).join(' ')
  let end = asked.length
  while (end > 0 && '?.! '.includes(asked.charAt(end - 1))) end--
  const text = FORMS.map((form) => form.exec(asked.slice(0, end))?.groups?.sides).find((sides) => sides !== undefined)
  const sides = text?.split(BETWEEN).filter((side) => /\p{L}/u.test(side)) ?? []
  return sides.length < 2 || sides.length > SIDES_MAX ? undefined : sides
}

/** Figures of reps. Undefined if a person owns no calls. */
async function compareReps(
  ports: RecordPorts,
  questions: readonly RecordQuestion[],
): Promise<RecordsAnswer | undefined> {
  const [first] = questions
  if (first === undefined) return undefined
  const ids = [...new Set(questions.flatMap(({ within }) => within.conversationIds ?? []))]
  const people = [...new Set(questions.flatMap((question) => question.people))]
  const answer = await answerCoaching(ports, { ...first, within: { ...first.within, conversationIds: ids }, people })
  const stated = `${answer?.pieces.map(({ text }) => text).join('\n')}\n${answer?.notice}`
  return people.every((name) => stated.includes(name)) ? answer : undefined
}

const complete = (side: ComparedSide, given: ComparisonQuestion): RecordQuestion => ({
  ...side,
  ...given,
  words: new Set(['compare']),
  anytime: side.within,
  range: undefined,
  duration: undefined,
  pick: undefined,
  side: undefined,
  isMine: false,
})
