import type { SamplesOf } from './sample.ts'

export const setupSamples: SamplesOf = () => ({ getSetup: {} })
