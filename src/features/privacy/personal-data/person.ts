/** The person to erase: how names and the email address are found, and what replaces them. */
import { fold } from '../../../core/fold.ts'
import { PERSON_MARK } from '../../conversations/records/index.ts'
import {
  createTaken,
  maskSegments,
  type SpanFinder,
  spokenAddresses,
  type TextToken,
  tokenize,
  toWrittenAddress,
} from '../../text/redaction/index.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import type { MaskingRules } from './mask-conversation.ts'
import type { StoredConversation, StoredParticipant } from './queries-conversation.ts'

export interface ErasureSubject {
  /** In lower case. */
  readonly email: string
  /** Display names from the request. */
  readonly names: readonly string[]
  /** Replacement for names: the same in all texts, and different for every erasure. */
  readonly pseudonym: string
}

/** Names from the request, and the full name of the user. */
export function namesWith(names: readonly string[], user: { first_name: string; last_name: string } | undefined) {
  const own = user === undefined ? '' : `${user.first_name} ${user.last_name}`.trim()
  return [...new Set([...names, ...(own.includes(' ') ? [own] : [])])]
}

/** @param erasureId a UUID whose last characters are random */
export const toPseudonym = (erasureId: string): string => `${PERSON_MARK}${erasureId.slice(-4).toUpperCase()}]`

const ADDRESS_MASK = '[EMAIL]'

/** Finds the names and the email address in a text, ignoring case and whitespace, written or spoken. */
export function finderOfPerson({ email, names, pseudonym }: ErasureSubject): SpanFinder {
  const wanted = names.flatMap(runsOfName)
  return (text) => {
    const taken = createTaken(text)
    const claim = (from: number, to: number, kind: string, mask: string) => taken.claim({ from, to, kind, mask })
    const low = text.toLowerCase()
    if (low.length === text.length) {
      for (const form of [email, email.replace('@', '%40')]) {
        for (let at = low.indexOf(form); at !== -1; at = low.indexOf(form, at + form.length)) {
          if (isWholeAddress(low, at, at + form.length)) claim(at, at + form.length, 'address', ADDRESS_MASK)
        }
      }
    }
    const tokens = tokenize(text)
    for (const { from, to } of spokenAddresses(tokens)) {
      if (toWrittenAddress(text.slice(from, to)) === email) claim(from, to, 'address', ADDRESS_MASK)
    }
    for (const { words, exact } of wanted) {
      for (let at = 0; at + words.length <= tokens.length; at++) {
        const end = endOfName(tokens, at, words, exact)
        if (end !== undefined) claim(tokens[at]?.from ?? 0, end, 'name', pseudonym)
      }
    }
    return taken.all()
  }
}

/** Whether the match isn't part of a longer email address. */
const isWholeAddress = (text: string, from: number, to: number) =>
  !/[\p{L}\p{N}._%+-]/u.test(text[from - 1] ?? '') &&
  !/^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(text.slice(to, to + 2))

interface NameRun {
  readonly words: readonly string[]
  /** Whether case has to match. A single word is a name only as written: `Mark` but not `mark`. */
  readonly exact: boolean
}

const normalizeSpelling = (text: string) => text.normalize('NFC').replaceAll('’', "'")
const foldSpelling = (text: string) => fold(normalizeSpelling(text))

function runsOfName(name: string): NameRun[] {
  const tokens = tokenize(normalizeSpelling(name)).map(({ text }) => text)
  if (tokens.length === 0) return []
  if (tokens.length === 1) return [{ words: tokens, exact: true }]
  const words = tokens.map(foldSpelling)
  // Last name first: `Doe, Jane`.
  const [last, rest] = [words.at(-1) ?? '', words.slice(0, -1)]
  return [
    { words, exact: false },
    { words: [last, ',', ...rest], exact: false },
  ]
}

/** End of the name that starts at a token, or undefined. `Jane Doe's` ends before the apostrophe. */
function endOfName(
  tokens: readonly TextToken[],
  at: number,
  words: readonly string[],
  exact: boolean,
): number | undefined {
  const form = exact ? normalizeSpelling : foldSpelling
  for (const [index, word] of words.entries()) {
    const token = tokens[at + index]
    if (token === undefined) return undefined
    const text = form(token.text)
    if (text === word) continue
    const isLast = index === words.length - 1
    if (isLast && (text === `${word}'s` || text === `${word}'`)) return token.from + word.length
    return undefined
  }
  return tokens[at + words.length - 1]?.to
}

