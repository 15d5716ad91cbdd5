/** One installation with a source that misbehaves, killed while calls arrive. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { wave } from '../src/testing/sound.ts'
import {
  signZoom,
  ZOOM_APP,
  ZOOM_SECRET,
  type ZoomEvent,
  type ZoomMeeting,
  type ZoomServer,
  zoomTranscript,
} from '../src/testing/zoom-server.ts'
import type { Random } from './kill-random.ts'
import { backendsOf, Launch, type Place, parley, waitForEndOf, withSql } from './kill-service.ts'

/** Deliveries last up to this long before the kill. */
const LOAD_MS = 1_500
const SENDERS = 4
/** Shares of what goes wrong at the source. */
const [LOST, REPEATED, EXPIRED, FORGED, BROKEN] = [0.05, 0.5, 0.2, 0.3, 0.3]
/** Longest time without progress. A job of a killed process is taken up again after a minute without a sign of life. */
const IMPORTS_MS = 600_000
const LOOK_EVERY_MS = 2_000

export interface SourceTally {
  kills: number
  recorded: number
  lost: number
  delivered: number
  acknowledged: number
  repeated: number
  expired: number
  forged: number
  forgedAcknowledged: number
  broken: number
  conversations: number
  readonly restarts: number[]
}

export const newTally = (): SourceTally => ({
  ...{ kills: 0, recorded: 0, lost: 0, delivered: 0, acknowledged: 0, repeated: 0, expired: 0 },
  ...{ forged: 0, forgedAcknowledged: 0, broken: 0, conversations: 0, restarts: [] },
})

/** An event that the source has to deliver until it is acknowledged. */
interface Pending {
  readonly name: ZoomEvent
  readonly meeting: ZoomMeeting
  /** Time of the event, the same in each attempt. */
  readonly at: Date
}

interface Connection {
  readonly baseUrl: string
  readonly key: string
}

export class SourceRun {
  readonly tally: SourceTally
  readonly #place: Place
  readonly #zoom: ZoomServer
  readonly #random: Random
  readonly #acknowledged = new Set<string>()
  #launch: Launch
  #pending: Pending[] = []
  #key = ''
  #source = { id: '', path: '' }
  #organization = ''

  constructor(place: Place, zoom: ZoomServer, random: Random, tally: SourceTally) {
    this.#place = place
    this.#zoom = zoom
    this.#random = random
    this.tally = tally
    this.#launch = new Launch(place)
  }

  get recorded(): number {
    return this.tally.recorded
  }

