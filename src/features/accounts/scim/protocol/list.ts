/** List requests and responses (RFC 7644, sections 3.4.2 to 3.4.2.4). */
import { z } from 'zod'
import { fold } from '../../../../core/fold.ts'
import { queryInteger } from '../../../../core/wire.ts'
import { attributeNamed, attributesAt, type Doc, isObject, locate, type ResourceType, valueIn } from './attributes.ts'
import { parseFilter, type ScimFilter } from './filter.ts'
import { matcher } from './match.ts'
import { projectionFields } from './project.ts'
import { tooMany } from './refusals.ts'

export const PAGE_MAX = 500
export const PAGE_DEFAULT = 100
const ANY = 999_999_999
/** Maximum number of resources to scan per request if the database can't filter. */
const SCAN_MAX = 100_000

const last = z
  .union([z.string(), z.array(z.string())], { error: 'The parameter must be text.' })
  .transform((value) => (typeof value === 'string' ? value : (value.at(-1) ?? '')))

export const sortOrder = last
  .transform((value) => value.toLowerCase())
  .pipe(z.enum(['ascending', 'descending']))
  .meta({ type: 'string', enum: ['ascending', 'descending'], default: 'ascending' })

export const filterField = last
  .transform((value) => (value.trim() === '' ? undefined : value))
  .optional()
  .meta({
    type: 'string',
    description:
      'Filter expression (RFC 7644, section 3.4.2.2). Defaults to no filter. Example: `userName eq "ann@acme.com"`.',
  })

/** Too small and too large values have a meaning (RFC 7644, section 3.4.2.4), so they aren't rejected. */
export const clampStart = (value: number): number => Math.max(1, value)
export const clampCount = (value: number): number => Math.min(PAGE_MAX, Math.max(0, value))

export const listFields = {
  filter: filterField,
  startIndex: queryInteger({ min: -ANY, max: ANY, default: 1 }).transform(clampStart).meta({
    type: 'integer',
    default: 1,
    description: 'Position of the first resource, from 1. Smaller values mean 1. Defaults to 1. Example: `101`.',
  }),
  count: queryInteger({ min: -ANY, max: ANY, default: PAGE_DEFAULT })
    .transform(clampCount)
    .meta({
      type: 'integer',
      default: PAGE_DEFAULT,
      description: `Maximum number of resources, up to ${PAGE_MAX}. 0 or less returns only the total. Defaults to ${PAGE_DEFAULT}. Example: \`50\`.`,
    }),
  sortBy: last
    .optional()
    .meta({ type: 'string', description: 'Attribute to sort by. Defaults to `id`. Example: `userName`.' }),
  sortOrder: sortOrder.optional().describe('Sort direction: `ascending` or `descending`. Defaults to `ascending`.'),
  ...projectionFields,
}

const query = z.object(listFields)
export type ListQuery = z.output<typeof query>

/** Source of the resources of a list. Documents from `scan` only need the attributes that filter and sorting use. */
export interface ScimSource {
  /** Resources in ID order from an offset, and the total count. */
  page(window: { offset: number; limit: number }): Promise<{ total: number; docs: readonly Doc[] }>
  /** Resources in ID order, in batches: all, or at least those that can match the filter. */
  scan(filter: ScimFilter | undefined): AsyncIterable<readonly Doc[]>
  /** Resources in any order. Omits resources that no longer exist. */
  byIds(ids: readonly string[]): Promise<readonly Doc[]>
}

export interface ScimPage {
  readonly total: number
  readonly startIndex: number
  readonly docs: readonly Doc[]
}

export async function listFrom(source: ScimSource, asked: ListQuery, type: ResourceType): Promise<ScimPage> {
  const { startIndex, count } = asked
  const offset = startIndex - 1
  const filter = asked.filter === undefined ? undefined : parseFilter(asked.filter)
  if (filter === undefined && asked.sortBy === undefined) {
    return { startIndex, ...(await source.page({ offset, limit: count })) }
  }
  const found = await matching(source, filter, asked.sortBy, type)
  found.sort(compareEntries(asked.sortOrder === 'descending'))
  const ids = found.slice(offset, offset + count).map(({ id }) => id)
  const byId = new Map((ids.length === 0 ? [] : await source.byIds(ids)).map((doc) => [String(doc.id), doc]))
  const docs = ids.map((id) => byId.get(id)).filter((doc) => doc !== undefined)
  return { startIndex, total: found.length, docs }
}

interface Entry {
  readonly id: string
  readonly key: string | undefined
}

async function matching(
  source: ScimSource,
  filter: ScimFilter | undefined,
  sortBy: string | undefined,
  type: ResourceType,
): Promise<Entry[]> {
  const holds = filter === undefined ? () => true : matcher(filter, type)
  const keyFor = sortBy === undefined ? () => undefined : sortKey(sortBy, type)
  const found: Entry[] = []
  let seen = 0
  for await (const batch of source.scan(filter)) {
    seen += batch.length
    if (seen > SCAN_MAX)
      throw tooMany('The filter would scan too many resources. Filter by `id`, `userName` or `externalId`.')
    for (const doc of batch) if (holds(doc)) found.push({ id: String(doc.id), key: keyFor(doc) })
  }
  return found
}

/** Sort key (RFC 7644, section 3.4.2.3): the primary value, else the first value. Ignores case in text. */
function sortKey(path: string, type: ResourceType): (doc: Doc) => string | undefined {
  const location = locate(path, type)
  const { extension, attribute = '', sub } = location
  const known = attributeNamed(attributesAt(location, type) ?? [], attribute)
  const leaf = known?.subAttributes === undefined ? known : attributeNamed(known.subAttributes, sub ?? 'value')
  return (doc) => {
    const home = extension === undefined ? doc : valueIn(doc, extension)
    const value = isObject(home) ? valueIn(home, attribute) : undefined
    const entries = Array.isArray(value) ? value : [value ?? null]
    const chosen = entries.find((entry) => isObject(entry) && entry.primary === true) ?? entries[0] ?? null
    const content = isObject(chosen) ? (valueIn(chosen, sub ?? 'value') ?? null) : chosen
    if (content === null || typeof content === 'object') return undefined
    return leaf?.caseExact ? String(content) : fold(String(content))
  }
}

/**
 * Resources without a value are last, or first in descending order. Ties are sorted by ID, so that pages don't repeat
 * resources.
 */
function compareEntries(descending: boolean) {
  const direction = descending ? -1 : 1
  return (a: Entry, b: Entry): number => {
    if (a.key === b.key) return a.id < b.id ? -1 : 1
    if (a.key === undefined) return direction
    if (b.key === undefined) return -direction
    return a.key < b.key ? -direction : direction
  }
}

export const listAnswer = (resource: z.ZodType) =>
  z.object({
    schemas: z.array(z.string()).describe('URN of the SCIM list response.'),
    totalResults: z.int().describe('Number of all resources that match.'),
    startIndex: z.int().describe('Position of the first returned resource, from 1.'),
    itemsPerPage: z.int().describe('Number of returned resources.'),
    Resources: z.array(resource).describe('Returned page of resources.'),
  })

/** List response (RFC 7644, section 3.4.2). */
export const presentList = ({ total, startIndex, docs }: ScimPage) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: docs.length,
  Resources: docs,
})
