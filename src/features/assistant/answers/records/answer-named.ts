/** Answers from detected topics: trackers, named entities, amounts and key phrases. */
import { noCalls } from './answer-calls.ts'
import { countAccounts, type Fact, LINES_MAX, listFacts, loadCalls, nameCall, stateEmpty } from './compose-record.ts'
import { count, formatClock, joinAnd } from './dates.ts'
import {
  collect,
  listMentions,
  loadEntities,
  type Mention,
  type Occurrence,
  type StoredEntity,
  scopeText,
  sentenceAt,
  sortMentions,
} from './mentions.ts'
import type { AnswerKind, CallRecord, RecordPorts, RecordQuestion, RecordsAnswer, Side } from './model.ts'
import { type HitsRow, selectHits, selectTopics, selectTrackerNames } from './queries.ts'
import { selectAccountNames } from './queries-names.ts'
import { containsAll, readStems } from './terms.ts'
import { TranscriptReader } from './transcript-reader.ts'

/** Maximum number of calls whose entities are read; they are large. */
const CALLS_MAX = 50

/** Types of entities by the words of a question. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  compani: ['company'],
  firm: ['company'],
  organiz: ['company'],
  organis: ['company'],
  vendor: ['company'],
  peopl: ['person'],
  person: ['person'],
  name: ['person', 'company', 'product'],
  product: ['product'],
  place: ['place'],
  citi: ['place'],
  locat: ['place'],
  countri: ['place'],
  date: ['date', 'time'],
  deadlin: ['date', 'time'],
  time: ['time'],
  percentag: ['percent'],
  percent: ['percent'],
  discount: ['percent'],
  email: ['email'],
  address: ['email', 'url'],
  link: ['url'],
  websit: ['url'],
  url: ['url'],
  phone: ['phone'],
  number: ['money', 'percent', 'quantity'],
  quantiti: ['quantity'],
}
const TYPE_NOUNS: Readonly<Record<string, string>> = {
  person: 'people',
  company: 'companies',
  money: 'amounts',
  percent: 'percentages',
  quantity: 'quantities',
}

/** Types of amounts. */
const AMOUNTS: readonly string[] = ['money', 'percent', 'quantity']

const COMPETITORS = ['competitors', 'competitor', 'competition', 'rivals']
const COMPETITOR_STEMS: ReadonlySet<string> = new Set([...COMPETITORS, 'other'].flatMap(readStems))

export const answerMentions: AnswerKind = async (ports, question) => {
  const { words, topic } = question
  const names = COMPETITORS.some((word) => words.has(word))
  const others = topic.filter((stem) => !COMPETITOR_STEMS.has(stem))
  // “Which competitors does the dairy have?” and “What was mentioned about the price?” ask for contents.
  const isCounted = ['often', 'many', 'times'].some((word) => words.has(word))
  if (names ? others.length > 0 : words.has('about') && !isCounted) return undefined
  // “What is the battery life of the tracker?” is about a thing of that name.
  const isAboutTrackers = ['tracker', 'trackers', 'keyword', 'keywords'].some((word) => words.has(word))
  if (isAboutTrackers && topic.length === 0) return answerTrackers(ports, question)
  const wanted = names ? readStems('competitors') : topic
  if (wanted.length === 0)
    return typesIn(words, []) === undefined
      ? undefined
      : answerTypes(ports, question, typesIn(words, []) ?? [], nounIn(words))
  const trackers = await selectTrackerNames(ports.db, ports.org)
  const tracker = trackers.find(({ name }) => isSameName(name, wanted))
  if (tracker !== undefined) return answerTracker(ports, question, tracker.name)
  if (isAboutTrackers) return undefined
  const types = typesIn(words, wanted)
  if (types !== undefined)
    return answerTypes(ports, question, types, joinAnd(types.map((type) => TYPE_NOUNS[type] ?? `${type}s`)))
  return answerName(ports, question, wanted)
}

const isSameName = (name: string, stems: readonly string[]) =>
  [...readStems(name)].sort().join(' ') === [...stems].sort().join(' ')

/** Types of entities that the question names. Undefined if it names something else. */
function typesIn(words: ReadonlySet<string>, wanted: readonly string[]): readonly string[] | undefined {
  const stems =
    wanted.length > 0
      ? wanted
      : [...words].flatMap((word) => readStems(word)).filter((stem) => stem === 'peopl' || stem === 'person')
  const types = stems.map((stem) => TYPES[stem])
  if (stems.length === 0 || types.some((one) => one === undefined)) return undefined
  return [...new Set(types.flatMap((one) => one ?? []))]
}

const nounIn = (words: ReadonlySet<string>) => (words.has('people') ? 'people' : 'names')

const SINGULAR: Readonly<Record<string, string>> = { people: 'person', names: 'name', amounts: 'amount' }

/** Singular of a noun of `answerTypes`. Several nouns, such as “companies and places”, stay. */
function toSingular(noun: string): string {
  const [type] = Object.entries(TYPE_NOUNS).find(([, plural]) => plural === noun) ?? []
  return SINGULAR[noun] ?? type ?? noun
}

