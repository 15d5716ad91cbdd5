/** Finds all named entities of a conversation, each once, with their locations. */
import { fold } from '../../../core/fold.ts'
import { tokenizer } from '../extractive-summary/index.ts'
import { createSpellingMatcher, type GlossaryEntry, type SpellingMatch } from '../glossary-spellings/index.ts'
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'
import { amountsIn } from './amounts.ts'
import { candidatesIn, collectSpelling, type SegmentTokens } from './candidates.ts'
import { classifyEntity, type EntityMentions } from './classify.ts'
import { isCommonName } from './common-names.ts'
import { datesIn } from './dates.ts'
import type { EntityLocation, EntityMark, NamedEntity, NamedEntityType } from './model.ts'
import { classifyPlaceName } from './place-names.ts'

/** UTF-16 units of context on both sides of a name. */
const AROUND = 60
/** Number of overlapping marks above which a faster selection is used. */
const CROWD = 50
/** Minimum length of a part of a name that can represent the whole name. */
const PART = 3

/** Known names from the participants of a conversation. */
export interface KnownParticipants {
  /** Names of speakers and participants. */
  readonly people: readonly string[]
  /** Email addresses of participants, whose domains indicate companies. */
  readonly addresses: readonly string[]
  /** Glossary terms in the conversation. All spellings of a term are one entity, under the term. */
  readonly glossary?: readonly GlossaryEntry[]
}

export function findNamedEntities(segments: readonly TranscriptSegment[], known: KnownParticipants): NamedEntity[] {
  const cut = tokenizer()
  const all: SegmentTokens[] = segments.flatMap((segment, index) => {
    const text = segmentText(segment)
    return text.trim() === '' ? [] : [{ segment: index, text, tokens: cut(text) }]
  })
  const spelling = collectSpelling(all)
  const people = new Set(known.people.map((name) => fold(name.trim())).filter((name) => name.length >= PART))
  const match = createSpellingMatcher(known.glossary ?? [])
  const terms = all.map(({ text, tokens }) => match(text, tokens))
  const formed = all.map(({ text }, at) =>
    resolveOverlaps([...amountsIn(text), ...datesIn(text)]).filter((mark) => !overlaps(terms[at] ?? [], mark)),
  )
  const isFree = (at: number, mark: Pick<EntityMark, 'from' | 'to'>) =>
    !overlaps(formed[at] ?? [], mark) && !overlaps(terms[at] ?? [], mark)
  const names = spelling.hasCase
    ? all.flatMap((said, at) =>
        candidatesIn(said, spelling)
          .filter((one) => isFree(at, one))
          .map(
            (one): EntityMentions => ({
              ...one,
              before: said.text.slice(Math.max(0, one.from - AROUND), one.from),
              after: said.text.slice(one.to, one.to + AROUND),
            }),
          ),
      )
    : all.flatMap((said, at) => knownNamesIn(said, people).filter((one) => isFree(at, one)))
  return [...glossaryThings(all, terms), ...formedThings(all, formed), ...toNamedEntities(names, known)].toSorted(
    (a, b) => b.places.length - a.places.length || order(a.places[0], b.places[0]),
  )
}

const order = (a: EntityLocation | undefined, b: EntityLocation | undefined) =>
  (a?.segment ?? 0) - (b?.segment ?? 0) || (a?.from ?? 0) - (b?.from ?? 0)

/** Keeps the longest of overlapping marks, and the first one if two are equally long. */
function resolveOverlaps(marks: readonly EntityMark[]): EntityMark[] {
  const kept: EntityMark[] = []
  // Groups overlapping marks, so that each mark is compared only within its group.
  const groups: EntityMark[][] = []
  let end = -1
  for (const mark of marks.toSorted((a, b) => a.from - b.from)) {
    if (mark.from < end) groups.at(-1)?.push(mark)
    else groups.push([mark])
    end = Math.max(end, mark.to)
  }
  for (const group of groups) {
    const taken: EntityMark[] = []
    // Very large groups don't occur in real speech, so selection in text order is sufficient and faster.
    const first = group.length > CROWD ? group : group.toSorted((a, b) => b.to - b.from - (a.to - a.from))
    for (const mark of first) {
      const near = group.length > CROWD ? taken.slice(-1) : taken
      if (!near.some((other) => mark.from < other.to && other.from < mark.to)) taken.push(mark)
    }
    for (const mark of taken.toSorted((a, b) => a.from - b.from)) kept.push(mark)
  }
  return kept
}

function overlaps(
  marks: readonly Pick<EntityMark, 'from' | 'to'>[],
  { from, to }: Pick<EntityMark, 'from' | 'to'>,
): boolean {
  // The marks are sorted and disjoint, so the last one that starts before the end decides.
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle]?.from ?? 0) < to) low = middle + 1
    else high = middle
  }
  return low > 0 && (marks[low - 1]?.to ?? 0) > from
}

const TYPES = { product: 'product', person: 'person', company: 'company', acronym: 'other', other: 'other' } as const

function glossaryThings(all: readonly SegmentTokens[], terms: readonly (readonly SpellingMatch[])[]): NamedEntity[] {
  const byTerm = new Map<string, { entry: GlossaryEntry; places: EntityLocation[] }>()
  all.forEach(({ segment }, at) => {
    for (const { entry, from, to } of terms[at] ?? []) {
      const known = byTerm.get(entry.id) ?? { entry, places: [] }
      byTerm.set(entry.id, known)
      known.places.push({ segment, from, to })
    }
  })
  return [...byTerm.values()].map(({ entry, places }) => ({ type: TYPES[entry.kind], text: entry.term, places }))
}

