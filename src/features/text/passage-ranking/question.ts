/** Parses a question: its terms, the speakers it names, and whether it asks for a whole discussion. */
import { meansPerson, type NameRun, placeWords, readNameRuns, splitName } from '../../../core/name-runs.ts'
import { stemWord } from '../../../core/stems.ts'
import { isSmallWord, splitWords } from '../../../core/terms.ts'

/**
 * Words that people use to ask, rather than to name a topic. Nobody in the conversation says them when the topic comes
 * up. They count only in texts that aren't questions, or in questions without other words.
 */
const ASKING: ReadonlySet<string> = new Set(
  `discuss discussion talk say said state tell told mention speak explain describe summarize summary conclude present give
  think thought feel believe opinion view perspective attitude consider propose proposal suggest suggestion recommend
  recommendation agree disagree ask answer question reason raise point meeting group team member participant people
  conversation call overall whole use come came make did regard concern accord introduce when about other more`
    .split(/\s+/)
    .map(stemWord),
)

/** Whether a term is a word for asking or speaking: “What did Nico propose?” is about Nico's words. */
export const isAskingTerm = (term: string): boolean => ASKING.has(term)

/**
 * Words for the other side. As the subject of a question they name its speakers, who say “I” and “we”: “What did the
 * customer object to?”
 */
const OTHER_SIDE: ReadonlySet<string> = new Set('customer client prospect buyer caller'.split(' ').map(stemWord))
const FORMS_OF_BE: ReadonlySet<string> = new Set(['is', 'are', 'was', 'were'])
const DETERMINERS: ReadonlySet<string> = new Set('the our your their these those this that most any'.split(' '))

/** Stems of questions that ask for a whole discussion rather than one statement. */
const WIDE: ReadonlySet<string> = new Set(
  ['summarize', 'summary', 'discuss', 'discussion', 'present', 'presentation', 'overview', 'introduction'].map(
    stemWord,
  ),
)

/** Questions about a fact, which speakers state with the words of the question. */
const FACT =
  /^\W*(?:when|where|who|whose|how (?:long|many|much|often|far|old|big|large|fast|soon|expensive))\b(?!.*\b(?:say|said|think|thought|discuss\w*|mention\w*)\b)/i
/** Minimum number of terms of a topic. With fewer, words for asking are part of it in questions about a fact. */
const TOPIC_MIN = 2

export interface RankingQuestion {
  readonly text: string
  /** Whether the text is a complete question. Otherwise it's a statement or a list of search words. */
  readonly isQuestion: boolean
  /** Terms of the topic in order, including repetitions, without names. */
  readonly terms: readonly string[]
  /** Speakers that the question names, as they are called in the conversation. */
  readonly named: readonly string[]
  /** Whether the question asks for a whole discussion. */
  readonly wide: boolean
  /** The question without names and question words, for semantic comparison. */
  readonly core: string
}

/** @param speakers names in the conversation; empty names are ignored */
export function parseQuestion(text: string, speakers: readonly string[]): RankingQuestion {
  const words = text.split(/\s+/).flatMap((raw) => splitWords(raw).map((word) => ({ raw, word, stem: stemWord(word) })))
  const named = findNamedSpeakers(words, speakers, readRuns(text))
  const ofNames = new Set(named.flatMap((name) => splitWords(name).map(stemWord)))
  const about = words.filter(
    ({ word, stem }, at) => !isSmallWord(word) && !ofNames.has(stem) && !isOtherSide(words, at),
  )
  const telling = about.filter(({ stem }) => !ASKING.has(stem))
  const asks = isAsking(text, words)
  // “When does the drivers' group meet?”: without “group” and “meet”, it's about all drivers.
  const isTooShort = telling.length < TOPIC_MIN && telling.length < about.length && FACT.test(text)
  const used = asks && telling.length > 0 && !isTooShort ? telling : about
  return {
    ...{ text, isQuestion: asks },
    terms: used.map(({ stem }) => stem),
    named,
    wide: words.some(({ stem }) => WIDE.has(stem)),
    core: [...new Set(used.map(({ raw }) => raw))].join(' ').replace(/[?!.,;:]+(?=\s|$)/g, '') || text,
  }
}

