import type { SamplesOf } from './sample.ts'

export const auditSamples: SamplesOf = () => ({ listAuditEntries: {}, listChanges: {} })
