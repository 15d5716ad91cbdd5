/**
 * Salesforce adapter, based on jsforce.
 *
 * jsforce uses the transport of all CRMs, which checks addresses, limits responses and reports faults by kind. With this
 * transport, jsforce doesn't retry failed requests, and it doesn't request new sessions endlessly.
 */
import { createHash } from 'node:crypto'
import { Duplex } from 'node:stream'
import { Connection } from '@jsforce/jsforce-node/lib/connection.js'
import { OAuth2 } from '@jsforce/jsforce-node/lib/oauth2.js'
import { Transport } from '@jsforce/jsforce-node/lib/transport.js'
import type { HttpRequest, HttpResponse } from '@jsforce/jsforce-node/lib/types/index.js'
import { StreamPromise } from '@jsforce/jsforce-node/lib/util/promise.js'
import { LRUCache } from 'lru-cache'
import { type Crm, type CrmAccess, CrmFault, type CrmRecord, type CrmValue } from '../../core/crm.ts'
import type { Json } from '../../core/wire.ts'
import { type CrmAnswer, type CrmSend, faultOfStatus, PUSH_TIMEOUT_MS, parseJson, READ_TIMEOUT_MS } from './send.ts'

type SalesforceAccess = Extract<CrmAccess, { kind: 'salesforce' }>

const API_VERSION = '62.0'
const PAGE = 2_000
/** Maximum number of parts in a page. A part contains at least 200 records, unless records are very wide. */
const PARTS_MAX = 50
/** Maximum number of IDs in a query. */
const BATCH = 200
/** Retry delay of the daily limit. Salesforce counts requests in a sliding window, so some are available again soon. */
const DAILY_MS = 15 * 60_000

const SOBJECTS: Readonly<Record<string, string>> = {
  account: 'Account',
  contact: 'Contact',
  lead: 'Lead',
  opportunity: 'Opportunity',
  user: 'User',
}

/** Valid names and IDs. They are checked because URLs and queries contain them. */
const FIELD = /^[A-Za-z]\w{0,79}$/
const ID = /^(?:[a-zA-Z0-9]{15}|[a-zA-Z0-9]{18})$/

/**
 * Shortens an ID to 15 characters. Salesforce returns IDs with three more characters, for programs that ignore case.
 * Queries can use either form.
 */
const shortenId = (id: string) => id.slice(0, 15)

interface Session {
  readonly accessToken: string
  readonly instanceUrl: string
}

/** Sessions of this process by a digest of their credentials. They are reused because sign-ins are limited too. */
export type Sessions = LRUCache<string, Session>
export const createSessions = (): Sessions => new LRUCache({ max: 200, ttl: 30 * 60_000 })

