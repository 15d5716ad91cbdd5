import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { uuid } from '../../../core/wire.ts'
import { selectSession } from './queries.ts'
import { type MessageRow, selectMessages } from './queries-messages.ts'
import { message, type SuperAgentMessage, session } from './schema.ts'
import { requireUserId } from './session-owner.ts'
import { toBriefLine } from './text.ts'

/** Maximum length of a tool result in the history, in characters. */
const RESULT_LETTERS = 200
const WITHHELD = '[Left out: it refers to a call that was erased or that you can no longer access.]'

export const getSuperAgentSessionHistory = defineToolOperation({
  id: 'getSuperAgentSessionHistory',
  summary: 'Get the history of a session',
  tag: 'Super agent',
  input: z.object({ session_id: uuid(), ...pageFields({ default: 20, max: 100 }) }),
  output: pageSchema(message).extend({ session }),
  requires: { scope: 'read', level: 'user' },
  async handle({ session_id, page, size }, { db, org, principal }) {
    const found = await selectSession(db, org, requireUserId(principal), session_id)
    if (found === undefined) throw notFound('super agent session', '/session_id')
    const window = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectMessages(db, org, toVisibility(principal), session_id, window)
    return { session: found, data: rows.map(serializeMessage), meta: pageMeta(page, size, total) }
  },
})

function serializeMessage({ role, content, name, state, withheld, created_at }: MessageRow): SuperAgentMessage {
  const words = role === 'tool' ? toBriefLine(content, RESULT_LETTERS) : content
  return { role, text: withheld ? WITHHELD : words, tool: name, outcome: state, at: created_at }
}
