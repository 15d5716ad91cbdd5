/** The service that is put to trouble, as its clients see it, and what all tests of faults have in common. */
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { Receiver } from '../src/testing/receiver.ts'
import { type Place, type Query, withSql } from './kill-service.ts'

/** What one kind of fault came to: a row of the table. */
export interface Row {
  readonly injected: string
  readonly times: number
  readonly holds: string
  readonly found: string
  /** A sentence for each thing that is not as it must be. */
  readonly broken: readonly string[]
}

export interface Given {
  /** A server on which databases may be made; undefined: embedded. */
  readonly server: string | undefined
  readonly minutes: number
  readonly kills: number
  readonly conversations: number
}

/** A request that hangs is a fault, and must not hang the run. */
const REQUEST_MS = 60_000

export interface Told {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: read field by field
  readonly body: any
}

export class Door {
  readonly #baseUrl: string
  readonly #key: string

  constructor({ said }: { readonly said: Record<string, string> }) {
    this.#baseUrl = said.base_url ?? ''
    this.#key = said.api_key ?? ''
  }

  /** @throws Error when the service cannot be reached */
  async ask(method: string, path: string, body?: unknown): Promise<Told> {
    const answer = await fetch(this.#baseUrl + path, {
      method,
      headers: { authorization: this.#key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_MS),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  /** @throws Error when it is refused */
  async done(method: string, path: string, body?: unknown): Promise<Told['body']> {
    const answer = await this.ask(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** @returns the id of a conversation of our own words, about so many seats */
  async talk(name: string, given: Record<string, unknown> = {}): Promise<string> {
    return (await this.done('POST', '/conversations/import', talkOf(name, given))).uuid
  }
}

const SAID = [
  ['Bob', 'Hi Ann, thanks for taking the time. How many seats do you need?'],
  ['Ann', 'We need sixty seats, and our budget is $45,000 for the first year.'],
  ['Bob', 'What slows you down today?'],
  ['Ann', 'Our reports are slow, it takes two days until anybody sees them.'],
  ['Bob', 'Great, I will send the offer tomorrow and call you on Friday.'],
  ['Ann', 'Thank you, talk to you then.'],
] as const

export const talkOf = (name: string, given: Record<string, unknown> = {}) => ({
  ...{ applicationName: 'faults', applicationExternalID: name, conversationTitle: `Talk ${name}` },
  transcript: { segments: SAID.map(([speaker, text], at) => ({ speaker, text, start: at * 10, end: at * 10 + 8 })) },
  ...given,
})

/** @throws Error when it has not come about by then */
export async function until(what: string, seconds: number, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + seconds * 1_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${what} did not come about within ${seconds} s.`)
    await pause(250)
  }
}

export const secondsSince = (from: number): number => (performance.now() - from) / 1_000

/** Has every step that is recorded noted in a table of ours, so that one done twice is seen. */
export async function noteSteps(place: Place): Promise<void> {
  await withSql(place, async (query) => {
    for (const statement of NOTING) await query(statement)
  })
}

const NOTING = [
  `create table faults_steps (conversation_id uuid not null, step text not null, state text not null,
     made_of text not null, model text, model_fault text)`,
  `create function faults_note_step() returns trigger language plpgsql security definer set search_path = public as $$
     begin
       insert into faults_steps values
         (new.conversation_id, new.step, new.state, new.made_of, new.model, new.model_fault);
       return null;
     end $$`,
  `create trigger faults_note_step after insert or update of finished_at on analysis_steps
     for each row execute function faults_note_step()`,
]

/** @returns a sentence for each conversation that is not analyzed, and each step that was not done exactly once */
export async function analyzedOnce(query: Query): Promise<string[]> {
  const open = await query<{ what: string }>(`
    select c.external_id || ' is ' || c.processing_status || ', its analysis ' || coalesce(a.state, 'never asked for') as what
    from conversations c
    left join analyses a on a.organization_id = c.organization_id and a.conversation_id = c.id
    where c.processing_status <> 'analyzed' or a.state is distinct from 'idle'`)
  const twice = await query<{ what: string }>(`
    select concat_ws(' ', c.external_id, s.step, 'was done', count(n.step), 'times') as what
    from conversations c
    cross join (select distinct step from analysis_steps) s
    left join faults_steps n on n.conversation_id = c.id and n.step = s.step and n.state = 'done'
    group by c.external_id, s.step having count(n.step) <> 1`)
  return [...open, ...twice].map(({ what }) => what)
}

export const openAnalyses = (place: Place): Promise<number> =>
  withSql(place, async (query) => {
    const rows = await query<{ n: number }>(`
      select count(*)::integer as n from conversations c
      left join analyses a on a.organization_id = c.organization_id and a.conversation_id = c.id
      where c.processing_status = 'pending' or a.state is distinct from 'idle'`)
    return rows[0]?.n ?? 0
  })

/**
 * Verifies what comes to a receiver, within a second of its coming: five minutes later the package would take it for a
 * repetition by somebody else.
 */
export class Judge {
  readonly ids = new Set<string>()
  unverified = 0
  readonly #receiver: Receiver
  readonly #webhook: Webhook
  readonly #timer: NodeJS.Timeout
  #seen = 0

  constructor(receiver: Receiver, secret: string) {
    this.#receiver = receiver
    this.#webhook = new Webhook(secret)
    this.#timer = setInterval(() => this.#look(), 1_000)
  }

  get requests(): number {
    return this.#seen
  }

  end(): this {
    clearInterval(this.#timer)
    this.#look()
    return this
  }

  #look(): void {
    for (const { body, headers } of this.#receiver.received.slice(this.#seen)) {
      this.#seen += 1
      try {
        this.#webhook.verify(body, { ...headers })
        this.ids.add(headers['webhook-id'] ?? '')
      } catch {
        this.unverified += 1
      }
    }
  }
}

/** @returns a sentence for each event that no message told, and each conversation whose analysis none told */
export async function untold(query: Query, ids: ReadonlySet<string>): Promise<string[]> {
  const messages = await query<{ id: string; type: string }>(
    'select message_id as id, event_type as type from webhook_deliveries',
  )
  const analyzed = await query<{ what: string }>(`
    select c.external_id as what from conversations c
    where not exists (
      select from webhook_deliveries d
      where d.event_type = 'conversation.analyzed' and d.body::jsonb -> 'data' ->> 'conversation_id' = c.id::text)`)
  return [
    ...messages.filter(({ id }) => !ids.has(id)).map(({ id, type }) => `${type} ${id} did not come`),
    ...analyzed.map(({ what }) => `no event tells that ${what} is analyzed`),
  ]
}
