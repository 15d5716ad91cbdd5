/**
 * HubSpot for tests, as its CRM v3 objects are documented: read, list, search, batch read and PATCH, properties that exist
 * and such that do not, both limits with their headers and bodies, and the errors of each kind.
 */
import { type Asked, createStandIn, type Failure, type Reply, type StandIn } from './fake-server.ts'

export const HUBSPOT_TOKEN = 'pat-na1-00000000-1111-2222-3333-444444444444'

interface Stored {
  readonly id: string
  properties: Record<string, string | null>
  updatedAt: number
}

export interface HubSpotServer extends StandIn {
  /** Makes a record, or changes it, as somebody in HubSpot would. */
  put(type: string, id: string, properties: Record<string, string | null>, at?: Date): void
  get(type: string, id: string): Record<string, string | null> | undefined
  /** Bodies of the PATCH requests that were taken. */
  readonly patches: { readonly type: string; readonly id: string; readonly properties: Record<string, string> }[]
}

const PROPERTIES: Readonly<Record<string, readonly string[]>> = {
  companies: ['name', 'domain', 'industry', 'pain', 'competitors', 'seats', 'is_target'],
  contacts: ['firstname', 'lastname', 'email', 'phone', 'jobtitle', 'pain'],
  deals: ['dealname', 'dealstage', 'amount', 'closedate', 'pain', 'competitors', 'seats', 'is_target'],
}
const BUILT_IN = ['hs_object_id', 'createdate', 'hs_lastmodifieddate', 'lastmodifieddate']
const NUMBERS = new Set(['amount', 'seats'])

const correlationId = 'aeb5f871-7f07-4993-9211-075dc63e7cbf'

const limited = (policyName: string, words: string, headers: Record<string, string> = {}): Failure => ({
  status: 429,
  headers,
  body: {
    status: 'error',
    message: `You have reached your ${words} limit.`,
    errorType: 'RATE_LIMIT',
    correlationId,
    policyName,
    groupName: 'publicapi:private-app-api-calls',
  },
})

/** The faults it is known for. */
export const hubSpotFails = {
  burst: limited('TEN_SECONDLY_ROLLING', 'ten_secondly_rolling', {
    'x-hubspot-ratelimit-max': '190',
    'x-hubspot-ratelimit-remaining': '0',
    'x-hubspot-ratelimit-interval-milliseconds': '10000',
  }),
  burstFor: (seconds: number) =>
    limited('TEN_SECONDLY_ROLLING', 'ten_secondly_rolling', { 'retry-after': String(seconds) }),
  daily: limited('DAILY', 'daily'),
  down: { status: 502, body: '<html><title>502 Bad Gateway</title></html>', headers: { 'content-type': 'text/html' } },
  internal: { status: 500, body: { status: 'error', message: 'internal error', correlationId } },
  moving: {
    status: 477,
    headers: { 'retry-after': '20' },
    body: { status: 'error', message: 'Migration in Progress' },
  },
  scopes: {
    status: 403,
    body: {
      status: 'error',
      message: "This app hasn't been granted all required scopes to make this call.",
      correlationId,
      category: 'MISSING_SCOPES',
    },
  },
} satisfies Record<string, Failure | ((seconds: number) => Failure)>

