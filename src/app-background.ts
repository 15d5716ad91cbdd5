/** Background work of the app: jobs, maintenance of the search index, disk space, and backfills at the start. */
import { jobs as knownJobs } from './catalog.ts'
import type { Config } from './core/config.ts'
import type { Store } from './core/db.ts'
import { createLoop } from './core/heartbeat.ts'
import type { JobKind } from './core/job-queue.ts'
import type { JobContext, JobRunner } from './core/jobs.ts'
import type { OrganizationId } from './core/principal.ts'
import type { Metrics } from './core/signals.ts'
import { analyzeWaiting } from './features/analysis/pipeline/index.ts'
import { refreshSummaries, SUMMARY_VERSION } from './features/analysis/summaries/index.ts'
import { indexConversations } from './features/conversations/records/index.ts'
import { resumeTranscriptions } from './features/conversations/transcription/index.ts'
import type { ViewCounter } from './features/library/shared-links/index.ts'
import { wakeWebhooks } from './features/platform/webhooks/index.ts'
import { embedPassages, takeOutWords } from './features/text/passages/index.ts'
import { type BackfillKind, findPendingBackfills } from './outbound/database/startup-backfill.ts'
import type { JobsDatabase } from './outbound/jobs/database.ts'
import { createRunner } from './outbound/jobs/runner.ts'
import { createSearchMaintenance } from './outbound/search-index/maintenance.ts'
import type { Services } from './services.ts'

const DISK_LOOK_MS = 15_000
/** Delay of events of users and teams, at most. */
const WAKE_EVERY_MS = 2_000

const BACKFILL_JOBS: Readonly<Record<BackfillKind, JobKind>> = {
  words: takeOutWords,
  conversations: indexConversations,
  vectors: embedPassages,
  analyses: analyzeWaiting,
  transcripts: resumeTranscriptions,
  summaries: refreshSummaries,
}

interface BackgroundParts {
  readonly services: Services
  readonly queue: JobsDatabase
  /** Store whose transactions wake the runner when they add jobs. */
  readonly store: Store
  readonly metrics: Metrics
  readonly config: Config
  readonly contextFor: (org: OrganizationId) => Omit<JobContext, 'signal'>
  /** Name of the embedding space, undefined without embeddings. Passages without a vector in it are embedded again. */
  readonly model: string | undefined
  /** Whether recordings can be transcribed. */
  readonly transcribes: boolean
  /** Counts of views, which are stored every few seconds. */
  readonly linkViews: Pick<ViewCounter, 'start' | 'stop'>
}

/** @returns a runner that also starts and stops the other background work */
export function createBackgroundWork(parts: BackgroundParts): JobRunner {
  const { services, queue, store, metrics, config, contextFor } = parts
  const { clock, log, disk, heartbeats } = services
  const isEmbedded = config.databaseUrl === undefined
  const maintenance = createSearchMaintenance(services.store, { embedded: isEmbedded, log, heartbeats })
  const runner = createRunner(queue, services.store.owner, {
    jobs: knownJobs,
    contextFor,
    clock,
    log,
    signals: metrics,
    alone: isEmbedded,
    lanes: config.jobLanes,
    heartbeats,
    mayTake: () => !isEmbedded || !disk.isFull(),
  })
  const diskLoop = createLoop(heartbeats, {
    name: 'disk',
    everyMs: DISK_LOOK_MS,
    stallMs: 10 * DISK_LOOK_MS,
    // Not during the start, so that short commands don't write the file.
    turn: async () => (performance.now() > DISK_LOOK_MS ? disk.keepBallast() : undefined),
    failed: (error) => log.warn({ error: error.message }, 'space could not be kept back on the disk'),
  })
  const wakeLoop = createLoop(heartbeats, {
    name: 'webhook wakes',
    everyMs: WAKE_EVERY_MS,
    stallMs: 60 * WAKE_EVERY_MS,
    turn: async () => void (await wakeWebhooks(store, queue.jobs)),
    failed: (error) => log.warn({ error: error.message }, "couldn't queue deliveries of webhooks"),
  })
  /** Adds jobs for data that an older version or another model didn't create. */
  const addBackfills = async () => {
    const pending = await findPendingBackfills(services.store.owner, {
      model: parts.model,
      transcribes: parts.transcribes,
      summaryVersion: SUMMARY_VERSION,
    })
    for (const { organizationId, lacks } of pending) {
      await store.of(organizationId).transact((tx) => queue.jobs.add(tx, organizationId, BACKFILL_JOBS[lacks], {}))
    }
  }
  let backfills: Promise<void> = Promise.resolve()
  return {
    ...runner,
    start() {
      runner.start()
      maintenance.start()
      wakeLoop.start()
      parts.linkViews.start()
      if (services.ownsDatabase) diskLoop.start()
      backfills = addBackfills().catch((error: Error) =>
        log.warn({ error: error.message }, "couldn't determine missing data"),
      )
    },
    async stop() {
      await Promise.all([maintenance.stop(), wakeLoop.stop(), parts.linkViews.stop(), diskLoop.stop(), backfills])
      await runner.stop()
    },
  }
}
