/** Suggestions for names that a caller misspelled or took from another product. */
import { editDistance } from './near-words.ts'

/** Names that other products, and other parts of the API, use for the same thing. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['call', 'conversation', 'meeting', 'recording'],
  ['user', 'owner', 'rep', 'member'],
  ['snippet', 'clip', 'highlight'],
  ['opportunity', 'deal'],
  ['from', 'since', 'after', 'start', 'startdate', 'startedat', 'fromdatetime', 'date'],
  ['to', 'until', 'before', 'end', 'enddate', 'endedat', 'todatetime'],
  ['limit', 'size', 'count', 'pagesize', 'perpage', 'maxresults', 'top'],
  ['cursor', 'page', 'pagetoken', 'nextcursor', 'offset', 'after'],
  ['query', 'q', 'search', 'text', 'keywords', 'prompt', 'question'],
  ['title', 'name', 'subject'],
  ['include', 'fields', 'parts', 'expand'],
]

/** Name without case, separators, `filter[…]` and the suffixes of IDs. */
const plain = (name: string): string =>
  name
    .replace(/^filter\[(.*)\]$/, '$1')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(?:uu)?ids?$/, '')

/** Name of a tool without its verb: `list_calls` and `search_calls` are about the same things. */
const nouns = (name: string): string =>
  name.replace(/^(?:list|get|search|find|show|read|fetch|create|add|update|delete)/, '')

/** Length from which two typing errors are allowed. */
const LONG = 7

/** The supported name that a caller most likely meant. Undefined if none is near. */
export function findNearestName(name: string, supported: readonly string[]): string | undefined {
  const wanted = plain(name)
  // `id` alone is the ID of the thing that the operation is about, which comes first.
  if (wanted === '') return /id$/i.test(name) ? supported.find((candidate) => /id$/i.test(candidate)) : undefined
  const most = wanted.length >= LONG ? 2 : 1
  const scored = supported.flatMap((candidate) => {
    const distance = measure(wanted, plain(candidate), most)
    return distance === undefined ? [] : [{ candidate, distance }]
  })
  return scored.toSorted((one, other) => one.distance - other.distance)[0]?.candidate
}

/** 0 for the same name, then typing errors, other words for it, and parts of it. Undefined for different names. */
function measure(wanted: string, candidate: string, most: number): number | undefined {
  const distance = editDistance(wanted, candidate, most)
  if (distance <= most && distance < wanted.length) return distance
  if (SYNONYMS.some((words) => words.includes(wanted) && words.includes(candidate))) return 3
  if (nouns(wanted) !== '' && nouns(wanted) === nouns(candidate)) return 4
  const [short, long] = wanted.length < candidate.length ? [wanted, candidate] : [candidate, wanted]
  return short.length >= 3 && long.includes(short) ? 5 + long.length - short.length : undefined
}
