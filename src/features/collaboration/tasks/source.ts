/** Finds the promise that a new task keeps: its words, its place, who made it and until when. */
import type { Writer } from '../../../core/db.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import type { Context } from '../../../core/operation.ts'
import { selectSegmentsInput } from '../../conversations/records/index.ts'
import { type ActionItem, dueIn } from '../../text/extractive-summary/index.ts'
import { type LocatedQuote, locateQuoteTask } from './locate.ts'
import { findPromise, matchTasks } from './match.ts'
import { type PromiseSource, selectConversationTasks, selectPromiseSource } from './queries.ts'
import type { TaskSide } from './schema.ts'

export interface KeptPromise {
  readonly promiserName: string | null
  readonly promiserEmail: string | null
  readonly side: TaskSide | null
  readonly quote: string | null
  readonly segment: number | null
  readonly start: number | null
  /** Due date that the words name. */
  readonly dueOn: string | null
}

interface PromiseInput {
  readonly text: string
  readonly quote?: string | undefined
  /** PromisePlace of the quote in the transcript. */
  readonly located?: LocatedQuote | undefined
  readonly promisedBy?: { readonly name: string; readonly email?: string | undefined } | undefined
}

/**
 * Prefers the action item of the summary with these words. Otherwise the quote must be in the transcript.
 * @throws AppError `task_exists`, `validation_failed`
 */
export async function findSource(
  tx: Writer,
  ctx: Context,
  conversationId: string,
  given: PromiseInput,
): Promise<KeptPromise> {
  const source = await selectPromiseSource(tx, ctx.org, conversationId)
  const item = findPromise(source.actionItems, given.quote ?? given.text)
  if (item !== undefined) await checkIsNew(tx, ctx, conversationId, source, item)
  const place = item === undefined ? toQuotePlace(source, given) : toPlace(item)
  const { name, email } = given.promisedBy ?? place?.by ?? { name: null }
  const person = source.people.find((one) => isSame(one, { name, email: email ?? null }))
  const isInternal =
    person?.internal ?? source.people.find((one) => isSame(one, { name, email: null }))?.internal ?? null
  return {
    ...{ promiserName: name, promiserEmail: email ?? person?.email ?? null },
    side: name === null || isInternal === null ? null : isInternal ? 'internal' : 'external',
    ...{ quote: place?.quote ?? null, segment: place?.segment ?? null, start: place?.start ?? null },
    dueOn: place?.dueOn ?? null,
  }
}

/** Whether two people are the same: by email address if both are known, otherwise by name. */
const isSame = (
  one: { readonly name: string | null; readonly email: string | null },
  other: { readonly name: string | null; readonly email: string | null },
): boolean => {
  if (one.email !== null && other.email !== null) return fold(one.email) === fold(other.email)
  return one.name !== null && other.name !== null && fold(one.name) === fold(other.name)
}

async function checkIsNew(
  tx: Writer,
  ctx: Context,
  conversationId: string,
  { actionItems }: PromiseSource,
  item: ActionItem,
): Promise<void> {
  const existing = matchTasks(actionItems, await selectConversationTasks(tx, ctx.org, [conversationId])).get(item)
  if (existing === undefined) return
  throw conflict(
    'task_exists',
    `The promise already has the task ${existing.id}, which is ${existing.status}. Update that task instead.`,
  )
}

interface PromisePlace {
  readonly by: { readonly name: string; readonly email?: string | undefined } | undefined
  readonly quote: string
  readonly segment: number
  readonly start: number | null
  readonly dueOn: string | null
}

function toPlace({ owner, spans, dueDate }: ActionItem): PromisePlace | undefined {
  // The longest quote contains the promise; others are replies and requests.
  const [first] = [...spans].toSorted((a, b) => b.quote.length - a.quote.length)
  if (first === undefined) return undefined
  return {
    by: owner === null ? undefined : { name: owner.name, email: owner.email ?? undefined },
    ...{ quote: first.quote, segment: first.segment, start: first.start, dueOn: dueDate },
  }
}

/** PromisePlace of quoted words in the transcript. Undefined if they aren't in it. Reads before the transaction, in a worker. */
export async function locateWords(
  ctx: Context,
  conversationId: string,
  quote: string,
): Promise<LocatedQuote | undefined> {
  const segments = await selectSegmentsInput(ctx.db, ctx.org, conversationId, 'current')
  return ctx.requestWorkers.run(locateQuoteTask, [segments, quote], ctx.signal)
}

function toQuotePlace(
  { startedAt }: PromiseSource,
  { quote, located }: Pick<PromiseInput, 'quote' | 'located'>,
): PromisePlace | undefined {
  if (quote === undefined) return undefined
  if (located === undefined) {
    const detail = "`quote` isn't in the transcript. Copy the words from one line of the transcript, or omit `quote`."
    throw invalid({ pointer: '/quote', detail })
  }
  return {
    by: located.speaker === '' ? undefined : { name: located.speaker },
    ...{ quote, segment: located.segment, start: located.start },
    dueOn: dueIn(quote, startedAt)?.date ?? null,
  }
}
