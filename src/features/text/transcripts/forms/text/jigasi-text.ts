import { TranscriptFault } from '../../model.ts'
import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { findLabel } from '../labels.ts'
import { isBlank } from '../lines.ts'
import { parseTime } from '../timing.ts'

const ENTRY = /^<(\d{1,2}:\d{2}:\d{2})(?: ?([AP]M))?> (.*)$/i
const EVENT = /^.{1,200} (?:joined|left|has (?:raised|lowered)).{0,60}$/
const HALF_DAY = 12 * 3600

/** Text of Jigasi: `<10:15:02> Name: text` with times of day. Lines wrap at 80 characters; joining and leaving are events. */
export const jigasiText: TextForm = {
  id: 'jigasi-text',
  name: 'Jigasi text',
  recognize: ({ head }) => /^\uFEFF?Transcript of conference held at /.test(head[0] ?? ''),
  read({ lines }) {
    const draft = createDraft('jigasi-text')
    const room = / in room (\S.*)$/.exec(lines[0] ?? '')?.[1]
    let zero: number | undefined
    let open: { name: string; start: number; parts: string[]; line: number } | undefined
    const close = () => {
      if (open !== undefined)
        draft.add({ speaker: { name: open.name }, start: open.start, text: open.parts.join(' ') }, { line: open.line })
      open = undefined
    }
    for (const [index, raw] of lines.entries()) {
      const text = raw.trim()
      const line = index + 1
      if (/^(?:_{10,}|End of transcript at )/.test(text)) {
        close()
        continue
      }
      const entry = ENTRY.exec(text)
      if (entry === null) {
        if (!isBlank(text)) open?.parts.push(text)
        continue
      }
      close()
      const said = entry[3] ?? ''
      const label = findLabel(said)
      if (label === undefined) {
        if (!EVENT.test(said)) throw new TranscriptFault('An entry must have a name before the text.', { line })
        draft.omit('events')
        continue
      }
      const clock = toSeconds(entry[1] ?? '', entry[2], line)
      zero ??= clock
      // A conference can pass midnight.
      const start = clock < zero - HALF_DAY ? clock + HALF_DAY * 2 - zero : clock - zero
      if (start < 0) throw new TranscriptFault('The times run backwards.', { line })
      open = { name: label.name, start, parts: [label.rest.trim()], line }
    }
    close()
    return draft.finish({ title: room })
  },
}

function toSeconds(clock: string, half: string | undefined, line: number): number {
  const seconds = parseTime(clock)
  if (seconds === undefined) throw new TranscriptFault('A time must be a clock such as 10:15:02.', { line })
  return half === undefined ? seconds : (seconds % HALF_DAY) + (/^p/i.test(half) ? HALF_DAY : 0)
}
