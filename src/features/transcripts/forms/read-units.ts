import { LIMITS, type Segment, type Speaker, TranscriptFault, type Word } from '../model.ts'
import { type Collector, collector, sentence } from './collect.ts'
import {
  asArray,
  asObject,
  asString,
  asTime,
  firstMember,
  isObject,
  type JsonObject,
  member,
  optionalName,
} from './json-value.ts'

/** The names that the JSON forms have for the same thing: ours first, then podcast namespace, then the rest of the world. */
const TEXTS = ['sentence', 'body', 'text', 'message', 'transcript']
const STARTS = ['startTimestamp', 'startTime', 'start']
const ENDS = ['endTimestamp', 'endTime', 'end']
const WORD_TEXTS = ['text', 'punctuated_word', 'word']

/** Which names a list is written in, by its first entry: `words`, one of `TEXTS`, or `sentences` (Gong). */
export function unitKind(items: readonly unknown[]): string | undefined {
  const [first] = items
  if (!isObject(first)) return undefined
  if (Array.isArray(member(first, 'words')) && isBare(first)) return 'words'
  if (Array.isArray(member(first, 'sentences'))) return 'sentences'
  return firstMember(first, TEXTS)?.key ?? (Array.isArray(member(first, 'words')) ? 'words' : undefined)
}

/** Our own forms keep even what nobody said; of others, entries without a text are dropped as empty cues are. */
export interface UnitOptions {
  keepEmpty: boolean
}

/**
 * A list of `{speaker, text, start?, end?}` under any of the names above, or `{speaker, words: […]}`.
 * @param pointer of the list
 */
export function readUnits(
  items: readonly unknown[],
  pointer: string,
  options: UnitOptions,
): Collector & { byWord: boolean } {
  const collected = collector()
  const kind = unitKind(items)
  // Whisper and its like have words beside the text; they count when every entry has them.
  const byWord = kind === 'words' || items.every((item) => isObject(item) && hasWords(item))
  for (const [index, item] of items.entries()) {
    const at = `${pointer}/${index}`
    const unit = asObject(item, at)
    if (kind === 'words' && !Array.isArray(member(unit, 'words'))) {
      throw new TranscriptFault('Every entry of this list must have words, as the first one has.', { pointer: at })
    }
    const segment = readUnit(unit, at, byWord)
    if (options.keepEmpty || segment.words.some((word) => word.text.trim() !== ''))
      collected.add(segment, { pointer: at })
  }
  return { ...collected, byWord: byWord && items.length > 0 }
}

/** Whether the words are all that the entry has for a text. */
function isBare(unit: JsonObject): boolean {
  return firstMember(unit, TEXTS) === undefined
}

function hasWords(unit: JsonObject): boolean {
  const words = member(unit, 'words')
  return Array.isArray(words) && words.length > 0
}

function readUnit(unit: JsonObject, at: string, byWord: boolean): Segment {
  const speaker = readSpeaker(member(unit, 'speaker'), `${at}/speaker`)
  if (byWord) {
    const words = readWords(member(unit, 'words'), `${at}/words`)
    const hasTimes = [...STARTS, ...ENDS].some((key) => Object.hasOwn(unit, key))
    return { speaker, ...(hasTimes ? readTimes(unit, at) : boundsOf(words)), words }
  }
  const found = firstMember(unit, TEXTS)
  if (found === undefined)
    throw new TranscriptFault('An entry must have a sentence, text, body or words.', { pointer: at })
  const text = asString(found.value, `${at}/${found.key}`)
  if (isTimedTwice(unit)) {
    const outer = readTimes(unit, at, 1, ['start'], ['end'])
    const inner = readTimes(unit, at, 1, ['startTimestamp'], ['endTimestamp'])
    return { speaker, ...outer, words: [{ text, startTimestamp: inner.start, endTimestamp: inner.end }] }
  }
  const { start, end } = readTimes(unit, at)
  return sentence(speaker, start, end, text)
}

/** Our V1 entry tells the segment's times beside the sentence's only where the two differ. */
function isTimedTwice(unit: JsonObject): boolean {
  const has = (key: string) => Object.hasOwn(unit, key)
  return (has('startTimestamp') || has('endTimestamp')) && (has('start') || has('end'))
}

/** From the earliest start to the latest end that the words have. */
export function boundsOf(words: readonly Word[]): { start: number | null; end: number | null } {
  let start: number | null = null
  let end: number | null = null
  for (const { startTimestamp, endTimestamp } of words) {
    if (startTimestamp !== null && (start === null || startTimestamp < start)) start = startTimestamp
    if (endTimestamp !== null && (end === null || endTimestamp > end)) end = endTimestamp
  }
  // Words that have only starts, or only ends, may leave an end before the start: then it is no end.
  return { start, end: start !== null && end !== null && end < start ? null : end }
}

export function readWords(value: unknown, pointer: string): Word[] {
  const words: Word[] = []
  for (const [index, item] of asArray(value, pointer).entries()) {
    const at = `${pointer}/${index}`
    if (index >= LIMITS.words)
      throw new TranscriptFault(`A transcript has at most ${LIMITS.words} words.`, { pointer: at })
    const word = asObject(item, at)
    const text = firstMember(word, WORD_TEXTS)
    if (text === undefined) throw new TranscriptFault('A word must have a text.', { pointer: at })
    const spelled = asString(text.value, `${at}/${text.key}`)
    const { start, end } = readTimes(word, at)
    // Whisper's words carry the blank before them.
    words.push({ text: text.key === 'text' ? spelled : spelled.trim(), startTimestamp: start, endTimestamp: end })
  }
  return words
}

export function readTimes(
  unit: JsonObject,
  at: string,
  scale = 1,
  starts = STARTS,
  ends = ENDS,
): { start: number | null; end: number | null } {
  const first = firstMember(unit, starts)
  const last = firstMember(unit, ends)
  const start = first === undefined ? null : asTime(first.value, `${at}/${first.key}`, scale)
  const end = last === undefined ? null : asTime(last.value, `${at}/${last.key}`, scale)
  if (start !== null && end !== null && end < start) {
    throw new TranscriptFault('This ends before it starts.', { pointer: `${at}/${last?.key ?? ''}` })
  }
  return { start, end }
}

/** A name, our speaker object, or the number that speech recognition gives: its id, and its usual name "Speaker 0". */
export function readSpeaker(value: unknown, pointer: string): Speaker {
  if (value === undefined || value === null) return { name: '' }
  if (typeof value === 'string') return { name: value }
  if (typeof value === 'number' && Number.isSafeInteger(value)) return { id: String(value), name: `Speaker ${value}` }
  if (!isObject(value)) throw new TranscriptFault('A speaker must be a name or an object with a name.', { pointer })
  const id = optionalName(value, 'id', pointer)
  const email = optionalName(value, 'email', pointer)
  const internal = member(value, 'internal')
  if (internal !== undefined && internal !== null && typeof internal !== 'boolean') {
    throw new TranscriptFault('This must be true or false.', { pointer: `${pointer}/internal` })
  }
  return {
    ...(id === undefined ? {} : { id }),
    name: optionalName(value, 'name', pointer) ?? '',
    ...(email === undefined ? {} : { email }),
    ...(typeof internal === 'boolean' ? { internal } : {}),
  }
}
