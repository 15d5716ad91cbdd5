/**
 * Simulates user activity after the analysis: presentations, coaching, tasks, decisions about field values, and actions. It runs once and
 * doesn't change earlier decisions.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../core/errors.ts'
import type { OrganizationId } from '../core/principal.ts'
import { type Callers, createCallers, type DemoParts } from './callers.ts'
import { COACHING, type DemoCoaching } from './coaching.ts'
import { DECISIONS, DECKS, type Decision, type DemoDeck } from './decisions.ts'
import { ADMIN } from './people.ts'
import { findMoment } from './render-transcript.ts'
import { type DemoTask, TASKS } from './tasks.ts'

const LOOK_EVERY_MS = 1_000
const DAY_MS = 86_400_000

/** Resolves when the activity is complete or the signal is aborted. */
export async function simulateDemoActivity(parts: DemoParts, org: OrganizationId, signal: AbortSignal): Promise<void> {
  const callers = createCallers(parts, org)
  if (await isSettled(callers)) return
  while (!(await isAnalyzed(callers))) {
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
  }
  for (const deck of DECKS) await make(callers, deck)
  for (const one of COACHING) await coach(callers, one, parts.clock.now())
  for (const task of TASKS) await createDemoTask(callers, task, parts.clock.now())
  for (const decision of DECISIONS) await decide(callers, decision)
}

async function isAnalyzed({ as }: Callers): Promise<boolean> {
  const countConversations = async (filters: object) => {
    const { meta } = await as<{ meta: { totalRecords: number } }>(ADMIN, 'listConversationsOptimized', filters)
    return meta.totalRecords
  }
  return (await countConversations({})) === (await countConversations({ 'filter[hide_pending]': 'true' }))
}

/** Whether the last decision exists or can no longer be made. */
async function isSettled(callers: Callers): Promise<boolean> {
  const last = DECISIONS.at(-1)
  const conversation = last && (await findConversation(callers, last))
  if (last === undefined || conversation === undefined) return true
  const { data } = await callers.as<Values>(last.by, 'listFieldValues', { id: conversation.id })
  return data.some(({ key, state }) => state !== 'proposed' && last.correct?.[key] !== undefined)
}

async function make(callers: Callers, deck: DemoDeck): Promise<void> {
  const conversation = await findConversation(callers, deck)
  const context_id = deck.of === 'talk' ? conversation?.id : conversation?.attributes.externalOpportunity?.uuid
  if (context_id === undefined) return
  const { data } = await callers.as<{ data: readonly object[] }>(deck.by, 'listDecks', { context_id })
  if (data.length === 0) await callers.as(deck.by, 'createDeck', { context_id, deck_type: deck.type })
}

/** Assigns coaching that doesn't exist yet, with its answer. */
async function coach(callers: Callers, coaching: DemoCoaching, now: Date): Promise<void> {
  const { as, findUserId } = callers
  const { by, assignee, question, dueInDays, answer } = coaching
  const part = await findCoachedPart(callers, coaching)
  if (part === undefined) return
  const [assigner, assigneeUUID] = [await findUserId(by), await findUserId(assignee)]
  const filters = { assigner, assignee: assigneeUUID, conversation: part.conversationUUID }
  const { data } = await as<{ data: readonly { question: string }[] }>(by, 'listCoachingAssignments', filters)
  if (data.some((one) => one.question === question)) return
  const dueOn = new Date(now.getTime() + dueInDays * DAY_MS).toISOString().slice(0, 10)
  const body = { ...part, assigneeUUID, question, dueOn }
  const { uuid } = await as<{ uuid: string }>(by, 'createCoachingAssignment', body)
  if (answer !== undefined) await as(assignee, 'updateCoachingAssignment', { id: uuid, answer })
}

interface CoachedPart {
  readonly conversationUUID?: string
  readonly folderUUID?: string
  readonly time?: object
}