export async function answerTypes(
  ports: RecordPorts,
  question: RecordQuestion,
  types: readonly string[],
  noun: string,
): Promise<RecordsAnswer | undefined> {
  const { calls, notice } = await loadCalls(ports, question, CALLS_MAX)
  const [first] = calls
  if (first === undefined) return noCalls(question)
  const entities = await loadEntities(ports, calls)
  if (entities.size === 0) return undefined
  const mentions = new Map<string, Mention>()
  for (const call of calls) {
    const own = new Set(call.people.flatMap(({ name }) => [name.toLowerCase(), ...name.toLowerCase().split(' ')]))
    for (const thing of entities.get(call.id) ?? []) {
      if (!types.includes(thing.type) || (thing.type === 'person' && own.has(thing.text.toLowerCase()))) continue
      collect(mentions, thing.text, call, thing.count, thing.occurrences)
    }
  }
  const place = scopeText(question, calls)
  const wanted = [...mentions.values()]
  if (wanted.length === 0) {
    return entities.size === calls.length ? stateEmpty(`No ${noun} were recorded${place}.`) : undefined
  }
  return listMentions(
    ports,
    `${wanted.length} ${wanted.length === 1 ? toSingular(noun) : noun} named${place}`,
    sortMentions(wanted, calls.length === 1),
    calls,
    { notice, isQuoted: types.some((type) => AMOUNTS.includes(type)) },
  )
}

interface StoredHit extends Occurrence {
  readonly phrase: string
}

function hitsIn({ hits }: HitsRow): StoredHit[] {
  return (JSON.parse(hits) as StoredHit[]).map(({ phrase, segment, start, speaker, quote }) => ({
    phrase,
    segment,
    start,
    speaker,
    quote,
  }))
}

/** Answers what a tracker found: each phrase with its calls. */
async function answerTracker(
  ports: RecordPorts,
  question: RecordQuestion,
  tracker: string,
): Promise<RecordsAnswer | undefined> {
  const { calls, notice } = await loadCalls(ports, question)
  const [first] = calls
  if (first === undefined) return noCalls(question)
  const rows = (
    await selectHits(
      ports.db,
      ports.org,
      calls.map(({ id }) => id),
    )
  ).filter(({ name }) => name === tracker)
  const place = scopeText(question, calls)
  if (rows.length === 0)
    return calls.every(({ isAnalyzed }) => isAnalyzed)
      ? stateEmpty(`The tracker “${tracker}” has no hits${place}.`)
      : undefined
  const byId = new Map(calls.map((call) => [call.id, call]))
  const mentions = new Map<string, Mention>()
  for (const row of rows) {
    const call = byId.get(row.id)
    if (call === undefined) continue
    for (const hit of hitsIn(row)) collect(mentions, hit.phrase, call, 1, [hit])
  }
  const total = rows.reduce((sum, { hit_count: n }) => sum + n, 0)
  const lead = `${count(total, 'hit')} of the tracker “${tracker}”${place}${calls.length === 1 ? '' : `, in ${count(rows.length, 'call')}`}`
  return listMentions(
    ports,
    lead,
    [...mentions.values()].sort((a, b) => b.count - a.count),
    calls,
    { notice },
  )
}

/** Lists all trackers with hits. */
async function answerTrackers(ports: RecordPorts, question: RecordQuestion): Promise<RecordsAnswer | undefined> {
  const { calls, notice } = await loadCalls(ports, question)
  if (calls.length === 0) return noCalls(question)
  const rows = await selectHits(
    ports.db,
    ports.org,
    calls.map(({ id }) => id),
  )
  if (rows.length === 0)
    return calls.every(({ isAnalyzed }) => isAnalyzed)
      ? stateEmpty(`No tracker has hits${scopeText(question, calls)}.`)
      : undefined
  const byId = new Map(calls.map((call) => [call.id, call]))
  const byTracker = [...Map.groupBy(rows, ({ name }) => name)].slice(0, LINES_MAX)
  const reader = new TranscriptReader(
    ports,
    byTracker.flatMap(([, own]) => own.slice(0, 1)),
  )
  const facts: Fact[] = []
  for (const [name, own] of byTracker) {
    const [first] = own
    const call = byId.get(first?.id ?? '')
    const [hit] = first === undefined ? [] : hitsIn(first)
    if (call === undefined || hit === undefined) continue
    const proofs = await reader.findQuotes(call, [hit])
    const n = own.reduce((sum, { hit_count }) => sum + hit_count, 0)
    facts.push({
      text: `${name}: ${count(n, 'hit')}${calls.length === 1 ? '' : ` in ${count(own.length, 'call')}`}, such as “${hit.quote}”${hit.speaker === '' ? '' : ` (${hit.speaker}${hit.start === null ? '' : ` at ${formatClock(hit.start)}`})`}`,
      proofs,
      calls: own.map(({ id }) => id),
    })
  }
  return listFacts(`Tracker hits${scopeText(question, calls)}`, facts, { notice })
}

