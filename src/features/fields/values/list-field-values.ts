import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { isVisible } from '../../conversations/records/index.ts'
import { selectValuesPage } from './queries.ts'
import { storedValue } from './schema.ts'
import { serializeStoredValue } from './serialize.ts'

export const listFieldValues = defineOperation({
  id: 'listFieldValues',
  summary: 'List field values of a conversation',
  description:
    'Returns the values with their states and histories, oldest first. The list includes rejected values and values of ' +
    'deleted items.',
  tag: 'Fields',
  input: z.object({ id: pathId('conversation'), ...changedListFields({ default: 50, max: 200 }) }),
  output: pageSchema(storedValue),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/field-values', ...paged(storedValue) },
  async handle({ id, ...input }, { db, org, principal }) {
    if (!(await isVisible(db, org, toVisibility(principal), id))) throw notFound('conversation')
    const { rows, meta } = await selectValuesPage(db, org, id, toWindow(input))
    return { data: rows.map(serializeStoredValue), meta }
  },
})
