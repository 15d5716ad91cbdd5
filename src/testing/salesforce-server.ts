/**
 * Salesforce for tests, as its REST API is documented: OAuth tokens that end, questions in SOQL (as much of it as we ask)
 * in pages, sobjects by PATCH, and the errors of each kind, in the lists it tells them in.
 */
import { type Asked, createStandIn, type Failure, type Reply, type StandIn } from './fake-server.ts'

export const SALESFORCE_CLIENT = {
  clientId: '3MVG9client',
  clientSecret: '5A5E1B9C8D7F',
  refreshToken: '5Aep861.TSESvWeug',
}

type Row = Record<string, unknown> & { Id: string; SystemModstamp: string }

export interface SalesforceServer extends StandIn {
  put(sobject: string, id: string, fields: Record<string, unknown>, at?: Date): void
  get(sobject: string, id: string): Readonly<Record<string, unknown>> | undefined
  readonly patches: { readonly sobject: string; readonly id: string; readonly fields: Record<string, unknown> }[]
  /** Tokens that were given out. */
  readonly signIns: number
  /** Ends all sessions, as an administrator or the time does. */
  endSessions(): void
  /** Rows of a page; the others come by nextRecordsUrl. */
  pageSize: number
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Account: ['Name', 'Industry', 'Website', 'Pain__c', 'Competitors__c', 'Seats__c', 'Target__c'],
  Contact: ['FirstName', 'LastName', 'Email', 'Phone', 'Title', 'Pain__c'],
  Lead: ['FirstName', 'LastName', 'Email', 'Company', 'Status'],
  Opportunity: ['Name', 'StageName', 'Amount', 'CloseDate', 'Pain__c', 'Competitors__c', 'Seats__c', 'Target__c'],
  User: ['Name', 'Email'],
}
const STAGES = ['Prospecting', 'Qualification', 'Closed Won', 'Closed Lost']

/** Ids come with three letters at the end or without them. */
const isOf = (quoted: string, { Id }: Row) => [Id, Id.slice(0, 15)].includes(quoted.slice(1, -1))

const told = (status: number, errorCode: string, message: string, fields?: readonly string[]): Reply => ({
  status,
  body: [{ message, errorCode, ...(fields === undefined ? {} : { fields }) }],
})

