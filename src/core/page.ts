/** Pagination by `page` and `size`, with the `meta` and `links` of the response envelope (decisions, section 1). */
import { z } from 'zod'
import { RawJson } from './json.ts'
import type { Wire } from './operation.ts'
import { queryInteger } from './wire.ts'

/** Maximum page number: larger than any list, and small enough for an exact offset. */
const LAST_PAGE = 1_000_000_000

export const pageFields = (size: { default: number; max: number }) => ({
  page: queryInteger({ min: 1, max: LAST_PAGE }).describe('Page number, starting at 1. Defaults to 1. Example: `2`.'),
  size: queryInteger({ min: 1, max: size.max, default: size.default }).describe(
    `Maximum number of results per page, 1 to ${size.max}. Defaults to ${size.default}. Example: \`${Math.min(10, size.max)}\`.`,
  ),
})

export const metaSchema = z
  .object({
    pageCount: z.int().describe('Number of pages at this page size; 0 if there are no results.'),
    totalRecords: z.int().describe('Number of results on all pages.'),
    pageNumber: z.int().describe('Number of this page, starting at 1.'),
    pageSize: z.int().describe('Maximum number of results per page.'),
    nextCursor: z
      .string()
      .nullable()
      .optional()
      .describe('`cursor` of the next page, null on the last page. Only in responses to requests with `cursor`.'),
  })
  .describe('Position of the page and number of results.')

export const linksSchema = z
  .object({
    self: z.string().describe('URL of this page, with all query parameters of the request.'),
    related: z.string().describe('URL of the next page. On the last page, the URL of this page.'),
  })
  .describe('Links to this page and to the next one.')

export function pageMeta(page: number, size: number, total: number): z.infer<typeof metaSchema> {
  return { pageCount: Math.ceil(total / size), totalRecords: total, pageNumber: page, pageSize: size }
}

/**
 * Links to this page (`self`) and to the next one (`related`; the same page if it is the last). Both keep all query
 * parameters. Links of a page that was read by cursor have cursors.
 */
export function pageLinks(wire: Wire, meta: z.infer<typeof metaSchema>): z.infer<typeof linksSchema> {
  if (meta.nextCursor !== undefined) {
    const cursor = [wire.query.cursor ?? ''].flat().at(-1) ?? ''
    return { self: linkTo(wire, 'cursor', cursor), related: linkTo(wire, 'cursor', meta.nextCursor ?? cursor) }
  }
  const next = meta.pageNumber < meta.pageCount ? meta.pageNumber + 1 : meta.pageNumber
  return { self: linkTo(wire, 'page', meta.pageNumber), related: linkTo(wire, 'page', next) }
}

/** Links of a list that pages by `offset` and `limit`. */
export function offsetLinks(wire: Wire, at: { offset: number; limit: number; total: number }) {
  const next = at.offset + at.limit < at.total ? at.offset + at.limit : at.offset
  return { self: linkTo(wire, 'offset', at.offset), related: linkTo(wire, 'offset', next) }
}

function linkTo(wire: Wire, parameter: string, place: number | string): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(wire.query)) {
    if (name === parameter || value === undefined) continue
    for (const one of typeof value === 'string' ? [value] : value) query.append(name, one)
  }
  query.set(parameter, String(place))
  return `${wire.baseUrl}${wire.path}?${query}`
}

/** Envelope of a single resource, `{data: …}`, for `rest`. */
export function inData<T extends z.ZodType>(thing: T) {
  return { present: (data: z.output<T>) => ({ data }), answer: z.object({ data: describeResource(thing) }) }
}

/** Resource with a description, unless it has one or is a named schema. */
function describeResource<T extends z.ZodType>(thing: T): T {
  const { id, description } = z.globalRegistry.get(thing) ?? {}
  return id === undefined && description === undefined ? thing.describe('Resource that the request returns.') : thing
}

const pageData = <T extends z.ZodType>(thing: T) =>
  z.array(thing).describe('Records of the page, in the order of the list.')

/** Output schema of a list operation: the records of one page, with the page position in `meta`. */
export const pageSchema = <T extends z.ZodType>(thing: T) => z.object({ data: pageData(thing), meta: metaSchema })

/** Envelope of a page, `{data: […], links, meta}`, for `rest`. */
export function paged<T extends z.ZodType>(thing: T) {
  return {
    present: ({ data, meta }: { data: z.output<T>[]; meta: z.infer<typeof metaSchema> }, wire: Wire) => ({
      data,
      links: pageLinks(wire, meta),
      meta,
    }),
    answer: z.object({ data: pageData(thing), links: linksSchema, meta: metaSchema }),
  }
}

/**
 * Rows of a response, in batches, so that memory use doesn't depend on the page size. Each row is validated against its
 * schema when it is written.
 */
export class Rows<Row> {
  readonly batches: AsyncIterable<readonly Row[]>
  constructor(batches: AsyncIterable<readonly Row[]>) {
    this.batches = batches
  }
}

export function rowsSchema<T extends z.ZodType>(row: T) {
  return z
    .instanceof(Rows)
    .transform((rows) => new Rows<z.output<T>>(checked(rows.batches, row)))
    .meta({ rowSchema: row })
}

async function* checked<T extends z.ZodType>(
  batches: AsyncIterable<readonly unknown[]>,
  row: T,
): AsyncGenerator<z.output<T>[]> {
  for await (const batch of batches) yield batch.map((one) => row.parse(one))
}

/** Schema of a field that is stored as JSON text and returned unparsed. `schema` describes its content. */
export function rawJsonSchema(schema: z.ZodType) {
  return z.instanceof(RawJson).meta({ rowSchema: schema, raw: true })
}
