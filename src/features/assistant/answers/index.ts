/**
 * Answers: answers questions about conversations or the knowledge base, with citations, or abstains.
 *
 * A question has a **scope**: conversations that the caller can see, or the knowledge base. Parley finds the **texts**
 * in the scope that can contain an answer and ranks their lines (`features/text/passage-ranking`). Texts that probably contain no
 * answer are omitted. If none is left, the answer states that and quotes nothing.
 *
 * Without a language model, the answer is **extractive** (`extract/`): the best sentences in their order, with speaker
 * and time. With a model (`model/`), the model writes the answer from numbered passages only. Parley verifies every
 * quote and returns the transcript's own words. In both cases, an answer consists of parts with their **proofs**, and a
 * quote that isn't found in its source is never returned.
 *
 * Transcript text is data. It is never treated as an instruction.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { askAssistant } from './ask-assistant.ts'
import { askAssistantV2 } from './ask-assistant-v2.ts'

export { type AnswerPorts, type AnswerRequest, answerQuestion } from './answer.ts'
export { answerFromSegments } from './answer-segments.ts'
export { askAssistantV2 } from './ask-assistant-v2.ts'
export { type AskedConversation, rateForEach, readSourcesFor } from './ask-each.ts'
export { extractAnswerParts } from './extract/extractive.ts'
export { classifyQuestion, type QuestionKind } from './extract/kind.ts'
export { extractQuestionTopic } from './extract/topic.ts'
export { fencedPassages, type NumberedPassage, newFence, passagesWithin } from './model/passages.ts'
export { findQuote, isSupported } from './model/verify.ts'
export { partsTask, type RequestedParts, requestedPartsTask } from './passages-task.ts'
export { type ScopedConversations, selectMeant } from './queries.ts'
export { answerFromRecords } from './records/answer-from-records.ts'
export { DEAL_SIGNAL_KINDS, findDealSignals, QUIET_DAYS } from './records/deal-signals.ts'
export type { CallRecord, Participant, RecordPorts, RecordsAnswer } from './records/model.ts'
export { listParticipants, selectCalls, selectSummaries, selectTopics } from './records/queries.ts'
export { selectAccountNames } from './records/queries-names.ts'
export { readSideOfRole } from './records/speaker-roles.ts'
export { findStatements, type Statement } from './records/statements.ts'
export { type SummarizedCall, type SummarizedPromise, selectSummarizedCalls } from './records/summarized-calls.ts'
export { TranscriptReader } from './records/transcript-reader.ts'
export { type Answer, type Citation, prompt } from './schema.ts'
export {
  type AnswerContextType,
  type AnswerScope,
  contextTypes,
  scopeOfContext,
  scopeOfConversations,
} from './scope.ts'
export { type AnswerPart, type EvidenceText, type Proof, type ReadText, withLines } from './text.ts'
export { isLikelyAnswer } from './threshold.ts'
export { tools } from './tools.ts'

export const operations: readonly AnyOperation[] = [askAssistant, askAssistantV2]
