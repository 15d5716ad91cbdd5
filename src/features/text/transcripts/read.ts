import { JSON_FORMS } from './forms/json-forms.ts'
import { checkJson, isObject, type JsonObject } from './forms/json-value.ts'
import { isRemarkName } from './forms/labels.ts'
import { lineAt, splitLines } from './forms/lines.ts'
import { SEVERAL_CALLS } from './forms/members.ts'
import { withPointer } from './forms/pointers.ts'
import { readJsonForm, recognizeJson } from './forms/read-json.ts'
import { readString } from './forms/read-string.ts'
import { isVcon, readVcon } from './forms/read-vcon.ts'
import { splitJson } from './forms/split-json.ts'
import { segmentText, type TextEncoding, type TranscriptDocument, TranscriptFault } from './model.ts'

export interface ReadOptions {
  /** Name of the file. Its extension is used only if the content is ambiguous. */
  fileName?: string
  /** Whether plain text must name its speakers. A file without them is any text rather than a conversation. */
  requireSpeakers?: boolean
  /** Encoding of the file, for the report. */
  encoding?: TextEncoding | undefined
}

/** Location of a conversation in a file with several. Both are absent if it is the only one. */
export interface ConversationPlace {
  /** Line in JSON lines. */
  line?: number
  /** JSON pointer in a response with several. */
  pointer?: string
}

/** Result for one conversation of a file. */
export type ReadOutcome = ConversationPlace & ({ document: TranscriptDocument } | { fault: TranscriptFault })

/**
 * Reads one transcript of any form; the content determines the form.
 * @param source text of a file, or a parsed JSON value
 * @throws TranscriptFault and nothing else: with `line` for text forms, with `pointer` for JSON forms
 */
export function readTranscript(source: unknown, options: ReadOptions = {}): TranscriptDocument {
  const document = withEncoding(readAny(source, options), options)
  if (options.requireSpeakers === true && document.format === 'text' && !hasSpeakers(document)) {
    throw new TranscriptFault(
      'The file is neither a recording nor a transcript, because no line starts with a speaker, as in `Name: text`. ' +
        'Use a supported format.',
    )
  }
  if (options.requireSpeakers === true && document.format === 'text' && isListOfFacts(document)) {
    throw new TranscriptFault(
      'The file is neither a recording nor a transcript, because its lines are facts, as in an agenda or a ' +
        'form, rather than turns of speakers. Use a supported format, or paste the text if it is a conversation.',
    )
  }
  return document
}

const withEncoding = (document: TranscriptDocument, { encoding }: ReadOptions): TranscriptDocument =>
  encoding === undefined || encoding === 'UTF-8' ? document : { ...document, encoding }

/** Minimum number of names that each occur once, as the headings of an agenda or a form do. */
const LISTED_MIN = 5
/** Minimum number of names that are words of facts, such as `Contact`, or of values such as `3 kg`. */
const FACTS_MIN = 2

/**
 * Whether a plain text is a list of facts rather than a conversation. Its names occur once or are words such as `Date`, or
 * most turns are values without a word.
 */
function isListOfFacts({ segments }: TranscriptDocument): boolean {
  const names = segments.flatMap(({ speaker }) => (speaker.name === '' ? [] : [speaker.name]))
  const isOnce = new Set(names).size === names.length
  if (names.length >= LISTED_MIN && names.length === segments.length && isOnce) return true
  if (names.length >= FACTS_MIN && isOnce && names.every(isRemarkName)) return true
  const values = segments.filter((segment) => !/\p{L}/u.test(segmentText(segment))).length
  return segments.length >= FACTS_MIN && values >= segments.length * VALUES_RATIO
}

/** Minimum ratio of turns without a letter, such as `Apples: 3`. */
const VALUES_RATIO = 0.6

