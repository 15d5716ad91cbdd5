import { z } from 'zod'
import type { Reader } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { RawJson } from '../../core/json.ts'
import { defineOperation } from '../../core/operation.ts'
import { linksSchema, metaSchema, pageFields, pageLinks, pageMeta, Rows, rawJsonOf, rowsOf } from '../../core/page.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { anyJson, queryList, queryString, text } from '../../core/wire.ts'
import { FILTERABLE_VALUE_MAX } from './model.ts'
import { type RecordFilter, type RecordKey, selectFields, selectRecordKeys } from './queries.ts'
import { crmEntityCode, crmRecord } from './schema.ts'

/** Fields fetched together, in bytes; those of a record that is larger come alone. */
const BATCH_BYTES = 4 * 1024 * 1024

const input = z.object({
  ...pageFields({ default: 50, max: 200 }),
  code: crmEntityCode.optional().describe('Records of this entity.'),
  text: queryString(100)
    .optional()
    .describe(
      'The id, or one of the fields that people know a record by (name, address, title …), holds this, in any case.',
    ),
  field: queryString(100).optional().describe('The field to match; needs value.'),
  value: queryList(text({ max: FILTERABLE_VALUE_MAX }), { max: 10 }).describe(
    'Exact values of the field, one of which must match.',
  ),
})

const row = crmRecord.extend({ fields: rawJsonOf(z.record(z.string(), anyJson)) })
const data = rowsOf(row)

export const listCrmRecords = defineOperation({
  id: 'listCrmRecords',
  summary: 'List CRM records, all or those of one entity or with one value in a field.',
  description: 'By entity, then id.',
  tag: 'CRM',
  input,
  output: z.object({ data, meta: metaSchema }),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/crm-records',
    present: (output, wire) => ({ data: output.data, links: pageLinks(wire, output.meta), meta: output.meta }),
    answer: z.object({ data, links: linksSchema, meta: metaSchema }),
  },
  async handle(given, ctx) {
    const { page, size } = given
    const window = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectRecordKeys(ctx.db, ctx.org, filterOf(given), window)
    return { data: new Rows(inBatches(ctx.db, ctx.org, rows)), meta: pageMeta(page, size, total) }
  },
})

/** @throws AppError `validation_failed`: a field without a value, or a value without a field */
function filterOf({ code, text: wanted, field, value }: z.output<typeof input>): RecordFilter {
  const name = field || undefined
  if (name !== undefined && value === undefined) {
    throw invalid({ pointer: '/query/value', detail: 'A field needs a value to match.' })
  }
  if (value !== undefined && name === undefined) {
    throw invalid({ pointer: '/query/field', detail: 'A value needs the field it is to match.' })
  }
  return {
    code,
    text: wanted?.trim() || undefined,
    field: name === undefined || value === undefined ? undefined : { name, values: value },
  }
}

async function* inBatches(
  db: Reader,
  org: OrganizationId,
  keys: readonly RecordKey[],
): AsyncGenerator<z.input<typeof row>[]> {
  for (const batch of batches(keys)) {
    const rows = await selectFields(db, org, batch)
    yield rows.map((record) => ({
      code: record.code as z.input<typeof crmEntityCode>,
      id: record.id,
      fields: new RawJson(record.fields),
      updatedAt: record.updated_at,
    }))
  }
}

function* batches(keys: readonly RecordKey[]): Generator<RecordKey[]> {
  let batch: RecordKey[] = []
  let bytes = 0
  for (const key of keys) {
    if (batch.length > 0 && bytes + key.bytes > BATCH_BYTES) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(key)
    bytes += key.bytes
  }
  if (batch.length > 0) yield batch
}
