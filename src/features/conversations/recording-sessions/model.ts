/** Pure rules of recording sessions. */
import type { z } from 'zod'
import { conflict } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { PartRow, SessionRow } from './queries.ts'
import type { recordingSession } from './schema.ts'

/** Name of the application of recorded conversations. With the ID of the session, it identifies them. */
export const RECORDER = 'Parley recorder'

/** Key of a part in the file store. */
export const toPartKey = (org: OrganizationId, fileId: string): string => `${org}/recording-parts/${fileId}`

export const serializeSession = (row: SessionRow): z.input<typeof recordingSession> => {
  const createdAt = new Date(row.created_at).toISOString()
  return {
    id: row.id,
    title: row.title,
    sources: row.sources,
    consent: { confirmedBy: row.user_id, confirmedAt: createdAt, statement: row.statement },
    takes: row.takes,
    createdAt,
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

/**
 * Groups parts by take.
 * @param parts in order
 * @throws AppError `recording_empty` without parts, `parts_missing` if one is missing
 */
export function groupTakes(parts: readonly PartRow[]): PartRow[][] {
  if (parts.length === 0) {
    throw conflict('recording_empty', 'The recording has no parts. Send parts before you finish it, or delete it.')
  }
  const takes: PartRow[][] = []
  for (const row of parts) {
    const isNext = row.part === 0
    const [take, part] = isNext ? [takes.length, 0] : [takes.length - 1, takes.at(-1)?.length ?? 0]
    if (row.take !== take || row.part !== part) {
      throw conflict('parts_missing', `Part ${part} of take ${take} is missing. Send it, then finish the recording.`)
    }
    if (isNext) takes.push([row])
    else takes.at(-1)?.push(row)
  }
  return takes
}
