/** Resolves the rest of a question: names restrict the calls, other words are the topic. */
import { fold } from '../../../../core/fold.ts'
import { meansPerson, splitName } from '../../../../core/name-runs.ts'
import { stemWord } from '../../../../core/stems.ts'
import { isSmallWord, splitWords } from '../../../../core/terms.ts'
import type { ScopedConversations } from '../queries.ts'
import type { Rest } from './kind-row.ts'
import type { RecordPorts, RecordQuestion } from './model.ts'
import { type CallNames, selectNames } from './queries-names.ts'
import { readWords, type Word } from './question-words.ts'
import type { RestGroup } from './recognize.ts'
import { CLASSES } from './vocabulary.ts'

export interface Narrowed {
  readonly within: ScopedConversations
  readonly topic: readonly string[]
  readonly topicText: string
  readonly people: readonly string[]
  readonly names: readonly string[]
  readonly labels: readonly string[]
  /** Whether names in the question restrict the calls, also those of titles, which aren't shown. */
  readonly isNarrowed: boolean
  /** Names of several words that belong to nobody, although other people share a word with them. */
  readonly unknown: readonly UnknownName[]
}

export interface UnknownName {
  readonly asked: string
  /** Names of the other people, at most `SIMILAR_MAX`. */
  readonly similar: readonly string[]
  /** Calls that these names come from, one for each. */
  readonly calls: readonly string[]
}

const SIMILAR_MAX = 3

/** Maximum number of calls that a name can select. */
const NAMED_MAX = 2_000

interface Match {
  readonly call: string
  readonly name: string
  /** Strong names identify a person or an account. Weak ones are words of titles, which can be topics too. */
  readonly type: 'person' | 'account' | 'label' | 'title'
}

const TYPED: ReadonlySet<string> = new Set(CLASSES.typedCall)

/** Returns undefined if words remain that the kind of question doesn't allow. */
export async function narrowScope(
  ports: RecordPorts,
  within: ScopedConversations,
  groups: readonly RestGroup[],
  rest: Rest,
  isOneCall: boolean,
): Promise<Narrowed | undefined> {
  if (groups.length === 0)
    return { within, topic: [], topicText: '', people: [], names: [], labels: [], isNarrowed: false, unknown: [] }
  const prefixes = groups.flatMap(({ words }) => words.map(({ word }) => toPrefix(word)))
  const rows = await loadNames(ports, within, prefixes)
  const readName = createNameReader()
  const topic: string[] = []
  const found: Match[][] = []
  /** Matches of words for a type of call. */
  const typed = new Set<readonly Match[]>()
  const unknown = new Map<string, UnknownName>()
  for (const given of groups) {
    const group = namesNumberedCall(given, rows, readName) ? { ...given, namesCall: true } : given
    for (const { written, ...word } of group.words) {
      const { matches, others } = findMatches(rows, word, readName)
      if (others.length > 0 && word.run !== undefined && !matches.some(isStrong)) {
        const asked = word.run.written
        const similar = [...new Map(others.map(({ name, call }) => [name, call]))].slice(0, SIMILAR_MAX)
        unknown.set(asked, { asked, similar: similar.map(([name]) => name), calls: similar.map(([, call]) => call) })
      }
      const isName = matches.length > 0 && meansName(group, matches, rest, isOneCall)
      if (isName) {
        found.push(matches)
        if (TYPED.has(word.word) && !matches.some(isStrong)) typed.add(matches)
      } else if (rest === 'none') return undefined
      else topic.push(written)
    }
  }
  const joined = joinNames(found)
  const listIds = (groups: readonly (readonly Match[])[]) =>
    rows.map(({ id }) => id).filter((id) => groups.every((all) => all.some(({ call }) => call === id)))
  // “The security review with Harbor” can have the title “Harbor: security questions”.
  const resolved = listIds(joined).length > 0 ? joined : joined.filter((all) => !typed.has(all))
  const ids = listIds(resolved)
  if (resolved.length > 0 && ids.length === 0) return undefined
  const kept = new Set(ids)
  const shown = (types: readonly Match['type'][]) => [
    ...new Set(
      resolved.flatMap((all) => {
        const own = all.filter(({ call }) => kept.has(call))
        const strongest = own.some(({ type }) => type === 'person')
          ? 'person'
          : own.some(({ type }) => type === 'account')
            ? 'account'
            : own.some(({ type }) => type === 'label')
              ? 'label'
              : 'title'
        return own.filter(({ type }) => type === strongest && types.includes(type)).map(({ name }) => name)
      }),
    ),
  ]
  return {
    within: resolved.length === 0 ? within : { ...within, conversationIds: ids },
    topic: topic
      .map(fold)
      .filter((word) => !isSmallWord(word))
      .map(stemWord),
    topicText: topic.join(' '),
    people: shown(['person']),
    names: shown(['account']),
    labels: shown(['label']),
    isNarrowed: resolved.length > 0,
    unknown: [...unknown.values()],
  }
}

