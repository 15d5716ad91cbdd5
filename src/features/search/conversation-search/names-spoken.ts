/** Finds conversations whose speakers a question names. */
import type { SpeakerKnown } from '../../../core/search.ts'
import { namingWords } from './naming-words.ts'

/** Words of a question that identify conversations. */
export interface Handle {
  readonly words: readonly string[]
  readonly ids: ReadonlySet<string>
  /** Whether the words name a speaker. */
  readonly isSpeaker: boolean
}

/**
 * Speakers that the question names: by one capitalized word or by two words of the name. So “What was the long pause?”
 * doesn't name Mr. Long. Speakers with more than `most` conversations don't identify one, so they're skipped.
 */
export function spoken(speakers: readonly SpeakerKnown[], capitals: ReadonlySet<string>, most: number): Handle[] {
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
    .filter(({ ids, count }) => Math.max(ids.size, count) <= most)
    .map(({ words, ids }) => ({ words, ids, isSpeaker: true }))
}

/** Text in brackets after a name: three or more words are a role, fewer are a company name. */
const ROLE = /\((?:[^\s()]+\s+){2,}[^()]*\)/g

/** A name counts as a common word if the word occurs in this many times more conversations than the speaker. */
const SAID_MORE = 1.5

/**
 * Whether a speaker's name is a common word, such as “Bill”.
 * @param saidIn number of conversations in which the word is said
 */
export const isWordLikeOthers = ({ words, ids, isSpeaker }: Handle, saidIn: number): boolean =>
  isSpeaker && words.length === 1 && saidIn > SAID_MORE * ids.size + 1
