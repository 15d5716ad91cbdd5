/** What other requests notice of a bulk import that is being embedded, and how quickly that goes. */
import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '../src/core/log.ts'
import { openEmbedding } from '../src/outbound/embeddings/embedding.ts'
import type { Load, Order, Round } from './load.ts'
import { externalId, type FilledSearch, importTalk } from './search-fill.ts'
import { rowsOf } from './search-sql.ts'
import { passageTexts } from './search-text.ts'
import { type Place, startServiceAt } from './service.ts'

const CONNECTIONS = 2
const REQUESTS_MAX = 100_000
/** So that the slowest hundredth is more than one. */
const REQUESTS_MIN = 200
/** How long the service may take until the first vectors are written. */
const BEGIN_MS = 180_000
/** Embedding is timed over this long at least: vectors are written in batches. */
const WINDOW_MS = 20_000
/** What was imported before is analyzed first. */
const BACKGROUND_MINUTES = 10
const LOOK_MS = 1_000
/** Maximum number of passages with which the encoder alone is timed, and the passages for each imported conversation. */
const ALONE_MAX = 256
const ALONE_EACH = 8

export interface WhileEmbedding {
  readonly requests: readonly { readonly what: string; readonly quiet: Round; readonly busy: Round }[]
  /** Passages a second: by the service that answers requests meanwhile, and by the encoder alone. */
  readonly embedded: number
  readonly alone: number
}

export interface WhileEmbeddingOptions {
  readonly questions: readonly string[]
  readonly seconds: number
  /** Name of the vectors of the filled database. The measurement renames it to that of the local model, and back. */
  readonly space: string
  /** Number of imported conversations. Embedding them must take longer than the measurement. */
  readonly imported: number
}

export async function measureWhileEmbedding(
  load: Load,
  { place, organizationId, key, conversations }: FilledSearch,
  { questions, seconds, space, imported }: WhileEmbeddingOptions,
): Promise<WhileEmbedding> {
  const { alone, model } = await encoderAlone(Math.min(ALONE_MAX, ALONE_EACH * imported))
  const local = { ...place, settings: { EMBEDDING_PROVIDER: 'local' } }
  await whileNobodyEmbeds(place, () => rename(place, organizationId, [space, model]))
  const service = await startServiceAt(local)
  try {
    const search = (mode: string) =>
      questions.map((q) => `${service.baseUrl}/search?${new URLSearchParams({ q, mode })}`)
    const kinds: { what: string; urls: string[] }[] = [
      { what: 'GET /v2/conversations/list', urls: [`${service.baseUrl}/conversations/list?size=25`] },
      { what: 'GET /search, lexical', urls: search('lexical') },
      { what: 'GET /search, hybrid, question embedded here', urls: search('hybrid') },
    ]
    const order = (urls: readonly string[], length: number): Order => ({
      ...{ url: urls[0] ?? '', urls, headers: { authorization: key } },
      ...{ connections: CONNECTIONS, seconds: length, requestsMax: REQUESTS_MAX },
    })
    const round = async () => {
      const rounds: Round[] = []
      for (const { urls } of kinds) {
        rounds.push(
          await load.run({ ...order(urls, seconds), requestsMin: Math.min(REQUESTS_MIN, Math.ceil(100 * seconds)) }),
        )
      }
      return rounds
    }
    await untilIdle(place)
    for (const { urls } of kinds) await load.run(order(urls, 1))
    const quiet = await round()
    await importTalk(service, key, conversations, imported)
    const before = await untilMoreVectors(local, organizationId)
    const begun = performance.now()
    const busy = await round()
    await pause(Math.max(0, Math.min(WINDOW_MS, 10_000 * seconds) - (performance.now() - begun)))
    const waiting = await countWaiting(local, organizationId)
    const embedded = ((await countVectors(local, organizationId)) - before) / ((performance.now() - begun) / 1000)
    if (waiting === 0) throw new Error('everything was embedded before the measuring ended: import more')
    return {
      requests: kinds.map(({ what }, index) => ({ what, quiet: quiet[index] as Round, busy: busy[index] as Round })),
      embedded,
      alone,
    }
  } finally {
    await service.stop()
    // As it was, for whoever keeps the database.
    await whileNobodyEmbeds(place, async () => {
      const ids = Array.from({ length: imported }, (_, index) => externalId(conversations + index))
      await rowsOf(place, 'delete from conversations where organization_id = $1 and external_id = any($2)', [
        organizationId,
        ids,
      ])
      await rename(place, organizationId, [model, space])
    })
  }
}

async function untilIdle(place: Place): Promise<void> {
  const until = performance.now() + BACKGROUND_MINUTES * 60_000
  for (;;) {
    await pause(LOOK_MS)
    const [jobs] = await rowsOf<{ due: number }>(
      place,
      `select count(*)::int as due from pgboss.job
       where state < 'completed' and start_after <= now() and name not like '\\_\\_%'`,
    )
    if (jobs?.due === 0) return
    if (performance.now() > until) throw new Error(`background work took longer than ${BACKGROUND_MINUTES} minutes`)
  }
}

/** The embedded database is open while a service is. */
async function whileNobodyEmbeds(place: Place, work: () => Promise<void>): Promise<void> {
  const service = await startServiceAt({ ...place, settings: { EMBEDDING_PROVIDER: 'none' } }, '--no-worker')
  try {
    await work()
  } finally {
    await service.stop()
  }
}

async function rename(place: Place, organizationId: string, [from, to]: readonly [string, string]): Promise<void> {
  await rowsOf(place, 'update vector_spaces set name = $3 where organization_id = $1 and name = $2', [
    organizationId,
    from,
    to,
  ])
}

/** @returns passages a second, and what it is called */
async function encoderAlone(passages: number): Promise<{ alone: number; model: string }> {
  const embedding = await openEmbedding({ provider: 'local' }, createLog('warn'))
  try {
    const texts: string[] = []
    for (const text of passageTexts(Math.ceil(passages / 50))) if (texts.length < passages) texts.push(text)
    await embedding.embed(texts.slice(0, 8), 'passage')
    const begun = performance.now()
    await embedding.embed(texts, 'passage')
    const alone = texts.length / ((performance.now() - begun) / 1000)
    return { alone, model: embedding.model ?? '' }
  } finally {
    await embedding.close()
  }
}

async function numberOf(place: Place, organizationId: string, text: string): Promise<number> {
  const [row] = await rowsOf<{ number: number }>(place, text, [organizationId])
  return row?.number ?? 0
}

const countVectors = (place: Place, organizationId: string) =>
  numberOf(place, organizationId, 'select count(*)::int as number from passage_vectors where organization_id = $1')

/** @returns how many there are when the first of an import have come */
async function untilMoreVectors(place: Place, organizationId: string): Promise<number> {
  const before = await countVectors(place, organizationId)
  const until = performance.now() + BEGIN_MS
  for (;;) {
    const now = await countVectors(place, organizationId)
    if (now > before) return now
    if (performance.now() > until) throw new Error(`no vector was written in ${BEGIN_MS / 1000} s`)
    await pause(500)
  }
}

const countWaiting = (place: Place, organizationId: string) =>
  numberOf(
    place,
    organizationId,
    'select count(*)::int as number from searched_texts where organization_id = $1 and space_id is null and passages > 0',
  )
