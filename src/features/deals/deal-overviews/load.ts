/** Loads deals with the conversations that their summaries come from. */
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import {
  type ScopedConversations,
  type SummarizedCall,
  selectAccountNames,
  selectSummarizedCalls,
} from '../../assistant/answers/index.ts'
import { selectLinkedAccounts } from '../../conversations/crm-records/index.ts'
import { NO_FILTERS } from '../../conversations/records/index.ts'
import type { DealRow } from './queries.ts'
import { selectJobTitles } from './queries-people.ts'
import type { DealPerson, DealSummary } from './schema.ts'
import { type CallAccount, toDealSummary } from './serialize.ts'

export type DealPorts = Pick<Context, 'db' | 'org' | 'principal' | 'clock'>

/** Reads conversations with their summaries, newest first. */
export async function loadCalls(
  { db, org, principal }: DealPorts,
  scope: Partial<ScopedConversations>,
  limit: number,
): Promise<SummarizedCall[]> {
  const within = { visibility: toVisibility(principal), filters: NO_FILTERS, ...scope }
  return (await selectSummarizedCalls(db, org, within, limit)).calls
}

/** Summaries of deals, in the order of the rows. */
export async function loadSummaries(ports: DealPorts, rows: readonly DealRow[]): Promise<DealSummary[]> {
  const ids = rows.flatMap(({ newest }) => newest)
  const last = rows.flatMap((row) => (row.last === null ? [] : [row.last.id]))
  const [calls, accounts] = await Promise.all([
    ids.length === 0 ? [] : loadCalls(ports, { conversationIds: ids }, ids.length),
    loadAccounts(ports, last),
  ])
  const byId = new Map(calls.map((loaded) => [loaded.call.id, loaded]))
  const now = ports.clock.now()
  return rows.map((row) => {
    const newest = row.newest.flatMap((id) => byId.get(id) ?? [])
    return toDealSummary(row, newest, row.last === null ? undefined : accounts.get(row.last.id), now)
  })
}

/** Accounts of visible conversations, by conversation. */
export async function loadAccounts(
  { db, org }: Pick<DealPorts, 'db' | 'org'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CallAccount>> {
  const [linked, names] = await Promise.all([selectLinkedAccounts(db, org, ids), selectAccountNames(db, org, ids)])
  return new Map(
    ids.flatMap((id) => {
      const account = linked.get(id)
      const name = account?.name ?? names.get(id)
      return name === undefined ? [] : [[id, { id: account?.id ?? null, name }] as const]
    }),
  )
}

/** Adds the job titles from the CRM. @param conversationIds visible conversations of these people */
export async function addJobTitles<Person extends Pick<DealPerson, 'name' | 'email'>>(
  { db, org }: Pick<DealPorts, 'db' | 'org'>,
  people: readonly Person[],
  conversationIds: readonly string[],
): Promise<(Person & Pick<DealPerson, 'job_title'>)[]> {
  const titles = await selectJobTitles(db, org, people, conversationIds)
  const find = ({ name, email }: Person) =>
    (email === null ? undefined : titles.byEmail.get(email.toLowerCase())) ?? titles.byName.get(name.toLowerCase())
  return people.map((person) => ({ ...person, job_title: find(person) ?? null }))
}
