/** Whether the owner of an action item committed to it, or somebody else only requested it. */
import { fold } from '../../../core/fold.ts'
import { findTask } from './action-signals.ts'
import { plainText, spokenText } from './cues.ts'
import type { ActionItem } from './model.ts'
import { isConsent } from './owners.ts'
import type { TranscriptSentence } from './sentences.ts'

/** Statements that somebody expects something of the other side, without a verb of requests. */
export const WANTS =
  /\bi(?:'d| would)? (?:need|want|like|expect) .{1,80}\bfrom you\b|\bi(?:'d like| would like| want| need) to (?:have|get|receive)\b/i
/** Commitments in a reply: “I can do it from Monday on”. “I'll let her know” only forwards a request. */
const COMMITS =
  /\b(?:i'll|i will|i can|we'll|we will|we can|let me) (?!tell\b|let\b|think\b|see\b|be\b|say\b)\w|\bwill do\b|\bcan do\b|\bon it\b|\byou(?:'ll| will) (?:have|get) (?:it|them|that)\b/i
const DECLINES =
  /\b(?:can't|cannot|won't|not|never|unfortunately|don't|doesn't|haven't|hasn't|couldn't|depends|if|unless|but|maybe|perhaps)\b/i
/** Maximum number of sentences of a reply that can accept a request. */
const REPLY_MAX = 3

/**
 * Sentence in which the next speaker accepts a request. Undefined if nobody does.
 * @param after sentences after the request
 * @param others promises that answer other requests
 */
export function findAcceptance(
  request: TranscriptSentence,
  after: readonly TranscriptSentence[],
  others: ReadonlySet<TranscriptSentence> = new Set(),
): TranscriptSentence | undefined {
  const first = after.findIndex(({ speaker }) => speaker !== request.speaker)
  const { speaker = '' } = after[first] ?? {}
  if (speaker === '') return undefined
  const rest = after.slice(first, first + REPLY_MAX)
  const end = rest.findIndex((one) => one.speaker !== speaker)
  const reply = rest.slice(0, end < 0 ? rest.length : end)
  const isClear = (one: TranscriptSentence): boolean => {
    const text = spokenText(one)
    return !one.qualified && !others.has(one) && !text.includes('?') && !DECLINES.test(text)
  }
  const [opening] = reply
  if (opening === undefined || opening.text.includes('?') || DECLINES.test(spokenText(opening))) return undefined
  return (
    reply.find((one) => isClear(one) && COMMITS.test(spokenText(one))) ??
    (!others.has(opening) && isConsent(opening) ? opening : undefined)
  )
}

/** Whether the words request something from another person. */
function isRequest(text: string): boolean {
  const plain = plainText({ text })
  if (WANTS.test(plain)) return true
  const task = findTask(plain)
  return task !== undefined && (task.kind === 'request' || task.kind === 'imperative')
}

type Owned = Pick<ActionItem, 'owner' | 'spans'>

const isOwner = ({ owner }: Pick<Owned, 'owner'>, speaker: string): boolean =>
  owner !== null && fold(speaker) === fold(owner.name)

/** Name of the person who requested an action item, whether or not its owner accepted it. Null if nobody did. */
export const findAsker = ({ owner, spans }: Owned): string | null =>
  spans.find(({ speaker, quote }) => speaker !== '' && !isOwner({ owner }, speaker) && isRequest(quote))?.speaker ??
  null

/**
 * Name of the person who requested an action item. Null if its owner promised it, or if it is unknown who said it.
 * The evidence decides: an owner who speaks in it has promised the task or accepted it.
 */
export const findRequester = (item: Owned): string | null =>
  item.spans.some(({ speaker }) => isOwner(item, speaker)) ? null : findAsker(item)
