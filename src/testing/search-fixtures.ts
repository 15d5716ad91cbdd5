/** Conversations that hold just these passages, for tests of the search index. */
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { newId } from '../core/clock.ts'
import type { OrganizationId } from '../core/principal.ts'
import type { SearchCriteria, SearchIndex, SpokenPassage, TranscriptLine } from '../core/search.ts'

/** Each `speaker: text`. */
export const linesOf = (...said: readonly string[]): TranscriptLine[] =>
  said.map((line, segment) => {
    const [speaker = '', text = ''] = line.split(': ')
    return { segment, speaker, start: segment * 10, end: segment * 10 + 9.5, text }
  })

export const passagesOf = (...all: readonly (readonly TranscriptLine[])[]): SpokenPassage[] =>
  all.map((lines, position) => ({ position, lines }))

export const NOTHING: SearchCriteria = { terms: [], phrases: [], without: [], speakers: [] }
export const EVERYTHING = { conversations: sql`true` }

/** The row alone, as import makes it; private ones are what tests hide. */
export async function conversationRow(
  app: App,
  org: OrganizationId,
  owner: { readonly userId: string | undefined },
  given: { private?: boolean; startedAt?: string } = {},
): Promise<string> {
  const id = newId()
  await app.store.owner.query(
    `insert into conversations (organization_id, id, title, title_folded, created_at, updated_at, live_started_at,
       owner_id, is_internal, is_empty, transcript_status, private)
     values ($1, $2, 'T', 't', now(), now(), $3, $4, false, false, 'completed', $5)`,
    [org, id, given.startedAt ?? '2026-01-01T00:00:00Z', owner.userId, given.private ?? false],
  )
  return id
}

export async function putFor(
  app: App,
  index: SearchIndex,
  org: OrganizationId,
  id: string,
  passages: readonly SpokenPassage[],
): Promise<void> {
  await app.store.of(org).transact((tx) => index.putConversation(tx, org, id, passages))
}

/** A unit vector; the same numbers make the same one. */
export function unit(...values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1
  return Float32Array.from(values, (value) => value / length)
}
