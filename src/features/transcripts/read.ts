import { checkJson, isObject, type JsonObject } from './forms/json-value.ts'
import { lineAt, splitLines } from './forms/lines.ts'
import { readJsonForm } from './forms/read-json.ts'
import { readString } from './forms/read-string.ts'
import { isVcon, readVcon } from './forms/read-vcon.ts'
import { type Place, type TranscriptDocument, TranscriptFault } from './model.ts'

export interface ReadOptions {
  /** Its extension decides only what the content leaves open. */
  fileName?: string
}

/** What one conversation of a file came to. `line` is where it stands in JSON lines, absent in every other form. */
export type ReadOutcome = { line?: number; document: TranscriptDocument } | { line?: number; fault: TranscriptFault }

/**
 * Reads one transcript, in whatever form it is, recognized by its content.
 * @param source a file's text, or a JSON value that is parsed already
 * @throws TranscriptFault and nothing else: with `line` for a text form, with `pointer` for a JSON form
 */
export function readTranscript(source: unknown, options: ReadOptions = {}): TranscriptDocument {
  if (typeof source !== 'string') return readValue(source, '')
  checkText(source)
  const extension = extensionOf(options.fileName)
  if (!looksLikeJson(source)) {
    // A JSON file that is cut off at its front must not become a plain text.
    if (/^(json|vcon|jsonl|ndjson)$/.test(extension)) throw new TranscriptFault('This is not JSON.', { line: 1 })
    return readString(source, extension)
  }
  if (isJsonLines(source)) {
    throw new TranscriptFault('This holds several conversations, one a line; send them one by one or as JSON lines.', {
      line: 2,
    })
  }
  return readValue(parse(source, 1), extension)
}

/**
 * Reads a file that may hold many conversations: JSON lines give one outcome for each line that is not blank, any other
 * form gives one. Never throws: what cannot be read is an outcome with a `fault`, which names the line of the file, and
 * the pointer within the line.
 */
export function* readTranscripts(source: string, options: ReadOptions = {}): Generator<ReadOutcome, void, undefined> {
  const isMany = /^(jsonl|ndjson)$/.test(extensionOf(options.fileName)) || isJsonLines(source)
  if (!isMany || source.trim() === '') {
    yield outcome(undefined, () => readTranscript(source, options))
    return
  }
  for (const [index, text] of splitLines(source).entries()) {
    if (text.trim() === '') continue
    const line = index + 1
    yield outcome(line, () => {
      checkText(text)
      if (!looksLikeJson(text)) throw new TranscriptFault('This line is not JSON.')
      return readValue(parse(text, line), '')
    })
  }
}

function outcome(line: number | undefined, read: () => TranscriptDocument): ReadOutcome {
  try {
    const document = read()
    return line === undefined ? { document } : { line, document }
  } catch (error) {
    if (!(error instanceof TranscriptFault)) throw error
    if (line === undefined) return { fault: error }
    const place: Place = { line, ...(error.pointer === undefined ? {} : { pointer: error.pointer }) }
    return { line, fault: new TranscriptFault(error.message, place) }
  }
}

function readValue(value: unknown, extension: string): TranscriptDocument {
  checkJson(value)
  if (isVcon(value)) return readVcon(value)
  if (extension === 'vcon' && isObject(value)) return readVcon(value)
  const read = readJsonForm(value)
  if (read !== undefined) return read
  throw new TranscriptFault('This JSON is none of the transcript forms that are known here.', { pointer: '' })
}

function checkText(source: string): void {
  const nul = source.indexOf('\0')
  if (nul !== -1) {
    throw new TranscriptFault('This is not UTF-8 text: it contains a NUL character.', { line: lineAt(source, nul) })
  }
  if (!source.isWellFormed()) throw new TranscriptFault('This is not valid Unicode text.')
  if (source.trim() === '') throw new TranscriptFault('There is nothing in it.', { line: 1 })
}

/** A bracket also opens plain text: `[Music]`. JSON goes on with what JSON can go on with. */
function looksLikeJson(source: string): boolean {
  return /^[\uFEFF\s]*(?:\{\s*(?:["}]|$)|\[\s*(?:[\]{["]|$))/.test(source)
}

/** Whether the first line is a JSON object (or is meant to be one, broken) and another one begins on the next. */
function isJsonLines(source: string): boolean {
  const [first, second] = firstLines(source)
  if (first === undefined || second === undefined || !first.startsWith('{') || !second.startsWith('{')) return false
  return /^\{\s*["}]/.test(first) && /^\{\s*["}]/.test(second) && (first.endsWith('}') || isWhole(second))
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The first two lines that are not blank, without splitting a large file. */
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

/** @param firstLine what the first line of `text` is in its file */
function parse(text: string, firstLine: number): JsonObject | unknown[] | unknown {
  const from = text.charCodeAt(0) === 0xfeff ? 1 : 0
  try {
    return JSON.parse(from === 0 ? text : text.slice(from))
  } catch (error) {
    // The engine's own message quotes the content; only the position is taken from it.
    const position = error instanceof SyntaxError ? /position (\d+)/.exec(error.message)?.[1] : undefined
    const line = firstLine - 1 + lineAt(text, position === undefined ? text.length : Number(position) + from)
    throw new TranscriptFault('The JSON breaks off or breaks its grammar here.', { line })
  }
}

function extensionOf(fileName: string | undefined): string {
  return fileName === undefined ? '' : fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
}