export function openSalesforce(access: SalesforceAccess, send: CrmSend, sessions: Sessions): Crm {
  const { url, clientId, clientSecret, refreshToken } = access
  const secrets = [url, clientId, clientSecret.reveal(), refreshToken?.reveal() ?? '']
  const sessionKey = createHash('sha256').update(JSON.stringify(secrets)).digest('base64')
  const transport = new OurTransport(send)
  const oauth = new OAuth2({ loginUrl: url, clientId, clientSecret: clientSecret.reveal() })
  Object.assign(oauth, { _transport: transport })

  async function signIn(): Promise<Session> {
    const given =
      refreshToken === undefined
        ? await oauth.requestToken({
            grant_type: 'client_credentials',
            client_id: clientId,
            client_secret: clientSecret.reveal(),
          })
        : await oauth.refreshToken(refreshToken.reveal())
    if (typeof given?.access_token !== 'string' || typeof given.instance_url !== 'string') {
      throw new CrmFault('not_understood')
    }
    const session = { accessToken: given.access_token, instanceUrl: given.instance_url }
    sessions.set(sessionKey, session)
    return session
  }

  let opened: Promise<Connection> | undefined
  async function connect(): Promise<Connection> {
    const session = sessions.get(sessionKey) ?? (await signIn())
    const connection = new Connection({
      ...session,
      version: API_VERSION,
      oauth2: oauth,
      refreshFn: (_, done) => {
        sessions.delete(sessionKey)
        signIn().then(
          ({ accessToken }) => done(null, accessToken),
          (error) => {
            // jsforce throws an error of its own, so the fault is stored here.
            transport.fault = error
            done(error)
          },
        )
      },
    })
    return Object.assign(connection, { _transport: transport })
  }
  /** Runs a request. If jsforce replaced a fault with an error of its own, this throws the original fault. */
  async function runRequest<T>(question: (connection: Connection) => Promise<T>): Promise<T> {
    transport.fault = undefined
    try {
      opened ??= connect()
      return await question(await opened)
    } catch (error) {
      opened = undefined
      throw transport.fault ?? error
    }
  }
  async function select(soql: string): Promise<CrmRecord[]> {
    return runRequest(async (connection) => {
      const found: CrmRecord[] = []
      let page = await connection.query<Record<string, unknown>>(soql)
      for (let pages = 1; ; pages++) {
        if (!Array.isArray(page?.records)) throw new CrmFault('not_understood')
        found.push(...page.records.map(toCrmRecord))
        // All queries have a limit. A response without an end must not fill the memory.
        if (found.length > PAGE || pages > PARTS_MAX) throw new CrmFault('not_understood')
        if (page.done || page.nextRecordsUrl === undefined) return found
        page = await connection.queryMore<Record<string, unknown>>(page.nextRecordsUrl)
      }
    })
  }

  return {
    reads: true,
    async test(codes) {
      for (const code of codes) await select(`SELECT Id FROM ${getSobject(code)} LIMIT 1`)
    },
    async records(code, ids, fields) {
      const found: CrmRecord[] = []
      const sobject = getSobject(code)
      const known = ids.filter((id) => ID.test(id))
      for (let at = 0; at < known.length; at += BATCH) {
        const asked = known.slice(at, at + BATCH)
        const among = asked.map((id) => `'${id}'`)
        const there = await select(`SELECT ${columns(fields)} FROM ${sobject} WHERE Id IN (${among.join(',')})`)
        const byId = new Map(there.flatMap((record) => [record.id, shortenId(record.id)].map((id) => [id, record])))
        for (const id of asked) {
          const record = byId.get(id)
          if (record !== undefined) found.push({ ...record, id })
        }
      }
      return found
    },
    async changed(code, { fields, since, after }) {
      const conditions = [
        ...(since === undefined ? [] : [`SystemModstamp >= ${since.toISOString()}`]),
        ...(after !== undefined && ID.test(after) ? [`Id > '${after}'`] : []),
      ]
      const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
      const records = await select(
        `SELECT ${columns(fields)} FROM ${getSobject(code)}${where} ORDER BY Id ASC LIMIT ${PAGE}`,
      )
      return { records, next: records.length < PAGE ? undefined : records.at(-1)?.id }
    },
    async push({ code, id, values }) {
      const sobject = getSobject(code)
      if (!ID.test(id)) throw new CrmFault('record_missing')
      columns(Object.keys(values))
      const record = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sentAs(value)]))
      await runRequest((connection) => connection.update(sobject, { ...record, Id: id }))
    },
  }
}

function getSobject(code: string): string {
  const sobject = SOBJECTS[code]
  if (sobject === undefined) throw new CrmFault('request')
  return sobject
}

function columns(fields: readonly string[]): string {
  const wrong = fields.filter((field) => !FIELD.test(field))
  if (wrong.length > 0) throw new CrmFault('field', { fields: wrong })
  return [...new Set(['Id', ...fields])].join(',')
}

function toCrmRecord({ Id, attributes: _, ...fields }: Record<string, unknown>): CrmRecord {
  return { id: String(Id), fields: fields as Readonly<Record<string, Json>> }
}

/** Formats a value for Salesforce. Semicolons separate the options of a list. */
const sentAs = (value: CrmValue) => (typeof value === 'object' ? value.join(';') : value)

class OurTransport extends Transport {
  readonly #send: CrmSend
  /** Last failure that jsforce replaced with an error of its own. */
  fault: unknown
  #refusals = 0

  constructor(send: CrmSend) {
    super()
    this.#send = send
  }

  override httpRequest(request: HttpRequest): StreamPromise<HttpResponse> {
    const promise = this.#answer(request)
    // jsforce reads the response from the promise, so the stream stays empty.
    return StreamPromise.create(() => ({ stream: new Duplex({ read() {}, write() {} }), promise }))
  }

