import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { addHeadedTurns } from './headed-turns.ts'

const HEADER = /^\uFEFF?\s*(\S.{0,200}?)\s{1,8}(\d{1,3}:\d{2}(?::\d{2})?)\s*$/
const NOTICE = /^\s*\S.{0,200}? (?:started|stopped|paused|resumed) transcription\s*$/i
/** Length of the recording: `27m 42s`, `1h 2m 5s`. */
const LENGTH = /^\s*(?:(\d{1,3})h ?)?(?:(\d{1,2})m ?)?(\d{1,2})s\s*$/
const DAY_FIRST = /^\s*(?<day>\d{1,2}) (?<month>[A-Za-z]{3,9}),? (?<year>20\d{2})\b/
const MONTH_FIRST = /^\s*(?<month>[A-Za-z]{3,9}) (?<day>\d{1,2}),? (?<year>20\d{2})\b/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Start and kind of the recording after the subject of the meeting. */
const SUFFIX = /-\d{8}_\d{6}(?:UTC)?-Meeting (?:Recording|Transcript)\s*$/i
/** Number of lines that can precede the first turn: title, date, length, start of the transcription. */
const HEAD_MAX = 6

/**
 * Text of the Word download of Microsoft Teams: subject, date and length, then a line with name and clock before the
 * words of each turn. The time of day is in an unknown time zone, so only the date is used, as midnight UTC.
 */
export const teamsText: TextForm = {
  id: 'teams-text',
  name: 'Microsoft Teams transcript document',
  recognize({ head }) {
    const top = head.slice(0, HEAD_MAX)
    const isMarked = top.some((line, at) => NOTICE.test(line) || (at > 0 && LENGTH.test(line)))
    const first = head.slice(0, HEAD_MAX + 1).findIndex((line) => HEADER.test(line))
    return isMarked && first > 0 && top.slice(0, first).some((line) => NOTICE.test(line) || LENGTH.test(line))
  },
  read({ lines, head }) {
    const draft = createDraft('teams-text')
    addHeadedTurns(draft, lines, {
      parseHeader(line) {
        const [, name = '', clock] = HEADER.exec(line) ?? []
        return clock === undefined ? undefined : { name: name.trim(), clock }
      },
      classifyNotice: (line) => (NOTICE.test(line) ? 'notices' : undefined),
    })
    const [first = ''] = head
    const isTitle = !NOTICE.test(first) && !LENGTH.test(first) && !HEADER.test(first)
    return draft.finish({
      title: isTitle
        ? first
            .replace(/^\uFEFF/, '')
            .replace(SUFFIX, '')
            .trim()
        : undefined,
      startedAt: readDay(head.slice(1, HEAD_MAX)),
      durationSeconds: readLength(head.slice(0, HEAD_MAX)),
    })
  },
}

function readDay(head: readonly string[]): string | undefined {
  for (const line of head) {
    const { day = '', month = '', year = '' } = (DAY_FIRST.exec(line) ?? MONTH_FIRST.exec(line))?.groups ?? {}
    const index = MONTHS.indexOf(month.slice(0, 3).toLowerCase())
    if (index === -1) continue
    const date = new Date(Date.UTC(Number(year), index, Number(day)))
    if (date.getUTCDate() === Number(day)) return date.toISOString()
  }
  return undefined
}

function readLength(head: readonly string[]): number | undefined {
  for (const line of head) {
    const match = LENGTH.exec(line)
    if (match === null) continue
    const [, hours = '0', minutes = '0', seconds = '0'] = match
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  }
  return undefined
}
