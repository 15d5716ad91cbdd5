/** Who is measured against whom, each as a process of its own over the same database. */
import { join } from 'node:path'
import { installPackage } from '../scripts/install-package.ts'
import { backendsOf } from './database.ts'
import type { Filled } from './fill.ts'
import type { Load, Order, Round, Target } from './load.ts'
import { queryFor } from './postgraphile-query.ts'
import { type Program, ROOT, startProgram } from './processes.ts'
import { startService } from './service.ts'

/** A page to ask for. */
export interface Page {
  readonly number: number
  readonly size: number
  readonly detailed: boolean
  /** Only conversations with a transcript; the others have nothing to print in detail. */
  readonly onlyWithTranscript: boolean
}

export interface Contestant {
  readonly name: 'Parley' | 'ceiling' | 'PostGraphile'
  readonly pid: number
  /** Of its connections to PostgreSQL; the name it gave itself there. */
  readonly applicationName: string
  target(page: Page): Target
  stop(): Promise<void>
}

/**
 * Without background work, as a server of an installation with workers: the copied conversations have no search index,
 * which a worker would build during all rounds.
 */
export async function startParley(filled: Filled): Promise<Contestant & { baseUrl: string }> {
  const service = await startService(filled.url, undefined, '--no-worker')
  return {
    ...service,
    name: 'Parley',
    applicationName: 'parley',
    target: (page) => ({ url: listUrl(service.baseUrl, page), headers: { authorization: filled.key } }),
  }
}

/** @param baseUrl what its links say, as those of the service do: the answers are compared whole */
export async function startCeiling(filled: Filled, form: 'rows' | 'text', baseUrl: string): Promise<Contestant> {
  const environment = { DATABASE_URL: filled.url, ORGANIZATION: filled.organizationId, BASE_URL: baseUrl, FORM: form }
  const program = await startProgram('bench/ceiling.ts', [], environment)
  return {
    ...stoppable(program),
    name: 'ceiling',
    applicationName: 'ceiling',
    target: (page) => ({ url: listUrl(program.said.base_url ?? '', page) }),
  }
}

export async function startPostGraphile(filled: Filled): Promise<Contestant> {
  const environment = { DATABASE_URL: filled.url, GRAPHILE_ENV: 'production' }
  installPackage(join(ROOT, 'bench/peers/postgraphile'), 'PostGraphile')
  const program = await startProgram('bench/peers/postgraphile/server.mjs', [], environment)
  return {
    ...stoppable(program),
    name: 'PostGraphile',
    applicationName: 'postgraphile',
    target: (page) => ({
      url: program.said.base_url ?? '',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: queryFor(filled.organizationId, page),
    }),
  }
}

const stoppable = ({ pid, stop }: Program) => ({ pid, stop })

function listUrl(baseUrl: string, page: Page): string {
  const query = new URLSearchParams({ page: String(page.number), size: String(page.size) })
  if (page.detailed) query.set('detailedTranscript', 'true')
  if (page.onlyWithTranscript) query.set('filter[hide_transcript]', 'true')
  return `${baseUrl}/conversations/list?${query}`
}

/** The same page from the service and the ceiling. @throws Error when they are not the same JSON. */
export async function compareAnswers(parley: Contestant, ceiling: Contestant, page: Page): Promise<void> {
  const [ours, theirs] = await Promise.all([parley, ceiling].map((one) => ask(one.target(page))))
  const a = JSON.stringify(JSON.parse(ours ?? ''))
  const b = JSON.stringify(JSON.parse(theirs ?? ''))
  if (a === b) return
  let at = 0
  while (a[at] === b[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 100), at + 60)
  throw new Error(`the ceiling answers something else than the service:\n  ${around(a)}\n  ${around(b)}`)
}

/** @throws Error for an error of GraphQL, which comes with status 200, and for a page of another length or total. */
export async function checkPostGraphile(parley: Contestant, postgraphile: Contestant, page: Page): Promise<void> {
  const [ours = '', theirs = ''] = await Promise.all([parley, postgraphile].map((one) => ask(one.target(page))))
  const answer = JSON.parse(theirs)
  if (answer.errors !== undefined) throw new Error(`PostGraphile: ${JSON.stringify(answer.errors).slice(0, 500)}`)
  const list = JSON.parse(ours)
  const { totalCount, nodes } = answer.data.allConversations
  const idsOf = (rows: { id?: string; rowId?: string }[]) => rows.map((row) => row.id ?? row.rowId).join()
  if (Number(totalCount) !== list.meta.totalRecords || idsOf(nodes) !== idsOf(list.data)) {
    throw new Error('PostGraphile answers another page than the service')
  }
}

export async function ask(target: Target): Promise<string> {
  const { url, ...init } = target
  const answer = await fetch(url, init)
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${body.slice(0, 500)}`)
  return body
}

/** A round of load on a contestant, with what it and its backends used. */
export async function measure(
  load: Load,
  filled: Filled,
  contestant: Contestant,
  target: Target,
  effort: Pick<Order, 'connections' | 'seconds' | 'requestsMax'>,
): Promise<Round> {
  const database = () => backendsOf(filled.url, contestant.applicationName)
  return load.run({ ...target, ...effort }, { server: contestant.pid, database })
}
