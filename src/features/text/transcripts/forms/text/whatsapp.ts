import { TranscriptFault } from '../../model.ts'
import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { toIso } from '../members.ts'

const DATE = String.raw`(\d{1,4})[./-](\d{1,2})[./-](\d{1,4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?[\u202f\u00a0 ]?([AaPp]\.?[Mm]\.?)?`
const HEADER = new RegExp(String.raw`^[\u200e\u200f\uFEFF]*(?:\[${DATE}\] ?|${DATE} - )(?:([^:]{1,100}): )?(.*)$`)
/** Start of a line of which the rest is missing. */
const CUT = /^[\u200e\u200f]*\[?\d{1,4}[./-][\d./, :-]*$/
/** Messages about media without text. */
const MEDIA =
  /^\u200e?(?:<(?:attached|media omitted|adjunto|medien ausgeschlossen)\b.*>|\S.{0,200} \(file attached\)|(?:image|video|audio|sticker|GIF|document) omitted)$/i

interface Entry {
  readonly line: number
  readonly parts: readonly number[]
  readonly clock: number
  readonly name: string | undefined
  readonly lines: string[]
}

type Order = 'day-month' | 'month-day' | 'year'

/**
 * WhatsApp export. Lines without a date continue the message, and lines without a name are events. The order of day and
 * month is decided over the whole file; if that isn't possible, the file is rejected.
 */
export const whatsapp: TextForm = {
  id: 'whatsapp',
  name: 'WhatsApp export',
  recognize: ({ head }) => head.slice(0, 5).filter((line) => HEADER.test(line)).length >= Math.min(2, head.length),
  read({ lines }) {
    const draft = createDraft('whatsapp')
    const entries = readEntries(lines)
    const order = findOrder(entries)
    let zero: number | undefined
    for (const entry of entries) {
      const instant = toInstant(entry, order)
      if (entry.name === undefined) {
        draft.omit('events')
        continue
      }
      const text = entry.lines.join('\n').trim()
      if (MEDIA.test(text)) {
        draft.omit('media without text')
        continue
      }
      zero ??= instant
      if (instant < zero) throw new TranscriptFault('The dates run backwards.', { line: entry.line })
      draft.add({ speaker: { name: entry.name }, start: (instant - zero) / 1000, text }, { line: entry.line })
    }
    return draft.finish({ startedAt: toIso(zero) }, { written: true })
  },
}

function readEntries(lines: readonly string[]): Entry[] {
  const entries: Entry[] = []
  for (const [index, text] of lines.entries()) {
    const match = HEADER.exec(text)
    if (match === null) {
      const open = entries.at(-1)
      if (index === lines.length - 1 && CUT.test(text))
        throw new TranscriptFault('The last line is incomplete.', { line: index + 1 })
      if (open !== undefined) open.lines.push(text)
      else if (text.trim() !== '')
        throw new TranscriptFault('The first line must start with a date.', { line: index + 1 })
      continue
    }
    const cells = match[1] === undefined ? match.slice(8, 15) : match.slice(1, 8)
    const [a = '', b = '', c = '', hours = '', minutes = '', seconds = '0', half] = cells
    let hour = Number(hours)
    if (half !== undefined) hour = (hour % 12) + (/^p/i.test(half) ? 12 : 0)
    if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59)
      throw new TranscriptFault('The line has an invalid time.', { line: index + 1 })
    entries.push({
      line: index + 1,
      parts: [Number(a), Number(b), Number(c)],
      clock: hour * 3600 + Number(minutes) * 60 + Number(seconds),
      name: match[15]?.replace(/^[\u200e\u202a~ ]+|\u202c$/g, ''),
      lines: [match[16] ?? ''],
    })
  }
  return entries
}

function findOrder(entries: readonly Entry[]): Order {
  if (entries.some(({ parts }) => (parts[0] ?? 0) > 31)) return 'year'
  const possible = (['day-month', 'month-day'] as const).filter((order) => isPossible(entries, order))
  const [only] = possible
  const isSameDay = new Set(entries.map(({ parts }) => parts.join('-'))).size === 1
  const [first] = entries
  if (only !== undefined && (possible.length === 1 || (isSameDay && first?.parts[0] === first?.parts[1]))) return only
  throw new TranscriptFault(
    possible.length === 0
      ? 'The dates are invalid or run backwards.'
      : 'The file doesn’t show whether the day or the month comes first. Export the chat with a year-first date, or with days after the 12th.',
    { line: first?.line ?? 1 },
  )
}

/** Whether all dates are valid and don't run backwards in this order. */
function isPossible(entries: readonly Entry[], order: Order): boolean {
  let last = Number.NEGATIVE_INFINITY
  for (const entry of entries) {
    const [a = 0, b = 0] = entry.parts
    const [day, month] = order === 'day-month' ? [a, b] : [b, a]
    if (day < 1 || day > 31 || month < 1 || month > 12) return false
    const instant = toInstant(entry, order)
    if (instant < last) return false
    last = instant
  }
  return true
}

function toInstant({ parts, clock }: Entry, order: Order): number {
  const [a = 0, b = 0, c = 0] = parts
  const [year, month, day] = order === 'year' ? [a, b, c] : order === 'day-month' ? [c, b, a] : [c, a, b]
  return Date.UTC(year < 100 ? 2000 + year : year, month - 1, day) + clock * 1000
}
