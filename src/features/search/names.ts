/**
 * Conversations that a question names. People ask for a call by what they call it: the company, the person, the
 * opportunity, a word of its title, whoever speaks in it. Hardly anybody says those words in that call, so what is said cannot tell. Titles hold
 * topics too (“Pricing review”): a word that is said in many conversations is what they speak of, and names none.
 */
import { fold } from '../../core/fold.ts'
import type { SpeakerKnown } from '../../core/search.ts'
import { isSmallWord, termsOf } from '../../core/terms.ts'
import { type Known, type permittedConversations, selectKnownBy } from '../conversations/index.ts'
import type { SearchPorts } from './asked.ts'
import type { Question } from './question.ts'

/** Conversation → how surely the question names it, above 0 to 1. */
export type Named = ReadonlyMap<string, number>

/** Words that are looked up. Who writes more than a few without asking gives an account, and names nobody. */
const WORDS_MAX = { asked: 12, given: 5 } as const
/** A word by which more are known, or that is said in more, names none. */
const KNOWN_MAX = 200
/** Conversations that are named at most: the surest. */
const NAMED_MAX = 50
/** One word that is said in so many times more conversations than those of that name speak in is a word like others. */
const SAID_MORE = 1.5

const RUNS = /[\p{L}\p{N}\p{M}]+/gu

/** @param permitted the same condition as everything else is found under */
export async function namedBy(
  { db, org, search }: Pick<SearchPorts, 'db' | 'org' | 'search'>,
  permitted: ReturnType<typeof permittedConversations>,
  question: Pick<Question, 'core' | 'asks'>,
): Promise<Named> {
  const capitals = capitalsOf(question)
  const words = wordsLookedUp(question, capitals)
  if (words.length === 0) return new Map()
  const within = { conversations: permitted }
  const [{ total, known }, speakers] = await Promise.all([
    selectKnownBy(db, org, permitted, words, KNOWN_MAX),
    search.spokenBy(db, org, within, words, { names: KNOWN_MAX, most: NAMED_MAX }),
  ])
  const handles = [...titled(known), ...spoken(speakers, capitals)]
  if (handles.length === 0) return new Map()
  const said = await search.saidIn(db, org, within, handles.flatMap(termsOfHandle), KNOWN_MAX + 1)
  const sure = new Map<string, number>()
  for (const handle of handles) {
    const { ids, isSpeaker } = handle
    // Both words of a name together are said no more often than the rarer one.
    const saidIn = Math.min(
      ...handle.words.map((word) => Math.max(0, ...termsOf(word).map((term) => said.get(term) ?? 0))),
    )
    if (saidIn > KNOWN_MAX || (isSpeaker && handle.words.length === 1 && saidIn > SAID_MORE * ids.size + 1)) continue
    const tells = telling(Math.max(ids.size, saidIn), total)
    for (const id of ids) sure.set(id, (sure.get(id) ?? 0) + tells)
  }
  const surest = [...sure].filter(([, tells]) => tells > 0).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return new Map(surest.slice(0, NAMED_MAX).map(([id, tells]) => [id, Math.min(1, tells)]))
}

/** Of a long question those that are written as names. */
function wordsLookedUp({ core, asks }: Pick<Question, 'core' | 'asks'>, capitals: ReadonlySet<string>): string[] {
  const words = namingWords(core)
  if (words.length <= WORDS_MAX[asks ? 'asked' : 'given']) return words
  return asks && capitals.size <= WORDS_MAX.asked ? [...capitals] : []
}

/** Words of the question that conversations are known by. */
interface Handle {
  readonly words: readonly string[]
  readonly ids: ReadonlySet<string>
  /** It is whoever speaks there. */
  readonly isSpeaker: boolean
}

const termsOfHandle = ({ words }: Handle): string[] => words.flatMap((word) => termsOf(word))

/** A word of a title and the like: each tells for itself. */
const titled = (known: readonly Known[]): Handle[] =>
  known
    .filter(({ count }) => count <= KNOWN_MAX)
    .map(({ word, ids }) => ({ words: [word], ids: new Set(ids), isSpeaker: false }))

/**
 * Who is meant is written as a name, or by two words of it: in “What was the long pause?” it is not Mr. Long. Whoever speaks everywhere
 * names no conversation, and chance would choose among theirs.
 */
function spoken(speakers: readonly SpeakerKnown[], capitals: ReadonlySet<string>): Handle[] {
  const handles = new Map<string, { words: readonly string[]; ids: Set<string>; count: number }>()
  for (const { name, words, count, ids } of speakers) {
    const own = namingWords(name.replace(ROLE, ' '))
    const meant = words.filter((word) => own.includes(word))
    if (meant.length < 2 && !meant.some((word) => capitals.has(word))) continue
    const key = meant.join(' ')
    const same = handles.get(key)
    handles.set(key, {
      words: meant,
      ids: new Set([...(same?.ids ?? []), ...ids]),
      count: Math.max(count, same?.count ?? 0),
    })
  }
  return [...handles.values()]
    .filter(({ ids, count }) => Math.max(ids.size, count) <= NAMED_MAX)
    .map(({ words, ids }) => ({ words, ids, isSpeaker: true }))
}

/** What stands in brackets behind a name: a company is one more name, three words or more are what somebody does. */
const ROLE = /\((?:[^\s()]+\s+){2,}[^()]*\)/g

/** Words written as names are. Who asks writes sentences; who gives a few words writes all of them as it comes. */
function capitalsOf({ core, asks }: Pick<Question, 'core' | 'asks'>): ReadonlySet<string> {
  const words = core.split(/\s+/).filter((word) => !asks || /^["'“(]*\p{Lu}/u.test(word))
  return new Set(namingWords(words.join(' ')))
}

/** Folded as titles are, each once. */
export function namingWords(core: string): string[] {
  const words = fold(core)
    .replace(/['’ʼ]s?(?![\p{L}\p{N}])/gu, '')
    .match(RUNS)
  return [...new Set(words)].filter((word) => [...word].length >= 2 && !isSmallWord(word))
}

/** How much a word tells that so many are known by, or say: everything where it is one alone, nothing where all are. */
const telling = (count: number, total: number): number => (total <= 1 ? 0 : 1 - Math.log(count) / Math.log(total))
