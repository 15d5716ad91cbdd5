/** What there is without a language model: the moments that search finds for a message, quoted and timed. */
import { type Principal, type Visibility, visibilityOf } from '../../core/principal.ts'
import { clock } from '../../core/tool-text.ts'
import { selectFoundConversations } from '../conversations/index.ts'
import { type Moment, readQuestion, type SearchPorts, searchMoments } from '../search/index.ts'
import { brief, idsIn, withoutIds } from './text.ts'

/** Why the language model is not there to answer. */
export type Lack = 'none' | 'unavailable' | 'refused' | 'wrong'

const REASONS: Readonly<Record<Lack, string>> = {
  none: 'No language model is configured here, so the super agent cannot work on this.',
  unavailable: 'The language model gives no answer at the moment, so the super agent could not go on.',
  refused: 'The language model refuses to answer as it is set up, so the super agent could not go on.',
  wrong: 'The language model gave no answer of use, so the super agent could not go on.',
}

const MOMENTS = 5
const QUESTION_MAX = 1_000
const QUOTE_MAX = 500

export interface BySearch {
  readonly text: string
  /** The calls it tells of. */
  readonly conversationIds: readonly string[]
}

/** Looked for in the calls that the message names, or else in all that the caller sees. */
export async function answerBySearch(
  ports: SearchPorts,
  principal: Principal,
  message: string,
  lack: Lack,
): Promise<BySearch> {
  const visibility = visibilityOf(principal)
  const conversationIds = await namedIn(ports, visibility, message)
  const question = readQuestion(brief(withoutIds(message), QUESTION_MAX))
  const within = { visibility, conversationIds: conversationIds.length === 0 ? undefined : conversationIds }
  const { data } = await searchMoments(ports, { question, within, mode: 'hybrid', limit: MOMENTS })
  const found =
    data.length === 0
      ? 'Search finds nothing for this message either.'
      : `What search finds for this message:\n\n${data.map(told).join('\n')}`
  const next = 'search_calls looks for other words; ask_assistant answers a question with proof, also without a model.'
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
