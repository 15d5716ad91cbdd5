import type { Caller, World } from '../../src/testing/world.ts'

export interface Sample {
  /** Values for the placeholders of the path. */
  readonly path?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** The path names a thing by words its sender chose: for another organization it is simply another thing. */
  readonly makesItsOwn?: true
  /** Who sends it where the org-level key of acme may not. */
  readonly caller?: Caller
}

/** Operation id → a request that works. */
export type Samples = Readonly<Record<string, Sample>>

export type SamplesOf = (world: World, conversation: string, externalId: string) => Promise<Samples> | Samples
