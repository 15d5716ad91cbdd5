import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { findLabel } from '../labels.ts'
import { isBlank } from '../lines.ts'
import { parseTime } from '../timing.ts'

const TITLE =
  /^\uFEFF?[#* ]*(.+?)(?: \((\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) (?:GMT|UTC)?([+-]\d{1,2}(?::?\d{2})?)?\))? [-–] Transcript[* ]*$/
const CLOCK = /^[#* ]*(\d{2}:\d{2}:\d{2})[* ]*$/
const ENDED = /^[#* ]*(?:\p{Extended_Pictographic} ?)?Meeting ended after (\d{1,2}:\d{2}:\d{2})/u
const NOTICE = /^[* ]*This editable transcript was computer generated/

/**
 * Transcript document of Google Meet as text or Markdown: title, attendees, then a clock about every five minutes and
 * `Name: text`. A clock is the start of the first turn after it; the document has no other times.
 */
export const meetDocument: TextForm = {
  id: 'meet-document',
  name: 'Google Meet transcript document',
  recognize: ({ head }) =>
    TITLE.test(head[0] ?? '') &&
    head.slice(1, 4).some((line) => /^[#* ]*Attendees[:* ]*$/.test(line) || /^[#* ]*Transcript[* ]*$/.test(line)),
  read({ lines }) {
    const draft = createDraft('meet-document')
    const [, title, day, time, offset] = TITLE.exec(lines.find((line) => !isBlank(line)) ?? '') ?? []
    let part: 'head' | 'attendees' | 'speech' = 'head'
    let attendees: string[] = []
    let start: number | null = null
    let durationSeconds: number | undefined
    let open: { name: string; start: number | null; parts: string[]; line: number } | undefined
    const close = () => {
      if (open !== undefined)
        draft.add({ speaker: { name: open.name }, start: open.start, text: open.parts.join(' ') }, { line: open.line })
      open = undefined
    }
    for (const [index, raw] of lines.entries()) {
      const text = raw.replace(/\*\*/g, '').trim()
      if (text === '') continue
      const clock = CLOCK.exec(text)?.[1]
      const ended = ENDED.exec(text)?.[1]
      if (/^#* *Attendees:?$/.test(text)) part = 'attendees'
      else if (/^#* *Transcript$/.test(text)) part = 'speech'
      else if (ended !== undefined) {
        close()
        durationSeconds = parseTime(ended)
        part = 'head'
      } else if (NOTICE.test(text)) draft.omit('notices')
      else if (part === 'attendees' && clock === undefined)
        attendees = [...attendees, ...text.split(',').map((name) => name.trim())]
      else if (clock !== undefined) {
        close()
        part = 'speech'
        start = parseTime(clock) ?? null
      } else if (part === 'speech') {
        const label = findLabel(text)
        if (label === undefined) open?.parts.push(text)
        else {
          close()
          open = { name: label.name, start, parts: [label.rest.trim()], line: index + 1 }
          start = null
        }
      }
    }
    close()
    const parties = attendees.filter((name) => name !== '').map((name) => ({ name }))
    const zone = offset === undefined ? undefined : toOffset(offset)
    const startedAt =
      day === undefined || zone === undefined ? undefined : new Date(`${day}T${time}:00${zone}`).toISOString()
    return draft.finish({ title, startedAt, durationSeconds, parties })
  },
}

function toOffset(offset: string): string {
  const [, sign = '+', hours = '0', minutes = '00'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(offset) ?? []
  return `${sign}${hours.padStart(2, '0')}:${minutes}`
}
