import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { isBlank } from '../lines.ts'
import { addHeadedTurns, type TurnHeader } from './headed-turns.ts'
import { readWrittenDay } from './written-days.ts'

const HEADER = /^\uFEFF?\s*(\S.{0,200}?)\s{1,8}(\d{1,3}:\d{2}(?::\d{2})?)\s*$/
/** “started transcription”, in the language of the organizer. The first line is the title, so it isn't a notice. */
const NOTICE = /^\s*\S.{0,200}? (?:started|stopped|paused|resumed) transcription\s*$/i
const LOCAL_NOTICE =
  /^\s*\p{L}[^\d?!:]{1,100}?(?: \S{0,12}(?:trans[ck]ri|trascri)\p{L}{1,20}|文字起こし|转录|轉錄|전사)[^\d?!:]{0,40}$/iu
/** Length of the recording: `27m 42s`, `1h 2m 5s`, `27 Min. 42 Sek.` */
const LENGTH =
  /^\s*(?=\d)(?:(\d{1,3}) ?(?:h|std|u|時間|小时|시간)\.? ?)?(?:(\d{1,2}) ?(?:m|min|分|分钟|분)\.? ?)?(?:(\d{1,2}) ?(?:s|se[ckg]|秒|초)\.?)?\s*$/i
/** Start and kind of the recording after the subject of the meeting: `-20260317_093000-Meeting Recording`. */
const SUFFIX = /-\d{8}_\d{6}(?:UTC)?-[^\d]{3,60}$/
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
    const first = head.slice(0, HEAD_MAX + 1).findIndex((line) => parseHeader(line) !== undefined)
    return head.slice(0, Math.max(0, first)).some((line, at) => isNotice(line, at > 0) || (at > 0 && LENGTH.test(line)))
  },
  read({ lines, head }) {
    const names = new Set(lines.flatMap((line) => parseHeader(line)?.name ?? []))
    const start = lines.findIndex((line) => parseHeader(line) !== undefined)
    const end = lines.findLastIndex((line) => !isBlank(line))
    const isOwnLine = (line: string, index: number) =>
      index > 0 && (index < start || index === end || startsWithName(line, names))
    const draft = createDraft('teams-text')
    addHeadedTurns(draft, lines, {
      parseHeader,
      classifyNotice: (line, index) =>
        NOTICE.test(line) || (LOCAL_NOTICE.test(line) && isOwnLine(line, index)) ? 'notices' : undefined,
    })
    const [first = ''] = head
    const isTitle = !isNotice(first, false) && !LENGTH.test(first) && parseHeader(first) === undefined
    return draft.finish(
      {
        title: isTitle
          ? first
              .replace(/^\uFEFF/, '')
              .replace(SUFFIX, '')
              .trim()
          : undefined,
        startedAt: head
          .slice(1, HEAD_MAX)
          .map(readWrittenDay)
          .find((day) => day !== undefined),
        durationSeconds: readLength(head.slice(0, HEAD_MAX)),
      },
      { isClock: true },
    )
  },
}

/** Reads name and clock of a turn. A date with a time of day isn't one. */
function parseHeader(line: string): TurnHeader | undefined {
  const [, name = '', clock] = HEADER.exec(line) ?? []
  if (clock === undefined || !/\p{L}/u.test(name) || readWrittenDay(name) !== undefined) return undefined
  return { name: name.trim(), clock }
}

const isNotice = (line: string, canBeLocal: boolean): boolean =>
  NOTICE.test(line) || (canBeLocal && LOCAL_NOTICE.test(line))

/** Maximum number of words of a name with which a notice starts. */
const NAME_WORDS_MAX = 6

/** Whether a line starts with the name of a speaker, as notices do. */
function startsWithName(line: string, names: ReadonlySet<string>): boolean {
  const words = line.trim().split(/\s+/, NAME_WORDS_MAX)
  return words.some((_, at) => names.has(words.slice(0, at + 1).join(' ')))
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
