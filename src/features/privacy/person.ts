/** Who is to be taken out, how their name and address are found, and what stands in their place. */
import { fold } from '../../core/fold.ts'
import { PERSON_MARK } from '../conversations/index.ts'
import {
  addressSaid,
  createTaken,
  type Find,
  maskSegments,
  spokenAddresses,
  type Token,
  tokensOf,
} from '../redaction/index.ts'
import type { TranscriptSegment } from '../transcripts/index.ts'
import type { Change } from './mask-conversation.ts'
import type { Participant, StoredConversation } from './queries-conversation.ts'

export interface Subject {
  /** Folded. */
  readonly email: string
  /** Display names that were told. */
  readonly names: readonly string[]
  /** What is put in the place of a name: the same everywhere, and another one for every erasure. */
  readonly pseudonym: string
}

/** Names that were told, and that of a user in full. */
export function namesWith(names: readonly string[], user: { first_name: string; last_name: string } | undefined) {
  const own = user === undefined ? '' : `${user.first_name} ${user.last_name}`.trim()
  return [...new Set([...names, ...(own.includes(' ') ? [own] : [])])]
}

/** @param erasureId a UUID, of which the last letters are random */
export const pseudonymOf = (erasureId: string): string => `${PERSON_MARK}${erasureId.slice(-4).toUpperCase()}]`

const ADDRESS_MASK = '[EMAIL]'

/** Names and the address, wherever a text has them, in any case, with any blanks between, written or said. */
export function finderOfPerson({ email, names, pseudonym }: Subject): Find {
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
    const tokens = tokensOf(text)
    for (const { from, to } of spokenAddresses(tokens)) {
      if (addressSaid(text.slice(from, to)) === email) claim(from, to, 'address', ADDRESS_MASK)
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

/** Not the end of a longer address, nor its beginning. */
const isWholeAddress = (text: string, from: number, to: number) =>
  !/[\p{L}\p{N}._%+-]/u.test(text[from - 1] ?? '') &&
  !/^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(text.slice(to, to + 2))

interface NameRun {
  readonly words: readonly string[]
  /** A single word is a name only as it is written: `Mark` and not `mark`. */
  readonly exact: boolean
}

const spelled = (text: string) => text.normalize('NFC').replaceAll('’', "'")
const alike = (text: string) => fold(spelled(text))

function runsOfName(name: string): NameRun[] {
  const tokens = tokensOf(spelled(name)).map(({ text }) => text)
  if (tokens.length === 0) return []
  if (tokens.length === 1) return [{ words: tokens, exact: true }]
  const words = tokens.map(alike)
  // `Doe, Jane`: the last word of a name first.
  const [last, rest] = [words.at(-1) ?? '', words.slice(0, -1)]
  return [
    { words, exact: false },
    { words: [last, ',', ...rest], exact: false },
  ]
}

/** Where the name that begins at a token ends; `Jane Doe's` ends before the apostrophe. */
function endOfName(tokens: readonly Token[], at: number, words: readonly string[], exact: boolean): number | undefined {
  const form = exact ? spelled : alike
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

/** Parts of names and addresses that a text must hold before it is worth to be read: letters and digits, small. */
export function needlesOf({ email, names }: Pick<Subject, 'email' | 'names'>): string[] {
  const longestOf = (runs: readonly string[] | null) =>
    (runs ?? []).reduce((one, other) => (other.length > one.length ? other : one), '')
  const longest = (text: string) => {
    // Databases differ in how they make other letters small, and accents may be letters of their own.
    const plain = longestOf(text.toLowerCase().match(/[a-z0-9]+/g))
    return plain.length >= 3 ? plain : longestOf(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu))
  }
  const local = email.slice(0, email.lastIndexOf('@'))
  return [...new Set([longest(local), ...names.map((name) => longest(spelled(name)))])].filter((word) => word !== '')
}

/** Of a conversation, who took part and who spoke. */
type People = Pick<StoredConversation, 'participants' | 'internal_participants'>
type Turns = readonly (readonly Pick<TranscriptSegment, 'speaker'>[])[]

/** What is changed of one conversation: names that the address goes by in it are the person's too. */
export function changeFor(subject: Subject) {
  return (stored: People, transcripts: Turns): Change => {
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
    const labels = new Set(names.map(alike))
    // A single word that is a name here may be any word of the text: only where it stands alone is it the person.
    const inText = [...new Set([...subject.names, ...here.filter((name) => /\S\s+\S/.test(name))])]
    const isPerson = (one: { email?: string | null | undefined; name: string | null }) =>
      isAddress(one.email) || ((one.email ?? '') === '' && one.name !== null && labels.has(alike(one.name)))
    const { pseudonym } = subject
    return {
      find: finderOfPerson({ ...subject, names: inText }),
      speaker: (speaker) =>
        isPerson(speaker)
          ? { name: pseudonym, ...(speaker.internal === undefined ? {} : { internal: speaker.internal }) }
          : speaker,
      participant: (one: Participant) => (isPerson(one) ? { ...one, id: null, email: null, name: pseudonym } : one),
      whole: (text) => (labels.has(alike(text.trim())) ? pseudonym : undefined),
    }
  }
}

/** Whether the person is in a conversation at all: what was found by a part of a name mostly is not. */
export function isIn(
  subject: Subject,
  stored: StoredConversation,
  transcripts: readonly (readonly TranscriptSegment[])[],
): boolean {
  if (tookPart(subject, stored, transcripts)) return true
  const { find } = changeFor(subject)(stored, transcripts)
  return (
    [stored.title, stored.summary ?? '', JSON.stringify(stored.details)].some((text) => find(text).length > 0) ||
    transcripts.some((segments) => maskSegments(segments, find).found.length > 0)
  )
}

/** Whether somebody took part, and is not only spoken of. */
export function tookPart(subject: Subject, stored: People, transcripts: Turns): boolean {
  const { speaker, participant } = changeFor(subject)(stored, transcripts)
  return (
    [...stored.participants, ...stored.internal_participants].some((one) => participant?.(one) !== one) ||
    transcripts.some((segments) => segments.some((one) => speaker?.(one.speaker) !== one.speaker))
  )
}