export async function createHubSpotServer(): Promise<HubSpotServer> {
  const objects = new Map<string, Map<string, Stored>>()
  const patches: HubSpotServer['patches'] = []
  const all = (type: string) => {
    const there = objects.get(type) ?? new Map<string, Stored>()
    objects.set(type, there)
    return there
  }

  const told = ({ id, properties, updatedAt }: Stored, wanted: readonly string[]) => {
    const at = new Date(updatedAt).toISOString()
    const own = { createdate: at, hs_lastmodifieddate: at, lastmodifieddate: at, hs_object_id: id }
    const asked = wanted.filter((name) => name in properties || name in own)
    return {
      id,
      properties: {
        ...Object.fromEntries(asked.map((name) => [name, properties[name] ?? own[name as keyof typeof own] ?? null])),
        ...{ createdate: at, hs_lastmodifieddate: at, hs_object_id: id },
      },
      createdAt: at,
      updatedAt: at,
      archived: false,
    }
  }

  function answer(asked: Asked): Reply {
    if (asked.headers.authorization !== `Bearer ${HUBSPOT_TOKEN}`) return unauthorized
    const [, type = '', id = ''] = /^\/crm\/v3\/objects\/([^/]+)(?:\/(.+))?$/.exec(asked.path) ?? []
    const known = PROPERTIES[type]
    if (known === undefined) return error(400, `Unable to infer object type from: ${type}`, 'VALIDATION_ERROR')
    const wanted = (asked.body?.properties ?? asked.query.get('properties')?.split(',') ?? known) as string[]
    if (id === 'search' && asked.method === 'POST') return searched(asked, [...all(type).values()], wanted)
    if (id === 'batch/read' && asked.method === 'POST') {
      const ids = (asked.body.inputs as { id: string }[]).map((input) => input.id)
      if (ids.length > 100) return error(400, 'The maximum number of inputs is 100', 'VALIDATION_ERROR')
      const found = ids.flatMap((one) => all(type).get(one) ?? [])
      const gone = ids.filter((one) => !all(type).has(one))
      const body = { status: 'COMPLETE', results: found.map((one) => told(one, wanted)), ...stamps }
      return gone.length === 0 ? { status: 200, body } : { status: 207, body: { ...body, ...missing(gone) } }
    }
    if (id === '' && asked.method === 'GET') return listed(asked, [...all(type).values()], wanted)
    const stored = all(type).get(id)
    if (stored === undefined) return error(404, 'resource not found', 'OBJECT_NOT_FOUND')
    if (asked.method === 'GET') return { status: 200, body: told(stored, wanted) }
    if (asked.method !== 'PATCH') return { status: 405 }
    const given = asked.body.properties as Record<string, string>
    const refused = refusals(given, [...known, ...BUILT_IN])
    if (refused.length > 0) {
      return error(400, `Property values were not valid: ${JSON.stringify(refused)}`, 'VALIDATION_ERROR')
    }
    stored.properties = { ...stored.properties, ...given }
    stored.updatedAt = Date.now()
    patches.push({ type, id, properties: given })
    return { status: 200, body: told(stored, Object.keys(given)) }
  }

  const listed = (asked: Asked, rows: Stored[], wanted: string[]): Reply => {
    const limit = Number(asked.query.get('limit') ?? 10)
    const after = Number(asked.query.get('after') ?? 0)
    const next = after + limit < rows.length ? { paging: { next: { after: String(after + limit), link: '' } } } : {}
    return {
      status: 200,
      body: { results: rows.slice(after, after + limit).map((one) => told(one, wanted)), ...next },
    }
  }

  const searched = (asked: Asked, rows: Stored[], wanted: string[]): Reply => {
    const { filterGroups = [], sorts = [], limit = 10, after = '0' } = asked.body
    if (limit > 200) return error(400, 'limit must be at most 200', 'VALIDATION_ERROR')
    if (Number(after) + limit > 10_000) {
      return error(400, 'paging has a maximum of 10000 results', 'VALIDATION_ERROR')
    }
    const value = (one: Stored, name: string) =>
      name === 'hs_object_id' ? Number(one.id) : /modified/.test(name) ? one.updatedAt : Number(one.properties[name])
    const compare: Record<string, (a: number, b: number) => boolean> = {
      GT: (a, b) => a > b,
      GTE: (a, b) => a >= b,
      EQ: (a, b) => a === b,
    }
    const found = rows
      .filter((one) =>
        filterGroups.some((group: { filters: { propertyName: string; operator: string; value: string }[] }) =>
          group.filters.every((f) => compare[f.operator]?.(value(one, f.propertyName), Number(f.value))),
        ),
      )
      .toSorted((a, b) => value(a, String(sorts[0])) - value(b, String(sorts[0])))
    const page = found.slice(Number(after), Number(after) + limit)
    const next = Number(after) + limit
    return {
      status: 200,
      body: {
        total: found.length,
        results: page.map((one) => told(one, wanted)),
        ...(next < found.length ? { paging: { next: { after: String(next) } } } : {}),
      },
    }
  }

  const server = await createStandIn(answer)
  return Object.assign(server, {
    patches,
    put(type: string, id: string, properties: Record<string, string | null>, at = new Date()) {
      all(type).set(id, {
        id,
        properties: { ...all(type).get(id)?.properties, ...properties },
        updatedAt: at.getTime(),
      })
    },
    get: (type: string, id: string) => all(type).get(id)?.properties,
  })
}

const stamps = { startedAt: '2026-01-01T00:00:00.000Z', completedAt: '2026-01-01T00:00:00.100Z' }

const error = (status: number, message: string, category: string): Reply => ({
  status,
  body: { status: 'error', message, correlationId, category },
})

const unauthorized = error(
  401,
  'Authentication credentials not found. This API supports OAuth 2.0 authentication.',
  'INVALID_AUTHENTICATION',
)

const missing = (ids: readonly string[]) => ({
  numErrors: 1,
  errors: [
    {
      status: 'error',
      category: 'OBJECT_NOT_FOUND',
      message: 'Could not get some objects, they may be deleted or not exist.',
      context: { ids },
    },
  ],
})

function refusals(given: Record<string, string>, known: readonly string[]) {
  return Object.entries(given).flatMap(([name, value]) => {
    const told = (code: string, message: string) => [
      { isValid: false, message, error: code, name, localizedErrorMessage: message, portalId: 62515 },
    ]
    if (!known.includes(name)) return told('PROPERTY_DOESNT_EXIST', `Property "${name}" does not exist`)
    if (NUMBERS.has(name) && Number.isNaN(Number(value)))
      return told('INVALID_FLOAT', `${value} was not a valid number.`)
    return []
  })
}