/** Lower-case substrings that a text must contain before it's worth a detailed search. */
export function toSearchSubstrings({ email, names }: Pick<ErasureSubject, 'email' | 'names'>): string[] {
  const findLongest = (runs: readonly string[] | null) =>
    (runs ?? []).reduce((one, other) => (other.length > one.length ? other : one), '')
  const findLongestRun = (text: string) => {
    // Databases differ in lower-casing letters outside ASCII, and accents can be separate characters.
    const plain = findLongest(text.toLowerCase().match(/[a-z0-9]+/g))
    return plain.length >= 3 ? plain : findLongest(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu))
  }
  const local = email.slice(0, email.lastIndexOf('@'))
  return [...new Set([findLongestRun(local), ...names.map((name) => findLongestRun(normalizeSpelling(name)))])].filter(
    (word) => word !== '',
  )
}

/** Participants of a conversation. */
type StoredParticipants = Pick<StoredConversation, 'participants' | 'internal_participants'>
type TranscriptSpeakers = readonly (readonly Pick<TranscriptSegment, 'speaker'>[])[]

/**
 * Changes to one conversation. Names that a participant or speaker with the email address has in it also belong to the
 * person.
 */
export function changeFor(subject: ErasureSubject) {
  return (stored: StoredParticipants, transcripts: TranscriptSpeakers): MaskingRules => {
    const isAddress = (email: string | null | undefined) => typeof email === 'string' && fold(email) === subject.email
    const here = [
      ...[...stored.participants, ...stored.internal_participants].flatMap((one) =>
        isAddress(one.email) && one.name !== null ? [one.name] : [],
      ),
      ...transcripts.flatMap((segments) =>
        segments.flatMap(({ speaker }) => (isAddress(speaker.email) && speaker.name !== '' ? [speaker.name] : [])),
      ),
    ]
    const names = [...new Set([...subject.names, ...here])]
    const labels = new Set(names.map(foldSpelling))
    // A single-word name of this conversation may be any word of the text. It counts only as a complete label, not
    // within texts.
    const inText = [...new Set([...subject.names, ...here.filter((name) => /\S\s+\S/.test(name))])]
    const isPerson = (one: { email?: string | null | undefined; name: string | null }) =>
      isAddress(one.email) || ((one.email ?? '') === '' && one.name !== null && labels.has(foldSpelling(one.name)))
    const { pseudonym } = subject
    return {
      find: finderOfPerson({ ...subject, names: inText }),
      speaker: (speaker) =>
        isPerson(speaker)
          ? { name: pseudonym, ...(speaker.internal === undefined ? {} : { internal: speaker.internal }) }
          : speaker,
      participant: (one: StoredParticipant) =>
        isPerson(one) ? { ...one, id: null, email: null, name: pseudonym } : one,
      maskWhole: (text) => (labels.has(foldSpelling(text.trim())) ? pseudonym : undefined),
    }
  }
}

/** Whether a conversation mentions the person at all. Most conversations that contain a part of a name don't. */
export function isIn(
  subject: ErasureSubject,
  stored: StoredConversation,
  transcripts: readonly (readonly TranscriptSegment[])[],
): boolean {
  if (hasTakenPart(subject, stored, transcripts)) return true
  const { find } = changeFor(subject)(stored, transcripts)
  return (
    [stored.title, stored.summary ?? '', JSON.stringify(stored.details)].some((text) => find(text).length > 0) ||
    transcripts.some((segments) => maskSegments(segments, find).found.length > 0)
  )
}

/** Whether the person took part, rather than only being mentioned. */
export function hasTakenPart(
  subject: ErasureSubject,
  stored: StoredParticipants,
  transcripts: TranscriptSpeakers,
): boolean {
  const { speaker, participant } = changeFor(subject)(stored, transcripts)
  return (
    [...stored.participants, ...stored.internal_participants].some((one) => participant?.(one) !== one) ||
    transcripts.some((segments) => segments.some((one) => speaker?.(one.speaker) !== one.speaker))
  )
}
