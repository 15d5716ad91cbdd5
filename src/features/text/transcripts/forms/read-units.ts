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

/** Member names of the JSON forms for the same value: Parley first, then podcast namespace, then others. */
const TEXTS = ['sentence', 'body', 'text', 'message', 'transcript']
const STARTS = ['startTimestamp', 'startTime', 'start']
const ENDS = ['endTimestamp', 'endTime', 'end']
const WORD_TEXTS = ['text', 'punctuated_word', 'word']

/** Kind of a list, by its first entry: `words` or one of `TEXTS`. */
export function unitKind(items: readonly unknown[]): string | undefined {
  const [first] = items
  if (!isObject(first)) return undefined
  if (Array.isArray(member(first, 'words')) && isBare(first)) return 'words'
  return firstMember(first, TEXTS)?.key ?? (Array.isArray(member(first, 'words')) ? 'words' : undefined)
}

/** Options of a form. Parley's own forms keep entries without text; in others, they are dropped like empty cues. */
export interface UnitOptions {
  keepEmpty: boolean
}

/**
 * Reads a list of `{speaker, text, start?, end?}` with any of the names above, or of `{speaker, words: […]}`.
 * @param pointer location of the list
 */
export function readUnits(
  items: readonly unknown[],
  pointer: string,
  options: UnitOptions,
): Collector & { byWord: boolean } {
  const collected = collector()
  const kind = unitKind(items)
  // Whisper and similar tools have words in addition to the text. They are used if every entry has them.
  const byWord = kind === 'words' || items.every((item) => isObject(item) && hasWords(item))
  for (const [index, item] of items.entries()) {
    const at = `${pointer}/${index}`
    const unit = asObject(item, at)
    if (kind === 'words' && !Array.isArray(member(unit, 'words'))) {
      throw new TranscriptFault('Every entry of the list must have `words`, because the first one does.', {
        pointer: at,
      })
    }
    const segment = readUnit(unit, at, byWord)
    if (options.keepEmpty || segment.words.some((word) => word.text.trim() !== ''))
      collected.add(segment, { pointer: at })
  }
  return { ...collected, byWord: byWord && items.length > 0 }
}

/** Whether an entry has words but no text. */
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
    return { speaker, ...(hasTimes ? readTimes(unit, at) : computeBounds(words)), words }
  }
  const found = firstMember(unit, TEXTS)
  if (found === undefined)
    throw new TranscriptFault('An entry must have `sentence`, `text`, `body` or `words`.', { pointer: at })
  const text = asString(found.value, `${at}/${found.key}`)
  if (isTimedTwice(unit)) {
    const outer = readTimes(unit, at, 1, ['start'], ['end'])
    const inner = readTimes(unit, at, 1, ['startTimestamp'], ['endTimestamp'])
    return { speaker, ...outer, words: [{ text, startTimestamp: inner.start, endTimestamp: inner.end }] }
  }
  const { start, end } = readTimes(unit, at)
  return sentence(speaker, start, end, text)
}

/**
 * Whether an entry of form V1 has times of the segment in addition to the sentence's. They're written only if they
 * differ.
 */
function isTimedTwice(unit: JsonObject): boolean {
  const has = (key: string) => Object.hasOwn(unit, key)
  return (has('startTimestamp') || has('endTimestamp')) && (has('start') || has('end'))
}

/** Earliest start and latest end of words. */
export function computeBounds(words: readonly Word[]): { start: number | null; end: number | null } {
  let start: number | null = null
  let end: number | null = null
  for (const { startTimestamp, endTimestamp } of words) {
    if (startTimestamp !== null && (start === null || startTimestamp < start)) start = startTimestamp
    if (endTimestamp !== null && (end === null || endTimestamp > end)) end = endTimestamp
  }
  // If words have only starts or only ends, the end can precede the start. Then it's unknown.
  return { start, end: start !== null && end !== null && end < start ? null : end }
}

export function readWords(value: unknown, pointer: string): Word[] {
  const words: Word[] = []
  for (const [index, item] of asArray(value, pointer).entries()) {
    const at = `${pointer}/${index}`
    if (index >= LIMITS.words)
      throw new TranscriptFault(`A transcript can have at most ${LIMITS.words} words.`, { pointer: at })
    const word = asObject(item, at)
    const text = firstMember(word, WORD_TEXTS)
    if (text === undefined) throw new TranscriptFault('A word must have a text.', { pointer: at })
    const spelled = asString(text.value, `${at}/${text.key}`)
    const { start, end } = readTimes(word, at)
    // Words of Whisper start with a space.
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
    throw new TranscriptFault('The end time is before the start time.', { pointer: `${at}/${last?.key ?? ''}` })
  }
  return { start, end }
}

/**
 * Reads a speaker: a name, an object, or a number of a speech recognizer, which becomes the ID and the name "Speaker
 * 0".
 */
export function readSpeaker(value: unknown, pointer: string): Speaker {
  if (value === undefined || value === null) return { name: '' }
  if (typeof value === 'string') return { name: value }
  if (typeof value === 'number' && Number.isSafeInteger(value)) return { id: String(value), name: `Speaker ${value}` }
  if (!isObject(value)) throw new TranscriptFault('A speaker must be a name or an object with a name.', { pointer })
  const id = optionalName(value, 'id', pointer)
  const email = optionalName(value, 'email', pointer)
  const internal = member(value, 'internal')
  if (internal !== undefined && internal !== null && typeof internal !== 'boolean') {
    throw new TranscriptFault('The value must be true or false.', { pointer: `${pointer}/internal` })
  }
  return {
    ...(id === undefined ? {} : { id }),
    name: optionalName(value, 'name', pointer) ?? '',
    ...(email === undefined ? {} : { email }),
    ...(typeof internal === 'boolean' ? { internal } : {}),
  }
}
