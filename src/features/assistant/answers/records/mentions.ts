/** Things that calls mention, with their places, and the list of them. */
import { cutSentences } from '../../../text/sentences/index.ts'
import { type Fact, LINES_MAX, listFacts, nameCall, nameQuestionScope } from './compose-record.ts'
import { count, formatClock } from './dates.ts'
import type { CallRecord, RecordPorts, RecordQuestion, RecordsAnswer } from './model.ts'
import { selectTopics } from './queries.ts'
import { TranscriptReader } from './transcript-reader.ts'

export interface Occurrence {
  readonly segment: number
  readonly start: number | null
  readonly speaker: string
  readonly quote: string
}

export interface StoredEntity {
  readonly type: string
  readonly text: string
  readonly count: number
  readonly occurrences: readonly Occurrence[]
}

/** Loads the entities of calls. Calls that aren't analyzed have no entry. */
export async function loadEntities(
  { db, org }: Pick<RecordPorts, 'db' | 'org'>,
  calls: readonly Pick<CallRecord, 'id'>[],
): Promise<ReadonlyMap<string, readonly StoredEntity[]>> {
  const topics = await selectTopics(
    db,
    org,
    calls.map(({ id }) => id),
  )
  return new Map([...topics].map(([id, { named_things }]) => [id, JSON.parse(named_things) as StoredEntity[]]))
}

/** Something that was mentioned, with its calls and timestamps. */
export interface Mention {
  readonly name: string
  count: number
  readonly places: { readonly call: CallRecord; readonly occurrence: Occurrence }[]
}

export function collect(
  mentions: Map<string, Mention>,
  name: string,
  call: CallRecord,
  n: number,
  occurrences: readonly Occurrence[],
): void {
  const known = mentions.get(name.toLowerCase()) ?? { name, count: 0, places: [] }
  known.count += n
  known.places.push(...occurrences.map((occurrence) => ({ call, occurrence })))
  mentions.set(name.toLowerCase(), known)
}

export const scopeText = (question: RecordQuestion, calls: readonly CallRecord[]): string =>
  calls.length === 1 && calls[0] !== undefined
    ? ` in the call ${nameCall(calls[0])}`
    : ` in ${count(calls.length, 'call')}${nameQuestionScope({ ...question, topicText: '' })}`

/** Sorts mentions of one call by time, and of several calls by number. */
export const sortMentions = (mentions: readonly Mention[], isOne: boolean): Mention[] =>
  mentions.toSorted((a, b) =>
    isOne ? (a.places[0]?.occurrence.segment ?? 0) - (b.places[0]?.occurrence.segment ?? 0) : b.count - a.count,
  )

export interface MentionsOptions {
  readonly notice: string | null
  /** Whether to quote the first sentence with each thing: an amount alone says nothing. Defaults to false. */
  readonly isQuoted?: boolean
}

export async function listMentions(
  ports: RecordPorts,
  lead: string,
  mentions: readonly Mention[],
  calls: readonly CallRecord[],
  { notice, isQuoted = false }: MentionsOptions,
): Promise<RecordsAnswer | undefined> {
  const limit = calls.length === 1 ? 20 : LINES_MAX
  const listed = mentions.slice(0, limit)
  const reader = new TranscriptReader(
    ports,
    listed.flatMap(({ places }) => places.slice(0, 1).map(({ call }) => call)),
  )
  const facts: Fact[] = []
  for (const { name, count: n, places } of listed) {
    const [first] = places
    if (first === undefined) continue
    const sentence = await sentenceAt(reader, first.call, first.occurrence)
    const proofs = await reader.findQuotes(first.call, [{ segment: first.occurrence.segment, quote: sentence }])
    const at = first.occurrence.start === null ? '' : ` at ${formatClock(first.occurrence.start)}`
    const by = first.occurrence.speaker === '' ? 'somebody' : first.occurrence.speaker
    const others = new Set(places.map(({ call }) => call.id)).size - 1
    const where = calls.length === 1 ? '' : `, ${nameCall(first.call)}`
    const more = [n > 1 ? `${n} times` : '', others > 0 ? `in ${others + 1} calls` : '']
      .filter((part) => part !== '')
      .join(' ')
    const opening = n > 1 ? 'first ' : ''
    const quoted = isQuoted && proofs.length > 0 ? `: “${sentence}”` : ''
    facts.push({
      text: `${name}${more === '' ? '' : `, ${more}`} (${opening}${by}${at}${where})${quoted}`,
      proofs,
      calls: places.map(({ call }) => call.id),
    })
  }
  if (facts.length === 0) return undefined
  const answer = listFacts(lead, facts, { notice, limit })
  const omitted = mentions.length - facts.length
  return omitted <= 0
    ? answer
    : { ...answer, pieces: [...answer.pieces, { text: `\n- … and ${omitted} more.`, proofs: [] }] }
}

/** Sentence of the transcript that contains an occurrence, or the occurrence itself. */
export async function sentenceAt(
  reader: TranscriptReader,
  call: CallRecord,
  { segment, quote }: Occurrence,
): Promise<string> {
  const [{ line } = {}] = await reader.findQuotes(call, [{ segment, quote }])
  const sentences = cutSentences(line?.text ?? '')
  const at = sentences.findIndex((sentence) => sentence.includes(quote))
  const [sentence, next = ''] = at < 0 ? [] : sentences.slice(at)
  return sentence === undefined ? quote : CONCLUDES.test(next) ? `${sentence} ${next}` : sentence
}

/** A brief sentence that draws the result: “Fifty-eight dollars, less eight percent. So fifty-three thirty-six.” */
const CONCLUDES = /^\s*(?:so|that['’]s|which is|that makes|makes)\b.{1,60}$/i
