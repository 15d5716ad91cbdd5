/**
 * HubSpot adapter. It uses four requests of the CRM objects API, version 3: list, batch read, search and update. The
 * transport is the same for all CRMs: it checks addresses, limits responses and reports faults by kind.
 */
import { z } from 'zod'
import { type Crm, type CrmAccess, CrmFault, type CrmRecord, type CrmValue } from '../../core/crm.ts'
import type { Json } from '../../core/wire.ts'
import { type CrmAnswer, type CrmSend, faultOfStatus, PUSH_TIMEOUT_MS, parseJson, READ_TIMEOUT_MS } from './send.ts'

type HubSpotAccess = Extract<CrmAccess, { kind: 'hubspot' }>

/** Maximum page size and batch size of HubSpot. */
const PAGE = 200
const BATCH = 100

/** Retry delays of the two rate limits, in milliseconds. Used if a response doesn't contain a delay. */
const BURST_MS = 10_000
const DAILY_MS = 15 * 60_000

/** Gets the property with the time of the last change. Contacts have a different name for it. */
const getModifiedProperty = (code: string) => (code === 'contacts' ? 'lastmodifieddate' : 'hs_lastmodifieddate')

interface HubSpotRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly body?: unknown
}

export function openHubSpot({ url, token }: HubSpotAccess, send: CrmSend): Crm {
  const objects = `${url.replace(/\/+$/, '')}/crm/v3/objects`

  /** Sends a request and parses the JSON of its response. @throws CrmFault */
  async function request(path: string, { method, body }: HubSpotRequest): Promise<unknown> {
    const answer = await send(objects + path, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token.reveal()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      timeoutMs: method === 'PATCH' ? PUSH_TIMEOUT_MS : READ_TIMEOUT_MS,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (answer.status < 200 || answer.status > 299) throw toCrmFault(answer)
    const parsed = parseJson(answer.text)
    // Not an object: for example, an HTML page of a gateway.
    if (typeof parsed !== 'object' || parsed === null) throw new CrmFault('not_understood')
    return parsed
  }

  async function requestRecords(path: string, body: unknown): Promise<CrmRecord[]> {
    const parsed = recordList.safeParse(await request(path, { method: 'POST', body }))
    if (!parsed.success) throw new CrmFault('not_understood')
    return parsed.data.results.map(({ id, properties }) => ({
      id,
      fields: properties as Readonly<Record<string, Json>>,
    }))
  }

  return {
    reads: true,
    async test(codes) {
      for (const code of codes) await request(`/${encodeURIComponent(code)}?limit=1`, { method: 'GET' })
    },
    async records(code, ids, fields) {
      const found: CrmRecord[] = []
      for (let at = 0; at < ids.length; at += BATCH) {
        const inputs = ids.slice(at, at + BATCH).map((id) => ({ id }))
        const body = { inputs, properties: fields, propertiesWithHistory: [] }
        found.push(...(await requestRecords(`/${encodeURIComponent(code)}/batch/read`, body)))
      }
      return found
    },
    async changed(code, { fields, since, after }) {
      // The search continues after the last ID, because HubSpot's own `after` ends at 10,000 records per search.
      const filters = [
        { propertyName: 'hs_object_id', operator: 'GT', value: after ?? '0' },
        ...(since === undefined
          ? []
          : [{ propertyName: getModifiedProperty(code), operator: 'GTE', value: String(since.getTime()) }]),
      ]
      const records = await requestRecords(`/${encodeURIComponent(code)}/search`, {
        filterGroups: [{ filters }],
        sorts: ['hs_object_id'],
        properties: fields,
        limit: PAGE,
      })
      return { records, next: records.length < PAGE ? undefined : records.at(-1)?.id }
    },
    async push({ code, id, values }) {
      const properties = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, formatCrmValue(value)]),
      )
      // URL parsers remove `.` and `..` from a path, also when they are encoded.
      if (id === '.' || id === '..') throw new CrmFault('record_missing')
      const path = `/${encodeURIComponent(code)}/${encodeURIComponent(id)}`
      await request(path, { method: 'PATCH', body: { properties } })
    },
  }
}

const recordList = z.object({
  results: z.array(z.object({ id: z.string(), properties: z.record(z.string(), z.unknown()) })),
})

/** Formats a value as text, as HubSpot requires. Semicolons separate the options of a list. */
const formatCrmValue = (value: CrmValue): string => (typeof value === 'object' ? value.join(';') : String(value))

interface HubSpotError {
  readonly message?: unknown
  readonly policyName?: unknown
  readonly errors?: unknown
}

function toCrmFault(answer: CrmAnswer): CrmFault {
  const error = (parseJson(answer.text) ?? {}) as HubSpotError
  const said = typeof error.message === 'string' ? error.message : answer.text
  const { status, retryAfterMs } = answer
  if (status === 429) {
    const usual = error.policyName === 'DAILY' ? DAILY_MS : BURST_MS
    return new CrmFault('rate_limited', { said, retryAfterMs: retryAfterMs ?? usual })
  }
  // HubSpot returns 477 while it moves an account between data centers.
  if (status === 477) return new CrmFault('server_error', { said, retryAfterMs })
  const { fields, words } = status === 400 ? parseRejectedProperties(said, error.errors) : { fields: [], words: said }
  return fields.length > 0 ? new CrmFault('field', { said: words, fields }) : faultOfStatus({ ...answer, text: said })
}

/**
 * Gets the properties that HubSpot rejected, and the reasons. They are in a JSON list inside the message ("Property
 * values were not valid: [{…}]"), in the context of the errors, or in both.
 */
function parseRejectedProperties(message: string, errors: unknown): { fields: string[]; words: string } {
  const told = parseJson(message.slice(Math.max(message.indexOf('['), 0)))
  const listed = (Array.isArray(told) ? told : []) as readonly ({ name?: unknown; message?: unknown } | null)[]
  const contexts = (Array.isArray(errors) ? errors : []).flatMap((one) => {
    const context = (one as { context?: { propertyName?: unknown } } | null)?.context
    return Array.isArray(context?.propertyName) ? context.propertyName : []
  })
  const names = [...listed.map((one) => one?.name), ...contexts].filter((name) => typeof name === 'string')
  const words = listed.map((one) => one?.message).filter((one) => typeof one === 'string')
  return { fields: [...new Set(names)], words: words.join(' ') || message }
}