interface Folder {
  readonly subFolders: readonly { readonly uuid: string; readonly name: string }[]
}

async function findCoachedPart(callers: Callers, coaching: DemoCoaching): Promise<CoachedPart | undefined> {
  const { by } = coaching
  if ('folder' in coaching) {
    const filters = { userUUID: await callers.findUserId(by) }
    const { data } = await callers.as<{ data: Folder }>(by, 'listLibraryFolders', filters)
    const folder = data.subFolders.find(({ name }) => name === coaching.folder)
    return folder && { folderUUID: folder.uuid }
  }
  const { talk, from, to } = coaching
  const conversation = await findConversation(callers, { by, talk })
  return conversation && { conversationUUID: conversation.id, time: await findMoment(talk, from, to) }
}

/** Keeps a promise that isn't a task yet. */
async function createDemoTask(
  callers: Callers,
  { talk, by, isDone, dueInDays, ...given }: DemoTask,
  now: Date,
): Promise<void> {
  const { as } = callers
  const conversation = await findConversation(callers, { by, talk })
  if (conversation === undefined) return
  const { data } = await as<{ data: readonly { text: string }[] }>(by, 'listTasks', { conversation: conversation.id })
  if (data.some(({ text }) => text === given.text)) return
  const dueOn =
    dueInDays === undefined ? {} : { dueOn: new Date(now.getTime() + dueInDays * DAY_MS).toISOString().slice(0, 10) }
  const body = { conversationUUID: conversation.id, ...given, ...dueOn }
  const { uuid } = await as<{ uuid: string }>(by, 'createTask', body)
  if (isDone === true) await as(by, 'updateTask', { id: uuid, status: 'done' })
}

async function decide(callers: Callers, decision: Decision): Promise<void> {
  const conversation = await findConversation(callers, decision)
  if (conversation === undefined) return
  await decideValues(callers, decision, conversation.id)
  if (decision.action !== undefined) await decideAction(callers, decision, conversation.id)
}

interface Conversation {
  readonly id: string
  readonly attributes: {
    readonly processingStatus: string
    readonly externalOpportunity: { readonly uuid: string } | null
  }
}

/** Conversation of a decision. Undefined if it was erased or the user has no access to it. */
async function findConversation(
  { as }: Callers,
  { by, talk }: Pick<Decision, 'by' | 'talk'>,
): Promise<Conversation | undefined> {
  try {
    return await as<Conversation>(by, 'getConversationByExternalId', { externalId: talk })
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined
    throw error
  }
}

interface Value {
  readonly id: string
  readonly key: string
  readonly state: string
}

interface Values {
  readonly data: readonly Value[]
}

async function decideValues({ as }: Callers, { by, confirm, correct }: Decision, id: string): Promise<void> {
  const { data } = await as<Values>(by, 'listFieldValues', { id })
  const proposed = (keys: readonly string[]) =>
    data.filter(({ key, state }) => state === 'proposed' && keys.includes(key)).map((value) => value.id)
  const isUndecided = (key: string) => data.every((value) => value.key !== key || value.state === 'proposed')
  const entries = [
    ...proposed(confirm ?? []).map((value) => ({ id: value })),
    ...Object.entries(correct ?? {}).flatMap(([key, value]) => (isUndecided(key) ? [{ key, value }] : [])),
  ]
  if (entries.length > 0) await as(by, 'confirmFieldValues', { id, intelligence: entries })
}

async function decideAction({ as }: Callers, { by, action }: Decision, id: string): Promise<void> {
  type Actions = { data: readonly { uuid: string; status: string }[] }
  const { data } = await as<Actions>(by, 'listActions', { entity_type: 'conversation', entity_id: id })
  const [first] = data
  if (first === undefined || data.some(({ status }) => status !== 'pending')) return
  if (action === 'dismissed') await as(by, 'dismissAction', { action_uuid: first.uuid })
  else await as(by, 'updateAction', { action_uuid: first.uuid, status: 'drafted' })
}
