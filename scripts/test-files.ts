/** Test files that `npm test`, `npm run test:pgbouncer` and `npm run test:citus` treat separately: paths and globs from the root of the repository. */

/**
 * They take half of the time of all tests: browsers, processes and servers of their own, large bodies, and walks over all
 * pages and operations with each kind of input. `npm test` omits them, and `npm run test:all` doesn't.
 */
export const LONG: readonly string[] = [
  'tests/*-browser.test.ts',
  'tests/command-line*.test.ts',
  'tests/clients/*.test.ts',
  'tests/large-*.test.ts',
  'tests/pages*.test.ts',
  'tests/replica*.test.ts',
  'tests/access-matrix.test.ts',
  'tests/api-examples.test.ts',
  'tests/backup-server.test.ts',
  'tests/derived-data.test.ts',
  'tests/full-disk*.test.ts',
  'tests/fuzz.test.ts',
  'tests/growth.test.ts',
  'tests/languages-pages.test.ts',
  'tests/list-*.test.ts',
  'tests/mail-words.test.ts',
  'tests/model-command.test.ts',
  'tests/oauth-clients.test.ts',
  'tests/occupied-port.test.ts',
  'tests/pgbouncer.test.ts',
  'tests/point-in-time-recovery.test.ts',
  'tests/proxies.test.ts',
  'tests/real-input.test.ts',
  'tests/request-limits.test.ts',
  'tests/request-log.test.ts',
  'tests/sync-example.test.ts',
  'tests/unread-bodies.test.ts',
  'tests/webhooks.test.ts',
  'tests/worker.test.ts',
  'tests/worker-tasks.test.ts',
  'src/demo/fill.test.ts',
  'src/outbound/database/embedded*.test.ts',
  'src/pages/conversation/search-hits.test.ts',
]

/** They start processes on data folders or servers of their own, so a server's address changes nothing for them. */
export const ON_OWN_FOLDERS: readonly string[] = [
  'tests/command-line.test.ts',
  'tests/command-line-backup.test.ts',
  'tests/command-line-demo.test.ts',
  'tests/command-line-limits.test.ts',
  'tests/command-line-sign-in.test.ts',
  'tests/command-line-end.test.ts',
  'tests/command-line-restart.test.ts',
  'tests/command-line-same-file.test.ts',
  'tests/full-disk-postgres.test.ts',
  'tests/model-command.test.ts',
  'tests/occupied-port.test.ts',
  'tests/point-in-time-recovery.test.ts',
  'tests/replicas.test.ts',
  'tests/replica-servers.test.ts',
  'tests/webhooks.test.ts',
  'tests/worker.test.ts',
]

/**
 * They walk through all operations, callers and lists, or test parts before and behind the database: pages, readers of
 * bodies, vendors' answers, log lines, proxies and generated clients. With a server they run on it alone, where they take
 * half of the time. The tests of each operation run on both databases, so a walk finds on a second one what those find too.
 * Entries also match tests that need no database, which run once anyway.
 */
export const ON_ONE_DATABASE: readonly string[] = [
  'tests/fuzz.test.ts',
  'tests/access-matrix.test.ts',
  'tests/derived-data.test.ts',
  'tests/list-filters.test.ts',
  'tests/list-cursors.test.ts',
  'tests/languages-pages.test.ts',
  'src/demo/*.test.ts',
  'tests/api-examples.test.ts',
  'tests/unchanged.test.ts',
  'tests/counts.test.ts',
  'tests/audit.test.ts',
  'tests/idempotency.test.ts',
  'tests/large-transcripts.test.ts',
  'tests/large-bodies.test.ts',
  'tests/large-pages.test.ts',
  'tests/sync-example.test.ts',
  'tests/tools.test.ts',
  'tests/tool-access.test.ts',
  'tests/growth.test.ts',
  'tests/request-log.test.ts',
  'tests/proxies.test.ts',
  'tests/real-input.test.ts',
  'tests/oauth-clients.test.ts',
  'tests/pages*.test.ts',
  'tests/*-browser.test.ts',
  'tests/clients/*.test.ts',
  'src/pages/**/*.test.ts',
  'src/inbound/**/*.test.ts',
  'src/features/sources/source-kinds/*.test.ts',
]

/** Laws, imports, search and background work: what a pooler in transaction mode could break. */
export const BEHIND_POOLER: readonly string[] = [
  'tests/laws.test.ts',
  'tests/tenancy.test.ts',
  'tests/audit.test.ts',
  'tests/idempotency.test.ts',
  'tests/idempotency-long.test.ts',
  'tests/at-once.test.ts',
  'tests/counts.test.ts',
  'src/features/conversations/records/import/import-conversation.test.ts',
  'src/features/conversations/records/import/import-file.test.ts',
  'src/features/conversations/records/import/import-lines.test.ts',
  'src/features/conversations/records/list/list-conversations.test.ts',
  'src/features/conversations/records/transcript/correct-transcript.test.ts',
  'src/outbound/jobs/database.test.ts',
  'src/outbound/jobs/runner.test.ts',
  'src/outbound/rate-limits/limits.test.ts',
  'src/outbound/search-index/find.test.ts',
  'src/outbound/search-index/write.test.ts',
  'src/outbound/search-index/maintenance.test.ts',
]

/** Operations, laws and background work: what a distributed database could break. */
export const ON_CLUSTER: readonly string[] = [
  'src/features/**/*.test.ts',
  'src/outbound/database/distribution/*.test.ts',
  'src/outbound/jobs/*.test.ts',
  'src/outbound/search-index/find.test.ts',
  'src/outbound/search-index/write.test.ts',
  'tests/laws.test.ts',
  'tests/tenancy.test.ts',
  'tests/audit.test.ts',
  'tests/idempotency.test.ts',
  'tests/derived-data.test.ts',
  'tests/access-matrix.test.ts',
  'tests/at-once.test.ts',
  'tests/counts.test.ts',
]
