/** Finds what was said: the road from a question to moments with their quotes. */
import type { Visibility } from '../../core/principal.ts'
import type { SpokenLine } from '../../core/search.ts'
import { standsIn, termsOf } from '../../core/terms.ts'
import {
  type Filters,
  type FoundConversation,
  NO_FILTERS,
  permittedConversations,
  selectFoundConversations,
} from '../conversations/index.ts'
import { type Asked, ask, CANDIDATES, type Found, looksForSomething, type SearchPorts, told } from './asked.ts'
import type { Mode } from './meaning.ts'
import { namedBy } from './names.ts'
import type { Question } from './question.ts'
import { bestQuote, type Quote, tellingOf } from './quote.ts'
import { type RankedMoments, rankMoments } from './rank-moments.ts'
import { rankWithin } from './rank-within.ts'

/** Which conversations are looked into. */
export interface WithinConversations {
  /** What the one who asks may see. */
  readonly visibility: Visibility
  readonly filters?: Filters
  /** These alone, of what is permitted; of none, nothing. */
  readonly conversationIds?: readonly string[] | undefined
}

export interface Moment {
  readonly conversation: FoundConversation
  /** 0 to 1; comparable within one answer only. */
  readonly score: number
  /** As the index measures: by words ≥ 0; by meaning −1 to 1, or null where that was not measured. */
  readonly found: { readonly lexical: number; readonly semantic: number | null }
  readonly quote: Quote<SpokenLine>
  /** All of it, in order. */
  readonly lines: Lines
}

type Lines = readonly [SpokenLine, ...SpokenLine[]]

/** Moments whose words show how much each term tells: the same ones, whichever page is asked for. */
const SAMPLE = 20

export interface MomentSearch {
  readonly question: Question
  readonly within: WithinConversations
  readonly mode: Mode
  readonly limit: number
  /** How many of the best are passed over. */
  readonly offset?: number
}

/** Best first. One moment is told once, however many passages it was found by. */
export async function searchMoments(
  ports: SearchPorts,
  { question, within, mode, limit, offset = 0 }: MomentSearch,
): Promise<Found<Moment>> {
  const asked = await ask(ports, question, mode, 'question')
  const ranked = looksForSomething(asked.wanted) ? await ranking(ports, asked, within) : NOTHING
  const page = ranked.moments.slice(offset, offset + limit)
  const ids = new Set(page.map(({ hit }) => hit.conversationId))
  const conversations = await selectFoundConversations(ports.db, ports.org, within.visibility, [...ids])
  const quote = page.length === 0 ? undefined : quoting(question, ranked)
  const data = page.flatMap(({ hit, score, line }): Moment[] => {
    const conversation = conversations.get(hit.conversationId)
    const [first, ...others] = hit.lines
    // Hidden or gone since it was found.
    if (conversation === undefined || first === undefined || quote === undefined) return []
    const lines: Lines = [first, ...others]
    const { lexical, semantic } = hit
    return [
      { conversation, score, found: { lexical, semantic }, quote: quote(line === undefined ? lines : [line]), lines },
    ]
  })
  return told(asked, ranked.moments, data)
}

const NOTHING: RankedMoments = { moments: [], speakers: new Set() }

async function ranking(
  ports: SearchPorts,
  asked: Asked,
  { visibility, filters = NO_FILTERS, conversationIds }: WithinConversations,
): Promise<RankedMoments> {
  const permitted = permittedConversations(ports.org, visibility, filters, conversationIds)
  const [only, ...others] = new Set(conversationIds)
  if (only !== undefined && others.length === 0) return rankWithin(ports, { id: only, permitted }, asked)
  const { db, org, search } = ports
  const named = await namedBy(ports, permitted, asked.question)
  const within = { conversations: permitted, besides: [...named.keys()] }
  return rankMoments(asked, await search.find(db, org, within, asked.wanted, CANDIDATES), named)
}

function quoting(question: Question, { moments, speakers }: RankedMoments) {
  const sample = moments.slice(0, SAMPLE).flatMap(({ hit }) => hit.lines.map(({ text }) => text))
  const telling = tellingOf(question.terms, sample)
  return (lines: Lines) => bestQuote(withPhrase(lines, question), telling, ({ speaker }) => speakers.has(speaker))
}

/** Who asked for words in a row wants to see them so. */
function withPhrase(lines: Lines, { phrases }: Question): Lines {
  const [first, ...others] = lines.filter(({ text }) => phrases.some((phrase) => standsIn(termsOf(text), phrase)))
  return first === undefined ? lines : [first, ...others]
}
