/** Answers with search results if no language model is available: quotes with times. */
import { type Principal, type Visibility, visibilityOf } from '../../../core/principal.ts'
import { clock } from '../../../core/tool-text.ts'
import { selectFoundConversations } from '../../conversations/records/index.ts'
import { type Moment, readQuestion, type SearchPorts, searchPassages } from '../../search/conversation-search/index.ts'
import { brief, idsIn, withoutIds } from './text.ts'

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

/** Searches the conversations that the message names by ID, otherwise all that the caller can access. */
export async function answerBySearch(
  ports: SearchPorts,
  principal: Principal,
  message: string,
  lack: AnswerFailure,
): Promise<BySearch> {
  const visibility = visibilityOf(principal)
  const conversationIds = await namedIn(ports, visibility, message)
  const question = readQuestion(brief(withoutIds(message), QUESTION_MAX))
  const within = { visibility, conversationIds: conversationIds.length === 0 ? undefined : conversationIds }
  const { data } = await searchPassages(ports, { question, within, mode: 'hybrid', match: 'any', limit: MOMENTS })
  const found =
    data.length === 0
      ? 'Search found nothing for this message either.'
      : `Search results for this message:\n\n${data.map(told).join('\n')}`
  const next =
    'To search for other words, use search_calls. To get an answer with quotes, also without a model, use ask_assistant.'
  return {
    text: `${REASONS[lack]}\n\n${found}\n\n${next}`,
    conversationIds: [...new Set(data.map(({ conversation }) => conversation.id))],
  }
}

async function namedIn({ db, org }: SearchPorts, visibility: Visibility, message: string): Promise<string[]> {
  return [...(await selectFoundConversations(db, org, visibility, idsIn(message))).keys()]
}

function told({ conversation, quote }: Moment, index: number): string {
  const { speaker, start } = quote.line
  const who = [brief(speaker, 100), clock(start)].filter((part) => part !== '').join(', ')
  const where = `${brief(conversation.title, 200)} (call ${conversation.id})`
  return `${index + 1}. ${where}${who === '' ? '' : ` — ${who}`}: “${brief(quote.text, QUOTE_MAX)}”`
}
