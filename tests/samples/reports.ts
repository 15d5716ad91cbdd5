import type { SamplesOf } from './sample.ts'

export const reportSamples: SamplesOf = () => ({ getUsageReport: {} })
