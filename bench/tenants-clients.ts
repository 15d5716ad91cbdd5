/** Requests of one organization in `bench:tenants`. */
import { setTimeout as pause } from 'node:timers/promises'
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/core/config.ts'
import { createLog } from '../src/core/log.ts'
import type { OrganizationId } from '../src/core/principal.ts'
import { firstAdmin } from '../src/features/accounts/identity/index.ts'
import { issueSignInLink } from '../src/features/accounts/sign-in/index.ts'
import { sessionBy } from './pages-session.ts'
import { importLines, type Place, parleyAt, type Service } from './service.ts'

export const KINDS = ['list', 'get', 'search', 'page', 'sign-in', 'import', 'job'] as const
export type Kind = (typeof KINDS)[number]

export interface Client {
  /** @returns milliseconds. @throws Error if the response isn't the expected one */
  time(kind: Kind, number: number): Promise<number>
  close(): Promise<void>
}

/** Words of the calls. Common ones make search read the longest lists. */
const QUESTIONS = ['what did they say about the budget', 'next meeting', 'remote control design', 'hotel for tonight']
/** Milliseconds between two looks at the state of a call. */
const LOOK_EVERY_MS = 20
const ANALYZED_MS_MAX = 600_000

export async function clientOf(
  { baseUrl, said }: Service,
  place: Place,
  organization: string,
  lines: readonly string[],
): Promise<Client> {
  const url = said.url ?? ''
  const { token: key = '' } = await parleyAt(place, 'key', 'create', '--organization', organization, '--name', 'bench')
  const headers = { authorization: key }
  const read = async (path: string, given: Record<string, string> = headers, base = baseUrl) => {
    const answer = await fetch(base + path, { headers: given, redirect: 'manual' })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`)
    return answer
  }
  const { link, close } = await openLinks(place, organization as OrganizationId)
  const { data } = (await (await read('/conversations/list')).json()) as { data: { id: string }[] }
  const cookie = await sessionBy(url, await link())
  // Shortest ones, so that the figures are those of the path and not of embedding.
  const short = lines.toSorted((a, b) => a.length - b.length).slice(0, 20)
  let imported = 0
  const importOne = async () => {
    const line = JSON.parse(short[imported % short.length] ?? '{}') as object
    const externalId = `single-${imported++}`
    await importLines(baseUrl, key, [JSON.stringify({ ...line, applicationExternalID: externalId })])
  }
  const isAnalyzed = async () => {
    const answer = await read('/setup')
    const { data: setup } = (await answer.json()) as { data: { work: { conversations: { pending: number } } } }
    return setup.work.conversations.pending === 0
  }
  const requests: Record<Kind, (number: number, path: string) => Promise<unknown>> = {
    list: async () => (await read('/conversations/list')).arrayBuffer(),
    get: async (number) => (await read(`/conversations/${data[number % data.length]?.id}`)).arrayBuffer(),
    search: async (number) =>
      (await read(`/search?q=${encodeURIComponent(QUESTIONS[number % QUESTIONS.length] ?? '')}`)).arrayBuffer(),
    page: async () => (await read('/conversations', { cookie }, url)).arrayBuffer(),
    'sign-in': async (_number, path) => sessionBy(url, path),
    import: importOne,
    job: async () => {
      const until = performance.now() + ANALYZED_MS_MAX
      while (!(await isAnalyzed())) {
        if (performance.now() > until) throw new Error('a call is not analyzed')
        await pause(LOOK_EVERY_MS)
      }
    },
  }
  return {
    async time(kind, number) {
      const path = kind === 'sign-in' ? await link() : ''
      const startedAt = performance.now()
      await requests[kind](number, path)
      return performance.now() - startedAt
    },
    close,
  }
}

/** Creates sign-in links, as operators do, without starting a program for each. */
async function openLinks({ databaseUrl = '', dataDir }: Place, org: OrganizationId) {
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, EMBEDDING_PROVIDER: 'none' })
  const app = await openApp(config, createLog('warn'))
  const link = async () => {
    const admin = await firstAdmin(app.store.of(org).read, org)
    const path = admin && (await issueSignInLink(app.store.of(org), org, app.clock, admin.id))
    if (path === undefined) throw new Error('the organization has no admin')
    return path
  }
  return { link, close: () => app.close() }
}
