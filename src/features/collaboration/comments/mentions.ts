/**
 * Mentions in comments. People write `@` with a full name or an email address, programs also `<@user ID>`. Comments are
 * stored with IDs, so that names are those at the time of reading and disappear with their person. Pure functions.
 */
import { codePoints } from '../../../core/wire.ts'

export interface MentionCandidate {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Whether the user can see the conversation. */
  readonly canSee: boolean
}

export interface ParsedMentions {
  /** Text with `<@user ID>` for each mention. */
  readonly body: string
  readonly userIds: readonly string[]
  /** Mentioned users without access to the conversation. */
  readonly withoutAccess: readonly MentionCandidate[]
  /** Names that several users with access have. */
  readonly ambiguous: readonly string[]
  /** IDs that belong to no active user. */
  readonly unknownIds: readonly string[]
}

const MARKER = /<@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>/gi
const MARKER_AT_START = new RegExp(`^${MARKER.source}`, 'i')
const MARKER_LENGTH = 39
const IS_WORD = /[\p{L}\p{N}]/u

/** IDs of users in a text. */
export const markedIds = (text: string): string[] => [
  ...new Set([...text.matchAll(MARKER)].map((match) => (match[1] ?? '').toLowerCase())),
]

/**
 * @param candidates active users whose name, address or ID may be in the text
 * @param mentioned users that the comment already mentions. They stay mentioned even if they lost access.
 */
export function parseMentions(
  given: string,
  candidates: readonly MentionCandidate[],
  mentioned: ReadonlySet<string>,
): ParsedMentions {
  const text = given.normalize('NFC')
  const handles = candidates
    .flatMap((person) => [person.name, person.email].map((handle) => ({ handle: handle.toLowerCase(), person })))
    .filter(({ handle }) => handle !== '')
    .toSorted((a, b) => b.handle.length - a.handle.length)
  const byId = new Map(candidates.map((person) => [person.id, person]))
  const found = new Set<string>()
  const withoutAccess = new Map<string, MentionCandidate>()
  const [ambiguous, unknownIds] = [new Set<string>(), new Set<string>()]
  const add = (person: MentionCandidate): string => {
    if (!person.canSee && !mentioned.has(person.id)) withoutAccess.set(person.id, person)
    found.add(person.id)
    return `<@${person.id}>`
  }
  let body = ''
  let at = 0
  while (at < text.length) {
    const marker = MARKER_AT_START.exec(text.slice(at, at + MARKER_LENGTH))
    if (marker !== null) {
      const id = (marker[1] ?? '').toLowerCase()
      const person = byId.get(id)
      if (person !== undefined) body += add(person)
      else {
        if (mentioned.has(id)) found.add(id)
        else unknownIds.add(id)
        body += `<@${id}>`
      }
      at += marker[0].length
      continue
    }
    const people = text[at] === '@' && !IS_WORD.test(text[at - 1] ?? '') ? findPeople(text.slice(at + 1), handles) : []
    const length = people[0]?.handle.length ?? 0
    const person = choose(
      people.map((one) => one.person),
      mentioned,
    )
    if (person === 'several') ambiguous.add(text.slice(at + 1, at + 1 + length))
    if (person === undefined || person === 'several') {
      body += text[at]
      at++
      continue
    }
    body += add(person)
    at += 1 + length
  }
  return {
    ...{ body, userIds: [...found], withoutAccess: [...withoutAccess.values()] },
    ...{ ambiguous: [...ambiguous], unknownIds: [...unknownIds] },
  }
}

interface Handle {
  readonly handle: string
  readonly person: MentionCandidate
}

/** Everybody with the longest name or address that the text starts with. */
function findPeople(rest: string, handles: readonly Handle[]): Handle[] {
  const isStart = ({ handle }: Handle) =>
    rest.slice(0, handle.length).toLowerCase() === handle && !IS_WORD.test(rest[handle.length] ?? '')
  const first = handles.find(isStart)
  return first === undefined ? [] : handles.filter(({ handle }) => handle === first.handle)
}

/** One of several users with the same name: who was mentioned before, or else the only one with access. */
function choose(
  people: readonly MentionCandidate[],
  mentioned: ReadonlySet<string>,
): MentionCandidate | 'several' | undefined {
  for (const some of [people.filter(({ id }) => mentioned.has(id)), people.filter(({ canSee }) => canSee), people]) {
    if (some.length === 1) return some[0]
    if (some.length > 1) return 'several'
  }
  return undefined
}

/** A mention in a text. Offsets in code points, `end` exclusive. */
export interface MentionSpan {
  readonly userId: string
  readonly start: number
  readonly end: number
}

/** Text of a stored comment with names instead of IDs. */
export function renderMentions(
  body: string,
  names: ReadonlyMap<string, string>,
): { text: string; mentions: MentionSpan[] } {
  const mentions: MentionSpan[] = []
  let text = ''
  let at = 0
  for (const match of body.matchAll(MARKER)) {
    const id = (match[1] ?? '').toLowerCase()
    text += body.slice(at, match.index)
    const start = codePoints(text)
    text += `@${names.get(id) ?? 'a deleted user'}`
    mentions.push({ userId: id, start, end: codePoints(text) })
    at = match.index + match[0].length
  }
  return { text: text + body.slice(at), mentions }
}
