/**
 * Answers if no language model is available: as `ask_assistant` does, from records or with quotes, and otherwise with
 * search results.
 */
import { type Principal, toVisibility, type Visibility } from '../../../core/principal.ts'
import { clock } from '../../../core/tool-text.ts'
import { NO_FILTERS, selectFoundConversations } from '../../conversations/records/index.ts'
import {
  readQuestion,
  type SearchHit,
  type SearchPorts,
  searchPassages,
} from '../../search/conversation-search/index.ts'
import { type AnswerPorts, type AnswerScope, answerQuestion, type Citation } from '../answers/index.ts'
import { idsIn, toBriefLine, withoutIds } from './text.ts'

/** Why the language model can't answer. */
export type AnswerFailure = 'none' | 'unavailable' | 'refused' | 'wrong'

const REASONS: Readonly<Record<AnswerFailure, string>> = {
  none: "No language model is configured, so the super agent can't work on this.",
  unavailable: "The language model isn't available, so the super agent stopped. Send the message again later.",
  refused:
    'The language model refuses requests with its current configuration, so the super agent stopped. Ask an operator to check it.',
  wrong: "The response of the language model wasn't usable, so the super agent stopped. Send the message again.",
}

const MOMENTS = 5
const QUESTION_MAX = 1_000
const QUOTE_MAX = 500

export interface BySearch {
  readonly text: string
  /** Conversations that the answer quotes. */
  readonly conversationIds: readonly string[]
}

type FallbackPorts = SearchPorts & Pick<AnswerPorts, 'clock' | 'requestWorkers'>

/** Answers from the conversations that the message names by ID, otherwise from all that the caller can access. */
export async function answerBySearch(
  ports: FallbackPorts,
  principal: Principal,
  message: string,
  lack: AnswerFailure,
): Promise<BySearch> {
  const visibility = toVisibility(principal)
  const conversationIds = await findNamedConversations(ports, visibility, message)
  const asked = toBriefLine(withoutIds(message), QUESTION_MAX)
  const within = { visibility, conversationIds: conversationIds.length === 0 ? undefined : conversationIds }
  const answered = await answerWithout(ports, principal, { ...within, filters: NO_FILTERS }, asked, lack)
  if (answered !== undefined) return answered
  const question = readQuestion(asked)
  const { data } = await searchPassages(ports, { question, within, mode: 'hybrid', match: 'any', limit: MOMENTS })
  const found =
    data.length === 0
      ? 'Search found nothing for this message either.'
      : `Search results for this message:\n\n${data.map(formatHit).join('\n')}`
  const next =
    'To search for other words, use search_calls. To get an answer with quotes, also without a model, use ask_assistant.'
  return {
    text: `${REASONS[lack]}\n\n${found}\n\n${next}`,
    conversationIds: [...new Set(data.map(({ conversation }) => conversation.id))],
  }
}

/** Answers as `ask_assistant` does without a model. Undefined if neither records nor passages answer. */
async function answerWithout(
  ports: FallbackPorts,
  principal: Principal,
  within: Extract<AnswerScope, { kind: 'conversations' }>['within'],
  prompt: string,
  lack: AnswerFailure,
): Promise<BySearch | undefined> {
  if (prompt.trim() === '') return undefined
  // The caller stores `conversationIds`, so nothing else has to be recorded here.
  const asking = { ...ports, principal, model: undefined, derivesFrom: () => {} }
  const {
    output,
    citations,
    conversations_used: conversationIds,
    answered,
    mode,
    notice,
  } = await answerQuestion(asking, { scope: { kind: 'conversations', within }, prompt })
  if (!answered && mode !== 'records') return undefined
  const sources = citations.length === 0 ? '' : `\n\nSources:\n\n${citations.map(describeCitation).join('\n')}`
  const text = `${output}${notice === null ? '' : `\n\n${notice}`}${sources}`
  const answer = mode === 'records' ? `${text}\n\n${FROM_RECORDS}` : text
  // Records need no model. If one failed, the user has to know it.
  return { text: mode === 'records' && lack === 'none' ? answer : `${REASONS[lack]}\n\n${answer}`, conversationIds }
}

const FROM_RECORDS = 'This answer comes from stored records. No language model was used.'

function describeCitation({ title, conversation_id: id, speaker, start, quote }: Citation, index: number): string {
  const who = [toBriefLine(speaker ?? '', 100), clock(start)].filter((part) => part !== '').join(', ')
  return `${index + 1}. ${toBriefLine(title, 200)} (call ${id})${who === '' ? '' : ` — ${who}`}: “${toBriefLine(quote, QUOTE_MAX)}”`
}

async function findNamedConversations(
  { db, org }: FallbackPorts,
  visibility: Visibility,
  message: string,
): Promise<string[]> {
  return [...(await selectFoundConversations(db, org, visibility, idsIn(message))).keys()]
}

function formatHit({ conversation, quote }: SearchHit, index: number): string {
  const { speaker, start } = quote.line
  const who = [toBriefLine(speaker, 100), clock(start)].filter((part) => part !== '').join(', ')
  const where = `${toBriefLine(conversation.title, 200)} (call ${conversation.id})`
  return `${index + 1}. ${where}${who === '' ? '' : ` — ${who}`}: “${toBriefLine(quote.text, QUOTE_MAX)}”`
}
