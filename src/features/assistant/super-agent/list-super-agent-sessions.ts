import { z } from 'zod'
import { pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { selectSessions } from './queries.ts'
import { session } from './schema.ts'
import { requireUserId } from './session-owner.ts'

export const listSuperAgentSessions = defineToolOperation({
  id: 'listSuperAgentSessions',
  summary: 'List super agent sessions',
  tag: 'Super agent',
  input: z.object(pageFields({ default: 25, max: 100 })),
  output: pageSchema(session),
  requires: { scope: 'read', level: 'user' },
  async handle({ page, size }, { db, org, principal }) {
    const window = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectSessions(db, org, requireUserId(principal), window)
    return { data: rows, meta: pageMeta(page, size, total) }
  },
})
