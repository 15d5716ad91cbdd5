/** What other requests notice of a bulk import that is being embedded, and how quickly that goes. */
import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '../src/core/log.ts'
import { openEmbedding } from '../src/outbound/embedding.ts'
import type { Load, Order, Round } from './load.ts'
import { type FilledSearch, importTalk, inTransaction, withSearchSql } from './search-fill.ts'
import { passageTexts } from './search-text.ts'
import { startServiceAt } from './service.ts'

/** As the service calls what it brings along. */
const LOCAL = 'local/universal-sentence-encoder-lite-1/512'
/** Enough that embedding them takes longer than any measuring does. */
const IMPORTED = 40
const CONNECTIONS = 2
const REQUESTS_MAX = 100_000
/** How long the service may take until the first vectors are written. */
const BEGIN_MS = 180_000
/** Embedding is timed over this long at least: vectors are written in batches. */
const WINDOW_MS = 20_000
/** Passages that the encoder alone is timed with. */
const ALONE = 256

export interface WhileEmbedding {
  readonly requests: readonly { readonly what: string; readonly quiet: Round; readonly busy: Round }[]
  /** Passages a second: by the service that answers requests meanwhile, and by the encoder alone. */
  readonly embedded: number
  readonly alone: number
}

/** @param space what the vectors of the filled database are called; it is called the local model's for this once */
export async function measureWhileEmbedding(
  load: Load,
  { place, organizationId, key, conversations }: FilledSearch,
  { questions, seconds, space }: { questions: readonly string[]; seconds: number; space: string },
): Promise<WhileEmbedding> {
  const alone = await encoderAlone()
  const local = { ...place, settings: { EMBEDDING_PROVIDER: 'local' } }
  let service = await startServiceAt({ ...place, settings: { EMBEDDING_PROVIDER: 'none' } })
  await withSearchSql(place, (client) => renameSpace(client, organizationId, [space, LOCAL]))
  await service.stop()
  service = await startServiceAt(local)
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
      for (const { urls } of kinds) rounds.push(await load.run(order(urls, seconds)))
      return rounds
    }
    for (const { urls } of kinds) await load.run(order(urls, 1))
    const quiet = await round()
    await importTalk(service, key, conversations, IMPORTED)
    const before = await untilMoreVectors(local, organizationId)
    const begun = performance.now()
    const busy = await round()
    await pause(Math.max(0, WINDOW_MS - (performance.now() - begun)))
    const waiting = await countWaiting(local, organizationId)
    const embedded = ((await countVectors(local, organizationId)) - before) / ((performance.now() - begun) / 1000)
    if (waiting === 0) throw new Error('everything was embedded before the measuring ended: import more')
    return {
      requests: kinds.map(({ what }, index) => ({ what, quiet: quiet[index] as Round, busy: busy[index] as Round })),
      embedded,
      alone,
    }
  } finally {
    await withSearchSql(place, (client) => renameSpace(client, organizationId, [LOCAL, space]))
    await service.stop()
  }
}

async function encoderAlone(): Promise<number> {
  const embedding = await openEmbedding({ provider: 'local' }, createLog('warn'))
  try {
    const texts: string[] = []
    for (const text of passageTexts(Math.ceil(ALONE / 50))) if (texts.length < ALONE) texts.push(text)
    await embedding.embed(texts.slice(0, 8), 'passage')
    const begun = performance.now()
    await embedding.embed(texts, 'passage')
    return texts.length / ((performance.now() - begun) / 1000)
  } finally {
    await embedding.close()
  }
}

type Client = Parameters<Parameters<typeof withSearchSql>[1]>[0]

async function renameSpace(client: Client, organizationId: string, [from, to]: readonly [string, string]) {
  await inTransaction(client, () =>
    client.query('update vector_spaces set name = $3 where organization_id = $1 and name = $2', [
      organizationId,
      from,
      to,
    ]),
  )
}

async function numberOf(place: FilledSearch['place'], organizationId: string, text: string): Promise<number> {
  return withSearchSql(place, (client) =>
    inTransaction(client, async () => {
      const { rows } = await client.query<{ number: number }>(text, [organizationId])
      return rows[0]?.number ?? 0
    }),
  )
}

const countVectors = (place: FilledSearch['place'], organizationId: string) =>
  numberOf(place, organizationId, 'select count(*)::int as number from passage_vectors where organization_id = $1')

/** @returns how many there are when the first of an import have come */
async function untilMoreVectors(place: FilledSearch['place'], organizationId: string): Promise<number> {
  const before = await countVectors(place, organizationId)
  const until = performance.now() + BEGIN_MS
  for (;;) {
    const now = await countVectors(place, organizationId)
    if (now > before) return now
    if (performance.now() > until) throw new Error(`no vector was written in ${BEGIN_MS / 1000} s`)
    await pause(500)
  }
}

const countWaiting = (place: FilledSearch['place'], organizationId: string) =>
  numberOf(
    place,
    organizationId,
    'select count(*)::int as number from searched_texts where organization_id = $1 and space_id is null and passages > 0',
  )
