/**
 * Every loop in the background has a heartbeat. A file that uses a timer either has its loop supervised
 * (`core/heartbeat.ts`), or is named here with what its timer belongs to: one request, one job or one call, which end.
 */
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/core/config.ts'
import { createLog } from '../src/core/log.ts'
import { expectEvery } from '../src/testing/expect-every.ts'
import { scratchInstallation } from '../src/testing/scratch-database.ts'
import { isEmbedded } from '../src/testing/test-database.ts'
import { createWordEmbedding } from '../src/testing/word-embedding.ts'

const src = fileURLToPath(new URL('../src', import.meta.url))

const TIMER = /\bsetInterval\(|\bsetTimeout\(|\bsetTimeout as /
const SUPERVISED = /\bcreateLoop\(|\bheartbeats\??\.register\(|\bcreateHeartbeats\(/

/** Timers that end with what they belong to. */
const ENDING: Readonly<Record<string, string>> = {
  'core/health.ts': 'one look at a dependency',
  'core/limit-patience.ts': 'one call of the store of limits',
  'core/migrate.ts': 'one migration that waits for a lock',
  'core/shared-counts.ts': 'counts that wait to be shared; each attempt has a time limit',
  'core/shared-work.ts': 'requests that wait for a round trip',
  'core/turns.ts': 'one request',
  'demo/simulate-activity.ts': 'the demo, once',
  'features/text/passages/embed-passages.job.ts': 'one job',
  'features/accounts/passwords/sign-in.ts': 'one request',
  'features/text/redaction/rules-for-models.ts': 'one call of a model',
  'features/assistant/super-agent/send-super-agent-message.ts': 'one request',
  'features/assistant/super-agent/super-agent-turn.job.ts': 'one job',
  'features/platform/webhook-deliveries/deliver-webhook.job.ts': 'one job',
  'features/sources/source-kinds/folder.ts': 'one look at a folder',
  'features/sources/source-kinds/imap-session.ts': 'one command',
  'cli/move.ts': 'a pause of one command',
  'cli/serve.ts': 'the end of the process',
  'inbound/http/event-stream.ts': 'one request',
  'inbound/http/guard-transfer.ts': 'bodies that arrive',
  'inbound/http/large-bodies.ts': 'one request',
  'inbound/http/pace-refusals.ts': 'one request',
  'inbound/http/idempotency-lease.ts': 'one request',
  'inbound/http/open-requests.ts': 'the end of the process',
  'outbound/workers/isolated-worker.ts': 'one task of a thread',
  'outbound/database/embedded-server.ts': 'the turn of one client, supervised as `database session`',
  'outbound/database/embedded-tidy.ts': 'supervised from the other thread as `database maintenance`',
  'outbound/database/embedded.ts': 'the start of the process',
  'outbound/database/replicas/within-time.ts': 'one statement on a replica',
  'outbound/embeddings/openai.ts': 'one call of a model',
  'outbound/embeddings/thread.ts': 'one task of a thread',
  'outbound/language-model/transport.ts': 'one call of a model',
  'outbound/language-model/running-call.ts': 'one call of a model',
  'outbound/jobs/run-claim.ts': 'one job',
  'outbound/media/cuts.ts': 'one cut of a recording',
  'outbound/media/programs.ts': 'one run of a program',
  'outbound/transcription/folder.ts': 'one recording',
  'outbound/transcription/openai.ts': 'one recording',
}

async function filesWithTimers(): Promise<Map<string, boolean>> {
  const found = new Map<string, boolean>()
  for await (const path of glob('**/*.ts', { cwd: src })) {
    if (/\.test\.ts$|\.browser\.ts$|^testing\//.test(path)) continue
    const text = await readFile(join(src, path), 'utf8')
    if (TIMER.test(text)) found.set(path.replaceAll('\\', '/'), SUPERVISED.test(text))
  }
  return found
}

it('is supervised wherever a timer runs that belongs to nothing that ends', async () => {
  const files = await filesWithTimers()
  expect(files.size).toBeGreaterThan(20)
  const unsupervised = [...files].filter(([path, isSupervised]) => !isSupervised && ENDING[path] === undefined)
  expect(unsupervised.map(([path]) => path)).toEqual([])
  // A name that no longer needs to be here would let the next timer in that file pass.
  expect(Object.keys(ENDING).filter((path) => files.get(path) !== false)).toEqual([])
})

it('is reported by name while the service runs, and by none that has ended', async () => {
  const installation = await scratchInstallation()
  const app = await openApp(readConfig(installation.environment), createLog('silent'), {
    embedding: createWordEmbedding(),
  })
  try {
    app.runner.start()
    const names = () => app.heartbeats.states().map(({ name }) => name)
    const ofDatabase = isEmbedded ? ['database session', 'database maintenance'] : []
    const ofApp = [...ofDatabase, 'language model connection']
    expect(names()).toEqual([...ofApp, 'jobs', 'search maintenance', 'webhook wakes', 'link views', 'disk'])
    expectEvery((await app.health.ready()).loops, ({ state }) => state === 'ok')
    await app.runner.stop()
    expect(names()).toEqual(ofApp)
  } finally {
    await app.close()
    await installation.drop()
  }
})
