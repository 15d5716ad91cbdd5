/**
 * The real app, served in memory over the run's database. Fake is only the clock, when a test asks for one, and what
 * lies at the edges: mail that would leave the house is kept to be looked at, and meaning is words that are alike
 * (`word-embedding.ts`). No job runs by itself; a test drains its own.
 */
import type { FastifyInstance } from 'fastify'
import { type App, openApp } from '../app.ts'
import type { Clock } from '../core/clock.ts'
import { readConfig } from '../core/config.ts'
import type { Embedding } from '../core/embedding.ts'
import type { Files } from '../core/files.ts'
import type { JobRun } from '../core/jobs.ts'
import { createLog, type Log } from '../core/log.ts'
import type { Mail, MailMessage, OutboxMessage } from '../core/mail.ts'
import type { OrganizationId } from '../core/principal.ts'
import type { ConnectPublic } from '../core/public-connection.ts'
import type { PublicFetch } from '../core/public-fetch.ts'
import type { limitSettings } from '../core/settings-limits.ts'
import { createHttpApp } from '../http-app.ts'
import { createPublicFetch } from '../outbound/http/public-fetch.ts'
import { closeAfterTests } from './close-after-tests.ts'
import { requireDistributable } from './distributable.ts'
import { testEnvironment } from './test-database.ts'
import { UNLIMITED } from './unlimited.ts'
import { createWordEmbedding } from './word-embedding.ts'

requireDistributable()

export const PUBLIC_URL = 'http://parley.test'

export interface TestApp extends App {
  readonly server: FastifyInstance
  /** Messages that were sent, oldest first. */
  readonly mail: readonly MailMessage[]
  /** Serves also on a socket, and returns its address. Test files can share it, so `server.listen` would fail. */
  listen(): Promise<string>
  /**
   * Runs the jobs of one organization that are due by the app's clock, until none is; one that fails is left for the next
   * time. Those of others are left alone.
   */
  drain(org: OrganizationId): Promise<JobRun[]>
}

/** Language models of tests are addresses (`model-server.ts`): what reaches them is part of what is tested. */
const modelSettings = (url: string) => ({
  ...{ MODEL_PROVIDER: 'openai', MODEL_URL: url, MODEL_NAME: 'test-model' },
  ...{ MODEL_PRICE_INPUT: '3', MODEL_PRICE_OUTPUT: '15', MODEL_TIMEOUT: '10' },
})

/** Asks as the service does. No name leads out of the house; addresses lead to this machine, where they are allowed. */
export const fetchHere = (allowed: readonly string[]): PublicFetch =>
  createPublicFetch({
    allowed: [...allowed],
    resolve: async () => {
      throw Object.assign(new Error('Tests know no names.'), { code: 'ENOTFOUND' })
    },
  })

type Ports = {
  clock?: Clock
  files?: Files
  embedding?: Embedding
  fetchPublic?: PublicFetch
  connectPublic?: ConnectPublic
  allowed?: string
  model?: string
  transcriber?: string
  log?: Log
  listen?: true
  smtp?: string
  proxies?: string
  limits?: Readonly<Partial<Record<keyof typeof limitSettings, string>>>
  settings?: Readonly<Record<string, string>>
}

interface OpenedApp extends App {
  readonly server: FastifyInstance
  readonly mail: MailMessage[]
  listen(): Promise<string>
}

/** App without ports. Opening one takes a quarter of a second, so that the test files of a process share it. */
let shared: Promise<OpenedApp> | undefined
/** Whether the current test file uses the shared app. Its further apps are its own. */
let isSharedInUse = false

/**
 * App of a test file, closed after the file. The first app without ports is shared with other files and stays open, unless
 * a test closes it.
 * @param ports `embedding`: words that are alike, unless it is given; `model`: the address of a model server; without one
 * there is no language model; `transcriber`: the same of a transcriber; `listen`: also on a socket, with its address as
 * PUBLIC_URL; `smtp`: the address of a mail server, which gets what is kept otherwise; `limits`: settings of limits;
 * `proxies`: addresses that are trusted as such; `allowed`: private targets that may be asked; `log`: takes the log lines,
 * which go to stderr otherwise; `settings`: any others
 */
export async function createTestApp(ports: Ports = {}): Promise<TestApp> {
  const isShared = Object.keys(ports).length === 0 && !isSharedInUse
  if (isShared) {
    isSharedInUse = true
    shared ??= openTestApp(ports).catch((fault: unknown) => {
      shared = undefined
      throw fault
    })
  }
  const app = isShared && shared !== undefined ? await shared : await openTestApp(ports)
  if (isShared) app.mail.length = 0
  let closed: Promise<void> | undefined
  const close = () => {
    if (isShared) shared = undefined
    closed ??= app.close()
    return closed
  }
  const testApp: TestApp = { ...app, close, drain: (org) => app.runner.drain(org) }
  closeAfterTests(async () => {
    if (isShared) isSharedInUse = false
    else {
      await app.server.close()
      await close()
    }
    // The variables of a test file outlive it, because the files of a process share one module cache. They keep only this.
    for (const part of Object.keys(testApp)) Reflect.deleteProperty(testApp, part)
  })
  return testApp
}

async function openTestApp(ports: Ports): Promise<OpenedApp> {
  const mail: MailMessage[] = []
  const kept = keepMail(mail)
  const { model, transcriber, listen = false, smtp, limits, allowed, log, ...rest } = ports
  const { proxies = '10.1.0.0/16', settings = {}, ...edges } = rest
  const config = readConfig({
    ...(await testEnvironment()),
    ...(listen ? {} : { PUBLIC_URL }),
    ...{ TRUSTED_PROXIES: proxies, ...UNLIMITED, ...limits, ...settings },
    ...(model === undefined ? {} : modelSettings(model)),
    ...(transcriber === undefined ? {} : { TRANSCRIBER_URL: transcriber, TRANSCRIBER_TIMEOUT: '20' }),
    ...(smtp === undefined ? {} : { SMTP_URL: smtp, MAIL_FROM: 'Parley <parley@house.example>' }),
    ...(allowed === undefined ? {} : { ALLOWED_PRIVATE_TARGETS: allowed }),
  })
  const fetchPublic = fetchHere(config.allowedPrivateTargets)
  const fakes = { ...(smtp === undefined ? { mail: kept } : {}), embedding: createWordEmbedding(), fetchPublic }
  const app = await openApp(config, log ?? createLog('warn'), { ...fakes, ...edges })
  const server = createHttpApp(app)
  await server.ready()
  let address: Promise<string> | undefined
  const serveOnSocket = () => {
    address ??= server.listen({ port: 0, host: '127.0.0.1' })
    return address
  }
  if (listen) app.servedAt(await serveOnSocket())
  return { ...app, server, mail, listen: serveOnSocket }
}

/** Says whose it is like a folder of files, which a page shows to admins. */
function keepMail(mail: MailMessage[]): Mail {
  const ofOrganizations: (OutboxMessage & { of: OrganizationId | undefined })[] = []
  return {
    async send(message, of) {
      mail.push(message)
      ofOrganizations.unshift({ ...message, id: String(mail.length), at: new Date(), of })
    },
    outbox: {
      async list(of, { limit, offset }) {
        const theirs = ofOrganizations.filter((one) => one.of === of)
        return { total: theirs.length, messages: theirs.slice(offset, offset + limit) }
      },
    },
  }
}
