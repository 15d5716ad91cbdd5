/** Compares what is there after a restart with what the ledger says must be. */
import { type Answer, ask, type Door, type World } from './kill-clients.ts'
import { breaches } from './kill-laws.ts'
import type { Entry, State, Stored } from './kill-ledger.ts'
import { type Place, type Query, withSql } from './kill-service.ts'

export interface Outcome {
  inFlightWhole: number
  inFlightAbsent: number
  /** Conversations read back over HTTP and compared to the last word. */
  verified: number
}

/** One conversation as the database has it. */
interface Row {
  readonly id: string
  readonly external_id: string
  readonly title: string
  readonly archived: boolean
  readonly private: boolean
  readonly labels: Record<string, string> | null
  readonly emails: number
  readonly links: number
  readonly opportunity: string | null
  /** Bytes of each version's segments, oldest first. */
  readonly versions: number[] | null
}

const ROWS = `
  select c.id, c.external_id, c.title, c.archived, c.private, d.labels, o.external_id as opportunity,
         (select count(*)::int from conversation_participants p
          where p.organization_id = c.organization_id and p.conversation_id = c.id) as emails,
         (select count(*)::int from conversation_crm_links l
          where l.organization_id = c.organization_id and l.conversation_id = c.id) as links,
         (select json_agg(octet_length(t.segments) order by t.version) from transcripts t
          where t.organization_id = c.organization_id and t.conversation_id = c.id) as versions
  from conversations c
  left join conversation_details d on d.organization_id = c.organization_id and d.conversation_id = c.id
  left join opportunities o on o.organization_id = c.organization_id and o.id = c.opportunity_id`

const READERS = 4
/** Words of a search: few enough for its limit, and enough that the segment they are of is among the first. */
const WORDS_ASKED = 30

/** Everything that must hold now; the ledger learns how what was in flight came out. Faults go to `world.faults`. */
export async function checkAll(place: Place, world: World, door: Door): Promise<Outcome> {
  const outcome = { inFlightWhole: 0, inFlightAbsent: 0, verified: 0 }
  const imports = world.ledger.inFlight().filter((entry) => entry.state === 'absent')
  await withSql(place, async (query) => {
    world.faults.push(...(await breaches(query)))
    await compareRows(query, world, outcome)
    await compareOpportunities(query, world)
  })
  await compareTotals(world, door)
  await repeatImports(world, door, imports)
  const unread = world.ledger.present().filter((entry) => !entry.verified)
  outcome.verified += await verify(place, world, door, unread)
  if (imports.length > 0) await withSql(place, (query) => compareRows(query, world, outcome))
  return outcome
}

async function compareRows(query: Query, world: World, outcome: Outcome): Promise<void> {
  const rows = new Map((await query<Row>(ROWS)).map((row) => [row.external_id, row]))
  for (const entry of world.ledger.entries.values()) {
    const row = rows.get(entry.externalId)
    rows.delete(entry.externalId)
    const possible = entry.pending === undefined ? [entry.state] : [entry.state, entry.pending]
    const differences = possible.map((state) => difference(entry, state, row))
    const found = possible[differences.indexOf(undefined)]
    if (found === undefined) {
      const expected = entry.pending === undefined ? 'acknowledged' : 'in flight'
      world.faults.push(`${entry.externalId} (${expected}) is not as it must be: ${differences.join('; nor: ')}`)
      continue
    }
    if (entry.pending === undefined) continue
    if (found === entry.pending) outcome.inFlightWhole++
    else outcome.inFlightAbsent++
    world.ledger.settle(entry, found, row?.id)
  }
  for (const strange of rows.keys()) world.faults.push(`${strange} is there, and nobody sent it`)
}

/** @returns what of the row is not as the state says; undefined when all is */
function difference(entry: Entry, state: State | 'absent', row: Row | undefined): string | undefined {
  if (state === 'absent') return row === undefined ? undefined : `it is there (${row.id}), and should not be`
  if (row === undefined) return `it is gone (uuid ${entry.uuid ?? 'never told'})`
  const expected = {
    id: entry.uuid ?? row.id,
    title: state.title,
    archived: state.archived,
    private: state.private,
    labels: sorted(state.labels),
    emails: entry.emails.length,
    links: entry.links.length,
    opportunity: entry.opportunity ?? null,
    // What was not read back yet has no known length.
    versions: state.versions.map((source, i) => source.stored?.bytes ?? row.versions?.[i] ?? 'missing'),
  }
  const found = {
    ...row,
    labels: row.labels === null ? 'no details' : sorted(row.labels),
    versions: row.versions ?? [],
  }
  return unequal(expected, found)
}