/** Whether a plain text names speakers: half of its turns have a name, or a name recurs. */
function hasSpeakers({ segments }: TranscriptDocument): boolean {
  const names = segments.flatMap(({ speaker }) => (speaker.name === '' ? [] : [speaker.name]))
  return names.length > 0 && (names.length >= segments.length * 0.5 || new Set(names).size < names.length)
}

function readAny(source: unknown, options: ReadOptions): TranscriptDocument {
  if (typeof source !== 'string') return readValue(source, '')
  checkText(source)
  const extension = getExtension(options.fileName)
  if (!looksLikeJson(source)) {
    // A JSON file without its beginning must not be read as plain text.
    if (/^(json|vcon|jsonl|ndjson)$/.test(extension))
      throw new TranscriptFault("The file isn't valid JSON.", { line: 1 })
    return readString(source, extension)
  }
  if (isPartLines(source)) return readValue(parseLines(source), '')
  if (isJsonLines(source)) {
    throw new TranscriptFault(
      'The source contains several conversations, one per line. Send them separately, or as a JSON lines file.',
      {
        line: 2,
      },
    )
  }
  return readValue(parse(source, 1), extension)
}

/**
 * Reads a file that can contain many conversations. JSON lines have one outcome per line that isn't blank, and responses
 * of products one per call. Other forms have one. Lines that are segments, events or messages are one conversation.
 * Never throws: invalid input results in an outcome with a `fault`, which has the line of the file and the pointer within
 * the line.
 */
export function* readTranscripts(source: string, options: ReadOptions = {}): Generator<ReadOutcome, void, undefined> {
  const extension = getExtension(options.fileName)
  const isMany = /^(jsonl|ndjson)$/.test(extension) || isJsonLines(source)
  if (!isMany || source.trim() === '' || isPartLines(source)) {
    const several = isMany ? undefined : splitSource(source)
    if (several === undefined || several.length < 2) yield readOutcome({}, () => readTranscript(source, options))
    else
      for (const { value, pointer } of several)
        yield readOutcome({ pointer }, () => withEncoding(readValue(value, extension), options))
    return
  }
  for (const [index, text] of splitLines(source).entries()) {
    if (text.trim() === '') continue
    const line = index + 1
    yield readOutcome({ line }, () => {
      checkText(text)
      if (!looksLikeJson(text)) throw new TranscriptFault("The line isn't valid JSON.")
      return withEncoding(readValue(parse(text, line), ''), options)
    })
  }
}

/** Conversations of a JSON value. Undefined if it has one, or is invalid. */
function splitSource(source: string): ReturnType<typeof splitJson> {
  if (!looksLikeJson(source)) return undefined
  try {
    const value: unknown = JSON.parse(source.replace(/^\uFEFF/, ''))
    checkJson(value)
    return splitJson(value)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TranscriptFault) return undefined
    throw error
  }
}

function readOutcome(place: ConversationPlace, read: () => TranscriptDocument): ReadOutcome {
  try {
    return { ...place, document: read() }
  } catch (error) {
    if (!(error instanceof TranscriptFault)) throw error
    const { line, pointer = '' } = place
    if (line === undefined) return { ...place, fault: withPlace(error, pointer) }
    const inner = error.pointer === undefined ? {} : { pointer: error.pointer }
    return { line, fault: new TranscriptFault(error.message, { line, ...inner }) }
  }
}

/** The fault with the pointer of its conversation. */
function withPlace(fault: TranscriptFault, pointer: string): TranscriptFault {
  if (pointer === '') return fault
  return new TranscriptFault(fault.message, { pointer: `${pointer}${fault.pointer ?? ''}` })
}

