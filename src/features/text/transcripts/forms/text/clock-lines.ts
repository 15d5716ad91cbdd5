import { TranscriptFault } from '../../model.ts'
import { createDraft } from '../draft.ts'
import type { TextForm, TextSource } from '../form.ts'
import { findLabel, UNCASED_NAME } from '../labels.ts'
import { isBlank } from '../lines.ts'
import { findSenders } from './chat-senders.ts'
import { countWords, findClockKind, formatTimeOfDay, readClockAs } from './clock-kind.ts'
import { CLOCK_STYLES } from './clock-styles.ts'
import { checkOrder } from './clocks.ts'

/** Minimum ratio of lines with a clock, or of lines with a clock among the first lines of blocks. */
const RATIO = 0.3
/** End of a line inside of its clock or range. */
const CUT_CLOCK = /[[(]\d[\d:.,]{0,12}\s?(?:(?:-|–|—|to?)\s?[\d:.,]{0,12})?$/
/** Clock between the words of a long turn. */
const INNER_CLOCK = /\s?\[\d{1,3}:\d{2}:\d{2}(?:\.\d{1,3})?\]\s?/g
/** Number of lines within which the first clock is. More can precede it if a heading `Transcript` ends them. */
const HEAD_LINES = 4
const isHeading = (line: string | undefined): boolean => /^[#* ]*transcript[:* ]*$/i.test(line ?? '')

/**
 * Lines with a clock and a name: `[00:01:02] Name: text`, `Name (00:12): text`, `00:00:12 Name: text`, or `Name 0:12`
 * with the text below. The style must be the same in the whole file. Lines without a clock continue a turn.
 */
export const clockLines: TextForm = {
  id: 'clock-lines',
  name: 'Text with times',
  recognize: (source) => findStyle(source) !== undefined,
  read(source) {
    const draft = createDraft('clock-lines')
    const style = findStyle(source)
    const turns: ClockTurn[] = []
    let before = 0
    for (const [index, raw] of source.lines.entries()) {
      if (isBlank(raw)) continue
      const said = raw.replace(/^\uFEFF/, '').trim()
      const found = style?.exec(said)?.groups
      const line = index + 1
      if (found === undefined) {
        if (index === source.lines.length - 1 && CUT_CLOCK.test(said)) {
          throw new TranscriptFault('The last line is incomplete.', { line })
        }
        const open = turns.at(-1)
        if (open !== undefined) open.parts.push(said)
        else before++
        continue
      }
      const { clock: text = '', half, end } = found
      turns.push({ ...splitName(found.name ?? '', found.rest ?? ''), text, half, end, line })
    }
    draft.omit('lines before the first time', before)
    nameUncased(turns)
    const toSender = findSenders(turns.map(({ name }) => name))
    const kind = findClockKind(turns.map((turn) => ({ ...turn, words: countWords(turn.parts) })))
    const clocks = turns.map((turn) => readClockAs(kind, turn))
    const zero = kind === 'day' ? (clocks[0] ?? 0) : 0
    for (const [index, { name, half, end, parts, line }] of turns.entries()) {
      const clock = clocks[index] ?? 0
      checkOrder(clocks[index - 1], clock, line, zero)
      draft.add(
        {
          speaker: { name: toSender(name) },
          start: clock - zero,
          end: end === undefined ? null : Math.max(0, readClockAs(kind, { text: end, half, line }) - zero),
          text: parts.join(' ').replace(INNER_CLOCK, ' ').trim(),
        },
        { line },
      )
    }
    return draft.finish(kind === 'day' ? { timeOfDay: formatTimeOfDay(zero) } : {}, {
      written: kind === 'day',
      isClock: true,
    })
  },
}

interface ClockTurn {
  readonly name: string
  readonly text: string
  /** `AM` or `PM` of a time of day. */
  readonly half: string | undefined
  readonly end: string | undefined
  readonly parts: string[]
  readonly line: number
}

/** Reads names without capitals on lines of their own: all turns have one with words below, and one recurs. */
function nameUncased(turns: ClockTurn[]): void {
  const isNamed = ({ name, parts }: ClockTurn) => name === '' && parts.length > 1 && UNCASED_NAME.test(parts[0] ?? '')
  const names = turns.flatMap((turn) => (isNamed(turn) ? (turn.parts[0] ?? []) : []))
  if (names.length < turns.length || new Set(names).size === names.length) return
  for (const [index, turn] of turns.entries()) turns[index] = { ...turn, name: turn.parts.shift() ?? '' }
}

function findStyle({ head }: TextSource): RegExp | undefined {
  for (const style of CLOCK_STYLES) {
    const count = head.filter((line) => style.test(line.trim())).length
    const first = head.findIndex((line) => style.test(line.trim()))
    if (count > 0 && count >= (head.length - first) * RATIO && (first < HEAD_LINES || isHeading(head[first - 1])))
      return style
  }
  return undefined
}

/** A name on a line of its own: words with capitals, numbers, and voices such as `SPK_1`. */
const NAME_LINE = /^(?:(?:\p{Lu}[\p{L}.'’-]*|\d{1,3})(?: (?:\p{Lu}[\p{L}.'’-]*|\d{1,3})){0,3}|[A-Za-z]{1,10}_\d{1,3})$/u

/** Name of a message of IRC. */
const NICKNAME = /^<([^<>\s]{1,64})>\s+(.*)$/

/** Name before a colon or a tab, or a line that is only a name. */
function splitName(named: string, rest: string): { name: string; parts: string[] } {
  const parts = rest === '' ? [] : [rest.trim()]
  if (named !== '') return { name: named.replace(/\s*[-–—|,]$/, '').trim(), parts }
  const [, nickname, said] = NICKNAME.exec(rest) ?? []
  if (nickname !== undefined) return { name: nickname, parts: [said ?? ''] }
  const label = findLabel(rest)
  if (label !== undefined) return { name: label.name, parts: [label.rest.trim()] }
  const [column = '', ...columns] = rest.split('\t')
  if (columns.length > 0 && (NAME_LINE.test(column.trim()) || UNCASED_NAME.test(column.trim())))
    return { name: column.trim(), parts: [columns.join(' ').trim()] }
  return NAME_LINE.test(rest.trim()) ? { name: rest.trim(), parts: [] } : { name: '', parts }
}
