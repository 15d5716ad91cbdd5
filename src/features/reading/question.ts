/** What a question asks for: the terms it is about, who it names, and how much it wants to hear. */
import { isSmallWord, stemOf, wordsOf } from '../../core/terms.ts'

/**
 * Words of asking, not of what is asked: people write them around any topic, and nobody in the conversation says them
 * when the topic comes up. They count only where nothing is asked, or in a question that has nothing else.
 */
const ASKING: ReadonlySet<string> = new Set(
  `discuss discussion talk say said state tell told mention speak explain describe summarize summary conclude present give
  think thought feel believe opinion view perspective attitude consider propose proposal suggest suggestion recommend
  recommendation agree disagree ask answer question reason raise point meeting group team member participant people
  conversation call overall whole use come came make did regard concern accord introduce when about other more`
    .split(/\s+/)
    .map(stemOf),
)

/** Stems of questions that want a whole discussion, not one remark. */
const WIDE: ReadonlySet<string> = new Set(
  ['summarize', 'summary', 'discuss', 'discussion', 'present', 'presentation', 'overview', 'introduction'].map(stemOf),
)

export interface Question {
  readonly text: string
  /** It asks, in a whole sentence; else it is a statement, or words that somebody looks for. */
  readonly asks: boolean
  /** What it is about, in its order, repeated as they are; never those of the names. */
  readonly terms: readonly string[]
  /** Speakers it names, as they are called in the conversation. */
  readonly named: readonly string[]
  /** It wants a whole discussion. */
  readonly wide: boolean
  /** The question without names and words of asking, to be compared by meaning. */
  readonly core: string
}

/** @param speakers names in the conversation; empty ones are passed over */
export function questionOf(text: string, speakers: readonly string[]): Question {
  const words = text.split(/\s+/).flatMap((raw) => wordsOf(raw).map((word) => ({ raw, word, stem: stemOf(word) })))
  const named = namedIn(words, speakers)
  const ofNames = new Set(named.flatMap((name) => wordsOf(name).map(stemOf)))
  const about = words.filter(({ word, stem }) => !isSmallWord(word) && !ofNames.has(stem))
  const telling = about.filter(({ stem }) => !ASKING.has(stem))
  const asks = isAsking(text, words)
  const used = asks && telling.length > 0 ? telling : about
  return {
    ...{ text, asks },
    terms: used.map(({ stem }) => stem),
    named,
    wide: words.some(({ stem }) => WIDE.has(stem)),
    core: [...new Set(used.map(({ raw }) => raw))].join(' ').replace(/[?!.,;:]+(?=\s|$)/g, '') || text,
  }
}

/** Words that sentences which ask begin with, beside the asking stems: “What …”, “Did …”, “Please list …”. */
const OPENING: ReadonlySet<string> = new Set(
  `what who whom whose which when where why how is are was were am do does did has have had can could will would shall
  should may might must please give list find show name compare explain remind let`.split(/\s+/),
)

function isAsking(text: string, words: readonly AskedWord[]): boolean {
  const [first] = words
  return first !== undefined && (text.includes('?') || OPENING.has(first.word) || ASKING.has(first.stem))
}

interface AskedWord {
  /** As it was written. */
  readonly raw: string
  readonly word: string
  readonly stem: string
}

/**
 * A speaker is named by all words of the name, or by one that no other speaker has and that is written as a name
 * (“Anna” of “Anna Kowalska”), or that only numbers tell apart from others (“the professor” is “Professor B”).
 */
function namedIn(words: readonly AskedWord[], speakers: readonly string[]): string[] {
  const asked = new Set(words.map(({ stem }) => stem))
  const capital = new Set(words.filter(({ raw }, at) => at > 0 && /^["'“(]*\p{Lu}/u.test(raw)).map(({ stem }) => stem))
  const parts = new Map([...new Set(speakers)].map((name) => [name, wordsOf(name).map(stemOf)]))
  const owners = new Map<string, number>()
  for (const stems of parts.values()) for (const stem of new Set(stems)) owners.set(stem, (owners.get(stem) ?? 0) + 1)
  return [...parts]
    .filter(([, stems]) => {
      const telling = stems.filter((stem) => !isSmallWord(stem) || stem.length === 1)
      if (telling.length === 0) return false
      if (telling.every((stem) => asked.has(stem))) return true
      const own = telling.filter((stem) => stem.length >= 3 && owners.get(stem) === 1 && asked.has(stem))
      const [title, ...rest] = telling
      const isNumbered = rest.length > 0 && rest.every((stem) => stem.length === 1 || /^\d+$/.test(stem))
      return own.some((stem) => capital.has(stem) || (isNumbered && stem === title))
    })
    .map(([name]) => name)
}
