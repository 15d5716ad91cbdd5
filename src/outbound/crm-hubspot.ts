/**
 * HubSpot, by its own client, of which only the part for CRM objects is loaded. Its requests go out by our transport, so
 * that addresses are judged, answers bounded and faults told by kind before the client sees them.
 */
import {
  BasicApi,
  BatchApi,
  createConfiguration,
  FilterOperatorEnum,
  type RequestContext,
  ResponseContext,
  SearchApi,
  ServerConfiguration,
  type SimplePublicObject,
  wrapHttpLibrary,
} from '@hubspot/api-client/lib/codegen/crm/objects/index.js'
import { z } from 'zod'
import { type Crm, type CrmAccess, CrmFault, type CrmRecord, type CrmValue } from '../core/crm.ts'
import type { Json } from '../core/wire.ts'
import { type CrmAnswer, type CrmSend, faultOfStatus, jsonOf, PUSH_TIMEOUT_MS, READ_TIMEOUT_MS } from './crm-send.ts'

type HubSpotAccess = Extract<CrmAccess, { kind: 'hubspot' }>

/** The most that HubSpot gives at once. */
const PAGE = 200
const BATCH = 100

/** What its two limits take to pass, where an answer does not say. */
const BURST_MS = 10_000
const DAILY_MS = 15 * 60_000

/** Contacts alone have another name for it. */
const modifiedOf = (code: string) => (code === 'contacts' ? 'lastmodifieddate' : 'hs_lastmodifieddate')

export function openHubSpot({ url, token }: HubSpotAccess, send: CrmSend): Crm {
  const configuration = createConfiguration({
    baseServer: new ServerConfiguration(url.replace(/\/+$/, ''), {}),
    authMethods: { oauth2: { accessToken: token.reveal() } },
    httpApi: wrapHttpLibrary({ send: (request) => sent(request, send) }),
  })
  const basic = new BasicApi(configuration)
  const batch = new BatchApi(configuration)
  const search = new SearchApi(configuration)

  return {
    reads: true,
    async test(codes) {
      for (const code of codes) await basic.getPage(code, 1)
    },
    async records(code, ids, fields) {
      const found: CrmRecord[] = []
      for (let at = 0; at < ids.length; at += BATCH) {
        const inputs = ids.slice(at, at + BATCH).map((id) => ({ id }))
        found.push(...recordsOf(await batch.read(code, { inputs, properties: [...fields], propertiesWithHistory: [] })))
      }
      return found
    },
    async changed(code, { fields, since, after }) {
      // By id, and from an id on: paging by `after` ends at 10,000 records of one search.
      const filters = [
        { propertyName: 'hs_object_id', operator: FilterOperatorEnum.Gt, value: after ?? '0' },
        ...(since === undefined
          ? []
          : [{ propertyName: modifiedOf(code), operator: FilterOperatorEnum.Gte, value: String(since.getTime()) }]),
      ]
      const records = recordsOf(
        await search.doSearch(code, {
          filterGroups: [{ filters }],
          sorts: ['hs_object_id'],
          properties: [...fields],
          limit: PAGE,
        }),
      )
      return { records, next: records.length < PAGE ? undefined : records.at(-1)?.id }
    },
    async push({ code, id, values }) {
      const properties = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]))
      await basic.update(code, id, { properties })
    },
  }
}

function recordsOf({ results }: { readonly results: readonly SimplePublicObject[] }): CrmRecord[] {
  return results.map(({ id, properties }) => ({ id, fields: properties as Readonly<Record<string, Json>> }))
}

const listed = z.object({
  results: z.array(z.object({ id: z.string(), properties: z.record(z.string(), z.unknown()) })),
})

/** All values are text to HubSpot; options of a list stand between semicolons. */
const textOf = (value: CrmValue): string => (typeof value === 'object' ? value.join(';') : String(value))

async function sent(request: RequestContext, send: CrmSend): Promise<ResponseContext> {
  const method = request.getHttpMethod() as string as 'GET' | 'POST' | 'PATCH'
  const body = request.getBody()
  const answer = await send(request.getUrl(), {
    method,
    headers: request.getHeaders(),
    timeoutMs: method === 'PATCH' ? PUSH_TIMEOUT_MS : READ_TIMEOUT_MS,
    ...(typeof body === 'string' ? { body } : {}),
  })
  if (answer.status < 200 || answer.status > 299) throw faultOf(answer)
  // A page of a gateway, say, or of whatever else answers there. Its client takes what it gets for what it asked for.
  const told = jsonOf(answer.text)
  const isUnderstood = method === 'POST' ? listed.safeParse(told).success : typeof told === 'object' && told !== null
  if (!isUnderstood) throw new CrmFault('not_understood')
  return new ResponseContext(answer.status, answer.headers, {
    text: async () => answer.text,
    binary: async () => Buffer.from(answer.text),
  })
}

interface HubSpotError {
  readonly message?: unknown
  readonly policyName?: unknown
  readonly errors?: unknown
}

function faultOf(answer: CrmAnswer): CrmFault {
  const error = (jsonOf(answer.text) ?? {}) as HubSpotError
  const said = typeof error.message === 'string' ? error.message : answer.text
  const { status, retryAfterMs } = answer
  if (status === 429) {
    const usual = error.policyName === 'DAILY' ? DAILY_MS : BURST_MS
    return new CrmFault('rate_limited', { said, retryAfterMs: retryAfterMs ?? usual })
  }
  // An account that moves between data centres.
  if (status === 477) return new CrmFault('server_error', { said, retryAfterMs })
  const { fields, words } = status === 400 ? blamed(said, error.errors) : { fields: [], words: said }
  return fields.length > 0 ? new CrmFault('field', { said: words, fields }) : faultOfStatus({ ...answer, text: said })
}

/**
 * The properties that a refusal is about, and what is wrong with them. It tells so in a list inside of its message
 * ("Property values were not valid: [{…}]"), in the context of its errors, or both.
 */
function blamed(message: string, errors: unknown): { fields: string[]; words: string } {
  const told = jsonOf(message.slice(Math.max(message.indexOf('['), 0)))
  const listed = (Array.isArray(told) ? told : []) as readonly ({ name?: unknown; message?: unknown } | null)[]
  const contexts = (Array.isArray(errors) ? errors : []).flatMap((one) => {
    const context = (one as { context?: { propertyName?: unknown } } | null)?.context
    return Array.isArray(context?.propertyName) ? context.propertyName : []
  })
  const names = [...listed.map((one) => one?.name), ...contexts].filter((name) => typeof name === 'string')
  const words = listed.map((one) => one?.message).filter((one) => typeof one === 'string')
  return { fields: [...new Set(names)], words: words.join(' ') || message }
}
