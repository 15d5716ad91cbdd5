import type { Caller, World } from '../../src/testing/world.ts'
import type { Samples } from '../samples/index.ts'

export interface ToolSample {
  readonly args: Readonly<Record<string, unknown>>
  /** Default: the org-level key of acme, or alice where a user is needed. */
  readonly caller?: Caller
}

/** By name. Tools over an operation whose sample has all their arguments need no line. */
export type ToolSamples = Readonly<Record<string, ToolSample>>
export type ToolSamplesOf = (world: World, samples: Samples, conversation: string) => Promise<ToolSamples> | ToolSamples
