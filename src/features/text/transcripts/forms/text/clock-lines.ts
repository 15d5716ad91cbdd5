import { TranscriptFault } from '../../model.ts'
import { createDraft } from '../draft.ts'
import type { TextForm, TextSource } from '../form.ts'
import { findLabel } from '../labels.ts'
import { isBlank } from '../lines.ts'
import { parseTime } from '../timing.ts'

const CLOCK = String.raw`(\d{1,3}:\d{2}(?::\d{2}(?:[.,]\d{1,3})?)?)`
const STYLES: readonly { readonly pattern: RegExp; readonly name: number; readonly clock: number }[] = [
  // [00:01:02] Name: text, and (00:12) Name
  { pattern: new RegExp(String.raw`^[[(]${CLOCK}[\])]\s*(?:-\s*)?()(.*)$`), clock: 1, name: 2 },
  // Name (00:12): text, and **Name** [00:00:12]: text
  {
    pattern: new RegExp(String.raw`^(?:[*]{2})?([^:[\](){}*]{1,64}?)(?:[*]{2})?\s*[[(]${CLOCK}[\])]\s*:?\s*(.*)$`),
    name: 1,
    clock: 2,
  },
  // Name: (0:12), with text on the next line
  { pattern: new RegExp(String.raw`^([^:[\](){}*]{1,64}?):\s*[[(]${CLOCK}[\])]\s*()$`), clock: 2, name: 1 },
  // 0:12 | Name, with text on the next line
  { pattern: new RegExp(String.raw`^${CLOCK}\s*\|\s*(\S.{0,100}?)\s*()$`), clock: 1, name: 2 },
  // 00:00:12 Name: text
  { pattern: new RegExp(String.raw`^${CLOCK}\s+(?:-\s+)?()(.*)$`), clock: 1, name: 2 },
  // Name 0:12, with text on the next line, as in the Word download of Teams
  { pattern: new RegExp(String.raw`^(\p{L}[^:[\](){}]{0,63}?)\s{1,}${CLOCK}\s*()$`, 'u'), name: 1, clock: 2 },
]
/** Minimum ratio of lines with a clock, or of lines with a clock among the first lines of blocks. */
const RATIO = 0.3
/** Clocks that start later are times of day. */
const TIME_OF_DAY = 3 * 3600
const BACKWARDS = 60
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
    const turns: { name: string; clock: number; parts: string[]; line: number }[] = []
    let before = 0
    for (const [index, raw] of source.lines.entries()) {
      if (isBlank(raw)) continue
      const text = raw.replace(/^\uFEFF/, '').trim()
      const match = style?.pattern.exec(text) ?? null
      const line = index + 1
      if (style === undefined || match === null) {
        if (index === source.lines.length - 1 && /[[(]\d[\d:.,]*$/.test(text)) {
          throw new TranscriptFault('The last line is incomplete.', { line })
        }
        const open = turns.at(-1)
        if (open !== undefined) open.parts.push(text)
        else before++
        continue
      }
      const clock = parseTime(match[style.clock] ?? '')
      if (clock === undefined) throw new TranscriptFault('A time must be a clock such as 1:05 or 1:02:03.', { line })
      const last = turns.at(-1)
      if (last !== undefined && clock < last.clock - BACKWARDS) {
        throw new TranscriptFault(
          'The times run backwards, as if the file contained two recordings. Send each one separately.',
          { line },
        )
      }
      turns.push({ ...splitName(match[style.name] ?? '', match[3] ?? ''), clock, line })
    }
    draft.omit('lines before the first time', before)
    const first = turns[0]?.clock ?? 0
    const zero = first >= TIME_OF_DAY ? first : 0
    for (const { name, clock, parts, line } of turns) {
      draft.add({ speaker: { name }, start: Math.max(0, clock - zero), text: parts.join(' ').trim() }, { line })
    }
    return draft.finish()
  },
}

function findStyle({ head }: TextSource) {
  for (const style of STYLES) {
    const count = head.filter((line) => style.pattern.test(line.trim())).length
    const first = head.findIndex((line) => style.pattern.test(line.trim()))
    if (count > 0 && count >= (head.length - first) * RATIO && (first < HEAD_LINES || isHeading(head[first - 1])))
      return style
  }
  return undefined
}

/** Name before a colon, or a line that is only a name. */
function splitName(named: string, rest: string): { name: string; parts: string[] } {
  if (named !== '') return { name: named.trim(), parts: rest === '' ? [] : [rest.trim()] }
  const label = findLabel(rest)
  if (label !== undefined) return { name: label.name, parts: [label.rest.trim()] }
  const isName = /^(?:\p{Lu}[\p{L}.'’-]*|\d{1,3})(?: (?:\p{Lu}[\p{L}.'’-]*|\d{1,3})){0,3}$/u.test(rest.trim())
  return isName ? { name: rest.trim(), parts: [] } : { name: '', parts: [rest.trim()] }
}