function formedThings(all: readonly SegmentTokens[], formed: readonly (readonly EntityMark[])[]): NamedEntity[] {
  const by = new Map<string, { type: NamedEntityType; text: string; places: EntityLocation[] }>()
  all.forEach(({ segment, text }, at) => {
    for (const { type, from, to } of formed[at] ?? []) {
      const said = text.slice(from, to)
      const key = `${type} ${fold(said)
        .replace(/^(?:the|a|an) /, '')
        .replace(/\s+/g, ' ')}`
      const known = by.get(key) ?? { type, text: said, places: [] }
      by.set(key, known)
      known.places.push({ segment, from, to })
    }
  })
  return [...by.values()]
}

/** Finds names of known people and unambiguous places in a text without capitals. */
function knownNamesIn({ segment, text, tokens }: SegmentTokens, people: ReadonlySet<string>): EntityMentions[] {
  const found: EntityMentions[] = []
  for (let at = 0; at < tokens.length; at++) {
    for (let words = 3; words >= 1; words--) {
      const [first, last] = [tokens[at], tokens[at + words - 1]]
      if (first === undefined || last === undefined) continue
      const said = text.slice(first.from, last.to)
      if (!people.has(fold(said)) && !(said.length > 4 && classifyPlaceName(said) === 'sure')) continue
      found.push({
        ...{ segment, from: first.from, to: last.to, text: said, possessive: false, before: '', after: '' },
        words: tokens.slice(at, at + words).map(({ word }) => word),
      })
      at += words - 1
      break
    }
  }
  return found
}

function toNamedEntities(mentions: readonly EntityMentions[], { people, addresses }: KnownParticipants): NamedEntity[] {
  const known = { people: partsOfNames(people), companies: toCompanyNames(addresses) }
  const groups = Map.groupBy(
    mentions.filter(({ text }) => !isCommonName(text)),
    ({ text }) => toEntityKey(text),
  )
  const typed = [...groups].map(([key, group]) => ({ key, group, type: classifyEntity(group, known) }))
  const persons = typed.filter(({ type }) => type === 'person')
  const byPart = wholeNames(persons.map(({ group }) => group[0]?.words ?? []))
  const things = new Map<string, { type: NamedEntityType; texts: string[]; places: EntityLocation[] }>()
  for (const { key, group, type } of typed) {
    const words = group[0]?.words ?? []
    const whole = type === 'person' && words.length === 1 ? byPart.get(words[0] ?? '') : undefined
    const name = `${type} ${whole ?? key}`
    const thing = things.get(name) ?? { type, texts: [], places: [] }
    things.set(name, thing)
    for (const { text, segment, from, to } of group) {
      thing.texts.push(text)
      thing.places.push({ segment, from, to })
    }
  }
  return [...things.values()].map(({ type, texts, places }) => ({
    type,
    text: fullest(texts, type),
    places: places.toSorted(order),
  }))
}

const toEntityKey = (text: string) =>
  fold(text)
    .replace(/[.\s]+/g, ' ')
    .trim()

/** Domains of public email providers. */
const ANYBODY = new Set(
  'gmail googlemail outlook hotmail live msn yahoo icloud me mac aol gmx web proton protonmail zoho mail fastmail'.split(
    ' ',
  ),
)

/** Company names from email domains: `ann@mail.acme-rockets.co.uk` yields `acme rockets` and `acmerockets`. */
function toCompanyNames(addresses: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const address of addresses) {
    const labels = fold(address.slice(address.lastIndexOf('@') + 1))
      .split('.')
      .slice(0, -1)
    const label =
      labels.length > 1 && /^(?:com?|org|net|ac|gov|edu)$/.test(labels.at(-1) ?? '') ? labels.at(-2) : labels.at(-1)
    if (label === undefined || label.length < PART || ANYBODY.has(label)) continue
    names.add(label.replaceAll('-', ' ')).add(label.replaceAll('-', ''))
  }
  return names
}

/** Folded full names, and the parts that can represent them. */
function partsOfNames(people: readonly string[]): ReadonlySet<string> {
  const parts = new Set<string>()
  for (const name of people) {
    const [said = ''] = name.split(/[|(,]/)
    const words = said.trim().split(/\s+/)
    if (/^(?:speaker|user|guest|agent|customer|operator|unknown|the)$/i.test(words[0] ?? '')) continue
    parts.add(fold(said.trim()))
    for (const word of words) if (word.length >= PART && /^\p{Lu}/u.test(word)) parts.add(fold(word))
  }
  return parts
}

/** Maps a word to the only longer name that starts or ends with it. Ambiguous words aren't mapped. */
function wholeNames(names: readonly (readonly string[])[]): ReadonlyMap<string, string> {
  const by = new Map<string, string | null>()
  for (const words of names) {
    if (words.length < 2) continue
    const whole = words.join(' ')
    for (const part of new Set([words[0] ?? '', words.at(-1) ?? ''])) {
      by.set(part, by.has(part) && by.get(part) !== whole ? null : whole)
    }
  }
  return new Map([...by].filter((entry): entry is [string, string] => entry[1] !== null))
}

/** Returns the longest form of a person's name, or the most frequent form of another entity. */
function fullest(texts: readonly string[], type: NamedEntityType): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const words = (text: string) => (type === 'person' ? text.split(/\s+/).length : 0)
  const [best] = [...counts].toSorted((a, b) => words(b[0]) - words(a[0]) || b[1] - a[1])
  return best?.[0] ?? ''
}
