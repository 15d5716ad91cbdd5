import { JSON_FORMS } from './forms/json-forms.ts'
import { TEXT_FORMS } from './forms/text-forms.ts'
import type { ReadingReport, TranscriptDocument } from './model.ts'

const NAMES: ReadonlyMap<string, string> = new Map([
  ...[...JSON_FORMS, ...TEXT_FORMS].map(({ id, name }) => [id, name] as const),
  ['webvtt', 'WebVTT'],
  ['srt', 'SRT'],
  ['sbv', 'SubViewer'],
  ['vcon', 'vCon'],
  ['podcast', 'Podcast transcript in JSON'],
  ['parley-v1', 'Parley JSON V1'],
  ['parley-v2', 'Parley JSON V2'],
  ['segments', 'JSON segments'],
  ['chat-log', 'Zoom chat log'],
  ['text', 'Plain text'],
])

/** Name of a form for people, by its ID. */
export const formName = (id: string): string => NAMES.get(id) ?? id

export function describeReading(document: TranscriptDocument): ReadingReport {
  const { segments, parties = [] } = document
  const speakers = new Set(
    segments.flatMap(({ speaker: { id = '', name } }) => (name === '' && id === '' ? [] : [`${id}\n${name}`])),
  )
  const hasStart = segments.some(({ start }) => start !== null)
  const hasEnd = segments.some(({ end }) => end !== null)
  const isByWord =
    document.form === 'V2' && segments.some(({ words }) => words.some((word) => word.startTimestamp !== null))
  const times = isByWord ? 'times of words' : hasEnd ? 'start and end times' : 'start times'
  const present: [boolean, string][] = [
    [true, count(segments.length, 'segment')],
    [speakers.size > 0, count(speakers.size, 'speaker')],
    [hasStart, times],
    [document.title !== undefined, 'title'],
    [document.startedAt !== undefined, 'start of the conversation'],
    [document.durationSeconds !== undefined, 'duration'],
    [document.language !== undefined, 'language'],
    [parties.length > 0, count(parties.length, 'participant')],
    [document.summary !== undefined, 'summary'],
    [document.externalId !== undefined, 'ID'],
  ]
  const lacking: [boolean, string][] = [
    [segments.length === 0, 'segments'],
    [segments.length > 0 && speakers.size === 0, 'speakers'],
    [segments.length > 0 && !hasStart, 'times'],
    [hasStart && !hasEnd, 'end times'],
    [document.timeOfDay !== undefined, `date of the start at ${document.timeOfDay}`],
  ]
  const select = (list: readonly [boolean, string][]) => list.flatMap(([isTrue, what]) => (isTrue ? [what] : []))
  return {
    form: formName(document.format),
    taken: select(present),
    missing: select(lacking),
    leftOut: document.omitted ?? [],
    ...(document.encoding === undefined ? {} : { encoding: document.encoding }),
  }
}

/** One line about a reading: `Deepgram: 12 segments, 2 speakers, times of words. Missing: title. Left out: 3 events` */
export function formatReading({ form, taken, missing, leftOut, encoding }: ReadingReport): string {
  const parts = [`${form}${encoding === undefined ? '' : ` in ${encoding}`}: ${taken.join(', ')}`]
  if (missing.length > 0) parts.push(`Missing: ${missing.join(', ')}`)
  if (leftOut.length > 0)
    parts.push(`Left out: ${leftOut.map(({ what, count: number }) => `${number} ${what}`).join(', ')}`)
  return parts.join('. ')
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