function unequal<Fields extends object>(expected: Fields, found: { readonly [Name in keyof Fields]: unknown }) {
  for (const name of Object.keys(expected) as (keyof Fields & string)[]) {
    const [wanted, given] = [JSON.stringify(expected[name]), JSON.stringify(found[name])]
    if (wanted !== given) return `${name} is ${shorten(given)} instead of ${shorten(wanted)}`
  }
  return undefined
}

/** Around the first characters of what may be long. */
const shorten = (text: string | undefined) => (text ?? 'undefined').slice(0, 200)

const sorted = (labels: Readonly<Record<string, string>>) => Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))

/** An opportunity is made with the conversation that names it first, or not at all. */
async function compareOpportunities(query: Query, world: World): Promise<void> {
  const rows = await query<{ external_id: string }>('select external_id from opportunities')
  const left = new Set(world.ledger.opportunities)
  for (const { external_id: id } of rows) {
    if (!left.delete(id)) world.faults.push(`opportunity ${id} is there without its conversation, or twice`)
  }
  for (const id of left) world.faults.push(`opportunity ${id} is gone`)
}

/** What lists tell, which they take from conversation_counts, and that the key still opens the door. */
async function compareTotals(world: World, door: Door): Promise<void> {
  const present = world.ledger.present()
  const open = present.filter(({ state }) => state !== 'absent' && !state.archived)
  const totals = { 'filter[archived]=true': present.length, '': open.length }
  for (const [filter, expected] of Object.entries(totals)) {
    const answer = await ask(door, 'GET', `/conversations/list?size=1&${filter}`)
    const total = answer.status === 200 ? totalOf(answer) : undefined
    if (total !== expected) {
      world.faults.push(`GET /conversations/list?${filter} tells ${total ?? answer.status}, there are ${expected}`)
    }
  }
}

const totalOf = ({ body }: Answer) => (JSON.parse(body) as { meta: { totalRecords: number } }).meta.totalRecords

/** A client that was told nothing sends again: it gets a uuid, and there is one conversation, the same as before if it was there. */
async function repeatImports(world: World, door: Door, entries: readonly Entry[]): Promise<void> {
  await inParallel(entries, async (entry) => {
    const answer = await ask(door, 'POST', '/conversations/import', entry.body)
    const uuid = answer.status === 202 ? (JSON.parse(answer.body) as { uuid: string }).uuid : undefined
    if (uuid === undefined || (entry.uuid !== undefined && entry.uuid !== uuid)) {
      world.faults.push(
        `repeating the import of ${entry.externalId} (${entry.uuid}) was answered ${answer.status} ${answer.body.slice(0, 200)}`,
      )
      return
    }
    if (entry.state === 'absent') entry.pending = entry.first
    world.ledger.acknowledge(entry, uuid)
  })
}

/** Reads conversations back by uuid and by external id, and compares every word; then what the database stores of them. */
export async function verify(place: Place, world: World, door: Door, entries: readonly Entry[]): Promise<number> {
  await inParallel(entries, async (entry) => {
    const fault = await readBack(door, entry)
    if (fault === undefined) entry.verified = true
    else world.faults.push(`${entry.externalId} (${entry.uuid}) reads back wrong: ${fault}`)
  })
  await withSql(place, (query) => compareStored(query, world, entries))
  return entries.length
}

interface Element {
  readonly id: string
  readonly attributes: {
    readonly title: string
    readonly archived: boolean
    readonly private: boolean
    readonly labels: Record<string, string>
    readonly transcriptVersion: number | null
    readonly linkedCrmRecords: readonly { id: string; code: string }[]
    readonly participants: readonly { email: string }[]
    readonly source: { application: string; externalId: string }
    readonly externalOpportunity: { title: string } | null
    readonly transcript: readonly ReadSegment[]
  }
}

interface ReadSegment {
  readonly speaker: { readonly name: string }
  readonly start: number | null
  readonly end: number | null
  readonly words: readonly { text: string; startTimestamp: number | null; endTimestamp: number | null }[]
}