/** “Testing 84” is the call “Testing #84”: a title with a number is rarely the topic of a call. */
function namesNumberedCall({ words }: RestGroup, rows: readonly CallNames[], readName: NameReader): boolean {
  if (words.length < 2 || !words.some(({ word }) => /^\d+$/.test(word))) return false
  return rows.some(({ title }) => {
    const own = new Set(readName(title).map(({ word }) => word))
    return words.every(({ word }) => own.has(word))
  })
}

/** In “brian nagel”, the first word means the person that the second one means. Capitalized names are read as one. */
function joinNames(resolved: readonly Match[][]): readonly Match[][] {
  const people = resolved.map(
    (matches) => new Set(matches.flatMap(({ type, name }) => (type === 'person' ? [name] : []))),
  )
  return resolved.map((matches, at) => {
    const shared = people
      .filter((_, other) => other !== at)
      .map((others) => people[at]?.intersection(others))
      .find((names) => names !== undefined && names.size > 0)
    return shared === undefined ? matches : matches.filter(({ type, name }) => type !== 'person' || shared.has(name))
  })
}

/**
 * Finds the words that are names of people and accounts of the calls. A word in lower case must be the complete word of
 * the name, because other forms of it can mean anything.
 */
export async function findNamedWords(
  ports: RecordPorts,
  within: ScopedConversations,
  words: readonly Word[],
): Promise<ReadonlyMap<string, 'person' | 'account'>> {
  if (words.length === 0) return new Map()
  const prefixes = words.map(({ word }) => toPrefix(word))
  const rows = await loadNames(ports, within, prefixes)
  const readName = createNameReader()
  const found = new Map<string, 'person' | 'account'>()
  for (const one of words) {
    const isWritten = /^\p{Lu}/u.test(one.written)
    const types = new Set(
      findMatches(rows, one, readName)
        .matches.filter(({ name }) => isWritten || readName(name).some(({ word }) => word === one.word))
        .map(({ type }) => type),
    )
    if (types.has('person')) found.set(one.word, 'person')
    else if (types.has('account')) found.set(one.word, 'account')
  }
  return found
}

/** Names that were loaded for a scope, by the beginnings of words that they were selected with. */
interface LoadedNames {
  readonly prefixes: ReadonlySet<string>
  readonly rows: Promise<readonly CallNames[]>
}
/** A scope belongs to one request, so the names don't outlive it. */
const loadedNames = new WeakMap<ScopedConversations, LoadedNames[]>()

/** Loads the names of a scope. Several kinds of a question are tried with the same words, which are loaded once. */
async function loadNames(
  { db, org }: RecordPorts,
  within: ScopedConversations,
  prefixes: readonly string[],
): Promise<readonly CallNames[]> {
  const known = loadedNames.get(within) ?? []
  loadedNames.set(within, known)
  for (const one of known) {
    if (!prefixes.every((prefix) => one.prefixes.has(prefix))) continue
    const rows = await one.rows
    // If names were left out, those of fewer words can be among them.
    if (rows.length < NAMED_MAX || one.prefixes.size === new Set(prefixes).size) return rows
  }
  const rows = selectNames(db, org, within, prefixes, NAMED_MAX)
  known.push({ prefixes: new Set(prefixes), rows })
  return rows
}

/**
 * People whose words the question is about. In several calls, “with Carla” selects the calls instead. “What did Noor
 * struggle with?” is about Noor's words.
 */
