import {
  type FaultLocation,
  type Segment,
  type Speaker,
  type TranscriptDocument,
  TranscriptFault,
  type Word,
} from '../model.ts'
import { type Card, fromCards } from './cards.ts'
import { collector, sentence } from './collect.ts'
import { type Cue, readCueBlocks } from './cue-blocks.ts'
import { type Chunk, decodeEntities, parseCueText, type VoiceSpan } from './cue-text.ts'
import { findLabel, judgeLabels } from './labels.ts'
import { joinLines, splitLines } from './lines.ts'
import { countRepeated, toRollingLines } from './rolling.ts'
import { readStreamClock, shiftCues } from './stream-clock.ts'

/**
 * Reads WebVTT (W3C WebVTT 1, Candidate Recommendation) and its variants of Zoom, Teams and YouTube.
 *
 * - A cue is one segment. With several voice tags, it's one segment per voice; without speech, none.
 * - Speakers come from `<v Name>`. In a file without voice tags, they come from `Name: text`, see `cards.ts`.
 * - Timestamps in cues result in form V2: a timestamp is the start of the next word. Words have no ends.
 * - Words that rolling captions of YouTube repeat are dropped (`rolling.ts`).
 * - A map to the clock of a stream moves all times (`stream-clock.ts`).
 *
 * A cue whose text is JSON of Teams (`speakerName`, `spokenText`) is parsed.
 *
 * Order and overlap are kept. A cue that ends before it starts and a block without a timing line are faults.
 */
export function readWebvtt(source: string): TranscriptDocument {
  const lines = splitLines(source)
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) {
    throw new TranscriptFault('A WebVTT file starts with the line WEBVTT.', { line: 1 })
  }
  let i = 1
  let language: string | undefined
  let clock: number | undefined
  while (i < lines.length && lines[i] !== '' && !lines[i]?.includes('-->')) {
    language ??= /^Language:\s*([A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8})*)\s*$/i.exec(lines[i] ?? '')?.[1]
    clock ??= readStreamClock(lines[i] ?? '', i + 1)
    i++
  }
  const cues = readCueBlocks(lines, i, {
    isBlank: (line) => line === '',
    isTiming: (line) => line.includes('-->'),
    isIdentifier: () => true,
    isSkipped: (line) => /^(?:NOTE(?:[ \t]|$)|(?:STYLE|REGION)[ \t]*$)/.test(line),
    missing: 'A cue must have a timing line such as 00:00:01.000 --> 00:00:02.500.',
  })
  if (clock !== undefined) shiftCues(cues, clock)
  const read = cues.map((cue) => ({ cue, teams: teamsCue(cue), spans: parseCueText(cue.text) }))
  nameByIdentifiers(read)
  const spans = read.flatMap((each) => (each.teams === undefined ? each.spans : []))
  const hasVoices = spans.some((span) => span.voice !== null)
  const isTimed = spans.some((span) => span.chunks.some((chunk) => chunk.at !== null))
  const isPlain = !hasVoices && !isTimed && read.every(({ teams }) => teams === undefined)
  const found = isPlain ? undefined : readVoices(read, hasVoices, isTimed)
  language ??= found?.language
  return {
    ...(found?.document ?? fromCards('webvtt', read.map(toCard), { decode: decodeEntities, continues: false })),
    ...(language === undefined ? {} : { language }),
  }
}

interface ReadCue {
  readonly cue: Cue
  readonly teams: { readonly speaker: Speaker; readonly text: string; readonly language?: string } | undefined
  readonly spans: readonly VoiceSpan[]
}

/** Identifier of a cue of Webex: number, name and ID of the speaker. */
const WEBEX = /^\d{1,9} "([^"]{0,200})" \(\d{1,20}\)\s*$/

/** Names spans by the identifiers of Webex, if all cues have them. */
function nameByIdentifiers(read: readonly ReadCue[]): void {
  const names = read.map(({ cue }) => WEBEX.exec(cue.identifier ?? '')?.[1])
  if (names.some((name) => name === undefined)) return
  for (const [index, { spans }] of read.entries()) for (const span of spans) span.voice ??= names[index]?.trim() ?? ''
}

/** Cue without voices and timestamps. */
function toCard({ cue: { line, start, end }, spans }: ReadCue): Card {
  return { line, start, end, text: spans.flatMap(({ chunks }) => chunks.map(({ raw }) => raw)).join('') }
}

/** Reads cues with voices, times of words, or JSON. */
function readVoices(
  read: readonly ReadCue[],
  hasVoices: boolean,
  isTimed: boolean,
): { document: TranscriptDocument; language: string | undefined } {
  if (!hasVoices) labelSpans(read.flatMap(({ teams, spans }) => (teams === undefined ? spans : [])))
  const collected = collector()
  const repeated = isTimed && !hasVoices ? countRepeatedWords(read) : []
  let language: string | undefined
  for (const [index, { cue, teams, spans }] of read.entries()) {
    const place: FaultLocation = { line: cue.line }
    if (teams !== undefined) {
      language ??= teams.language
      if (teams.text.trim() !== '')
        collected.add(spokenSegment(teams.speaker, cue, [{ at: null, raw: teams.text }], isTimed, String), place)
      continue
    }
    for (const span of spans) {
      const speaker = { name: span.voice ?? '' }
      const segment = spokenSegment(speaker, cue, span.chunks, isTimed, decodeEntities)
      const parts = isTimed && !hasVoices ? splitSegment(segment, repeated[index] ?? 0) : [segment]
      for (const part of parts) if (part.words.some((word) => word.text.trim() !== '')) collected.add(part, place)
    }
  }
  const form = isTimed ? 'V2' : 'V1'
  return { document: { format: 'webvtt', form, segments: collected.segments }, language }
}

