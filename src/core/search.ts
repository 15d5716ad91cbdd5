/**
 * What can be searched: short passages of longer texts. Features cut their texts and hand the passages over; how they
 * are kept and found is the driver's. Written with the change that causes it, so the index never lags behind.
 */
import type { Writer } from './db.ts'
import type { OrganizationId } from './principal.ts'

export interface Passage {
  /** The headings it stands below, from the outermost to the innermost. */
  readonly headings: readonly string[]
  /** Verbatim from the text. */
  readonly text: string
}

export interface SearchIndex {
  /** What is found of a knowledge base source from now on, in reading order; what was found of it before is gone. */
  putSource(tx: Writer, org: OrganizationId, sourceId: string, passages: readonly Passage[]): Promise<void>
  removeSource(tx: Writer, org: OrganizationId, sourceId: string): Promise<void>
}
