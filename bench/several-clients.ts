/**
 * Clients of the installation under test: each imports, renames, uploads files and lists, through the proxy. They record
 * what was acknowledged and every request that failed, with its time.
 */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { talkOf } from './faults-door.ts'
import type { Query } from './kill-service.ts'

/** A request that hangs is a fault, and must not hang the run. */
const REQUEST_MS = 60_000
/** Pause of a client after a request, as of a program that isn't in a hurry. */
const PAUSE_MS = 40

export type RequestKind = 'import' | 'rename' | 'upload' | 'list'

export interface FailedRequest {
  readonly kind: RequestKind
  /** Status, or `broken` for a connection that ended without a response. */
  readonly outcome: number | 'broken'
  readonly from: number
  readonly to: number
  readonly detail: string
}

export interface Acknowledged {
  /** External ID and last acknowledged title of each conversation. A rename without a response may have happened or not. */
  readonly titles: Map<string, { readonly possible: Set<string> }>
  /** SHA-256 of acknowledged files. */
  readonly files: Set<string>
}

export interface Address {
  readonly baseUrl: string
  readonly key: string
}

export class Load {
  readonly acknowledged: Acknowledged = { titles: new Map(), files: new Set() }
  readonly sent = new Set<string>()
  readonly failed: FailedRequest[] = []
  done = 0
  readonly #address: Address
  #serial = 0
  #isOver = false

  constructor(address: Address) {
    this.#address = address
  }

  /** Runs clients until `end`. */
  run(clients: number): Promise<unknown> {
    return Promise.all(Array.from({ length: clients }, () => this.#work()))
  }

  end(): void {
    this.#isOver = true
  }

  /** Whether one request of each kind succeeds now. */
  async probe(): Promise<boolean> {
    const before = this.failed.length
    await this.#importOne()
    for (const kind of ['upload', 'list'] as const) await this[kind]()
    return this.failed.length === before
  }

  async #work(): Promise<void> {
    const mine: { readonly uuid: string; readonly name: string }[] = []
    for (let turn = 0; !this.#isOver; turn++) {
      const made = await this.#importOne()
      if (made !== undefined) mine.push(made)
      const chosen = mine[(turn * 7) % Math.max(1, mine.length)]
      if (turn % 2 === 1 && chosen !== undefined) await this.#rename(chosen)
      if (turn % 3 === 1) await this.upload()
      await this.list()
      await pause(PAUSE_MS)
    }
  }

  async #importOne(): Promise<{ uuid: string; name: string } | undefined> {
    this.#serial += 1
    const name = `several-${this.#serial}`
    this.sent.add(name)
    const talk = talkOf(name)
    const answer = await this.#send('import', 'POST', '/conversations/import', JSON.stringify(talk))
    if (answer === undefined) return undefined
    this.acknowledged.titles.set(name, { possible: new Set([talk.conversationTitle]) })
    return { uuid: (JSON.parse(answer) as { uuid: string }).uuid, name }
  }

  async #rename({ uuid, name }: { uuid: string; name: string }): Promise<void> {
    this.#serial += 1
    const title = `${name} renamed ${this.#serial}`
    const known = this.acknowledged.titles.get(name)
    known?.possible.add(title)
    const path = `/conversations/${uuid}/title`
    const answer = await this.#send('rename', 'PUT', path, JSON.stringify({ title }))
    if (answer !== undefined) this.acknowledged.titles.set(name, { possible: new Set([title]) })
  }

  async upload(): Promise<void> {
    this.#serial += 1
    const text = `Notes ${this.#serial}: our warehouse in Oslo opens at seven.`
    const form = new FormData()
    form.set('file', new Blob([text]), `notes-${this.#serial}.txt`)
    const answer = await this.#send('upload', 'POST', '/knowledge-base/sources/upload', form)
    if (answer !== undefined) this.acknowledged.files.add(createHash('sha256').update(text).digest('hex'))
  }

  async list(): Promise<void> {
    await this.#send('list', 'GET', '/conversations/list?size=5')
  }

  /** @returns the body of a success; undefined after a failure, which is recorded */
  async #send(kind: RequestKind, method: string, path: string, body?: string | FormData): Promise<string | undefined> {
    const from = performance.now()
    const fail = (outcome: FailedRequest['outcome'], detail: string) => {
      this.failed.push({ kind, outcome, from, to: performance.now(), detail })
    }
    try {
      const answer = await fetch(this.#address.baseUrl + path, {
        method,
        headers: {
          authorization: this.#address.key,
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        },
        body: body ?? null,
        signal: AbortSignal.timeout(REQUEST_MS),
      })
      const text = await answer.text()
      if (answer.ok) {
        this.done += 1
        return text
      }
      fail(answer.status, text.slice(0, 200))
      // A client that is told to come back later does so.
      await pause(Math.min(1, Number(answer.headers.get('retry-after') ?? 0)) * 1_000)
    } catch (error) {
      if ((error as Error).name === 'TimeoutError')
        throw new Error(`${kind} got no response in ${REQUEST_MS / 1_000} s`)
      fail('broken', String((error as Error).cause ?? error))
      await pause(PAUSE_MS)
    }
    return undefined
  }
}

/** @returns a sentence for each acknowledged conversation that isn't stored, and each stored one that nobody sent */
export async function findLost({ acknowledged, sent }: Load, query: Query): Promise<string[]> {
  const rows = await query<{ name: string; title: string; segments: number }>(`
    select c.external_id as name, c.title, coalesce(t.segment_count, 0)::integer as segments
    from conversations c
    left join transcripts t on t.organization_id = c.organization_id and t.conversation_id = c.id
      and t.version = c.transcript_version`)
  const stored = new Map(rows.map((row) => [row.name, row]))
  const segments = talkOf('any').transcript.segments.length
  const lost = [...acknowledged.titles].flatMap(([name, { possible }]) => {
    const row = stored.get(name)
    if (row === undefined) return [`${name} was acknowledged and isn't stored`]
    return possible.has(row.title) ? [] : [`${name} has the title ${row.title}, not ${[...possible].join(' or ')}`]
  })
  const partial = rows.filter((row) => row.segments !== segments).map(({ name }) => `${name} isn't stored completely`)
  const strange = rows.filter(({ name }) => !sent.has(name)).map(({ name }) => `${name} is stored, and nobody sent it`)
  return [...lost, ...partial, ...strange]
}
