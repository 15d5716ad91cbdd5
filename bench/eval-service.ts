/** The service under evaluation: started as anybody starts it, filled and asked through its REST door. */
import { mkdtempSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { EvaluationData, Meeting } from './eval-data.ts'
import { tell } from './report.ts'
import { type Place, parleyAt, type Service, settingsGiven, startServiceAt } from './service.ts'

/** Conversations of one import request. */
const IMPORT_LINES = 20
const POLL_MS = 2_000
/** No conversation has it. */
const NOBODY = '00000000-0000-4000-8000-000000000000'
const APPLICATION = 'evaluation'
/** Which settings of the caller reach the service: what it understands meaning and language with. */
const SETTINGS = /^(?:EMBEDDING|MODEL)_/

/** A set of conversations in an organization of its own, so that sets do not mix. */
export interface Corpus {
  readonly key: string
  /** The service's ids by those of the data, and the other way round. */
  readonly idOf: ReadonlyMap<string, string>
  readonly meetingOf: ReadonlyMap<string, Meeting>
}

export interface Evaluated {
  readonly service: Service
  readonly settings: readonly string[]
  readonly qmsum: Corpus
  readonly zoom: Corpus
  stop(): Promise<void>
}

export interface EvaluationPlace {
  /** Folder that stays, and is used again by the next run. Undefined: a new one, removed at the end. */
  readonly keep: string | undefined
  readonly waitMinutes: number
  /** Whether anything is looked for by meaning. */
  readonly needsVectors: boolean
  /** The folder of the program that is evaluated; undefined: this one. */
  readonly program?: string | undefined
  /** Settings that replace those of the environment. */
  readonly modelSettings?: Readonly<Record<string, string>> | undefined
}

/** Starts it, imports what is not there yet, and waits until everything can be found by meaning. */
export async function openEvaluated(
  data: EvaluationData,
  { keep, waitMinutes, needsVectors, program, modelSettings }: EvaluationPlace,
): Promise<Evaluated> {
  const dataDir = keep === undefined ? mkdtempSync(join(tmpdir(), 'parley-eval-')) : resolve(keep)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const settings = { ...settingsGiven(SETTINGS), ...modelSettings }
  const place = { dataDir, databaseUrl: process.env.DATABASE_URL || undefined, settings, program }
  if (place.databaseUrl !== undefined) tell('on the database that DATABASE_URL names')
  const service = await startServiceAt(place)
  const stop = async () => {
    await service.stop()
    if (keep === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const keys = await keysOf(place)
    const qmsum = await fill(service, keys.qmsum, data.meetings)
    const zoom = await fill(service, keys.zoom, data.calls)
    if (needsVectors && settings.EMBEDDING_PROVIDER !== 'none') {
      for (const corpus of [qmsum, zoom]) await untilEmbedded(service, corpus, waitMinutes)
    }
    return { service, settings: Object.keys(settings), qmsum, zoom, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Keys {
  readonly qmsum: string
  readonly zoom: string
}

/** Keys are told once, so they are kept in the folder, readable by its owner only, as the data are. */
async function keysOf(place: Place): Promise<Keys> {
  const file = join(place.dataDir, 'evaluation.json')
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (known !== undefined) return JSON.parse(known) as Keys
  const keys = { qmsum: await newOrganization(place, 'QMSum'), zoom: await newOrganization(place, 'Zoom') }
  await writeFile(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}

export async function newOrganization(place: Place, name: string): Promise<string> {
  const admin = `admin-${Date.now()}@${name.toLowerCase()}.example`
  const { organization_id: id = '' } = await parleyAt(place, 'organization', 'create', name, '--admin', admin)
  const { token = '' } = await parleyAt(place, 'key', 'create', '--organization', id, '--name', APPLICATION)
  return token
}

/** What was imported before answers with the id it has. */
async function fill({ baseUrl }: Service, key: string, meetings: readonly Meeting[]): Promise<Corpus> {
  const idOf = new Map<string, string>()
  const begun = performance.now()
  for (let first = 0; first < meetings.length; first += IMPORT_LINES) {
    const some = meetings.slice(first, first + IMPORT_LINES)
    const answer = await fetch(`${baseUrl}/conversations/import`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/x-ndjson' },
      body: some.map(importLine).join('\n'),
    })
    const lines = (await answer.text()).trim().split('\n')
    some.forEach((meeting, index) => {
      const { uuid } = JSON.parse(lines[index] ?? '{}') as { uuid?: string }
      if (uuid === undefined) throw new Error(`the import refused ${meeting.id}: ${lines[index]?.slice(0, 500)}`)
      idOf.set(meeting.id, uuid)
    })
  }
  if (meetings.length > 0)
    tell(`${meetings.length} conversations imported in ${Math.round((performance.now() - begun) / 1000)} s`)
  return { key, idOf, meetingOf: new Map(meetings.map((meeting) => [idOf.get(meeting.id) ?? '', meeting])) }
}

/** The transcript and what a recorder knows of it; nothing that anybody wrote about it afterwards. */
function importLine({ id, title, segments, duration, date }: Meeting): string {
  return JSON.stringify({
    transcript: { title, segments, ...(duration === undefined ? {} : { duration }) },
    conversationTitle: title,
    ...(date === undefined ? {} : { conversationStartedAt: `${date}T12:00:00Z` }),
    applicationName: APPLICATION,
    applicationExternalID: id,
  })
}

/**
 * Asks for each conversation by its own commonest words, which find about all of it, until nothing found lacks a vector.
 * @throws Error when it takes longer than it may
 */
export async function untilEmbedded(service: Service, { key, meetingOf }: Corpus, minutes: number): Promise<void> {
  const until = performance.now() + minutes * 60_000
  const waiting = [...meetingOf]
  const all = waiting.length
  for (let told = Number.POSITIVE_INFINITY; waiting.length > 0; ) {
    const [id, meeting] = waiting[0] as [string, Meeting]
    // Two ids: whoever looks into a single one reads it closely, which tells less of the index.
    const parameters = new URLSearchParams({ q: commonWords(meeting), 'filter[conversation.id]': `${id},${NOBODY}` })
    const { meta } = await ask<SearchAnswer>(service, key, `/search?${parameters}`)
    if (meta.mode === 'hybrid' && meta.withoutVectors === 0) {
      waiting.shift()
      continue
    }
    if (waiting.length <= told * 0.9) {
      tell(`${all - waiting.length} of ${all} conversations have their vectors`)
      told = waiting.length
    }
    if (performance.now() > until) {
      throw new Error(`${waiting.length} conversations lack vectors after ${minutes} minutes: ${meta.notice ?? ''}`)
    }
    await pause(POLL_MS)
  }
}

function commonWords({ segments }: Meeting): string {
  const counts = new Map<string, number>()
  for (const { text } of segments) {
    for (const word of text.toLowerCase().match(/[a-z]{4,}/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const words = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word)
  return words.slice(0, 60).join(' ')
}

interface SearchAnswer {
  readonly data: readonly Moment[]
  readonly meta: { readonly mode: string; readonly notice: string | null; readonly withoutVectors: number }
}

/** A result of `GET /search`. */
export interface Moment {
  readonly conversation: { readonly id: string }
  readonly score: number
  readonly quote: string
  readonly segment: number
  readonly segments: { readonly first: number; readonly last: number }
}

export interface Asked {
  readonly moments: readonly Moment[]
  /** The one that was used. */
  readonly mode: string
  readonly ms: number
}

export const modes = ['hybrid', 'lexical', 'semantic'] as const
export type Mode = (typeof modes)[number]

/** @param within the conversation to look in; undefined: all */
export async function search(
  service: Service,
  { key }: Corpus,
  asked: { query: string; mode: Mode; within?: string | undefined },
): Promise<Asked> {
  const parameters = new URLSearchParams({ q: asked.query.slice(0, 1_000), mode: asked.mode, size: '50' })
  if (asked.within !== undefined) parameters.set('filter[conversation.id]', asked.within)
  const begun = performance.now()
  const { data, meta } = await ask<SearchAnswer>(service, key, `/search?${parameters}`)
  return { moments: data, mode: meta.mode, ms: performance.now() - begun }
}

export interface Answer {
  readonly output: string
  readonly answered: boolean
  readonly citations: readonly {
    readonly conversation_id: string
    readonly quote: string
    readonly segment: number
  }[]
}

export async function answerOf(
  service: Service,
  corpus: Corpus,
  prompt: string,
  conversation: string,
): Promise<Answer> {
  return answerAmong(service, corpus, prompt, [conversation])
}

/** @param conversations the ids of the service; the question is about any of them */
export async function answerAmong(
  service: Service,
  { key }: Corpus,
  prompt: string,
  conversations: readonly string[],
): Promise<Answer> {
  return ask<Answer>(service, key, '/ask_assistant/v2', { conversation_ids: conversations, prompt })
}

async function ask<T>({ baseUrl }: Service, key: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${baseUrl}${path}`, {
    headers: { authorization: key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text) as T
}

/** Several at a time, answers in the order of what was asked; tells how far it has come. */
export async function inLanes<T, R>(what: string, all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const LANES = 2
  const done: R[] = []
  let next = 0
  const begun = performance.now()
  const lane = async () => {
    while (next < all.length) {
      const index = next++
      done[index] = await work(all[index] as T)
      if (next % 200 === 0) tell(`${what}: ${next} of ${all.length}`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  tell(`${what}: ${all.length} in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  return done
}
