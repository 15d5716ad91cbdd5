/** One installation that is killed again and again: under load, while it starts, and while its very first start runs. */
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, dropDatabase } from './database.ts'
import { checkAll, verify } from './kill-check.ts'
import { Client, type Door, type World } from './kill-clients.ts'
import { Ledger, type Sources } from './kill-ledger.ts'
import type { Random } from './kill-random.ts'
import { backendsOf, Launch, type Place, parley, type Said, waitForEndOf } from './kill-service.ts'

/** Load lasts up to this long before the kill. */
const LOAD_MS = 1_500
const CLIENTS = 6
/** Share of first starts on the embedded database that are killed right after its mark appeared, and how soon after. */
const AIMED = 0.5
const AFTER_MARK_MS = 12

export interface Tally {
  underLoad: number
  whileStarting: number
  whileFirstStarting: number
  inFlightWhole: number
  inFlightAbsent: number
  verified: number
  /** First starts whose key nobody was told, because the kill came between making and telling it. */
  untoldKeys: number
  /** Milliseconds from the spawn to listening, of starts after a kill. */
  readonly restarts: number[]
}

export const newTally = (): Tally => ({
  underLoad: 0,
  whileStarting: 0,
  whileFirstStarting: 0,
  inFlightWhole: 0,
  inFlightAbsent: 0,
  verified: 0,
  untoldKeys: 0,
  restarts: [],
})

export const killsOf = (tally: Tally) => tally.underLoad + tally.whileStarting + tally.whileFirstStarting

export async function makePlace(server: string | undefined, name: string): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-kill-'))
  return { dataDir, databaseUrl: server === undefined ? undefined : await createDatabase(server, name) }
}

export async function removePlace(place: Place, server: string | undefined, name: string): Promise<void> {
  if (server !== undefined) await dropDatabase(server, name)
  await rm(place.dataDir, { recursive: true, force: true })
}

export class Installation {
  readonly place: Place
  readonly world: World
  readonly #random: Random
  readonly #tally: Tally
  readonly #clients: readonly Client[]
  #launch: Launch
  #key: string | undefined
  #said: Said | undefined

  constructor(place: Place, sources: Sources, random: Random, tally: Tally) {
    this.place = place
    this.world = { sources, ledger: new Ledger(), serial: { next: 1 }, faults: [] }
    this.#random = random
    this.#tally = tally
    this.#clients = Array.from({ length: CLIENTS }, () => new Client(this.world, random.fork()))
    this.#launch = new Launch(place)
  }

  get pid(): number {
    return this.#launch.pid
  }

  get startMs(): number {
    return this.#launch.startMs
  }

  /** @throws Error when the service does not come up */
  async up(): Promise<void> {
    this.#said = await this.#launch.said
    this.#key ??= this.#said.api_key
    if (this.#key === undefined) {
      this.#tally.untoldKeys++
      const args = ['key', 'create', '--organization', this.#said.organization_id, '--name', 'After the kill']
      this.#key = (await parley(this.place, args)).token
    }
  }

  /** Clients at work until a random moment, then the kill. */
  async killUnderLoad(): Promise<void> {
    const enough = new AbortController()
    const moment = this.#random.next() * LOAD_MS
    let isKilled = false
    const load = Promise.all(
      this.#clients.map(async (client) => {
        await client.work(this.#door(), enough.signal)
        if (!isKilled) this.world.faults.push(`a connection broke before the kill: ${this.#launch.complaints}`)
      }),
    )
    await Promise.race([pause(moment), load])
    isKilled = true
    await this.#kill()
    enough.abort()
    await load
    this.#tally.underLoad++
  }

  /** A restart that is killed before it listens, or just then. */
  async killWhileStarting(withinMs: number): Promise<void> {
    await this.#kill()
    await this.#restartAndKill(withinMs)
    this.#tally.whileStarting += 2
  }

  /** The start that is under way, killed at a random moment; what it said by then is remembered. */
  async killFirstStart(withinMs: number): Promise<void> {
    await (this.#aimed(withinMs) ?? pause(this.#random.next() * withinMs))
    await this.#kill()
    this.#tally.whileFirstStarting++
    await this.#rememberKey()
    // Now and then the second attempt fares no better.
    if (!this.#random.chance(0.3)) return
    await this.#restartAndKill(withinMs)
    await this.#rememberKey()
    this.#tally.whileFirstStarting++
  }

  /**
   * Some kills of a first start are aimed: at the moments after the mark appeared by which the embedded database tells
   * a folder that holds one from an empty folder. If that comes before the rest, the next start takes half for whole.
   */
  #aimed(withinMs: number): Promise<void> | undefined {
    if (this.place.databaseUrl !== undefined || !this.#random.chance(AIMED)) return undefined
    const thenMs = this.#random.chance(0.5) ? 0 : this.#random.next() * AFTER_MARK_MS
    return afterMark(this.place.dataDir, withinMs, thenMs)
  }

  /** Starts again at once, as a supervisor does, and looks at everything. */
  async restartAndCheck(): Promise<void> {
    const backends = await backendsOf(this.place)
    this.#launch = new Launch(this.place)
    await this.up()
    this.#tally.restarts.push(this.#launch.startMs)
    await waitForEndOf(backends, this.place)
    await this.check()
  }

  async check(): Promise<void> {
    const outcome = await checkAll(this.place, this.world, this.#door())
    this.#tally.inFlightWhole += outcome.inFlightWhole
    this.#tally.inFlightAbsent += outcome.inFlightAbsent
    this.#tally.verified += outcome.verified
  }

  /** The same for every conversation, not only for those that changed since they were read back last. */
  async checkEverything(): Promise<void> {
    const { ledger } = this.world
    this.#tally.verified += await verify(this.place, this.world, this.#door(), ledger.present())
  }

  /** Some requests with nobody in the way: whether a service works that was killed while it was made. */
  async use(steps: number): Promise<void> {
    const [client] = this.#clients
    for (let i = 0; i < steps; i++) await client?.step(this.#door())
    await this.check()
  }

  /** A clean end and a clean start: what the kills left must survive them too. */
  async stop(): Promise<void> {
    const ended = await this.#launch.stop()
    if (ended !== 0) this.world.faults.push(`SIGTERM ended the service with ${ended}: ${this.#launch.complaints}`)
  }

  async end(): Promise<void> {
    await this.#launch.kill()
  }

  async #restartAndKill(withinMs: number): Promise<void> {
    this.#launch = new Launch(this.place)
    await pause(this.#random.next() * withinMs)
    await this.#kill()
  }

  async #kill(): Promise<void> {
    if (!this.#launch.isRunning) {
      this.world.faults.push(`the service ended by itself before the kill: ${this.#launch.complaints}`)
    }
    await this.#launch.kill()
  }

  async #rememberKey(): Promise<void> {
    const said = await this.#launch.said.catch(() => undefined)
    this.#key ??= said?.api_key
  }

  #door(): Door {
    if (this.#said === undefined || this.#key === undefined) throw new Error('the service is not up')
    return { baseUrl: this.#said.base_url, key: this.#key }
  }
}

async function afterMark(dataDir: string, withinMs: number, thenMs: number): Promise<void> {
  const until = performance.now() + withinMs
  const isMarked = () => readdirSync(dataDir).some((folder) => existsSync(join(dataDir, folder, 'PG_VERSION')))
  while (!isMarked() && performance.now() < until) await pause(1)
  if (thenMs >= 1) await pause(thenMs)
}
