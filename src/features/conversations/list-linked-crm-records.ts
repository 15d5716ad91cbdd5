import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { anyJson, pathId } from '../../core/wire.ts'
import { crmEntityCode } from '../crm/index.ts'
import { isVisible } from './queries-clips.ts'
import { selectLinkedRecords } from './queries-standing.ts'

const linked = z
  .object({
    code: crmEntityCode,
    id: z.string(),
    fields: z
      .record(z.string(), anyJson)
      .nullable()
      .describe('Those that people know it by: name, address, title … Null when no such record was handed in.'),
  })
  .meta({ id: 'LinkedCrmRecord' })

export const listLinkedCrmRecords = defineOperation({
  id: 'listLinkedCrmRecords',
  summary: 'List the CRM records that a conversation is linked to, with their names.',
  description: 'In the order in which they were linked; 200 at most.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation') }),
  output: z.object({ data: z.array(linked) }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/linked-crm-records' },
  async handle({ id }, { db, org, principal }) {
    if (!(await isVisible(db, org, visibilityOf(principal), id))) throw notFound('conversation')
    const rows = await selectLinkedRecords(db, org, id)
    return { data: rows.map(({ code, id, fields }) => ({ code, id, fields: fields as never })) }
  },
})
