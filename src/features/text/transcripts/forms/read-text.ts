import { type TranscriptDocument, TranscriptFault } from '../model.ts'
import { collector, sentence } from './collect.ts'
import { findLabel, findVoices, judgeLabels, type SpeakerLabel } from './labels.ts'
import { isBlank, splitLines } from './lines.ts'
import { formatTimeOfDay } from './text/clock-kind.ts'
import { parseTime } from './timing.ts'

interface TextLine {
  readonly text: string
  /** 1-based. */
  readonly line: number
}

const ITEM = /^(?:[-*•>]|(\d{1,6})[.)])\s+(?=\S)/
/** A bold name: `**Name:** text` or `**Name**: text`. */
const BOLD_NAME = /^\*\*([^*:]{1,64})(?::\*\*|\*\*:)/
const MARKED = 0.8

/** Removes marks of lists, quotes and bold names, if most lines have them. */
function withoutMarks(lines: readonly TextLine[]): readonly TextLine[] {
  const items = lines.map(({ text }) => ITEM.exec(text))
  const numbers = items.flatMap((item) => (item?.[1] === undefined ? [] : [Number(item[1])]))
  const isCounted = numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1)
  const isList = isCounted && items.filter((item) => item !== null).length >= lines.length * MARKED
  const plain = isList ? lines.map(({ text, line }) => ({ text: text.replace(ITEM, ''), line })) : lines
  const isBold = plain.filter(({ text }) => BOLD_NAME.test(text)).length >= plain.length * 0.5
  return isBold ? plain.map(({ text, line }) => ({ text: text.replace(BOLD_NAME, '$1:'), line })) : plain
}

/**
 * Reads plain text. A line `Name: text` (see `labels.ts`) starts a segment; lines without a name continue it. In a text
 * without such lines, each line that isn't blank is a segment with an unknown speaker.
 */
export function readText(source: string): TranscriptDocument {
  const all = splitLines(source)
    .map((line, index) => ({ text: line.trim(), line: index + 1 }))
    .filter(({ text }) => text !== '')
  const timed = all.filter(({ text }) => END_TIME.test(text)).length
  const hasEndTimes = timed > 0 && timed >= all.length * TIMED
  const lines = withoutMarks(
    hasEndTimes ? all.map(({ text, line }) => ({ text: text.replace(END_TIME, ''), line })) : all,
  )
  const voices = findVoices(lines.map(({ text }) => text))
  const labels =
    voices === undefined
      ? lines.map(({ text }) => findLabel(text))
      : voices.map((voice) => voice && { ...voice, strong: true })
  const isName = voices === undefined ? judgeLabels(labels) : () => true
  checkNames(labels, lines)
  const omitted = hasEndTimes ? { omitted: [{ what: 'times at the ends of lines', count: timed }] } : {}
  const collected = collector()
  let open: { name: string; parts: string[]; line: number } | undefined
  const close = () => {
    const text = open?.parts.join(' ') ?? ''
    if (open !== undefined && text !== '') collected.add(sentence({ name: open.name }, null, null, text), open)
  }
  for (const [index, { text, line }] of lines.entries()) {
    const label = labels[index]
    if (label !== undefined && isName(label)) {
      close()
      const rest = label.rest.trim()
      open = { name: label.name, parts: rest === '' ? [] : [rest], line }
    } else if (open === undefined) {
      collected.add(sentence({ name: '' }, null, null, text), { line })
    } else {
      open.parts.push(text)
    }
  }
  close()
  return { format: 'text', form: 'V1', segments: collected.segments, ...omitted }
}

/** A clock at the end of a line. It isn't known whether the words start or end then. */
const END_TIME = /\s[[(]\d{1,3}:\d{2}(?::\d{2})?[\])]$/
/** Minimum ratio of lines with such a clock. */
const TIMED = 0.6
/** A time with points before a name, as in `00.03 Ann: text`. */
const DOTTED_NAME = /^\d{1,2}\.\d{2}(?:\.\d{2})?\s/

/** @throws TranscriptFault if names contain times, so that each of them would be another speaker */
function checkNames(labels: readonly (SpeakerLabel | undefined)[], lines: readonly TextLine[]): void {
  const found = labels.filter((label) => label !== undefined)
  const dotted = found.filter(({ name }) => DOTTED_NAME.test(name))
  if (dotted.length < 2 || dotted.length < found.length * 0.5) return
  throw new TranscriptFault('The times before the names must have colons, as in `[00:00:03] Name: text`.', {
    line: lines[0]?.line ?? 1,
  })
}

const MESSAGE = /^(\d{1,4}:\d{2}:\d{2})\t([^\t]*?):?\t([\s\S]*)$/

export function isChatLine(line: string): boolean {
  return MESSAGE.test(line)
}

/** Chat logs that start later have times of day. */
const TIME_OF_DAY = 3 * 3600

/**
 * Reads Zoom's chat log: `HH:MM:SS<TAB>Name:<TAB>text`, with times from the start of the recording, or of day. Lines
 * without a time continue the previous message and keep their line breaks. Messages have no end (`null`).
 */
export function readChatLog(source: string): TranscriptDocument {
  const collected = collector()
  let open: { start: number; name: string; lines: string[]; line: number } | undefined
  const close = () => {
    const text = open?.lines.join('\n').trim() ?? ''
    if (open !== undefined && text !== '')
      collected.add(sentence({ name: open.name }, Math.max(0, open.start - zero), null, text), open)
  }
  let first: number | undefined
  let zero = 0
  for (const [index, text] of splitLines(source).entries()) {
    const match = MESSAGE.exec(text)
    const start = match === null ? undefined : parseTime(match[1] ?? '')
    if (match === null || start === undefined) {
      if (open !== undefined) open.lines.push(text)
      else if (!isBlank(text)) {
        throw new TranscriptFault('A chat log starts with a time, a tab, a name and a tab.', { line: index + 1 })
      }
      continue
    }
    first ??= start
    zero = first >= TIME_OF_DAY ? first : 0
    close()
    open = { start, name: (match[2] ?? '').trim(), lines: [match[3] ?? ''], line: index + 1 }
  }
  close()
  const timeOfDay = zero === 0 ? {} : { timeOfDay: formatTimeOfDay(zero) }
  return { format: 'chat-log', form: 'V1', segments: collected.segments, ...timeOfDay }
}
