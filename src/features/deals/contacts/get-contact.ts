import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import { COSTS, type Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { queryString, uuid } from '../../../core/wire.ts'
import { type CallRecord, readSideOfRole, type SummarizedCall, selectTopics } from '../../assistant/answers/index.ts'
import { readPersonTitle } from '../../conversations/crm-records/index.ts'
import { countConversations, NO_FILTERS, selectSegmentsInput } from '../../conversations/records/index.ts'
import { isUnnamedSpeaker } from '../../text/speaker-names/index.ts'
import { createRoleFinder, loadAccounts, loadCalls, serializePromiseTask } from '../deal-overviews/index.ts'
import { type Appearance, type ContactKey, findAppearance } from './identity.ts'
import { selectCallsOfAccount, selectContactFields } from './queries.ts'
import { type Contact, type ContactPromise, contact } from './schema.ts'
import { spokenLinesTask } from './spoken-lines.ts'
import { rankTopics, type TopicsOfCall } from './topics.ts'

/** Maximum number of conversations that are read, the newest ones. */
const CALLS_MAX = 50
/** Maximum number of transcripts that are read for quotes, and of quotes of each. */
const READ_MAX = 8
const OF_EACH = 4
const QUOTES_MAX = 16
const QUESTIONS_MAX = 8
const TOPICS_MAX = 12
const PROMISES_MAX = 12

const NOUN = 'person'

/** A conversation with the contact in it. */
interface ContactCall extends SummarizedCall {
  readonly who: Appearance
}

export const getContact = defineToolOperation({
  id: 'getContact',
  summary: 'Get a person outside of the organization',
  tag: 'Deals',
  cost: COSTS.medium,
  input: z.object({
    email: queryString(320).optional(),
    name: queryString(256).optional(),
    conversation_id: uuid().optional(),
  }),
  output: contact,
  requires: { scope: 'read' },
  async handle({ email = '', name = '', conversation_id: callId }, ctx): Promise<Contact> {
    const found =
      email.trim() !== ''
        ? await findByEmail(ctx, fold(email.trim()))
        : name.trim() !== '' && callId !== undefined
          ? await findByName(ctx, fold(name.trim()), callId)
          : undefined
    const [newest] = found?.calls ?? []
    if (found === undefined || newest === undefined || newest.who.isInternal === true)
      throw notFound(NOUN, '/query/email')
    return describe(ctx, found, newest)
  },
})

interface FoundContact {
  readonly key: ContactKey
  readonly total: number
  /** Newest first. */
  readonly calls: readonly ContactCall[]
}

async function findByEmail(ctx: Context, email: string): Promise<FoundContact> {
  const filters = { ...NO_FILTERS, participantEmails: [email] }
  const [total, loaded] = await Promise.all([
    countConversations(ctx.db, ctx.org, toVisibility(ctx.principal), filters),
    loadCalls(ctx, { filters }, CALLS_MAX),
  ])
  return { key: { email }, total, calls: withContact(loaded, { email }) }
}

/** Finds a person without an address in the account of a conversation. */
async function findByName(ctx: Context, name: string, callId: string): Promise<FoundContact | undefined> {
  if (isUnnamedSpeaker(name) || readSideOfRole(name) !== null) return undefined
  const ids = await selectCallsOfAccount(ctx.db, ctx.org, toVisibility(ctx.principal), callId, CALLS_MAX)
  const calls =
    ids.length === 0 ? [] : withContact(await loadCalls(ctx, { conversationIds: ids }, ids.length), { name })
  return { key: { name }, total: calls.length, calls }
}

const withContact = (loaded: readonly SummarizedCall[], key: ContactKey): ContactCall[] =>
  loaded.flatMap((one) => {
    const who = findAppearance(one.call, key)
    return who === undefined ? [] : [{ ...one, who }]
  })

async function describe(ctx: Context, { key, total, calls }: FoundContact, newest: ContactCall): Promise<Contact> {
  const ids = calls.map(({ call }) => call.id)
  const [fields, accounts, topics, lines] = await Promise.all([
    loadFields(ctx, key, calls, ids),
    loadAccounts(ctx, ids),
    selectTopics(ctx.db, ctx.org, ids),
    readLines(ctx, calls),
  ])
  const account = ids.map((id) => accounts.get(id)).find((one) => one !== undefined)
  const heard = calls.find(({ who }) => who.spoke)
  const times = calls.flatMap(({ who }) => (who.talkTime === null ? [] : [who.talkTime]))
  const promises = splitPromises(calls)
  const talked: TopicsOfCall[] = calls.flatMap(({ call, who }) => {
    const row = topics.get(call.id)
    return row === undefined ? [] : [{ call, speakerNames: who.speakerNames, keyPhrases: row.key_phrases }]
  })
  return {
    name: calls.find(({ who }) => !who.name.includes('@'))?.who.name ?? newest.who.name,
    email: 'email' in key ? key.email : null,
    job_title: readPersonTitle(fields ?? {}) ?? null,
    account_name: account?.name ?? null,
    account_id: account?.id ?? null,
    deals: listDeals(calls),
    conversations_count: total,
    conversations_read: calls.length,
    talk_time: times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0),
    last_heard_at: heard?.call.startedAt ?? null,
    conversations: calls.map(({ call, summary, who }) => ({
      ...{ id: call.id, title: call.title, started_at: call.startedAt, duration: call.duration },
      ...{ headline: summary?.headline?.text ?? null, spoke: who.spoke, talk_time: who.talkTime },
      talk_strip: call.statistics?.talkStrip ?? null,
    })),
    ...lines,
    topics: rankTopics(talked, TOPICS_MAX).map(({ call, ...topic }) => ({ ...topic, ...toPlace(call) })),
    promised_by: promises.by.slice(0, PROMISES_MAX),
    promised_to: promises.to.slice(0, PROMISES_MAX),
  }
}

