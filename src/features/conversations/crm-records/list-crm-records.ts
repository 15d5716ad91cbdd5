import { z } from 'zod'
import type { Reader } from '../../../core/db.ts'
import { invalid } from '../../../core/errors.ts'
import { RawJson } from '../../../core/json.ts'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { linksSchema, metaSchema, pageLinks, Rows, rawJsonSchema, rowsSchema } from '../../../core/page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { anyJson, queryList, queryString, text } from '../../../core/wire.ts'
import { FILTERABLE_VALUE_MAX } from './model.ts'
import { type RecordFilter, type RecordKey, selectFields, selectRecordKeys } from './queries.ts'
import { crmEntityCode, crmRecord } from './schema.ts'

/** Maximum size in bytes of fields loaded together. A larger record is loaded alone. */
const BATCH_BYTES = 4 * 1024 * 1024

const input = z.object({
  ...changedListFields({ default: 50, max: 200 }),
  code: crmEntityCode.optional().describe('Type of CRM record, as the CRM names it. Example: `deals`.'),
  text: queryString(100)
    .optional()
    .describe(
      'Text that the ID or a naming field (name, title, email, domain …) contains, ignoring case. ' +
        'Maximum 100 characters. Example: `acme`.',
    ),
  field: queryString(100)
    .optional()
    .describe('Name of a field that must have one of the values in `value`. Example: `dealstage`.'),
  value: queryList(text({ max: FILTERABLE_VALUE_MAX }), { max: 10 }).describe(
    'Comma-separated values of `field` to match exactly, maximum 10. Requires `field`. Example: `closedwon`.',
  ),
})

const row = crmRecord.extend({
  fields: rawJsonSchema(z.record(z.string(), anyJson).describe('Fields of the record, by name.')),
})
const data = rowsSchema(row).describe('Records of the page, sorted by entity and ID.')

export const listCrmRecords = defineOperation({
  id: 'listCrmRecords',
  summary: 'List CRM records',
  description: 'Returns stored copies of CRM records, sorted by entity and ID.',
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
    const { rows, meta } = await selectRecordKeys(ctx.db, ctx.org, toRecordFilter(given), toWindow(given))
    return { data: new Rows(inBatches(ctx.db, ctx.org, rows)), meta }
  },
})

/** @throws AppError `validation_failed` if only one of field and value is set */
function toRecordFilter({ code, text: wanted, field, value }: z.output<typeof input>): RecordFilter {
  const name = field || undefined
  if (name !== undefined && value === undefined) {
    throw invalid({
      pointer: '/query/value',
      detail: '`value` is required with `field`. Add a value, or omit `field`.',
    })
  }
  if (value !== undefined && name === undefined) {
    throw invalid({
      pointer: '/query/field',
      detail: '`field` is required with `value`. Add a field, or omit `value`.',
    })
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