  async #answer({ url, method, headers, body }: HttpRequest): Promise<HttpResponse> {
    const answer = await this.#send(url, {
      method: method as 'GET' | 'POST' | 'PATCH',
      timeoutMs: method === 'PATCH' ? PUSH_TIMEOUT_MS : READ_TIMEOUT_MS,
      ...(headers === undefined ? {} : { headers }),
      ...(typeof body === 'string' ? { body } : {}),
    })
    const isSignIn = url.endsWith('/services/oauth2/token')
    if (answer.status === 401 && !isSignIn) {
      // jsforce requests a new session and sends the request again, without a limit. The second rejection ends this.
      this.#refusals++
      if (this.#refusals > 1) throw new CrmFault('credentials', { said: joinErrorMessages(answer) })
    } else if (answer.status < 200 || answer.status > 299) {
      throw isSignIn ? toSignInFault(answer) : toCrmFault(answer)
    } else if (!isSignIn) {
      this.#refusals = 0
    }
    if (answer.status === 200 && typeof parseJson(answer.text) !== 'object') throw new CrmFault('not_understood')
    return { statusCode: answer.status, headers: { ...answer.headers }, body: answer.text }
  }
}

interface SalesforceError {
  readonly errorCode?: unknown
  readonly message?: unknown
  readonly fields?: unknown
}

function parseErrors({ text }: CrmAnswer): readonly SalesforceError[] {
  const told = parseJson(text)
  return (Array.isArray(told) ? told : [told]).filter((one) => typeof one === 'object' && one !== null)
}

const joinErrorMessages = (answer: CrmAnswer): string =>
  parseErrors(answer)
    .map(({ errorCode, message }) => `${String(errorCode ?? '')}: ${String(message ?? '')}`)
    .join(' ') || answer.text

const LIMITS = new Set(['REQUEST_LIMIT_EXCEEDED', 'EXCEEDED_MAX_CONCURRENT_REQUESTS'])
const MISSING = new Set(['NOT_FOUND', 'ENTITY_IS_DELETED', 'MALFORMED_ID', 'INVALID_CROSS_REFERENCE_KEY'])
const PASSING = new Set(['UNABLE_TO_LOCK_ROW', 'SERVER_UNAVAILABLE', 'UNKNOWN_EXCEPTION', 'QUERY_TIMEOUT'])
const PERMISSION = /^(?:INSUFFICIENT_ACCESS|API_DISABLED|API_CURRENTLY_DISABLED|INVALID_SESSION|CANNOT_)/
const CONFLICT = /^(?:DUPLICATE_VALUE|DUPLICATES_DETECTED)$/

function toCrmFault(answer: CrmAnswer): CrmFault {
  const errors = parseErrors(answer)
  const codes = errors.map(({ errorCode }) => String(errorCode ?? ''))
  const said = joinErrorMessages(answer)
  const { retryAfterMs } = answer
  if (codes.some((code) => LIMITS.has(code))) {
    return new CrmFault('rate_limited', { said, retryAfterMs: retryAfterMs ?? DAILY_MS })
  }
  if (codes.some((code) => PASSING.has(code)) || answer.status === 420) {
    return new CrmFault('server_error', { said, retryAfterMs })
  }
  const fields = errors.flatMap(listRejectedFields)
  if (fields.length > 0) return new CrmFault('field', { said, fields: [...new Set(fields)] })
  if (codes.some((code) => MISSING.has(code))) return new CrmFault('record_missing', { said })
  if (codes.some((code) => CONFLICT.test(code))) return new CrmFault('conflict', { said })
  if (codes.some((code) => PERMISSION.test(code))) return new CrmFault('permission', { said })
  return faultOfStatus({ ...answer, text: said })
}

/** Gets the fields that an error is about, from its list or from its message about a missing column. */
function listRejectedFields({ errorCode, message, fields }: SalesforceError): string[] {
  const listed = (Array.isArray(fields) ? fields : []).filter((field) => typeof field === 'string')
  if (listed.length > 0 || errorCode !== 'INVALID_FIELD') return listed
  const column = /No such column '(\w+)'/.exec(String(message))?.[1]
  return column === undefined ? [] : [column]
}

/** Errors of the token endpoint (RFC 6749, section 5.2). */
function toSignInFault(answer: CrmAnswer): CrmFault {
  const told = (parseJson(answer.text) ?? {}) as { error?: unknown; error_description?: unknown }
  const said = `${String(told.error ?? '')}: ${String(told.error_description ?? '')}`
  const { status, retryAfterMs } = answer
  if (/rate exceeded/i.test(said)) return new CrmFault('rate_limited', { said, retryAfterMs })
  if (status === 400 || status === 401 || status === 403) return new CrmFault('credentials', { said })
  return faultOfStatus({ ...answer, text: said })
}
