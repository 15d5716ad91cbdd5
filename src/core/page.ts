/** Paging: `page` from 1, `size`, the envelope's `meta` and `links` (decisions, section 1). */
import { z } from 'zod'
import { RawJson } from './json.ts'
import type { Wire } from './operation.ts'
import { queryInteger } from './wire.ts'

/** Far beyond any list that fits a database, near enough that an offset stays an exact integer. */
const LAST_PAGE = 1_000_000_000

export const pageFields = (size: { default: number; max: number }) => ({
  page: queryInteger({ min: 1, max: LAST_PAGE }).describe('Page number, from 1.'),
  size: queryInteger({ min: 1, max: size.max, default: size.default }).describe('Items a page.'),
})

export const metaSchema = z.object({
  pageCount: z.int(),
  totalRecords: z.int(),
  pageNumber: z.int(),
  pageSize: z.int(),
})

export const linksSchema = z.object({ self: z.string(), related: z.string() })

export function pageMeta(page: number, size: number, total: number): z.infer<typeof metaSchema> {
  return { pageCount: Math.ceil(total / size), totalRecords: total, pageNumber: page, pageSize: size }
}

/** `self` is this page, `related` the next one, or this one when there is none. Both keep every parameter asked. */
export function pageLinks(wire: Wire, meta: z.infer<typeof metaSchema>): z.infer<typeof linksSchema> {
  const next = meta.pageNumber < meta.pageCount ? meta.pageNumber + 1 : meta.pageNumber
  return { self: linkTo(wire, 'page', meta.pageNumber), related: linkTo(wire, 'page', next) }
}

/** The same for a list that is asked for by the number of entries to skip. */
export function offsetLinks(wire: Wire, at: { offset: number; limit: number; total: number }) {
  const next = at.offset + at.limit < at.total ? at.offset + at.limit : at.offset
  return { self: linkTo(wire, 'offset', at.offset), related: linkTo(wire, 'offset', next) }
}

function linkTo(wire: Wire, parameter: string, place: number): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(wire.query)) {
    if (name === parameter || value === undefined) continue
    for (const one of typeof value === 'string' ? [value] : value) query.append(name, one)
  }
  query.set(parameter, String(place))
  return `${wire.baseUrl}${wire.path}?${query}`
}

/** For `rest`: a single thing in its envelope, `{data: …}`. */
export function inData<T extends z.ZodType>(thing: T) {
  return { present: (data: z.output<T>) => ({ data }), answer: z.object({ data: thing }) }
}

/** For the `output` of a list: a page of things and where it stands. */
export const pageOf = <T extends z.ZodType>(thing: T) => z.object({ data: z.array(thing), meta: metaSchema })

/** For `rest`: the page with its links, `{data: […], links, meta}`. */
export function paged<T extends z.ZodType>(thing: T) {
  return {
    present: ({ data, meta }: { data: z.output<T>[]; meta: z.infer<typeof metaSchema> }, wire: Wire) => ({
      data,
      links: pageLinks(wire, meta),
      meta,
    }),
    answer: z.object({ data: z.array(thing), links: linksSchema, meta: metaSchema }),
  }
}

/**
 * Rows that a list answers with, in batches, so that a page of any size is written out without ever being held whole.
 * Each row is checked against its schema as it passes.
 */
export class Rows<Row> {
  readonly batches: AsyncIterable<readonly Row[]>
  constructor(batches: AsyncIterable<readonly Row[]>) {
    this.batches = batches
  }
}

export function rowsOf<T extends z.ZodType>(row: T) {
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

/** A field whose value is stored as the JSON text that answers carry; `schema` describes it. */
export function rawJsonOf(schema: z.ZodType) {
  return z.instanceof(RawJson).meta({ rowSchema: schema, raw: true })
}
