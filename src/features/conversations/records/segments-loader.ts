/**
 * Loads the segments of conversations that are read one after the other. One statement loads several transcripts, and
 * their bytes are limited, because a transcript can have 30 MiB.
 */
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { SegmentsInput } from '../../text/transcripts/index.ts'
import { selectSegmentsInputs } from './queries-clips.ts'

/** Bytes of JSON that are loaded together. Forty transcripts of usual calls fit. A longer transcript is loaded alone. */
export const SEGMENTS_BYTES_MAX = 4 * 1024 * 1024

export interface SegmentsLoader {
  /** Returns the segments of the current transcript, and loads the following conversations with them if they fit. */
  load(id: string): Promise<SegmentsInput>
}

/**
 * @param ids conversations in the order in which they are read, possibly repeated
 * @param bytesMax other limit, for tests
 */
export function createSegmentsLoader(
  db: Reader,
  org: OrganizationId,
  ids: readonly string[],
  bytesMax = SEGMENTS_BYTES_MAX,
): SegmentsLoader {
  const order = [...new Set(ids)]
  /** Only the last ones that were loaded, so that the memory has a limit. */
  let loaded: Promise<ReadonlyMap<string, SegmentsInput>> = Promise.resolve(new Map())
  return {
    async load(id) {
      const known = (await loaded).get(id)
      if (known !== undefined) return known
      const place = order.indexOf(id)
      loaded = selectSegmentsInputs(db, org, place < 0 ? [id] : order.slice(place), bytesMax)
      return (await loaded).get(id) ?? []
    },
  }
}