export const findNamedSpeakers = ({
  people,
  prompt,
  isOneCall,
}: Pick<RecordQuestion, 'people' | 'prompt' | 'isOneCall'>): readonly string[] =>
  isOneCall || !followsWith(people, prompt) ? people : []

/** Maximum number of words between “with” and a name: “with Ann and Carla”. */
const WITH_REACH = 4

function followsWith(people: readonly string[], prompt: string): boolean {
  const names = new Set(people.flatMap(splitWords))
  const words = splitWords(prompt.replace(/['’]s\b/giu, ''))
  return words.some(
    (word, at) => word === 'with' && words.slice(at + 1, at + 1 + WITH_REACH).some((next) => names.has(next)),
  )
}

/** “Why are customers hesitating?” isn't about the label “Customer Success”. The complete name means the label. */
const GENERIC: ReadonlySet<string> = new Set(
  ['customer', 'seller', 'deal', 'account', 'call'].flatMap((name) => CLASSES[name] ?? []),
)

/** Beginning of a word, so that the query also finds other forms of it. */
const toPrefix = (word: string) => word.slice(0, Math.max(3, Math.min(4, word.length - 2)))

function meansName(group: RestGroup, matches: readonly Match[], rest: Rest, isOneCall: boolean): boolean {
  if (rest === 'none') return true
  if (group.isTopic) return false
  if (matches.some(isStrong)) return true
  // A target can have the name of a label: “Which deals are in the demo stage?”
  if (isOneCall || rest === 'target') return false
  return group.namesCall || (rest !== 'words' && matches.some(({ type }) => type === 'label'))
}

const isStrong = ({ type }: Match): boolean => type === 'person' || type === 'account'

/** Reads the words of a name, with the stems of those that have other forms. */
type NameReader = (name: string) => readonly { readonly word: string; readonly stem: string | undefined }[]

/** Reads each name once: the calls of a question share most of their names. */
function createNameReader(): NameReader {
  const known = new Map<string, ReturnType<NameReader>>()
  return (name) => {
    const words =
      known.get(name) ??
      readWords(name).map(({ word }) => ({ word, stem: word.length > 3 ? stemWord(word) : undefined }))
    known.set(name, words)
    return words
  }
}

/** `others`: names of people that contain the word, but that the complete name in the question doesn't mean. */
function findMatches(
  rows: readonly CallNames[],
  { word, run }: Pick<Word, 'word' | 'run'>,
  readName: NameReader,
): { matches: Match[]; others: Pick<Match, 'name' | 'call'>[] } {
  const stem = stemWord(word)
  const has = (name: string) => readName(name).some((part) => part.word === word || part.stem === stem)
  const listPeople = (row: CallNames) => [...row.people, row.owner].filter((name) => !name.includes('@'))
  const isKnown = (part: string) => rows.some((row) => listPeople(row).some((name) => splitName(name).includes(part)))
  const isMeant = (name: string) => run === undefined || meansPerson(run, splitName(name), isKnown)
  const others = rows.flatMap((row) =>
    listPeople(row).flatMap((name) => (has(name) && !isMeant(name) ? [{ name, call: row.id }] : [])),
  )
  const isGeneric = run === undefined && GENERIC.has(word) && CLASSES.typedCall?.includes(word) !== true
  const matches = rows.flatMap((row) => {
    const match = (type: Match['type'], names: readonly (string | null)[]): Match[] =>
      names.flatMap((name) => (name !== null && has(name) ? [{ call: row.id, name, type }] : []))
    // The naming fields of a contact include its company, so contacts count only as participants.
    const records = row.records.filter(({ code }) => !code.startsWith('contact')).map(({ name }) => name)
    const accounts = row.records.filter(({ code }) => /^(?:compan|account)/.test(code)).map(({ name }) => name)
    return [
      ...match('person', listPeople(row).filter(isMeant)),
      ...match(
        'account',
        accounts.filter((name) => !isDomain(name)),
      ),
      ...(isGeneric ? [] : match('label', [...row.labels, row.team])),
      ...(isGeneric ? [] : match('title', [row.title, row.deal, ...records])),
    ]
  })
  return { matches, others }
}

/** Whether a name is an internet domain, which isn't shown as the name of an account. */
const isDomain = (name: string): boolean => /^\S+\.[a-z]{2,}$/i.test(name)
