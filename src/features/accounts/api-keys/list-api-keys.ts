import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibleKeys } from './keys.ts'
import { selectKeys } from './queries.ts'
import { apiKey } from './schema.ts'
import { serializeKey } from './serialize.ts'

export const listApiKeys = defineOperation({
  id: 'listApiKeys',
  summary: 'List API keys',
  description:
    'Returns keys from newest to oldest, revoked and expired ones included, without their tokens. Admins see all ' +
    'keys of the organization, other users their own keys.',
  tag: 'API keys',
  input: z.object(changedListFields({ default: 50, max: 200 })),
  output: pageSchema(apiKey),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/api_keys', ...paged(apiKey) },
  async handle(input, { db, org, principal }) {
    const { rows, meta } = await selectKeys(db, org, toVisibleKeys(principal), toWindow(input))
    return { data: rows.map(serializeKey), meta }
  },
})
