/** Calls with their stored summaries, and the tasks that people keep of their promises. */
import type { Reader } from '../../../../core/db.ts'
import type { OrganizationId } from '../../../../core/principal.ts'
import { type ConversationTask, matchTasks, selectConversationTasks } from '../../../collaboration/tasks/index.ts'
import { type ActionItem, NOTHING_SAID, type SummaryContent } from '../../../text/extractive-summary/index.ts'
import type { ScopedConversations } from '../queries.ts'
import type { CallRecord } from './model.ts'
import { selectCalls, selectSummaries } from './queries.ts'

/** Promise of a call. */
export interface SummarizedPromise extends ActionItem {
  /** Absent if nobody keeps the promise as a task. */
  readonly task?: ConversationTask
}

export interface CallSummary extends Omit<SummaryContent, 'actionItems'> {
  /** Promises, as people changed them in tasks. Dismissed ones are omitted. */
  readonly actionItems: readonly SummarizedPromise[]
}

export interface SummarizedCall {
  readonly call: CallRecord
  /** Undefined if there is none. Contains only promises if the call has tasks, but no stored summary. */
  readonly summary: CallSummary | undefined
}

/** Newest calls of a scope, newest first, and the number of all. */
export async function selectSummarizedCalls(
  db: Reader,
  org: OrganizationId,
  within: ScopedConversations,
  limit: number,
): Promise<{ readonly total: number; readonly calls: SummarizedCall[] }> {
  const { total, calls } = await selectCalls(db, org, within, { order: 'newest', limit })
  const { summaries, tasks } = await readSummaries(
    db,
    org,
    calls.map(({ id }) => id),
  )
  return {
    total,
    calls: calls.map((call) => ({ call, summary: summaries.get(call.id) ?? summarizeTasks(tasks.get(call.id) ?? []) })),
  }
}

/** Tasks of a call without a stored summary, such as one that isn't analyzed yet. Undefined without tasks. */
function summarizeTasks(tasks: readonly ConversationTask[]): CallSummary | undefined {
  const actionItems = withTasks([], tasks)
  return actionItems.length === 0 ? undefined : { ...NOTHING_SAID, actionItems }
}

/** Stored summaries with the tasks of their promises, by conversation. The caller has checked that they are visible. */
export async function selectCallSummaries(
  db: Reader,
  org: OrganizationId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CallSummary>> {
  return (await readSummaries(db, org, ids)).summaries
}

async function readSummaries(
  db: Reader,
  org: OrganizationId,
  ids: readonly string[],
): Promise<{
  readonly summaries: ReadonlyMap<string, CallSummary>
  readonly tasks: ReadonlyMap<string, readonly ConversationTask[]>
}> {
  const [summaries, tasks] = await Promise.all([selectSummaries(db, org, ids), selectConversationTasks(db, org, ids)])
  const byCall = Map.groupBy(tasks, ({ conversationId }) => conversationId)
  const found = new Map<string, CallSummary>()
  for (const [id, content] of summaries) {
    const summary = JSON.parse(content) as SummaryContent
    found.set(id, { ...summary, actionItems: withTasks(summary.actionItems, byCall.get(id) ?? []) })
  }
  return { summaries: found, tasks: byCall }
}

/** Action items with their tasks, and tasks whose words aren't an action item. */
function withTasks(items: readonly ActionItem[], tasks: readonly ConversationTask[]): SummarizedPromise[] {
  if (tasks.length === 0) return [...items]
  const pairs = matchTasks(items, tasks)
  const paired = new Set([...pairs.values()].map(({ id }) => id))
  const known = items.flatMap((item): SummarizedPromise[] => {
    const task = pairs.get(item)
    if (task === undefined) return [item]
    if (task.status === 'dismissed') return []
    const isChanged = task.dueOn !== item.dueDate
    return [{ ...item, text: task.text, dueDate: task.dueOn, due: isChanged ? task.dueOn : item.due, task }]
  })
  const others = tasks.filter(({ id, status }) => status !== 'dismissed' && !paired.has(id))
  return [...known, ...others.map(toPromise)]
}

function toPromise(task: ConversationTask): SummarizedPromise {
  const { text, promiserName, promiserEmail, quote, segment, start, dueOn } = task
  const spans =
    quote === null || segment === null ? [] : [{ segment, speaker: promiserName ?? '', start, end: null, quote }]
  const owner = promiserName === null ? null : { name: promiserName, email: promiserEmail }
  return { text, owner, due: dueOn, dueDate: dueOn, spans, task }
}