async function readBack(door: Door, entry: Entry): Promise<string | undefined> {
  const { state } = entry
  if (state === 'absent') return undefined
  const byUuid = await ask(door, 'GET', `/conversations/${entry.uuid}?detailedTranscript=true`)
  const byExternalId = await ask(door, 'GET', `/conversations/by-external-id/${entry.externalId}?applicationName=kill`)
  if (byUuid.status !== 200) return `GET by uuid is answered ${byUuid.status}`
  if (byExternalId.status !== 200) return `GET by external id is answered ${byExternalId.status}`
  const { id, attributes } = elementIn(byUuid)
  if (elementIn(byExternalId).id !== id) return 'its external id leads to another conversation'
  const difference = unequal(
    {
      id: entry.uuid,
      title: state.title,
      archived: state.archived,
      private: state.private,
      labels: sorted(state.labels),
      transcriptVersion: state.versions.length,
      links: entry.links.toSorted(),
      emails: entry.emails.toSorted(),
      source: { application: 'kill', externalId: entry.externalId },
      opportunity: entry.opportunity,
    },
    {
      ...attributes,
      id,
      labels: sorted(attributes.labels),
      links: attributes.linkedCrmRecords.map((link) => link.id).toSorted(),
      emails: attributes.participants.map((person) => person.email).toSorted(),
      opportunity: attributes.externalOpportunity?.title,
    },
  )
  const { segments = '[]' } = state.versions.at(-1) ?? {}
  return (
    difference ??
    transcriptDifference(segments, attributes.transcript) ??
    (await searchFault(door, id, JSON.parse(segments)))
  )
}

/** What is said at most length is searched for in its own conversation; the moment it is said in must be among those found. */
async function searchFault(door: Door, id: string, segments: readonly [string, string][]): Promise<string | undefined> {
  const lengths = segments.map(([, text]) => text.length)
  const at = lengths.indexOf(Math.max(...lengths))
  const words = segments[at]?.[1].match(/[\p{L}\p{N}]+/gu) ?? []
  const query = new URLSearchParams({
    q: words.slice(0, WORDS_ASKED).join(' '),
    ...{ mode: 'lexical', size: '50', 'filter[conversation.id]': id, 'filter[archived]': 'true' },
  })
  const answer = await ask(door, 'GET', `/search?${query}`)
  if (answer.status !== 200) return `GET /search?${query} is answered ${answer.status}`
  const { data } = JSON.parse(answer.body) as { data: { segments: { first: number; last: number } }[] }
  const isFound = data.some(({ segments: { first, last } }) => first <= at && at <= last)
  return isFound ? undefined : `GET /search?${query} finds ${data.length} moments, and not segment ${at}`
}

const elementIn = ({ body }: Answer): Element => {
  const parsed = JSON.parse(body) as Element | { data: Element }
  return 'data' in parsed ? parsed.data : parsed
}

function transcriptDifference(expected: string, transcript: readonly ReadSegment[]): string | undefined {
  const read = transcript.map(({ speaker, start, end, words: [word, ...more] }) => {
    const isPlain = more.length === 0 && word?.startTimestamp === start && word.endTimestamp === end
    return [speaker.name, isPlain ? word.text : 'words that are not one sentence', start, end]
  })
  if (JSON.stringify(read) === expected) return undefined
  const sent = JSON.parse(expected) as unknown[]
  if (sent.length !== read.length) return `${read.length} segments instead of ${sent.length}`
  const at = sent.findIndex((segment, i) => JSON.stringify(segment) !== JSON.stringify(read[i]))
  return `segment ${at} is ${shorten(JSON.stringify(read[at]))} instead of ${shorten(JSON.stringify(sent[at]))}`
}

/**
 * Every version of every transcript, in both forms, by its digest. What a source is stored as is learned from a
 * conversation that was just read back word by word; all copies must be the same.
 */
async function compareStored(query: Query, world: World, entries: readonly Entry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += 200) {
    const batch = entries.slice(from, from + 200)
    const rows = await query<{ external_id: string; stored: Stored[] | null }>(
      `select c.external_id,
              (select json_agg(json_build_object('bytes', octet_length(t.segments), 'segments', md5(t.segments),
                                                 'plain', md5(t.plain), 'count', t.segment_count,
                                                 'words', t.word_count) order by t.version)
               from transcripts t
               where t.organization_id = c.organization_id and t.conversation_id = c.id) as stored
       from conversations c where c.external_id = any($1::text[])`,
      [batch.map((entry) => entry.externalId)],
    )
    const stored = new Map(rows.map((row) => [row.external_id, row.stored ?? []]))
    for (const entry of batch) if (entry.verified) compareVersions(world, entry, stored.get(entry.externalId) ?? [])
  }
}

function compareVersions(world: World, entry: Entry, stored: readonly Stored[]): void {
  if (entry.state === 'absent') return
  for (const [i, source] of entry.state.versions.entries()) {
    const found = stored[i]
    const isCurrent = i === entry.state.versions.length - 1
    if (source.stored === undefined && isCurrent && found !== undefined) source.stored = found
    const expected = source.stored ?? found
    if (JSON.stringify(expected) !== JSON.stringify(found)) {
      world.faults.push(
        `${entry.externalId}, version ${i + 1}, is stored as ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`,
      )
    }
  }
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const reader = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: READERS }, reader))
}
