import { TranscriptFault } from '../../model.ts'
import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { findLabel } from '../labels.ts'
import { stripMarks } from '../markdown-text.ts'
import { countWords, findClockKind, formatTimeOfDay, readClockAs } from './clock-kind.ts'
import { checkOrder } from './clocks.ts'

const CLOCK = String.raw`\d{1,3}:\d{2}(?::\d{2}(?:[.,]\d{1,3})?)?`
/** Number of the frame after a clock, as video editors write it. The rate of frames isn't known. */
const FRAME = String.raw`(?:[;:]\d{2})?`
const CLOCK_LINE = new RegExp(String.raw`^[[(]?(${CLOCK})${FRAME}(?:\s*(?:[-–—]|to)\s*(${CLOCK})${FRAME})?[\])]?$`)
/** A name without a colon: `Ann Lee`, `Speaker 1`. */
const NAME =
  /^\p{L}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|\p{Script=Han}[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{0,7}|\d{1,3})){0,3}(?<![.])$/u
/** Number of lines within which the first clock is. */
const HEAD_LINES = 4
/** A line with words after its clock, as in other forms with times. */
const SPOKEN_CLOCK = new RegExp(String.raw`^[[(]?${CLOCK}[\])]?\s+\S`)
/** Maximum ratio of such lines to clocks on lines of their own. Captions can start with a time of day. */
const SPOKEN_CLOCKS = 0.1
/** End of a file inside of a range. */
const CUT_RANGE = new RegExp(String.raw`^[[(]?${CLOCK}${FRAME}\s?(?:[-–—]|to?)\s?[\d:.,]{0,12}$`)
/** Minimum ratio of blocks with a label for it to be the convention of the file. */
const LABELLED = 0.5
/** Between this ratio of names and all blocks, it isn't clear whether they are names or speech. */
const UNCLEAR = 0.4
/** Number of blocks from which names recur. */
const RECUR_MIN = 4

interface NumberedLine {
  readonly text: string
  /** 1-based. */
  readonly number: number
}

interface ClockBlock {
  readonly start: string
  readonly end: string | undefined
  readonly number: number
  readonly lines: readonly NumberedLine[]
}

/** Whether several lines consist of a clock, so that a reader of other forms would take times for words. */
export const hasClockLines = (head: readonly string[]): boolean =>
  head.filter((line) => CLOCK_LINE.test(stripMarks(line))).length >= 2

/**
 * Text in which clocks are on lines of their own: `0:03`, `[00:00:03]`, or `00:03 - 00:08`. The words follow, with
 * `Name: ` before them, with the name on the line before or after all clocks, or without names, as in copies of video
 * captions.
 */
export const clockBlocks: TextForm = {
  id: 'clock-blocks',
  name: 'Text with times on lines of their own',
  recognize({ head }) {
    const plain = head.map(stripMarks)
    const clocks = plain.flatMap((line, at) => (CLOCK_LINE.test(line) ? [at] : []))
    const spoken = plain.filter((line) => SPOKEN_CLOCK.test(line) && !CLOCK_LINE.test(line) && !CUT_RANGE.test(line))
    const first = clocks[0] ?? HEAD_LINES
    return (clocks.length >= 2 ? first < HEAD_LINES : first === 0) && spoken.length <= clocks.length * SPOKEN_CLOCKS
  },
  read({ lines }) {
    const draft = createDraft('clock-blocks')
    const { before, blocks } = splitBlocks(lines)
    const [first] = blocks
    if (first === undefined) throw new TranscriptFault('The text has no times.', { line: 1 })
    const place = findNames(before, blocks)
    draft.omit('lines before the first time', before.length - (place === 'before' ? 1 : 0))
    const kind = findClockKind(
      blocks.map(({ start, number, lines: own }) => ({
        ...{ text: start, line: number },
        words: countWords(own.map(({ text }) => text)),
      })),
    )
    const starts = blocks.map(({ start, number }) => readClockAs(kind, { text: start, line: number }))
    const zero = kind === 'day' ? (starts[0] ?? 0) : 0
    for (const [index, { end: written, number, lines: own }] of blocks.entries()) {
      const clock = starts[index] ?? 0
      checkOrder(starts[index - 1], clock, number, zero)
      const start = clock - zero
      const end = written === undefined ? null : Math.max(0, readClockAs(kind, { text: written, line: number }) - zero)
      const turns = place === 'label' ? splitLabels(own) : [toTurn(before, blocks, index, place)]
      for (const [turn, { name, parts, line }] of turns.entries()) {
        draft.add(
          {
            speaker: { name },
            start: turn === 0 ? start : null,
            end: turns.length === 1 ? end : null,
            text: parts.join(' '),
          },
          { line: line ?? number },
        )
      }
    }
    return draft.finish(kind === 'day' ? { timeOfDay: formatTimeOfDay(zero) } : {}, {
      written: kind === 'day',
      isClock: true,
    })
  },
}

