/** Tool for CRM records. */
import { z } from 'zod'
import type { RawJson } from '../../../core/json.ts'
import { estimateTokens } from '../../../core/language-model.ts'
import { pageSchema } from '../../../core/page.ts'
import { defineTool, defineToolOperation, type Tool } from '../../../core/tool.ts'
import { truncateToTokens } from '../../../core/tool-fit.ts'
import { table } from '../../../core/tool-text.ts'
import { anyJson, type Json, text } from '../../../core/wire.ts'
import { listCrmRecords } from './list-crm-records.ts'
import { FILTERABLE_VALUE_MAX } from './model.ts'

/** Token budget for the records of a page. */
const FIELDS_TOLD = 9_000
const VALUE_TOLD = 200
const VALUES_MAX = 10

const record = z.object({
  code: z.string(),
  id: z.string(),
  fields: z.record(z.string(), anyJson),
  /** Number of fields that didn't fit. */
  fields_left_out: z.int(),
  updated_at: z.string(),
})

const values = z
  .array(text({ min: 1, max: FILTERABLE_VALUE_MAX }))
  .min(1)
  .max(VALUES_MAX)
  .optional()

/**
 * Lists shortened records, which fit into memory. The tool accepts values as a list, while the REST parameter splits
 * them at commas.
 */
const recordsBriefly = defineToolOperation({
  ...listCrmRecords,
  input: listCrmRecords.input.extend({ value: values }),
  output: pageSchema(record),
  async handle(asked, ctx) {
    const { data, meta } = await listCrmRecords.handle(asked, ctx)
    const room = Math.floor(FIELDS_TOLD / Math.max(Math.min(asked.size, meta.totalRecords), 1))
    const records: z.output<typeof record>[] = []
    for await (const batch of data.batches) {
      for (const { code, id, fields, updatedAt } of batch as readonly StoredFields[]) {
        records.push({
          ...{ code, id },
          ...takeFittingFields(fields.toJSON() as Record<string, Json>, room),
          updated_at: updatedAt,
        })
      }
    }
    return { data: records, meta }
  },
})

interface StoredFields {
  readonly code: string
  readonly id: string
  readonly fields: RawJson
  readonly updatedAt: string
}

/** Returns as many fields as fit into the token budget, with shortened values. */
function takeFittingFields(fields: Readonly<Record<string, Json>>, room: number) {
  const told: [string, Json][] = []
  let left = room
  const all = Object.entries(fields).filter(([, value]) => value !== null && value !== '')
  for (const [name, value] of all) {
    const said = briefValue(value)
    left -= estimateTokens(JSON.stringify([name, said]))
    if (left < 0) break
    told.push([name, said])
  }
  return { fields: Object.fromEntries(told), fields_left_out: all.length - told.length }
}

function briefValue(value: Json): Json {
  if (typeof value === 'string') return truncateToTokens(value, VALUE_TOLD)
  const said = JSON.stringify(value)
  return estimateTokens(said) <= VALUE_TOLD ? value : truncateToTokens(said, VALUE_TOLD)
}

const fieldsText = ({ fields, fields_left_out }: z.output<typeof record>) =>
  [
    ...Object.entries(fields).map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
    ...(fields_left_out === 0 ? [] : [`[${fields_left_out} more fields omitted.]`]),
  ].join('; ')

const { code } = listCrmRecords.input.shape

export const tools: readonly Tool[] = [
  defineTool(recordsBriefly, {
    name: 'list_crm_records',
    title: 'List CRM records',
    description:
      'Lists companies, contacts, deals and other CRM records, sorted by entity and ID. Empty fields are omitted ' +
      'and long records are shortened: a smaller limit shows more of each record. Find the calls of a record with ' +
      'search_calls.',
    args: {
      code: code.describe('Type of CRM record. HubSpot names are plural, Salesforce names singular. Example: `deals`.'),
      field: text({ min: 1, max: 100 })
        .optional()
        .describe('Name of a field to filter by. Requires `values`. Example: `dealstage`.'),
      values: values.describe('Values of `field` to match exactly; a record matches if it has any of them.'),
    },
    names: { values: 'value' },
    paged: { max: 100 },
    data: { records: z.array(record.pick({ code: true, id: true, fields: true }).loose()) },
    present: ({ data }) => ({
      text: table(
        ['Entity', 'ID', 'Fields', 'Updated'],
        data.map((one) => [one.code, one.id, fieldsText(one), one.updated_at]),
      ),
      data: { records: data },
    }),
  }),
]
