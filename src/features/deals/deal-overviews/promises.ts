/** Promises of a call, with the tasks that people keep of them. */
import type { SummarizedCall, SummarizedPromise } from '../../assistant/answers/index.ts'
import { toSide } from './people.ts'
import type { CallPromise } from './schema.ts'

export const toMoment = ({ call }: SummarizedCall, start: number | null) => ({
  conversation_id: call.id,
  conversation_title: call.title,
  start,
})

export function listPromises(loaded: SummarizedCall): CallPromise[] {
  const sides = new Map(loaded.call.people.map(({ name, isInternal }) => [name, isInternal]))
  return (loaded.summary?.actionItems ?? []).map(({ text, owner, due, dueDate, spans, task }) => ({
    ...{ text, owner_name: owner?.name ?? null, due_date: dueDate, due },
    side: owner === null ? null : toSide(sides.get(owner.name)),
    ...serializePromiseTask({ spans, task }),
    ...toMoment(loaded, spans[0]?.start ?? null),
  }))
}

export const serializePromiseTask = ({
  spans: [first],
  task,
}: Pick<SummarizedPromise, 'spans'> & {
  readonly task: SummarizedPromise['task'] | undefined
}): Pick<CallPromise, 'quote' | 'segment' | 'task'> => ({
  ...{ quote: first?.quote ?? null, segment: first?.segment ?? null },
  // Promises with a dismissed task aren't loaded.
  task:
    task === undefined
      ? null
      : { id: task.id, status: task.status === 'done' ? 'done' : 'open', assignee_name: task.assigneeName },
})
