import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { queryInteger, queryList, queryString } from '../../../core/wire.ts'
import { CURSOR_MAX, cursorExpired, printFeedCursor, readFeedCursor, startOfTransaction } from './cursor.ts'
import { type ChangeRow, selectChanges, selectFeedState } from './queries.ts'
import { type ChangeType, change, changeTypes, type FeedChange } from './schema.ts'

export const listChanges = defineOperation({
  id: 'listChanges',
  summary: 'List changes since a cursor',
  description:
    'Returns what was created, changed, archived, restored and erased since a cursor, oldest first, without contents. ' +
    'Without `since`, it returns only the current cursor. Get this cursor first, then list all resources, then ask for ' +
    'changes with it. A change can be returned before its neighbors, but never missed. Changes are stored for 30 days; ' +
    'an older cursor fails with 410 `cursor_expired`. See the guide on synchronization.',
  tag: 'Changes',
  // The order of changes depends on the transactions that run on the primary.
  readsPrimary: true,
  input: z.object({
    since: queryString(CURSOR_MAX)
      .optional()
      .describe('`cursor` from the previous response. Omit it to start from now.'),
    types: queryList(z.enum(changeTypes), { max: changeTypes.length }).describe(
      'Types of resources, separated by commas. Defaults to all. Example: `conversation,user`.',
    ),
    limit: queryInteger({ min: 1, max: 1000, default: 200 }).describe(
      'Maximum number of changes to examine, from 1 to 1000. A page can contain fewer, because hidden ones are left out.',
    ),
  }),
  output: z.object({
    data: z.array(change).describe('Changes after the cursor, oldest first.'),
    meta: z
      .object({
        cursor: z.string().describe('Value of `since` for the next request. Store it after you applied the changes.'),
        hasMore: z.boolean().describe('Whether more changes are stored. If true, send the next request immediately.'),
      })
      .describe('Cursor for the next request.'),
  }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/changes', refusals: [410] },
  async handle({ since, types, limit }, ctx) {
    const from = since === undefined ? undefined : readFeedCursor(since)
    const now = await selectFeedState(ctx.db, ctx.org, from)
    if (now.expired) throw cursorExpired()
    const end = printFeedCursor(startOfTransaction(now.epoch, now.xid))
    if (from === undefined) return { data: [], meta: { cursor: end, hasMore: false } }
    const rows = await selectChanges(ctx.db, ctx.org, toVisibility(ctx.principal), { since: from, types, limit })
    const last = rows.at(-1)
    const isFull = last !== undefined && rows.length === limit
    return {
      data: rows.flatMap(toChange),
      // A cursor at the end moves on with the database, so it doesn't expire where nothing changes.
      meta: { cursor: isFull ? printFeedCursor({ ...last, id: last.entity_id }) : end, hasMore: isFull },
    }
  },
})

/** The change as the caller may know it. Changes of resources that were hidden all the time are left out. */
function toChange({ kind, entity_id: id, change: how, at, visible, was_visible }: ChangeRow): FeedChange[] {
  if (!visible && !was_visible) return []
  return [{ type: kind as ChangeType, id, change: how !== 'erased' && !visible ? 'gone' : how, at }]
}
