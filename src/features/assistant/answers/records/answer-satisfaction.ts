/** Answers how satisfied customers are: what they praised, and what they complained about. Nobody's mood without words. */
import { answerComplaints, answerPraise } from './answer-statements.ts'
import { joinAnswers } from './compose-record.ts'
import type { AnswerKind } from './model.ts'

export const answerSatisfaction: AnswerKind = async (ports, question) => {
  // The side is known from the kind. “Which customers …” lists accounts.
  const asked = { ...question, side: undefined }
  const praise = await answerPraise(ports, asked)
  const complaints = await answerComplaints(ports, asked)
  const found = [praise, complaints].filter((answer) => answer !== undefined)
  return found.length === 0 ? undefined : joinAnswers(found)
}
