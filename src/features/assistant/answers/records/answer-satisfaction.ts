/** Answers how satisfied customers are: what they praised, and what they complained about. Nobody's mood without words. */
import { answerComplaints, answerPraise } from './answer-statements.ts'
import { joinAnswers } from './compose-record.ts'
import type { AnswerKind } from './model.ts'

const UNHAPPY = 'unhappy dissatisfied unsatisfied annoyed angry frustrated upset disappointed'.split(' ')
/** Whether only complaints answer the question: “Who is unhappy?” */
const isUnhappy = (words: ReadonlySet<string>): boolean => UNHAPPY.some((word) => words.has(word))

export const answerSatisfaction: AnswerKind = async (ports, question) => {
  // The side is known from the kind. “Which customers …” lists accounts.
  const asked = { ...question, side: undefined }
  const complaints = await answerComplaints(ports, asked)
  const praise = isUnhappy(question.words) ? undefined : await answerPraise(ports, asked)
  const found = [praise, complaints].filter((answer) => answer !== undefined)
  return found.length === 0 ? undefined : joinAnswers(found)
}
