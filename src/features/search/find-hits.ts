/** Asks the index for passages of conversations, in what the caller may see of them. */
import type { SpokenHit } from '../../core/search.ts'
import type { permittedConversations } from '../conversations/index.ts'
import { type Asked, type SearchPorts, withoutRuns } from './asked.ts'

/** A condition over `conversations c`. */
export type Permitted = ReturnType<typeof permittedConversations>

/** @param limit of each way, by words and by meaning */
export async function findHits(
  { db, org, search }: SearchPorts,
  { question, wanted }: Asked,
  conversations: Permitted,
  limit: number,
): Promise<readonly SpokenHit[]> {
  const hits = await search.find(db, org, { conversations }, wanted, limit)
  return withoutRuns(hits, question, ({ lines }) => lines.map(({ text }) => text))
}
