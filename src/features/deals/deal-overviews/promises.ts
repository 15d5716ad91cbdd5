/** Promises and requests of a call, with the tasks that people keep of them. */
import { fold } from '../../../core/fold.ts'
import type { SummarizedCall, SummarizedPromise } from '../../assistant/answers/index.ts'
import { findRequester } from '../../text/extractive-summary/index.ts'
import { toSide } from './people.ts'
import type { CallPromise } from './schema.ts'

export const toMoment = ({ call }: SummarizedCall, start: number | null) => ({
  conversation_id: call.id,
  conversation_title: call.title,
  start,
})

export function listPromises(loaded: SummarizedCall): CallPromise[] {
  const findRoles = createRoleFinder(loaded)
  return (loaded.summary?.actionItems ?? []).map((item) => ({
    ...{ text: item.text, owner_name: item.owner?.name ?? null, due_date: item.dueDate, due: item.due },
    ...findRoles(item),
    ...serializePromiseTask(item),
    ...toMoment(loaded, item.spans[0]?.start ?? null),
  }))
}

type Roles = Pick<CallPromise, 'side' | 'requested_by'>
type Side = CallPromise['side']

const toOther = (side: Side): Side => (side === null ? null : side === 'internal' ? 'external' : 'internal')

/**
 * Returns a function that finds the side that has to do an action item, and the person who requested it. A statement
 * of one side about the other one is a request too, such as “Karin will send us the list”. Karin's side promised
 * nothing.
 */
export function createRoleFinder({ call }: Pick<SummarizedCall, 'call'>) {
  const sides = new Map(call.people.map(({ name, isInternal }): [string, Side] => [fold(name), toSide(isInternal)]))
  const present = new Set(sides.values())
  const findSide = (name: string): Side => sides.get(fold(name)) ?? null
  return ({ owner, spans }: Pick<SummarizedPromise, 'owner' | 'spans'>): Roles => {
    const speaker = spans.find((span) => span.speaker !== '')?.speaker ?? null
    const said = speaker === null ? null : findSide(speaker)
    const owned = owner === null ? null : findSide(owner.name)
    const isSpokenByOwner = owner !== null && spans.some((span) => fold(span.speaker) === fold(owner.name))
    const isOfOtherSide = !isSpokenByOwner && said !== null && owned !== null && said !== owned
    const requester = findRequester({ owner, spans }) ?? (isOfOtherSide ? speaker : null)
    if (requester === null) return { side: owner === null ? said : owned, requested_by: null }
    const asking = findSide(requester)
    const asked = owner === null ? toOther(asking) : owned
    return {
      side: asked !== null && (owner !== null || present.has(asked)) ? asked : null,
      requested_by: { name: requester, side: asking },
    }
  }
}

export const serializePromiseTask = ({
  spans: [first],
  task,
}: Pick<SummarizedPromise, 'spans'> & {
  readonly task?: SummarizedPromise['task'] | undefined
}): Pick<CallPromise, 'quote' | 'segment' | 'task'> => ({
  ...{ quote: first?.quote ?? null, segment: first?.segment ?? null },
  // Promises with a dismissed task aren't loaded.
  task:
    task === undefined
      ? null
      : { id: task.id, status: task.status === 'done' ? 'done' : 'open', assignee_name: task.assigneeName },
})
