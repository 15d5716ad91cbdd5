/** Whose something is: a person of the conversation, by what was said, or nobody. */
import { fold } from '../../core/fold.ts'
import type { Person } from './model.ts'
import type { Sentence } from './sentences.ts'

export interface People {
  /** The person of exactly this name, or the only one of this first name. */
  called(name: string): Person | null
  /** The one whom a sentence names to do something: "Ann will …", "Ann, can you …". */
  named(text: string): string | null
  /** Whoever is there beside the speaker, when it is one only. */
  other(speaker: string): string | null
}

const CONSENT =
  /^(?:yeah|yes|yep|yup|sure|ok|okay|of course|absolutely|certainly|definitely|will do|no problem|happy to|i can|i will|i'll|can do|on it|got it|sounds good)\b/i
const ACTS = "(?:will|'ll|is going to|is gonna|should|needs to|has to|can|could|would)"

/** @param people everyone who spoke or took part, in any number; a name may be empty */
export function peopleOf(people: readonly Person[]): People {
  const known = [...new Set(people.map(({ name }) => name.trim()).filter((name) => name !== ''))]
  const emails = Map.groupBy(
    people.filter(({ email }) => email !== null),
    ({ name }) => name.trim(),
  )
  const personOf = (name: string): Person => {
    const addresses = new Set(emails.get(name)?.map(({ email }) => email))
    // Two people of one name: nobody knows which.
    return { name, email: addresses.size === 1 ? ([...addresses][0] ?? null) : null }
  }
  const byShort = new Map<string, string | null>()
  for (const name of known) {
    for (const short of new Set([name, ...firstNames(name)])) {
      const key = fold(short)
      // Two of one first name: nobody knows which.
      byShort.set(key, byShort.has(key) && byShort.get(key) !== name ? null : name)
    }
  }
  // By the first word of the name, so that a sentence is held against the few names it may hold.
  const patterns = Map.groupBy(
    [...byShort].flatMap(([short, name]) =>
      name === null ? [] : [{ name, pattern: charging(short), first: wordsIn(short)[0] }],
    ),
    ({ first }) => first,
  )
  return {
    called(name) {
      const found = known.includes(name.trim()) ? name.trim() : byShort.get(fold(name.trim()))
      return found === undefined || found === null ? null : personOf(found)
    },
    named(text) {
      const folded = fold(text)
      const found = new Set(
        wordsIn(folded).flatMap((word) =>
          (patterns.get(word) ?? []).filter(({ pattern }) => pattern.test(folded)).map(({ name }) => name),
        ),
      )
      const [one, another] = found
      return one !== undefined && another === undefined ? one : null
    },
    other(speaker) {
      if (known.length !== 2 || !known.includes(speaker)) return null
      return known.find((name) => name !== speaker) ?? null
    },
  }
}

const wordsIn = (folded: string): string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? []

/** How English gives something to somebody by name. */
const charging = (short: string) =>
  new RegExp(
    String.raw`(?:^|[^\p{L}\p{N}])${escaped(short)}(?:,? (?:and \p{L}+ )?${ACTS}|'ll|,? (?:can|could|would|will) you)|(?:you|please|thanks|thank you),? ${escaped(short)}(?:[.?!,]|$)`,
    'iu',
  )

/** Whoever says yes to it next. */
export function consenting(sentence: Sentence, next: readonly Sentence[]): string | null {
  const answer = next.find((one) => one.speaker !== sentence.speaker)
  if (answer === undefined || answer.speaker === '') return null
  return CONSENT.test((answer.spans[0]?.quote ?? '').replaceAll('’', "'")) ? answer.speaker : null
}

/** `Ann | Acme` and `Ann Smith (Acme)` are called Ann. Initials and roles such as `Speaker 1` are no first names. */
function firstNames(name: string): string[] {
  const [first] = name.split(/[\s|(,]+/)
  return first !== undefined &&
    [...first].length >= 3 &&
    !/^(?:speaker|user|guest|the|project|user|phd|grad|prof\w*|postdoc|hon)$/i.test(first)
    ? [first]
    : []
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
