/** Workers are killed in the middle of what they do, again and again, and others go on. */

import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startReceiver } from '../src/testing/receiver.ts'
import { readConversations } from './conversations.ts'
import { createDatabase, dropDatabase } from './database.ts'
import {
  analyzedOnce,
  Door,
  type Given,
  Judge,
  noteSteps,
  openAnalyses,
  type Row,
  secondsSince,
  until,
  untold,
} from './faults-door.ts'
import { breaches } from './kill-laws.ts'
import { Random } from './kill-random.ts'
import { type Place, withSql } from './kill-service.ts'
import type { Program } from './processes.ts'
import { short, tell } from './report.ts'
import { startServiceAt, startWorkerAt } from './service.ts'

const NAME = `parley_faults_workers_${process.pid}`
const WORKERS = 2
/** The longest that a worker lives, once it works. */
const LIFE_MS = 2_500
/** What a killed worker was at is taken up again after a minute without a sign of life. */
const PATIENCE_SECONDS = 1_800

export async function workerFaults({ server = '', kills, conversations }: Given): Promise<Row[]> {
  const databaseUrl = await createDatabase(server, NAME)
  const receiver = await startReceiver()
  let judge: Judge | undefined
  const settings = { ALLOWED_PRIVATE_TARGETS: '127.0.0.1' }
  const place = { dataDir: mkdtempSync(join(tmpdir(), 'parley-faults-')), databaseUrl, settings }
  const service = await startServiceAt(place, '--no-worker')
  const random = new Random(1)
  const sources = (await readConversations()).map((line) => JSON.parse(line))
  const workers = new Set<Program>()
  let killed = 0
  try {
    const door = new Door(service)
    await noteSteps(place)
    const { data } = await door.done('POST', '/webhooks', { url: `${receiver.url}/hook` })
    judge = new Judge(receiver, data.secret)
    let imported = 0
    const importUpTo = async (count: number) => {
      while (imported < Math.min(count, conversations)) {
        // Taken before anything is waited for: the others count on from here.
        const at = imported++
        const source = sources[(at * 7) % sources.length]
        await door.done('POST', '/conversations/import', { ...source, applicationExternalID: `worker-${at}` })
      }
    }
    const from = performance.now()
    /** One place for a worker: whoever is killed is followed by another one. */
    const succession = async () => {
      while (killed < kills) {
        const worker = await startWorkerAt(place)
        workers.add(worker)
        await pause(random.next() * LIFE_MS)
        if (killed < kills) {
          killed += 1
          process.kill(worker.pid, 'SIGKILL')
          await importUpTo((killed * conversations) / kills)
          if (killed % 20 === 0) tell(`${killed} workers killed, ${imported} conversations imported`)
        }
        await worker.stop()
        workers.delete(worker)
      }
    }
    await importUpTo(10)
    await Promise.all(Array.from({ length: WORKERS }, succession))
    await importUpTo(conversations)
    const seconds = secondsSince(from)
    const before = await openAnalyses(place)
    for (let i = 0; i < WORKERS; i++) workers.add(await startWorkerAt(place))
    const last = performance.now()
    await until('the analysis of everything', PATIENCE_SECONDS, async () => (await openAnalyses(place)) === 0)
    const open = async () =>
      (await door.done('GET', `/webhooks/${data.id}/deliveries?status=pending&size=1`)).meta.totalRecords
    await until('the delivery of everything', PATIENCE_SECONDS, async () => (await open()) === 0)
    const came = judge.end()
    const sql: Place = place
    const broken = [
      ...(await withSql(sql, analyzedOnce)),
      ...(await withSql(sql, breaches)),
      ...(await withSql(sql, (query) => untold(query, came.ids))),
      ...(came.unverified > 0 ? [`${came.unverified} requests are not signed as they must be`] : []),
    ]
    return [
      {
        injected: `worker killed (SIGKILL), ${WORKERS} at a time`,
        times: killed,
        holds:
          'everything is analyzed, no step stored twice, every event told at least once, the laws of the data hold',
        found:
          `${imported} conversations in ${short(seconds)} s of kills, ${before} of them open at the end; all analyzed ` +
          `${short(secondsSince(last))} s later; ${came.ids.size} events in ${came.requests} requests`,
        broken,
      },
    ]
  } finally {
    for (const worker of workers) await worker.stop()
    await service.stop()
    judge?.end()
    await receiver.close()
    await rm(place.dataDir, { recursive: true, force: true })
    await dropDatabase(server, NAME)
  }
}
