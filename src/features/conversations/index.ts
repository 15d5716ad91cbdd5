/**
 * Conversations: recorded calls, how they are imported, and what people add to them.
 *
 * `records` imports, lists, changes and erases conversations. A conversation has a transcript, a recording with its
 * transcription, labels, links to CRM records and opportunities, and legal holds.
 */
export * as changes from './changes/index.ts'
export * as crmRecords from './crm-records/index.ts'
export * as exports from './exports/index.ts'
export * as labels from './labels/index.ts'
export * as legalHolds from './legal-holds/index.ts'
export * as media from './media/index.ts'
export * as opportunities from './opportunities/index.ts'
export * as rearrangements from './rearrangements/index.ts'
export * as recordingSessions from './recording-sessions/index.ts'
export * as recordings from './recordings/index.ts'
export * as records from './records/index.ts'
export * as savedViews from './saved-views/index.ts'
export * as transcriptLines from './transcript-lines/index.ts'
export * as transcriptVersions from './transcript-versions/index.ts'
export * as transcription from './transcription/index.ts'
