import { TranscriptFault } from '../../model.ts'
import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { checkedTiming } from '../timing.ts'

/** ASS and SSA: `Dialogue:` lines with the columns of `Format:`. The text is the last column. Times are centiseconds. */
export const ass: TextForm = {
  id: 'ass',
  name: 'ASS or SSA subtitles',
  recognize: ({ head }) =>
    /^\uFEFF?\[Script Info\]$/i.test(head[0] ?? '') || head.some((line) => /^\[Events\]$/i.test(line)),
  read({ lines }) {
    const draft = createDraft('ass')
    let columns: string[] | undefined
    let inEvents = false
    let title: string | undefined
    for (const [index, raw] of lines.entries()) {
      const text = raw.trim()
      const line = index + 1
      if (/^\[.*\]$/.test(text)) inEvents = /^\[Events\]$/i.test(text)
      title ??= /^Title:\s*(.+)$/i.exec(text)?.[1]
      if (!inEvents) continue
      if (/^Format:/i.test(text))
        columns = text
          .slice(7)
          .split(',')
          .map((column) => column.trim().toLowerCase())
      if (/^Comment:/i.test(text)) draft.omit('comments')
      if (!/^Dialogue:/i.test(text)) continue
      if (columns === undefined)
        throw new TranscriptFault('A Dialogue line requires a Format line before it.', { line })
      const values = splitColumns(text.slice(9), columns.length)
      const column = (...names: string[]) =>
        values[columns?.findIndex((each) => names.includes(each)) ?? -1]?.trim() ?? ''
      if (values.length < columns.length)
        throw new TranscriptFault('A Dialogue line must have all columns of the Format line.', { line })
      const { start, end } = checkedTiming(column('start'), column('end'), line)
      draft.add(
        { speaker: { name: column('name', 'actor') }, start, end, text: stripOverrides(column('text')) },
        { line },
      )
    }
    return draft.finish({ title: title === 'Default Aegisub file' ? undefined : title })
  },
}

/** Columns of a line. Only the last one can contain commas. */
function splitColumns(text: string, count: number): string[] {
  const values: string[] = []
  let from = 0
  while (values.length < count - 1) {
    const comma = text.indexOf(',', from)
    if (comma === -1) break
    values.push(text.slice(from, comma))
    from = comma + 1
  }
  return [...values, text.slice(from)]
}

const stripOverrides = (text: string): string =>
  text
    .replace(/\{[^{}]*\}/g, '')
    .replace(/\\[Nn]/g, ' ')
    .replace(/\\h/g, ' ')
    .replace(/\s+/g, ' ')