/** Auxiliary verbs. The subject of a question follows them: “What did Anna say?” */
export const AUXILIARIES: ReadonlySet<string> = new Set(
  'did does do has have had will would can could should was were is are'.split(' '),
)

function isOtherSide(words: readonly AskedWord[], at: number): boolean {
  if (!OTHER_SIDE.has(words[at]?.stem ?? '')) return false
  const before = words[at - 1]?.word ?? ''
  const verb = DETERMINERS.has(before) ? (words[at - 2]?.word ?? '') : before
  // “What is the customer number?”
  return AUXILIARIES.has(verb) && !FORMS_OF_BE.has(verb)
}

/** First words of questions, in addition to the question stems: “What …”, “Did …”, “Please list …”. */
const OPENING: ReadonlySet<string> = new Set(
  `what who whom whose which when where why how is are was were am do does did has have had can could will would shall
  should may might must please give list find show name compare explain remind let`.split(/\s+/),
)

function isAsking(text: string, words: readonly AskedWord[]): boolean {
  const [first] = words
  return first !== undefined && (text.includes('?') || OPENING.has(first.word) || ASKING.has(first.stem))
}

interface AskedWord {
  /** The word as written in the question. */
  readonly raw: string
  readonly word: string
  readonly stem: string
}

/**
 * Speakers that a question names. A speaker matches by all words of the name, or by one unique word written as a name
 * (“Anna” for “Anna Kowalska”). In lower case, only a first name that is the subject is one: “what did anna say”. A unique
 * title matches too if the rest of the name is only a number or a letter (“the professor” for “Professor B”). A name of
 * several words never means another person: “Anna Schmidt”.
 */
function findNamedSpeakers(
  words: readonly AskedWord[],
  speakers: readonly string[],
  runs: ReadonlyMap<string, NameRun>,
): string[] {
  const asked = new Set(words.map(({ stem }) => stem))
  const capital = new Set(words.filter(({ raw }, at) => at > 0 && /^["'“(]*\p{Lu}/u.test(raw)).map(({ stem }) => stem))
  const subjects = new Set(words.filter((_, at) => AUXILIARIES.has(words[at - 1]?.word ?? '')).map(({ stem }) => stem))
  const parts = new Map([...new Set(speakers)].map((name) => [name, splitWords(name).map(stemWord)]))
  const owners = new Map<string, number>()
  for (const stems of parts.values()) for (const stem of new Set(stems)) owners.set(stem, (owners.get(stem) ?? 0) + 1)
  const isKnown = (word: string) => owners.has(stemWord(word))
  const isOtherPerson = (name: string, stem: string) => {
    const run = runs.get(stem)
    return run !== undefined && !meansPerson(run, splitName(name), isKnown)
  }
  return [...parts]
    .filter(([name, stems]) => {
      const telling = stems.filter((stem) => !isSmallWord(stem) || stem.length === 1)
      if (telling.length === 0) return false
      if (telling.every((stem) => asked.has(stem))) return true
      const own = telling
        .filter((stem) => stem.length >= 3 && owners.get(stem) === 1 && asked.has(stem))
        .filter((stem) => !isOtherPerson(name, stem))
      const [title, ...rest] = telling
      const isNumbered = rest.length > 0 && rest.every((stem) => stem.length === 1 || /^\d+$/.test(stem))
      return own.some(
        (stem) => capital.has(stem) || (subjects.has(stem) && stem === title) || (isNumbered && stem === title),
      )
    })
    .map(([name]) => name)
}

/** Names of several capitalized words, by the stem of each word. */
function readRuns(text: string): ReadonlyMap<string, NameRun> {
  const words = placeWords(text)
  const runs = readNameRuns(words, ({ word }) => !isSmallWord(word) && !OPENING.has(word))
  return new Map(
    words.flatMap(({ word }, at): [string, NameRun][] => {
      const run = runs[at]
      return run === undefined ? [] : [[stemWord(word), run]]
    }),
  )
}
