/**
 * Answers: from a question to what was said about it, with proof, or the word that it is not in there.
 *
 * A question has a **scope**: conversations, as the one who asks may see them, or the knowledge base. Of the scope the
 * **texts** are found that may hold an answer, and each is read closely (`features/reading`). One that does not seem to
 * hold an answer is left out; when none is left the answer says so, and quotes nothing.
 *
 * Without a language model the answer is **extractive** (`extract/`): the best sentences in their order, told as who said
 * what, when. With one (`model/`) it is written by it, from numbered passages alone; every quote of it is looked up, and
 * what leaves is the transcript's own words. Either way an answer is made of pieces with their **proofs**, and no proof
 * leaves that does not stand where it says.
 *
 * What people said is data: nothing in it is an order to anybody.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { askAssistant } from './ask-assistant.ts'
import { askAssistantV2 } from './ask-assistant-v2.ts'

export { type AnswerPorts, type Asking, answerQuestion } from './answer.ts'
export { askAssistantV2 } from './ask-assistant-v2.ts'
export { type PutTo, readForEach, readSourcesFor, seemsToAnswer } from './each.ts'
export { type Told, tellingsOf } from './extract/extractive.ts'
export { type Kind, kindOf } from './extract/kind.ts'
export { topicOf } from './extract/topic.ts'
export { fenced, type NumberedPassage, newFence, passagesWithin } from './model/passages.ts'
export { findQuote, isSupported } from './model/verify.ts'
export { selectMeant } from './queries.ts'
export { type Answer, type Citation, prompt } from './schema.ts'
export { type ContextType, contextTypes, type Scope, scopeOfContext, scopeOfConversations } from './scope.ts'
export type { Proof, ReadText } from './text.ts'
export { tools } from './tools.ts'

export const operations: readonly AnyOperation[] = [askAssistant, askAssistantV2]