/** Answers whether, how often and by whom a name was mentioned, by one side if the question names it. */
async function answerName(
  ports: RecordPorts,
  question: RecordQuestion,
  stems: readonly string[],
): Promise<RecordsAnswer | undefined> {
  const { calls, notice } = await loadCalls(ports, question, CALLS_MAX)
  const ids = calls.map(({ id }) => id)
  const [entities, hits] = await Promise.all([loadEntities(ports, calls), selectHits(ports.db, ports.org, ids)])
  const byTracker: Mention = { name: question.topicText, count: 0, places: [] }
  const byEntity: Mention = { name: question.topicText, count: 0, places: [] }
  for (const call of calls) {
    const isAsked = createSideFilter(call, question.side)
    const add = (mention: Mention, occurrences: readonly Occurrence[], total: number) => {
      const own = occurrences.filter(isAsked)
      // The record counts all occurrences, and keeps the first ones.
      mention.count += own.length === occurrences.length ? total : own.length
      mention.places.push(...own.map((occurrence) => ({ call, occurrence })))
    }
    for (const row of hits) {
      if (row.id !== call.id) continue
      const own = hitsIn(row).filter(({ phrase }) => isSameName(phrase, stems))
      add(byTracker, own, own.length)
    }
    for (const thing of entities.get(call.id) ?? []) {
      if (!containsAll(thing.text, stems) || ['date', 'time', 'money', 'percent', 'quantity'].includes(thing.type))
        continue
      add(byEntity, thing.occurrences, thing.count)
    }
  }
  const best = byEntity.count >= byTracker.count ? byEntity : byTracker
  if (best.count === 0) return undefined
  const listed = best.places.slice(0, LINES_MAX)
  const reader = new TranscriptReader(
    ports,
    listed.map(({ call }) => call),
  )
  const facts: Fact[] = []
  for (const { call, occurrence } of listed) {
    const quote = await sentenceAt(reader, call, occurrence)
    const proofs = await reader.findQuotes(call, [{ segment: occurrence.segment, quote }])
    if (proofs.length === 0) continue
    const at = occurrence.start === null ? '' : ` at ${formatClock(occurrence.start)}`
    const where = calls.length === 1 ? at : ` in ${nameCall(call)}${at}`
    facts.push({ text: `${occurrence.speaker || 'Somebody'}${where}: “${quote}”`, proofs, calls: [call.id] })
  }
  if (facts.length === 0) return undefined
  const where =
    calls.length === 1
      ? scopeText(question, calls)
      : ` in ${count(new Set(best.places.map(({ call }) => call.id)).size, 'call')}`
  const answer = listFacts(`${await describeMentions(ports, question, best)}${where}`, facts, { notice })
  const omitted = best.places.length - facts.length
  return omitted <= 0
    ? answer
    : { ...answer, pieces: [...answer.pieces, { text: `\n- … and ${omitted} more.`, proofs: [] }] }
}

/** Whether a speaker of a call belongs to a side. Speakers whose side is unknown belong to both. */
function createSideFilter(
  { people }: CallRecord,
  side: Side | undefined,
): (by: Pick<Occurrence, 'speaker'>) => boolean {
  const others = new Set(
    people
      .filter(({ isInternal }) => isInternal !== null && isInternal !== (side === 'internal'))
      .map(({ name }) => name),
  )
  return ({ speaker }) => side === undefined || !others.has(speaker)
}

async function describeMentions(
  { db, org }: RecordPorts,
  { side, isOneCall }: RecordQuestion,
  { name, count: n, places }: Mention,
): Promise<string> {
  const times = n === 1 ? 'once' : `${n} times`
  if (side === undefined) return `“${name}” was mentioned ${times}`
  if (side === 'internal' || isOneCall)
    return `“${name}” was mentioned ${times} by ${side === 'internal' ? 'colleagues' : 'the other side'}`
  const names = await selectAccountNames(db, org, [...new Set(places.map(({ call }) => call.id))])
  return `People of ${countAccounts(places, names)} mentioned “${name}” ${times}`
}

export const answerTopics: AnswerKind = async (ports, question) => {
  const { calls, notice } = await loadCalls(ports, question, CALLS_MAX)
  const [first] = calls
  if (first === undefined) return noCalls(question)
  const topics = await selectTopics(
    ports.db,
    ports.org,
    calls.map(({ id }) => id),
  )
  const phrases = new Map<string, Mention>()
  for (const call of calls) {
    const row = topics.get(call.id)
    const own = row === undefined ? [] : (JSON.parse(row.key_phrases) as Omit<StoredEntity, 'type'>[])
    for (const phrase of own.slice(0, 10)) collect(phrases, phrase.text, call, phrase.count, phrase.occurrences)
  }
  if (phrases.size === 0) return undefined
  const isOne = calls.length === 1
  // The number of calls with a phrase matters more than the number of its repetitions in one of them.
  const sorted = [...phrases.values()].sort((a, b) => (isOne ? 0 : callsWith(b) - callsWith(a)) || b.count - a.count)
  return listMentions(ports, `Recurring topics${scopeText(question, calls)}`, sorted.slice(0, LINES_MAX), calls, {
    notice,
  })
}

const callsWith = ({ places }: Mention) => new Set(places.map(({ call }) => call.id)).size