function readValue(value: unknown, extension: string): TranscriptDocument {
  checkJson(value)
  if (isVcon(value)) return readVcon(value)
  if (extension === 'vcon' && isObject(value)) return readVcon(value)
  // A list of calls must not be read as a list of segments.
  const isList = Array.isArray(value) && recognizeJson(value).length === 0
  const listed = isList ? splitJson(value) : undefined
  const read = listed === undefined ? readJsonForm(value) : undefined
  if (read !== undefined) return read
  const [only, other] = listed ?? splitJson(value) ?? []
  if (other !== undefined) throw new TranscriptFault(SEVERAL_CALLS, { pointer: '' })
  if (only !== undefined) return withPointer(only.pointer, () => readValue(only.value, ''))
  throw new TranscriptFault(
    'The JSON has none of the supported transcript forms. Supported are vCon, exports of many products, and ' +
      '`{segments: [{speaker, text, start, end}]}` with times in seconds. Send the export unchanged, or convert it.',
    { pointer: '' },
  )
}

function checkText(source: string): void {
  const nul = source.indexOf('\0')
  if (nul !== -1) {
    throw new TranscriptFault("The text isn't valid UTF-8: it contains a NUL character.", { line: lineAt(source, nul) })
  }
  if (!source.isWellFormed()) throw new TranscriptFault("The text isn't valid Unicode.")
  if (source.trim() === '') throw new TranscriptFault('The transcript is empty.', { line: 1 })
}

/** Whether a text starts like JSON. A bracket alone isn't enough, because plain text can start with `[Music]`. */
function looksLikeJson(source: string): boolean {
  return /^[\uFEFF\s]*(?:\{\s*(?:["}]|$)|\[\s*(?:[\]{["]|$))/.test(source)
}

/** Whether the first line is a JSON object, possibly invalid, and another one starts on the next line. */
function isJsonLines(source: string): boolean {
  const [first, second] = firstLines(source)
  if (first === undefined || second === undefined || !first.startsWith('{') || !second.startsWith('{')) return false
  return /^\{\s*["}]/.test(first) && /^\{\s*["}]/.test(second) && (first.endsWith('}') || isWhole(second))
}

const TEXTS = ['text', 'sentence', 'body']
const STARTS = ['start', 'startTime', 'startTimestamp']

/** Whether the lines are parts of one conversation rather than conversations: segments, events or messages. */
function isPartLines(source: string): boolean {
  const first = firstLines(source)
  if (first.length < 2 || !first.every((line) => line.startsWith('{') && isWhole(line))) return false
  const values = first.map((line): unknown => JSON.parse(line))
  return values.every(isSegment) || JSON_FORMS.some((form) => values.every((value) => form.isPart?.(value) === true))
}

/** Whether a value has its words and its start. */
function isSegment(value: unknown): boolean {
  if (!isObject(value)) return false
  const has = (keys: readonly string[], type: string) => keys.some((key) => typeof value[key] === type)
  return has(TEXTS, 'string') && has(STARTS, 'number')
}

const parseLines = (source: string): unknown[] =>
  splitLines(source).flatMap((text, index) => (text.trim() === '' ? [] : [parse(text, index + 1)]))

function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** First two lines that aren't blank, without splitting a large file. */
function firstLines(source: string): string[] {
  const found: string[] = []
  let from = source.charCodeAt(0) === 0xfeff ? 1 : 0
  while (from < source.length && found.length < 2) {
    const end = source.indexOf('\n', from)
    const line = source.slice(from, end === -1 ? source.length : end).trim()
    if (line !== '') found.push(line)
    from = end === -1 ? source.length : end + 1
  }
  return found
}

/** @param firstLine line number of the first line of `text` in its file */
function parse(text: string, firstLine: number): JsonObject | unknown[] | unknown {
  const from = text.charCodeAt(0) === 0xfeff ? 1 : 0
  try {
    return JSON.parse(from === 0 ? text : text.slice(from))
  } catch (error) {
    // The message of the engine quotes content, so only its position is used.
    const position = error instanceof SyntaxError ? /position (\d+)/.exec(error.message)?.[1] : undefined
    const line = firstLine - 1 + lineAt(text, position === undefined ? text.length : Number(position) + from)
    throw new TranscriptFault('The JSON is incomplete or invalid at this line.', { line })
  }
}

function getExtension(fileName: string | undefined): string {
  return fileName === undefined ? '' : fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
}