export const salesforceFails = {
  dayUsedUp: told(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.'),
  maintenance: told(503, 'SERVER_UNAVAILABLE', 'The server is temporarily unavailable'),
  unknown: told(500, 'UNKNOWN_EXCEPTION', 'An unexpected error occurred. Please include this ErrorId: 1203920'),
  locked: told(400, 'UNABLE_TO_LOCK_ROW', 'unable to obtain exclusive access to this record'),
  access: told(403, 'INSUFFICIENT_ACCESS_OR_READONLY', 'insufficient access rights on object id'),
} satisfies Record<string, Failure>

export async function createSalesforceServer(): Promise<SalesforceServer> {
  const tables = new Map<string, Map<string, Row>>()
  const patches: SalesforceServer['patches'] = []
  const tokens = new Set<string>()
  const cursors = new Map<string, Row[]>()
  const table = (sobject: string) => {
    const there = tables.get(sobject) ?? new Map<string, Row>()
    tables.set(sobject, there)
    return there
  }

  function signedIn({ text }: Asked): Reply {
    const given = new URLSearchParams(text)
    const refused = (error: string, error_description: string): Reply => ({
      status: 400,
      body: { error, error_description },
    })
    if (given.get('client_id') !== SALESFORCE_CLIENT.clientId) {
      return refused('invalid_client_id', 'client identifier invalid')
    }
    if (given.get('client_secret') !== SALESFORCE_CLIENT.clientSecret) {
      return refused('invalid_client', 'invalid client credentials')
    }
    const grant = given.get('grant_type')
    if (grant === 'refresh_token' && given.get('refresh_token') !== SALESFORCE_CLIENT.refreshToken) {
      return refused('invalid_grant', 'expired access/refresh token')
    }
    if (grant !== 'refresh_token' && grant !== 'client_credentials') {
      return refused('unsupported_grant_type', 'grant type not supported')
    }
    const token = `00Dx0000000BV7z!AR8AQ${++server.signIns}`
    tokens.add(token)
    return {
      status: 200,
      body: {
        access_token: token,
        instance_url: server.url,
        id: `${server.url}/id/00Dx0000000BV7zEAG/005x00000012Q9PAAU`,
        token_type: 'Bearer',
        issued_at: '1278448384422',
        signature: 'SSSbLO/gBhmmyNUvN18ODBDFYHzakxOMgqYtu+hDPsc=',
      },
    }
  }

  function answer(asked: Asked): Reply {
    if (asked.path === '/services/oauth2/token') return signedIn(asked)
    if (!tokens.has(asked.headers.authorization?.replace('Bearer ', '') ?? '')) {
      return told(401, 'INVALID_SESSION_ID', 'Session expired or invalid')
    }
    const [, rest = ''] = /^\/services\/data\/v\d+\.\d\/(.+)$/.exec(asked.path) ?? []
    const [resource = '', name = '', id = ''] = rest.split('/')
    if (resource === 'query' && name !== '') {
      const rows = cursors.get(name)
      if (rows === undefined) return told(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator')
      return page(rows)
    }
    if (resource === 'query') return query(asked.query.get('q') ?? '')
    if (resource === 'sobjects' && asked.method === 'PATCH') return patched(name, id, asked.body)
    return told(404, 'NOT_FOUND', 'The requested resource does not exist')
  }

  function query(soql: string): Reply {
    const parts = /^SELECT (.+?) FROM (\w+)(?: WHERE (.+?))?(?: ORDER BY Id ASC)?(?: LIMIT (\d+))?$/.exec(soql)
    if (parts === null) return told(400, 'MALFORMED_QUERY', `unexpected token: '${soql}'`)
    const [, columns = '', sobject = '', where = '', limit = '2000'] = parts
    const known = FIELDS[sobject]
    if (known === undefined) return told(400, 'INVALID_TYPE', `sObject type '${sobject}' is not supported.`)
    const names = columns.split(',').map((one) => one.trim())
    const unknown = names.find((one) => one !== 'Id' && !known.includes(one))
    if (unknown !== undefined) {
      return told(
        400,
        'INVALID_FIELD',
        `\nSELECT ${columns}\n^\nERROR at Row:1:Column:8\nNo such column '${unknown}' on entity '${sobject}'.`,
      )
    }
    const [, since] = /SystemModstamp >= (\S+)/.exec(where) ?? []
    const [, after] = /Id > '(\w+)'/.exec(where) ?? []
    const [, among] = /Id IN \(([^)]*)\)/.exec(where) ?? []
    const rows = [...table(sobject).values()]
      .filter((row) => since === undefined || row.SystemModstamp >= since)
      .filter((row) => after === undefined || row.Id > after)
      .filter((row) => among === undefined || among.split(',').some((id) => isOf(id, row)))
      .toSorted((a, b) => (a.Id < b.Id ? -1 : 1))
      .slice(0, Number(limit))
      .map((row) => ({
        attributes: { type: sobject, url: `/services/data/v62.0/sobjects/${sobject}/${row.Id}` },
        ...Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
      }))
    return page(rows as unknown as Row[])
  }

  function page(rows: Row[]): Reply {
    const now = rows.slice(0, server.pageSize)
    const later = rows.slice(server.pageSize)
    if (later.length === 0) return { status: 200, body: { totalSize: rows.length, done: true, records: now } }
    const locator = `01gD0000002HU6KIAW-${cursors.size}`
    cursors.set(locator, later)
    const nextRecordsUrl = `/services/data/v62.0/query/${locator}`
    return { status: 200, body: { totalSize: rows.length, done: false, nextRecordsUrl, records: now } }
  }

  function patched(sobject: string, id: string, given: Record<string, unknown>): Reply {
    const known = FIELDS[sobject]
    if (known === undefined) return told(404, 'NOT_FOUND', 'The requested resource does not exist')
    if (!/^(\w{15}|\w{18})$/.test(id))
      return told(400, 'MALFORMED_ID', `${sobject} ID: id value of incorrect type: ${id}`, ['Id'])
    const row = table(sobject).get(id)
    if (row === undefined)
      return told(404, 'NOT_FOUND', 'Provided external ID field does not exist or is not accessible')
    const unknown = Object.keys(given).find((name) => !known.includes(name))
    if (unknown !== undefined) {
      return told(400, 'INVALID_FIELD', `No such column '${unknown}' on sobject of type ${sobject}`)
    }
    if ('StageName' in given && !STAGES.includes(String(given.StageName))) {
      return told(
        400,
        'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
        `Stage: bad value for restricted picklist field: ${String(given.StageName)}`,
        ['StageName'],
      )
    }
    table(sobject).set(id, { ...row, ...given, SystemModstamp: new Date().toISOString() })
    patches.push({ sobject, id, fields: given })
    return { status: 204 }
  }

  const server = Object.assign(await createStandIn(answer), { signIns: 0, pageSize: 2_000 })
  return Object.assign(server, {
    patches,
    endSessions: () => tokens.clear(),
    put: (sobject: string, id: string, fields: Record<string, unknown>, at = new Date()) =>
      void table(sobject).set(id, {
        ...table(sobject).get(id),
        ...fields,
        Id: id,
        SystemModstamp: at.toISOString(),
      }),
    get: (sobject: string, id: string) => table(sobject).get(id),
  })
}
