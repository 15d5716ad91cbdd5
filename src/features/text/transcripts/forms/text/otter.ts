import { TranscriptFault } from '../../model.ts'
import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { isBlank } from '../lines.ts'
import { parseTime } from '../timing.ts'

const HEADER = /^\uFEFF?(?:(\S.{0,200}?) {2,})?(\d{1,3}:\d{2}(?::\d{2})?) *$/
const FOOTER = /^Transcribed by https:\/\/otter\.ai/i

/**
 * Text export of Otter: a line with name, two spaces and clock, then the text. A line with only a clock is an unknown
 * speaker. The file doesn't contain the ends of turns.
 */
export const otter: TextForm = {
  id: 'otter',
  name: 'Otter text export',
  recognize: ({ head }) => {
    const headers = head.filter((line) => HEADER.exec(line)?.[1] !== undefined).length
    return headers > 0 && (HEADER.test(head[0] ?? '') || headers >= head.length * 0.2) && HEADER.test(head[0] ?? '')
  },
  read({ lines }) {
    const draft = createDraft('otter')
    let open: { name: string; start: number; parts: string[]; line: number } | undefined
    const close = () => {
      if (open !== undefined)
        draft.add({ speaker: { name: open.name }, start: open.start, text: open.parts.join(' ') }, { line: open.line })
    }
    for (const [index, text] of lines.entries()) {
      const line = index + 1
      if (isBlank(text)) continue
      if (FOOTER.test(text)) {
        draft.omit('notices')
        continue
      }
      const match = HEADER.exec(text)
      if (match === null) {
        if (open === undefined) throw new TranscriptFault('The first line must have a name and a time.', { line })
        open.parts.push(text.trim())
        continue
      }
      close()
      const start = parseTime(match[2] ?? '')
      if (start === undefined) throw new TranscriptFault('A time must be a clock such as 1:05 or 1:02:03.', { line })
      if (open !== undefined && start < open.start - 60) throw new TranscriptFault('The times run backwards.', { line })
      const name = match[1]?.trim() ?? ''
      open = { name: name === 'Unknown Speaker' ? '' : name, start, parts: [], line }
    }
    close()
    return draft.finish()
  },
}