  /** Starts the service, and connects the source. */
  async start(): Promise<void> {
    const said = await this.#launch.said
    this.#organization = said.organization_id
    this.#key = said.api_key ?? ''
    if (this.#key === '') {
      const args = ['key', 'create', '--organization', this.#organization, '--name', 'Sources']
      this.#key = (await parley(this.#place, args)).token ?? ''
    }
    const { url } = this.#zoom
    const made = await this.#call('POST', '/sources', {
      ...{ kind: 'zoom', name: 'Zoom', lookMinutes: 0 },
      settings: { accountId: ZOOM_APP.accountId, clientId: ZOOM_APP.clientId, apiUrl: url, oauthUrl: url },
      credentials: { clientSecret: ZOOM_APP.clientSecret, secretToken: ZOOM_SECRET },
    })
    this.#source = { id: made.data.uuid, path: new URL(made.data.address).pathname }
  }

  /** Records calls, delivers events until a random time, kills the service, and starts it again. */
  async round(count: number): Promise<void> {
    for (let made = 0; made < count; made++) this.#record()
    this.#shuffle()
    const enough = new AbortController()
    const senders = Promise.all(Array.from({ length: SENDERS }, () => this.#deliverAll(enough.signal)))
    await pause(this.#random.next() * LOAD_MS)
    await this.#launch.kill()
    enough.abort()
    await senders
    this.tally.kills++
    const backends = await backendsOf(this.#place)
    this.#launch = new Launch(this.#place)
    await this.#launch.said
    this.tally.restarts.push(this.#launch.startMs)
    await waitForEndOf(backends, this.#place)
  }

  /** Delivers the rest, imports what no event announced, and compares. @returns what isn't as it must be */
  async finish(): Promise<string[]> {
    while (this.#pending.length > 0) {
      await Promise.all(Array.from({ length: SENDERS }, () => this.#deliverAll(new AbortController().signal)))
    }
    await this.#waitForImports()
    await this.#call('POST', `/sources/${this.#source.id}/backfill`, { days: 7 })
    await this.#waitForImports()
    return this.#check()
  }

  async end(): Promise<void> {
    await this.#launch.stop()
  }

  #record(): void {
    const random = this.#random
    const startedAt = new Date(Date.now() - Math.floor(random.next() * 3 * 86_400_000))
    const meeting: ZoomMeeting = {
      uuid: `${random.chance(0.1) ? '/' : ''}${randomUUID()}==`,
      topic: `Call ${this.tally.recorded}`,
      hostEmail: 'nobody@elsewhere.example',
      startedAt: startedAt.toISOString().replace(/\.\d+Z$/, 'Z'),
      recording: wave({ seconds: 0.25, rate: 8_000 }),
      transcript: zoomTranscript(`This is call number ${this.tally.recorded}.`),
    }
    this.#zoom.add(meeting)
    this.tally.recorded++
    if (random.chance(LOST)) {
      this.tally.lost++
      return
    }
    for (const name of ['recording.completed', 'recording.transcript_completed'] as const) {
      this.#pending.push({ name, meeting, at: new Date() })
    }
  }

  #shuffle(): void {
    for (let at = this.#pending.length - 1; at > 0; at--) {
      const other = this.#random.integer(at + 1)
      const [a, b] = [this.#pending[at], this.#pending[other]]
      if (a !== undefined && b !== undefined) [this.#pending[at], this.#pending[other]] = [b, a]
    }
  }

  async #deliverAll(signal: AbortSignal): Promise<void> {
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
      const isAcknowledged = !signal.aborted && (await this.#deliver(next))
      if (!isAcknowledged) this.#pending.push(next)
      if (signal.aborted) return
      if (!isAcknowledged) await pause(20)
    }
  }

  /** @returns whether the event was acknowledged */
  async #deliver({ name, meeting, at }: Pending): Promise<boolean> {
    const random = this.#random
    const body = this.#zoom.event(name, meeting, at)
    if (random.chance(FORGED)) await this.#forge(body)
    if (random.chance(BROKEN)) {
      this.#zoom.breaks++
      this.tally.broken++
    }
    if (random.chance(EXPIRED)) {
      this.#zoom.tokens.delete(JSON.parse(body).download_token)
      this.tally.expired++
    }
    let isAcknowledged = false
    const times = random.chance(REPEATED) ? 2 + random.integer(2) : 1
    for (let time = 0; time < times; time++) {
      this.tally.delivered++
      if (time > 0) this.tally.repeated++
      if ((await this.#post(body, signZoom(body))) !== 200) continue
      this.tally.acknowledged++
      this.#acknowledged.add(`${name} ${at.getTime()} ${meeting.uuid}`)
      isAcknowledged = true
    }
    return isAcknowledged
  }

  /** Events of a call that nobody recorded: with another key, for another body, and with an old signature. */
  async #forge(genuine: string): Promise<void> {
    const forged = JSON.parse(genuine)
    forged.payload.object.uuid = `forged-${randomUUID()}`
    const body = JSON.stringify(forged)
    const old = new Date(Date.now() - 3_600_000)
    for (const headers of [signZoom(body, { secret: 'another key' }), signZoom(genuine), signZoom(body, { at: old })]) {
      this.tally.forged++
      if ((await this.#post(body, headers)) === 200) this.tally.forgedAcknowledged++
    }
  }

  /** @returns the status; undefined if the service was killed */
  async #post(body: string, headers: Record<string, string>): Promise<number | undefined> {
    try {
      const { base_url: baseUrl } = await this.#launch.said
      const response = await fetch(new URL(this.#source.path, baseUrl), { method: 'POST', headers, body })
      await response.arrayBuffer()
      return response.status
    } catch {
      return undefined
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
  async #call(method: string, path: string, body?: unknown): Promise<any> {
    const { baseUrl, key } = await this.#connection()
    const response = await fetch(`${new URL(baseUrl).origin}/v2${path}`, {
      method,
      headers: { authorization: key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }

  async #connection(): Promise<Connection> {
    const { base_url: baseUrl } = await this.#launch.said
    return { baseUrl, key: this.#key }
  }

  /** Waits until no delivery is unread, no look is running, and no call waits. */
  async #waitForImports(): Promise<void> {
    let fewest = Infinity
    let until = performance.now() + IMPORTS_MS
    for (;;) {
      const [row] = await withSql(this.#place, (query) =>
        query<{ n: string }>(
          `select (select count(*) from source_deliveries where state = 'received')
                + (select count(*) from source_recordings where state in ('waiting', 'running'))
                + (select count(*) from sources where look_state <> 'idle') as n`,
        ),
      )
      const left = Number(row?.n)
      if (left === 0) return
      if (left < fewest) {
        fewest = left
        until = performance.now() + IMPORTS_MS
      }
      if (performance.now() > until) throw new Error(`${left} calls and deliveries still wait`)
      await pause(LOOK_EVERY_MS)
    }
  }

  async #check(): Promise<string[]> {
    const faults: string[] = []
    const { rows, keys } = await withSql(this.#place, async (query) => ({
      rows: await query<{ external_id: string; n: string; media: string; transcripts: string; words: string }>(
        `select c.external_id, count(*) as n,
                count(m.id) filter (where m.state = 'kept') as media,
                max(c.transcript_version) as transcripts,
                max((select t.plain from transcripts t where t.conversation_id = c.id order by t.version desc limit 1)) as words
         from conversations c left join media_files m on m.conversation_id = c.id
         group by c.external_id`,
      ),
      keys: await query<{ delivery_key: string }>(
        `select delivery_key from source_deliveries where delivery_key is not null`,
      ),
    }))
    this.tally.conversations = rows.length
    const stored = new Set(keys.map(({ delivery_key: key }) => key))
    for (const key of this.#acknowledged) if (!stored.has(key)) faults.push(`acknowledged and not stored: ${key}`)
    const byId = new Map(rows.map((row) => [row.external_id, row]))
    for (const meeting of this.#zoom.meetings) {
      const id = `${meeting.uuid} ${new Date(meeting.startedAt).toISOString()}`
      const row = byId.get(id)
      byId.delete(id)
      if (row === undefined) faults.push(`missing: ${meeting.topic}`)
      else if (Number(row.n) !== 1) faults.push(`${row.n} conversations: ${meeting.topic}`)
      else if (Number(row.media) !== 1) faults.push(`${row.media} recordings: ${meeting.topic}`)
      else if (Number(row.transcripts) !== 1) faults.push(`transcript version ${row.transcripts}: ${meeting.topic}`)
      else if (!row.words.includes(`number ${meeting.topic.slice('Call '.length)}.`)) {
        faults.push(`another transcript: ${meeting.topic}`)
      }
    }
    for (const id of byId.keys()) faults.push(`nobody recorded: ${id}`)
    if (this.tally.forgedAcknowledged > 0)
      faults.push(`${this.tally.forgedAcknowledged} forged events were acknowledged`)
    return faults
  }
}
