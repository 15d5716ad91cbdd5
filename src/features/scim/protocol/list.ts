/** Lists (RFC 7644, sections 3.4.2 to 3.4.2.4): what is asked of one, and what it answers. */
import { z } from 'zod'
import { fold } from '../../../core/fold.ts'
import { queryInteger } from '../../../core/wire.ts'
import { attributeNamed, attributesAt, type Doc, isObject, locate, type ResourceType, valueIn } from './attributes.ts'
import { type Filter, parseFilter } from './filter.ts'
import { matcher } from './match.ts'
import { projectionFields } from './project.ts'
import { tooMany } from './refusals.ts'

export const PAGE_MAX = 500
const PAGE_DEFAULT = 100
const ANY = 999_999_999
/** What is looked through for one request, when the database cannot choose. */
const SCAN_MAX = 100_000

const last = z
  .union([z.string(), z.array(z.string())], { error: 'This must be text.' })
  .transform((value) => (typeof value === 'string' ? value : (value.at(-1) ?? '')))

const sortOrder = last
  .transform((value) => value.toLowerCase())
  .pipe(z.enum(['ascending', 'descending']))
  .meta({ type: 'string', enum: ['ascending', 'descending'], default: 'ascending' })

export const filterField = last
  .transform((value) => (value.trim() === '' ? undefined : value))
  .optional()
  .meta({ type: 'string', description: 'RFC 7644, section 3.4.2.2: `userName eq "ann@acme.com"`.' })

export const listFields = {
  filter: filterField,
  startIndex: queryInteger({ min: -ANY, max: ANY, default: 1 })
    .transform((value) => Math.max(1, value))
    .meta({ type: 'integer', default: 1, description: 'Place of the first resource, from 1; less is 1.' }),
  count: queryInteger({ min: -ANY, max: ANY, default: PAGE_DEFAULT })
    .transform((value) => Math.min(PAGE_MAX, Math.max(0, value)))
    .meta({
      type: 'integer',
      default: PAGE_DEFAULT,
      description: `How many resources at most, up to ${PAGE_MAX}; 0 or less tells the total alone.`,
    }),
  sortBy: last.optional().meta({ type: 'string', description: 'The attribute to sort by; by id when there is none.' }),
  sortOrder: sortOrder.optional().describe('Which way to sort.'),
  ...projectionFields,
}

const query = z.object(listFields)
export type ListQuery = z.output<typeof query>

/** How a list gets at its resources. The documents of `scan` need only hold what filter and order look at. */
export interface Source {
  /** By id, from an offset, and how many there are in all. */
  page(window: { offset: number; limit: number }): Promise<{ total: number; docs: readonly Doc[] }>
  /** By id, in batches: all, or at least those that the filter may match. */
  scan(filter: Filter | undefined): AsyncIterable<readonly Doc[]>
  /** In any order; those that are gone meanwhile are left out. */
  byIds(ids: readonly string[]): Promise<readonly Doc[]>
}

export interface Page {
  readonly total: number
  readonly startIndex: number
  readonly docs: readonly Doc[]
}

export async function listFrom(source: Source, asked: ListQuery, type: ResourceType): Promise<Page> {
  const { startIndex, count } = asked
  const offset = startIndex - 1
  const filter = asked.filter === undefined ? undefined : parseFilter(asked.filter)
  if (filter === undefined && asked.sortBy === undefined) {
    return { startIndex, ...(await source.page({ offset, limit: count })) }
  }
  const found = await matching(source, filter, asked.sortBy, type)
  found.sort(orderOf(asked.sortOrder === 'descending'))
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
  source: Source,
  filter: Filter | undefined,
  sortBy: string | undefined,
  type: ResourceType,
): Promise<Entry[]> {
  const holds = filter === undefined ? () => true : matcher(filter, type)
  const keyFor = sortBy === undefined ? () => undefined : sortKey(sortBy, type)
  const found: Entry[] = []
  let seen = 0
  for await (const batch of source.scan(filter)) {
    seen += batch.length
    if (seen > SCAN_MAX) throw tooMany('This would look through too many resources: filter by an id or a name.')
    for (const doc of batch) if (holds(doc)) found.push({ id: String(doc.id), key: keyFor(doc) })
  }
  return found
}

/** RFC 7644, section 3.4.2.3: of several values the primary one, else the first; text without regard to case. */
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

/** What has no value stands last, or first when descending. Equal ones stand by id, so that pages repeat nothing. */
function orderOf(descending: boolean) {
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
    schemas: z.array(z.string()),
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(resource),
  })

/** RFC 7644, section 3.4.2. */
export const presentList = ({ total, startIndex, docs }: Page) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: docs.length,
  Resources: docs,
})