/** Number of words of each cue that repeat the cue before. */
const countRepeatedWords = (read: readonly ReadCue[]): number[] =>
  countRepeated(
    read.map(({ cue, spans }) => ({
      lines: toRollingLines(spans.flatMap(({ chunks }) => chunks.map(({ raw }) => decodeEntities(raw))).join('')),
      seconds: cue.end - cue.start,
    })),
  )

/** Segment without its repeated words, and one for each `>>`, which marks another speaker. */
function splitSegment(segment: Segment, repeated: number): Segment[] {
  const { speaker, start, words } = segment
  const [first, ...rest] = words.slice(repeated)
  if (first === undefined) return []
  const fresh = [{ ...first, startTimestamp: first.startTimestamp ?? start }, ...rest]
  const parts: Segment[] = []
  let marked: number | null = null
  for (const word of fresh) {
    const mark = /^>{2,3}/.exec(word.text)?.[0]
    const text = mark === undefined ? word.text : word.text.slice(mark.length)
    if (mark !== undefined || parts.length === 0)
      parts.push({ ...segment, speaker: mark === undefined ? speaker : { name: '' }, words: [] })
    // The time of a mark is the start of the word after it.
    if (text === '') marked = word.startTimestamp
    else {
      parts.at(-1)?.words.push({ ...word, text, startTimestamp: word.startTimestamp ?? marked })
      marked = null
    }
  }
  return parts.flatMap((part, index) => {
    const at = part.words.find((word) => word.startTimestamp !== null)?.startTimestamp ?? null
    const next = parts[index + 1]?.words.find((word) => word.startTimestamp !== null)?.startTimestamp
    const times = parts.length === 1 ? {} : { start: at ?? part.start, end: next ?? part.end }
    return part.words.length === 0 ? [] : [{ ...part, ...times }]
  })
}

/** Moves labels such as `Name:` from the text of spans to their voice. */
function labelSpans(spans: readonly VoiceSpan[]): void {
  const labels = spans.map(({ chunks }) => findLabel((chunks[0]?.raw ?? '').trim(), decodeEntities))
  const isName = judgeLabels(labels)
  for (const [index, span] of spans.entries()) {
    const label = labels[index]
    const [first, ...rest] = span.chunks
    if (label === undefined || first === undefined || !isName(label)) continue
    span.voice = label.name
    span.chunks = [{ at: first.at, raw: label.rest }, ...rest]
  }
}

function spokenSegment(
  speaker: Speaker,
  { start, end }: Cue,
  chunks: readonly Chunk[],
  isTimed: boolean,
  decode: (raw: string) => string,
): Segment {
  if (!isTimed) return sentence(speaker, start, end, joinLines(decode(chunks.map((chunk) => chunk.raw).join(''))))
  return { speaker, start, end, words: timedWords(chunks, start, decode) }
}

/**
 * Words with start times: the first word after a timestamp has its time, and the first word of a cue has the start of
 * the cue. Other words have none. A timestamp within a word doesn't split it.
 */
function timedWords(chunks: readonly Chunk[], start: number, decode: (raw: string) => string): Word[] {
  const words: Word[] = []
  let glued = false
  for (const [index, { at, raw }] of chunks.entries()) {
    const text = decode(raw)
    let time: number | null = at ?? (index === 0 ? start : null)
    const tokens = text.match(/\S+/g) ?? []
    for (const [position, token] of tokens.entries()) {
      const last = words.at(-1)
      if (position === 0 && glued && last !== undefined && !/^\s/.test(text)) last.text += token
      else words.push({ text: token, startTimestamp: time, endTimestamp: null })
      time = null
    }
    if (text !== '') glued = !/\s$/.test(text)
  }
  return words
}

/** Parses a cue of Microsoft Graph's `metadataContent`: one JSON object per cue. */
function teamsCue({ text, line }: Cue): { speaker: Speaker; text: string; language?: string } | undefined {
  if (!/^\{\s*"(?:startDateTime|endDateTime|speakerName|spokenText)"/.test(text)) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new TranscriptFault('The JSON of this cue is incomplete or invalid.', { line: line + 1 })
  }
  if (typeof value !== 'object' || value === null || !('spokenText' in value)) return undefined
  if (typeof value.spokenText !== 'string' || hasForbidden(value.spokenText)) return undefined
  const name = 'speakerName' in value && typeof value.speakerName === 'string' ? value.speakerName : ''
  if (hasForbidden(name)) return undefined
  const language =
    'spokenLanguage' in value && typeof value.spokenLanguage === 'string' && value.spokenLanguage.length <= 35
      ? { language: value.spokenLanguage }
      : {}
  return { speaker: { name }, text: value.spokenText, ...language }
}

/** Whether text has characters that are rejected in files, because JSON escapes can produce them. */
function hasForbidden(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed()
}
