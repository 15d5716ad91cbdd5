/** The load of the kill test: clients that import, change, correct, archive and erase until the service is gone. */
import type { Entry, Ledger, Source, Sources, State } from './kill-ledger.ts'
import type { Random } from './kill-random.ts'

const APPLICATION = 'kill'
/** A request that hangs while the service lives is a fault, and must not hang the run. */
const REQUEST_MS = 45_000

export interface Door {
  readonly baseUrl: string
  readonly key: string
}

/** What every client of one installation shares. */
export interface World {
  readonly sources: Sources
  readonly ledger: Ledger
  /** Makes external ids unique. */
  readonly serial: { next: number }
  /** Answers that no kill explains. */
  readonly faults: string[]
}

const WEIGHTS = { single: 40, lines: 14, twins: 5, title: 10, labels: 8, privacy: 3, correct: 8, archive: 6, erase: 6 }

/** The service is gone, or was told to be: this client's day is over. */
class Gone extends Error {}

export class Client {
  readonly #world: World
  readonly #random: Random
  /** Conversations that nobody else changes, so that each has one request on its way at most. */
  readonly #mine: Entry[] = []

  constructor(world: World, random: Random) {
    this.#world = world
    this.#random = random
  }

  /** Works until the service is gone or `signal` says enough. */
  async work(door: Door, signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) await this.step(door)
    } catch (error) {
      if (!(error instanceof Gone)) throw error
    }
  }

  /** One request, or two at once. @throws Gone */
  async step(door: Door): Promise<void> {
    const random = this.#random
    const action = random.weighted(WEIGHTS)
    if (action === 'single') return this.#importOne(door, this.#entry())
    if (action === 'twins') return this.#importTwice(door, this.#entry())
    if (action === 'lines') {
      return this.#importLines(
        door,
        Array.from({ length: 2 + random.integer(11) }, () => this.#entry()),
      )
    }
    const settled = this.#mine.filter((one) => one.state !== 'absent' && one.pending === undefined)
    const entry = settled[settled.length - 1 - random.integer(Math.min(settled.length, 40))]
    if (entry === undefined || entry.state === 'absent') return this.#importOne(door, this.#entry())
    const path = `/conversations/${entry.uuid}`
    const state = entry.state
    switch (action) {
      case 'title': {
        const title = `Title ${this.#world.serial.next++} „${state.title.slice(0, 80)}“`
        return this.#change(door, entry, { ...state, title }, 'PUT', `${path}/title`, JSON.stringify({ title }))
      }
      case 'labels': {
        const labels = { stage: `s${this.#world.serial.next++}`, mood: random.pick(['good', 'bad']) }
        return this.#change(door, entry, { ...state, labels }, 'PUT', `${path}/labels`, JSON.stringify({ labels }))
      }
      case 'privacy': {
        const after = { ...state, private: !state.private }
        const body = JSON.stringify({ private: after.private })
        return this.#change(door, entry, after, 'PUT', `${path}/privacy`, body)
      }
      case 'correct': {
        const source = this.#source()
        const after = { ...state, versions: [...state.versions, source] }
        return this.#change(door, entry, after, 'PUT', `${path}/transcript`, `{"transcript":${source.json}}`)
      }
      case 'archive':
        return this.#change(door, entry, { ...state, archived: true }, 'DELETE', path)
      case 'erase':
        return this.#change(door, entry, 'absent', 'DELETE', `${path}?erase=true`)
    }
  }

  #source(): Source {
    const { small, large, huge } = this.#world.sources
    return this.#random.pick({ small, large, huge }[this.#random.weighted({ small: 82, large: 16, huge: 2 })])
  }

  /** A conversation nobody has sent yet, some with people, CRM links, an opportunity, a title or labels of its own. */
  #entry(): Entry {
    const random = this.#random
    const source = this.#source()
    const externalId = `kill-${this.#world.serial.next++}`
    const emails = Array.from({ length: random.integer(4) }, (_, i) => `guest${i}.${externalId}@customer.example`)
    const links = Array.from({ length: random.integer(3) }, (_, i) => `deal-${externalId}-${i}`)
    const opportunity = random.chance(0.2) ? `opportunity-${externalId}` : undefined
    const title = random.chance(0.5) ? `${externalId} ${source.title}` : undefined
    const labels = random.chance(0.3) ? { stage: 'new' } : undefined
    const rest = {
      applicationName: APPLICATION,
      applicationExternalID: externalId,
      conversationTitle: title,
      labels,
      opportunityID: opportunity,
      participants: emails.length === 0 ? undefined : emails.map((email, i) => ({ email, name: `Guest ${i} of ours` })),
      linkedCrmRecords: links.length === 0 ? undefined : links.map((id) => ({ id, code: 'deals' })),
    }
    const first = {
      title: title ?? source.title,
      labels: labels ?? {},
      archived: false,
      private: false,
      versions: [source],
    }
    const entry: Entry = {
      externalId,
      body: `{"transcript":${source.json},${JSON.stringify(rest).slice(1)}`,
      emails,
      links,
      opportunity,
      first,
      uuid: undefined,
      state: 'absent',
      pending: first,
      verified: false,
    }
    this.#mine.push(entry)
    return this.#world.ledger.add(entry)
  }

  async #importOne(door: Door, entry: Entry): Promise<void> {
    const answer = await this.#send(door, 'POST', '/conversations/import', entry.body)
    this.#accept(entry, answer, 202)
  }

  /** The same conversation twice at once: one conversation, one uuid. */
  async #importTwice(door: Door, entry: Entry): Promise<void> {
    const send = () => this.#send(door, 'POST', '/conversations/import', entry.body)
    const [first, second] = await Promise.allSettled([send(), send()])
    const uuids = [first, second].map((one) => (one.status === 'fulfilled' ? this.#accept(entry, one.value, 202) : ''))
    if (uuids[0] && uuids[1] && uuids[0] !== uuids[1]) {
      this.#world.faults.push(`${entry.externalId} was imported twice at once and got two uuids: ${uuids.join(', ')}`)
    }
    for (const one of [first, second]) if (one.status === 'rejected') throw one.reason
  }

  /** @returns the uuid */
  #accept(entry: Entry, answer: Answer, status: number): string | undefined {
    const uuid = answer.status === status ? (JSON.parse(answer.body) as { uuid?: string }).uuid : undefined
    if (uuid === undefined) this.#world.faults.push(`import of ${entry.externalId} was answered ${told(answer)}`)
    else this.#world.ledger.acknowledge(entry, uuid)
    return uuid
  }

  async #change(
    door: Door,
    entry: Entry,
    after: State | 'absent',
    method: string,
    path: string,
    body?: string,
  ): Promise<void> {
    entry.pending = after
    const answer = await this.#send(door, method, path, body)
    if (answer.status >= 200 && answer.status < 300) return this.#world.ledger.acknowledge(entry)
    this.#world.faults.push(`${method} ${path} (${entry.externalId}) was answered ${told(answer)}`)
  }

  async #importLines(door: Door, entries: readonly Entry[]): Promise<void> {
    const body = entries.map((entry) => `${entry.body}\n`).join('')
    const answer = await request(door, 'POST', '/conversations/import', body, 'application/x-ndjson')
    if (answer.status !== 202 || answer.body === null) {
      this.#world.faults.push(`an import of lines was answered ${answer.status}`)
      return
    }
    // Only a line that has come to its end is an answer.
    let begun = ''
    const decoder = new TextDecoder()
    const read = async () => {
      for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
        const lines = (begun + decoder.decode(chunk, { stream: true })).split('\n')
        begun = lines.pop() ?? ''
        for (const line of lines) this.#acceptLine(entries, line)
      }
    }
    await read().catch(asGone)
  }

  #acceptLine(entries: readonly Entry[], line: string): void {
    const { line: number, uuid } = JSON.parse(line) as { line: number; uuid?: string }
    const entry = entries[number - 1]
    if (entry === undefined || uuid === undefined) this.#world.faults.push(`a line of an import was answered ${line}`)
    else this.#world.ledger.acknowledge(entry, uuid)
  }

  async #send(door: Door, method: string, path: string, body?: string): Promise<Answer> {
    const answer = await request(door, method, path, body)
    return { status: answer.status, body: await answer.text().catch(asGone) }
  }
}

export interface Answer {
  readonly status: number
  readonly body: string
}

const told = ({ status, body }: Answer) => `${status}: ${body.slice(0, 300)}`

async function request(door: Door, method: string, path: string, body?: string, type = 'application/json') {
  return fetch(door.baseUrl + path, {
    method,
    headers: { authorization: door.key, ...(body === undefined ? {} : { 'content-type': type }) },
    body: body ?? null,
    signal: AbortSignal.timeout(REQUEST_MS),
  }).catch(asGone)
}

/** A connection that broke is what a kill looks like from outside; a request that hangs is not. */
function asGone(error: Error): never {
  if (error.name === 'TimeoutError') throw new Error(`a request was not answered in ${REQUEST_MS / 1000} s`)
  throw new Gone(error.message)
}

/** A request outside the load. @throws Error when the service cannot be reached */
export async function ask(door: Door, method: string, path: string, body?: string): Promise<Answer> {
  const answer = await request(door, method, path, body)
  return { status: answer.status, body: await answer.text() }
}
