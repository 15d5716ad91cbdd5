/** Owners of action items: participants that the conversation names. */
import { fold } from '../../../core/fold.ts'
import type { SummaryParticipant } from './model.ts'
import type { TranscriptSentence } from './sentences.ts'

export interface PeopleLookup {
  /** Returns the person with exactly this name, or the only person with this first name. */
  called(name: string): SummaryParticipant | null
  /** Returns the person to whom a sentence assigns a task: "Ann will …", "Ann, can you …". */
  named(text: string): string | null
  /** Returns the other person of a conversation with two people. */
  other(speaker: string): string | null
}

const CONSENT =
  /^(?:yeah|yes|yep|yup|sure|ok|okay|of course|absolutely|certainly|definitely|will do|no problem|happy to|i can|i will|i'll|can do|on it|got it|sounds good)\b/i
const ACTS = "(?:will|'ll|is going to|is gonna|should|needs to|has to|can|could|would)"

/** @param people speakers and participants. Names can be empty */
export function createPeopleLookup(people: readonly SummaryParticipant[]): PeopleLookup {
  const known = [...new Set(people.map(({ name }) => name.trim()).filter((name) => name !== ''))]
  const emails = Map.groupBy(
    people.filter(({ email }) => email !== null),
    ({ name }) => name.trim(),
  )
  const toSummaryParticipant = (name: string): SummaryParticipant => {
    const addresses = new Set(emails.get(name)?.map(({ email }) => email))
    // Ambiguous if two people have this name.
    return { name, email: addresses.size === 1 ? ([...addresses][0] ?? null) : null }
  }
  const byShort = new Map<string, string | null>()
  for (const name of known) {
    for (const short of new Set([name, ...firstNames(name)])) {
      const key = fold(short)
      // Ambiguous if two people have this first name.
      byShort.set(key, byShort.has(key) && byShort.get(key) !== name ? null : name)
    }
  }
  // Grouped by the first word of the name, so that only names that can occur in a sentence are tested.
  const patterns = Map.groupBy(
    [...byShort].flatMap(([short, name]) =>
      name === null ? [] : [{ name, pattern: charging(short), first: wordsIn(short)[0] }],
    ),
    ({ first }) => first,
  )
  return {
    called(name) {
      const found = known.includes(name.trim()) ? name.trim() : byShort.get(fold(name.trim()))
      return found === undefined || found === null ? null : toSummaryParticipant(found)
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

/** Pattern of English phrases that assign a task to a person by name. */
const charging = (short: string) =>
  new RegExp(
    String.raw`(?:^|[^\p{L}\p{N}])${escapeRegExp(short)}(?:,? (?:and \p{L}+ )?${ACTS}|'ll|,? (?:can|could|would|will) you)|(?:you|please|thanks|thank you),? ${escapeRegExp(short)}(?:[.?!,]|$)|(?:action items?|to-?dos?|tasks?|next steps?) (?:for|on|to) ${escapeRegExp(short)}(?:[^\p{L}\p{N}]|$)|(?:^|[,.;:] )${escapeRegExp(short)},? (?:please|would you)`,
    'iu',
  )

/** Whether a reply starts with words of consent. */
export const isConsent = ({ spans }: Pick<TranscriptSentence, 'spans'>): boolean =>
  CONSENT.test((spans[0]?.quote ?? '').replaceAll('’', "'"))

/** Returns the next speaker if they agree. */
export function findConsentingSpeaker(
  sentence: TranscriptSentence,
  next: readonly TranscriptSentence[],
): string | null {
  const answer = next.find((one) => one.speaker !== sentence.speaker)
  if (answer === undefined || answer.speaker === '') return null
  return isConsent(answer) ? answer.speaker : null
}

/** First names: `Ann | Acme` and `Ann Smith (Acme)` yield Ann. Excludes initials and roles such as `Speaker 1`. */
function firstNames(name: string): string[] {
  const [first] = name.split(/[\s|(,]+/)
  return first !== undefined &&
    [...first].length >= 3 &&
    !/^(?:speaker|user|guest|the|project|user|phd|grad|prof\w*|postdoc|hon)$/i.test(first)
    ? [first]
    : []
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
