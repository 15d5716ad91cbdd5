/** Answers what one side requested from the other: “What did they ask us for?” */
import { findAsker } from '../../../text/extractive-summary/index.ts'
import { answerPart, describeTask, type RecordedLine, type SummaryPart } from './answer-summary.ts'
import type { AnswerKind, RecordQuestion, Side } from './model.ts'

/**
 * “What did they ask us for?” and “What did we ask Karin to send?”, but not “What did she ask about the price?”. The
 * question “What did customers ask for?” is about the product.
 */
const ASKS_FOR =
  /\b(?:ask(?:ed|s)?\s+(?:me|us|you|them|him|her|\p{Lu}\p{L}+(?:\s+\p{Lu}\p{L}+){0,2})\s+(?:for|to)|request(?:ed|s)?\s+(?:from|of)\s+\p{L}+)\b/u
const WE_ASK = /\b(?:we|i)\s+(?:have\s+|already\s+)?(?:ask|request)/i

const getAsker = ({ line }: RecordedLine): string | null => findAsker({ owner: line.owner ?? null, spans: line.spans })

const REQUESTS: SummaryPart = {
  noun: 'request',
  select: ({ actionItems }) => actionItems,
  describe: ({ line }) => describeTask(line),
}

/** Side that requested. Undefined if a name in the question decides. */
const findAskingSide = ({ prompt, side, people }: RecordQuestion): Side | undefined =>
  WE_ASK.test(prompt) ? 'internal' : people.length > 0 ? undefined : (side ?? 'external')

/** Undefined if the question is about something else, or if no request was found. */
export const answerRequestedTasks: AnswerKind = async (ports, question) => {
  if (!ASKS_FOR.test(question.prompt)) return undefined
  const wanted = findAskingSide(question)
  const isWanted = ({ people }: RecordQuestion, one: RecordedLine): boolean => {
    const asker = getAsker(one)
    if (asker === null) return false
    if (wanted === undefined) return people.includes(asker)
    return one.call.people.some(({ name, isInternal }) => name === asker && isInternal === (wanted === 'internal'))
  }
  const answer = await answerPart(ports, question, REQUESTS, isWanted)
  return answer?.answered === true ? answer : undefined
}
