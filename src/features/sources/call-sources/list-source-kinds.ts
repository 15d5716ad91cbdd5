import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { SOURCE_KINDS } from '../source-kinds/index.ts'
import { sourceKind } from './schema.ts'
import { serializeKind } from './serialize.ts'

export const listSourceKinds = defineOperation({
  id: 'listSourceKinds',
  summary: 'List kinds of call sources',
  description:
    'Returns the kinds of sources that can be connected, with their fields and the steps at the vendor. Requires the ' +
    'admin role.',
  tag: 'Sources',
  input: z.object(pageFields({ default: 50, max: 200 })),
  output: pageSchema(sourceKind),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/source-kinds', ...paged(sourceKind) },
  async handle({ page, size }) {
    const shown = SOURCE_KINDS.slice((page - 1) * size, page * size)
    return { data: shown.map(serializeKind), meta: pageMeta(page, size, SOURCE_KINDS.length) }
  },
})
