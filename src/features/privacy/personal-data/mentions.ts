/** Number of rows that contain an email address, by table. */
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { MaskCounts } from '../../text/redaction/index.ts'
import { type PersonalDataColumn, PLACES } from './personal-data-columns.ts'
import { DETAILS } from './queries-conversation.ts'
import { escapeLike } from './queries-people.ts'
import { countHolding } from './queries-places.ts'

/** Tables that an erasure changes with separate code. */
const BY_HAND: readonly PersonalDataColumn[] = [
  { table: 'conversations', key: ['id'], columns: { title: 'words' } },
  {
    table: 'conversation_details',
    key: ['conversation_id'],
    columns: {
      participants: 'json',
      internal_participants: 'json',
      summary: 'words',
      ...Object.fromEntries(DETAILS.map((column) => [column, 'json' as const])),
    },
  },
  { table: 'transcripts', key: ['conversation_id', 'version'], columns: { segments: 'words' } },
  { table: 'knowledge_sources', key: ['id'], columns: { title: 'words', content: 'words' } },
  { table: 'crm_records', key: ['code', 'id'], columns: { fields: 'json' } },
]

export async function countMentions(db: Reader, org: OrganizationId, email: string): Promise<MaskCounts> {
  const words = [escapeLike(email)]
  const counted = await Promise.all(
    [...BY_HAND, ...PLACES].map(async (place) => [place.table, await countHolding(db, org, place, { words })] as const),
  )
  return Object.fromEntries(counted.filter(([, n]) => n > 0))
}
