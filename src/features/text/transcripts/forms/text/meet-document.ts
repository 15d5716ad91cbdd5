import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { findLabel } from '../labels.ts'
import { isBlank } from '../lines.ts'
import { stripMarks, unescapeMarkdown } from '../markdown-text.ts'
import { parseTime } from '../timing.ts'

const TITLE =
  /^\uFEFF?(.+?)(?: \((\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) (?:GMT|UTC)?([+-]\d{1,2}(?::?\d{2})?)?\))? [-–] Transcript$/
const CLOCK = /^\d{2}:\d{2}:\d{2}$/
const ENDED = /^(?:\p{Extended_Pictographic} ?)?(?:Meeting|Transcription) ended after (\d{1,2}:\d{2}:\d{2})/u
/** The end of a file that was cut within its last line. */
const CUT_END = /^(?:\p{Extended_Pictographic} ?)?(?:Meeting|Transcription) ended after[\d: ]*$/u
const NOTICE = /^[* ]*This editable transcript was computer generated/
const PART = /^(?:Attendees:?|Transcript)$/
/** Number of lines after the title within which the attendees, the transcript or the first clock starts. */
const START_LINES = 3
const INVITED = /\[([^[\]]{1,100})\]\(mailto:([^()\s]{3,200})\)/g

/**
 * Transcript document of Google Meet as text or Markdown, also after the notes of Gemini: title, attendees, then a clock
 * about every minute or five and `Name: text`. A clock is the start of the first turn after it; the document has no other
 * times.
 */
export const meetDocument: TextForm = {
  id: 'meet-document',
  name: 'Google Meet transcript document',
  recognize: ({ lines }) => findTitle(lines) !== undefined,
  read({ lines }) {
    const draft = createDraft('meet-document')
    const from = findTitle(lines) ?? 0
    const [, title = '', day, time, offset] = TITLE.exec(toPlain(lines[from] ?? '')) ?? []
    const notes = lines.slice(0, from).filter((line) => !isBlank(line))
    draft.omit('lines of notes', notes.length)
    const parties = notes.flatMap((line) =>
      [...line.matchAll(INVITED)].map(([, name, email]) => ({
        name: unescapeMarkdown(name ?? ''),
        email: email ?? '',
      })),
    )
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
      if (index <= from) continue
      const text = toPlain(raw)
      if (text === '') continue
      const ended = ENDED.exec(text)?.[1]
      if (/^Attendees:?$/.test(text)) part = 'attendees'
      else if (text === 'Transcript') part = 'speech'
      else if (ended !== undefined) {
        close()
        durationSeconds = parseTime(ended)
        part = 'head'
      } else if (NOTICE.test(text) || CUT_END.test(text)) draft.omit('notices')
      else if (part === 'attendees' && !CLOCK.test(text))
        attendees = [...attendees, ...text.split(',').map((name) => name.trim())]
      else if (CLOCK.test(text)) {
        close()
        part = 'speech'
        start = parseTime(text) ?? null
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
    const named = attendees.filter((name) => name !== '').map((name) => ({ name }))
    const zone = offset === undefined ? undefined : toOffset(offset)
    const startedAt =
      day === undefined || zone === undefined ? undefined : new Date(`${day}T${time}:00${zone}`).toISOString()
    return draft.finish({ title, startedAt, durationSeconds, parties: [...parties, ...named] }, { isClock: true })
  },
}

const toPlain = (line: string): string => unescapeMarkdown(stripMarks(line.replace(/^\uFEFF/, '')))

/** Line of the title: the transcript starts shortly after it. */
function findTitle(lines: readonly string[]): number | undefined {
  for (const [index, line] of lines.entries()) {
    if (!line.includes('Transcript') || !TITLE.test(toPlain(line))) continue
    const next = lines
      .slice(index + 1, index + 1 + START_LINES * 3)
      .map(toPlain)
      .filter((text) => text !== '')
      .slice(0, START_LINES)
    if (next.some((text) => PART.test(text) || CLOCK.test(text))) return index
  }
  return undefined
}

function toOffset(offset: string): string {
  const [, sign = '+', hours = '0', minutes = '00'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(offset) ?? []
  return `${sign}${hours.padStart(2, '0')}:${minutes}`
}
