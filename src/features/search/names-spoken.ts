/** Conversations that a question names by whoever speaks in them. */
import type { SpeakerKnown } from '../../core/search.ts'
import { namingWords } from './naming-words.ts'

/** Words of the question that conversations are known by. */
export interface Handle {
  readonly words: readonly string[]
  readonly ids: ReadonlySet<string>
  /** It is whoever speaks there. */
  readonly isSpeaker: boolean
}

/**
 * Who is meant is written as a name, or by two words of it: in “What was the long pause?” it is not Mr. Long. Whoever
 * speaks in more than `most` names no conversation: chance would choose among theirs.
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

/** What stands in brackets behind a name: a company is one more name, three words or more are what somebody does. */
const ROLE = /\((?:[^\s()]+\s+){2,}[^()]*\)/g

/** One word that is said in so many times more conversations than those of that name speak in is a word like others. */
const SAID_MORE = 1.5

/** “Bill” is more often a law than whoever speaks. @param saidIn in how many conversations it is said */
export const isWordLikeOthers = ({ words, ids, isSpeaker }: Handle, saidIn: number): boolean =>
  isSpeaker && words.length === 1 && saidIn > SAID_MORE * ids.size + 1
