/**
 * Notes of an insight from the records of a conversation: decisions, action items, fields, prices and what else was
 * recognized when the conversation was analyzed. Questions that no record answers get passages of the transcript. If a
 * record is empty, the conversation has no note: passages that only resemble the question would hide the others.
 */
import type { Clock } from '../../../core/clock.ts'
import { toVisibility } from '../../../core/principal.ts'
import { NO_FILTERS } from '../../conversations/records/index.ts'
import { answerFromRecords, type RecordPorts, type RecordsAnswer } from '../answers/index.ts'
import type { ModelNote } from './note-by-model.ts'
import { plainly } from './words.ts'

/** Mark of a fact of a list, at its beginning. */
const LIST_MARK = /^\s*(?:- )?/
/** Name of the conversation within a fact. The insight names it in front. */
const CALL_NAME = / \[“[^”]{0,300}”[^\]]{0,60}\]$|(?<=\bthe call) “[^”]{0,300}”(?:, \d{1,2} \p{L}{3,12} \d{4},?)?/giu
/** Introduction of a list, and the number of facts that it leaves out. */
const isFrame = (text: string): boolean => text.endsWith(':') || text.startsWith('\n- … ')

/**
 * Notes by question, with their quotes if there are any. Undefined for a question that no record of this conversation
 * answers; empty if nothing was recorded.
 */
export async function noteFromRecords(
  ports: RecordPorts & { readonly clock: Clock },
  id: string,
  questions: readonly string[],
): Promise<(readonly ModelNote[] | undefined)[]> {
  const visibility = toVisibility(ports.principal)
  const within = { visibility, filters: { ...NO_FILTERS, includeArchived: true }, conversationIds: [id] }
  const now = ports.clock.now()
  const notes: (readonly ModelNote[] | undefined)[] = []
  for (const prompt of questions) {
    ports.signal.throwIfAborted()
    let isOwn = true
    const derivesFrom = (ids: Iterable<string>) => {
      for (const source of ids) isOwn &&= source === id
    }
    const scope = { kind: 'conversations', within } as const
    const answer = await answerFromRecords({ ...ports, derivesFrom }, { scope, prompt, now })
    // An insight is withheld with the conversations that it names, so a note must not depend on another one.
    isOwn &&= answer?.conversations.every((source) => source === id) ?? true
    notes.push(answer === undefined || !isOwn ? undefined : answer.answered ? toNotes(answer) : [])
  }
  return notes
}

const toNotes = ({ pieces }: RecordsAnswer): ModelNote[] =>
  pieces
    .filter(({ text }) => !isFrame(text))
    .map(({ text, proofs }) => ({ text: plainly(text.replace(LIST_MARK, '').replace(CALL_NAME, '')), proofs }))
