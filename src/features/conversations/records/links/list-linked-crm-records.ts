import { z } from 'zod'
import { notFound } from '../../../../core/errors.ts'
import { defineOperation } from '../../../../core/operation.ts'
import { toVisibility } from '../../../../core/principal.ts'
import { anyJson, pathId } from '../../../../core/wire.ts'
import { crmEntityCode } from '../../crm-records/index.ts'
import { isVisible } from '../queries-clips.ts'
import { selectLinkedRecords } from '../queries-state.ts'

const linked = z
  .object({
    code: crmEntityCode.describe('Type of the record, as the CRM names it.'),
    id: z.string().describe('ID of the record in the CRM.'),
    fields: z
      .record(z.string(), anyJson)
      .nullable()
      .describe("Naming fields of the record, such as name, title and email. Null if the record isn't stored."),
  })
  .meta({ id: 'LinkedCrmRecord' })

export const listLinkedCrmRecords = defineOperation({
  id: 'listLinkedCrmRecords',
  summary: 'List linked CRM records',
  description: 'Returns the CRM records of a conversation in link order, maximum 200.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation') }),
  output: z.object({ data: z.array(linked) }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/linked-crm-records' },
  async handle({ id }, { db, org, principal }) {
    if (!(await isVisible(db, org, toVisibility(principal), id))) throw notFound('conversation')
    const rows = await selectLinkedRecords(db, org, id)
    return { data: rows.map(({ code, id, fields }) => ({ code, id, fields: fields as never })) }
  },
})