function splitBlocks(lines: readonly string[]): { before: NumberedLine[]; blocks: ClockBlock[] } {
  const before: NumberedLine[] = []
  const blocks: (ClockBlock & { lines: NumberedLine[] })[] = []
  for (const [index, raw] of lines.entries()) {
    const text = stripMarks(raw.replace(/^\uFEFF/, ''))
    if (text === '') continue
    const number = index + 1
    const match = CLOCK_LINE.exec(text)
    if (match === null) {
      if (CUT_RANGE.test(text)) throw new TranscriptFault('The range of times is incomplete.', { line: number })
      const open = blocks.at(-1)
      if (open !== undefined && open.lines.length === 0 && isSpelledClock(text, open.start)) continue
      ;(open?.lines ?? before).push({ text, number })
      continue
    }
    blocks.push({ start: match[1] ?? '', end: match[2], number, lines: [] })
  }
  return { before, blocks }
}

/** A clock in words, as a copy of the transcript of a video has it after the clock: `1 minute, 2 seconds`. */
const SPELLED = /^\d{1,3} ?\p{L}+\.?(?:,? (?:\p{L}{1,4} )?\d{1,2} ?\p{L}+\.?){0,2}$/u

/** Whether a line has only the numbers of a clock, each with a unit. */
function isSpelledClock(text: string, clock: string): boolean {
  if (!SPELLED.test(text)) return false
  const toNumbers = (each: string) => (each.match(/\d+/g) ?? []).map(Number).filter((number) => number > 0)
  const [spelled, written] = [toNumbers(text), toNumbers(clock)]
  return spelled.length > 0 && spelled.join(':') === written.join(':')
}

type NamePlace = 'label' | 'before' | 'after' | 'none'

/** @throws TranscriptFault if some blocks have a name and others don't */
function findNames(before: readonly NumberedLine[], blocks: readonly ClockBlock[]): NamePlace {
  const spoken = blocks.filter(({ lines }) => lines.length > 0)
  const count = (test: (block: ClockBlock) => boolean) => spoken.filter(test).length
  if (count(({ lines }) => findLabel(lines[0]?.text ?? '') !== undefined) >= spoken.length * LABELLED) return 'label'
  const after = blocks.map(({ lines }) => (lines.length > 1 ? lines[0]?.text : undefined))
  const ahead = blocks.map((_, index) => nameBefore(before, blocks, index)?.text)
  const ratio = (names: readonly (string | undefined)[]) =>
    names.filter((name) => name !== undefined && NAME.test(name)).length / names.length
  for (const [place, names] of [
    ['before', ahead],
    ['after', after],
  ] as const) {
    const recurs = names.length < RECUR_MIN || new Set(names).size < names.length
    if (ratio(names) === 1 && recurs) return place
  }
  if (ratio(ahead) >= UNCLEAR || ratio(after) >= UNCLEAR) {
    throw new TranscriptFault(
      'Some lines next to the times look like names, and others don’t. Write each turn as `[00:00:03] Name: text`.',
      { line: blocks[0]?.number ?? 1 },
    )
  }
  return 'none'
}

/** Last line before the clock of a block. The block before it must have words in addition. */
function nameBefore(
  before: readonly NumberedLine[],
  blocks: readonly ClockBlock[],
  index: number,
): NumberedLine | undefined {
  const previous = blocks[index - 1]
  if (previous === undefined) return before.at(-1)
  return previous.lines.length > 1 ? previous.lines.at(-1) : undefined
}

interface BlockTurn {
  readonly name: string
  readonly parts: readonly string[]
  readonly line: number | undefined
}

function toTurn(
  before: readonly NumberedLine[],
  blocks: readonly ClockBlock[],
  index: number,
  place: NamePlace,
): BlockTurn {
  const lines = blocks[index]?.lines ?? []
  const isLast = index === blocks.length - 1
  const words = place === 'after' ? lines.slice(1) : place === 'before' && !isLast ? lines.slice(0, -1) : lines
  const name = place === 'after' ? lines[0] : place === 'before' ? nameBefore(before, blocks, index) : undefined
  return { name: name?.text ?? '', parts: words.map(({ text }) => text), line: words[0]?.number }
}

function splitLabels(lines: readonly NumberedLine[]): BlockTurn[] {
  const turns: { name: string; parts: string[]; line: number }[] = []
  for (const { text, number } of lines) {
    const label = findLabel(text)
    if (label !== undefined) turns.push({ name: label.name, parts: [label.rest.trim()], line: number })
    // A name whose words are missing, as at the end of a file that is cut.
    else if (turns.length === 0 && lines.length === 1 && NAME.test(text)) continue
    else if (turns.length === 0) turns.push({ name: '', parts: [text], line: number })
    else turns.at(-1)?.parts.push(text)
  }
  return turns
}