/** The CRM record of a person, by address, or by name among the records that are linked to these conversations. */
function loadFields(ctx: Context, key: ContactKey, calls: readonly ContactCall[], ids: readonly string[]) {
  if ('name' in key) return selectContactFields(ctx.db, ctx.org, { name: key.name, conversationIds: ids })
  const emails = [key.email, ...calls.flatMap(({ who }) => who.email ?? [])]
  return selectContactFields(ctx.db, ctx.org, { emails: [...new Set(emails)] })
}

const toPlace = ({ id, title, startedAt }: Pick<CallRecord, 'id' | 'title' | 'startedAt'>) => ({
  conversation_id: id,
  conversation_title: title,
  started_at: startedAt,
})

async function readLines(ctx: Context, calls: readonly ContactCall[]): Promise<Pick<Contact, 'quotes' | 'questions'>> {
  const [quotes, questions]: [Contact['quotes'], Contact['questions']] = [[], []]
  const readable = calls.filter(({ who }) => who.speakerNames.length > 0).slice(0, READ_MAX)
  for (const { call, who } of readable) {
    const segments = await selectSegmentsInput(ctx.db, ctx.org, call.id, 'current')
    const found = await ctx.requestWorkers.run(spokenLinesTask, [segments, who.speakerNames, OF_EACH], ctx.signal)
    quotes.push(...found.quotes.map((line) => ({ ...line, ...toPlace(call) })))
    questions.push(...found.questions.map((line) => ({ ...line, ...toPlace(call) })))
  }
  return { quotes: quotes.slice(0, QUOTES_MAX), questions: questions.slice(0, QUESTIONS_MAX) }
}

function listDeals(calls: readonly ContactCall[]): Contact['deals'] {
  const byId = new Map<string, string>()
  for (const { call } of calls) if (call.opportunity !== null) byId.set(call.opportunity.id, call.opportunity.title)
  return [...byId].map(([id, title]) => ({ id, title }))
}

/** Action items of the contact, and of our side in conversations in which the contact took part. */
function splitPromises(calls: readonly ContactCall[]): { by: ContactPromise[]; to: ContactPromise[] } {
  const [by, to]: [ContactPromise[], ContactPromise[]] = [[], []]
  for (const { call, summary, who } of calls) {
    const inside = new Set(call.people.flatMap(({ name, isInternal }) => (isInternal === true ? [fold(name)] : [])))
    const own = new Set([who.name, ...who.speakerNames].map(fold))
    const findRoles = createRoleFinder({ call })
    for (const { text, owner, dueDate, spans, task } of summary?.actionItems ?? []) {
      const { side, requested_by: requester } = findRoles({ owner, spans })
      const isRequester = requester !== null && own.has(fold(requester.name))
      if (owner === null && !isRequester) continue
      const [first] = spans
      const at = { start: first?.start ?? null, segment: first?.segment ?? null }
      const promise = {
        text,
        owner_name: owner?.name ?? null,
        due_date: dueDate,
        ...toPlace(call),
        ...at,
        ...serializePromiseTask({ spans, task }),
        requested_by: requester,
      }
      const isOwn =
        owner !== null &&
        (owner.email === null || who.email === null ? own.has(fold(owner.name)) : fold(owner.email) === fold(who.email))
      // Requests of other outside people aren't of this person.
      const isToContact = requester === null || requester.side !== 'external' || isRequester
      const isInside = owner === null ? side === 'internal' : inside.has(fold(owner.name))
      if (isOwn) by.push(promise)
      else if (isInside && isToContact) to.push(promise)
    }
  }
  return { by, to }
}
