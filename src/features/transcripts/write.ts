import { decodeEntities } from './forms/cue-text.ts'
import { findLabel } from './forms/labels.ts'
import { joinLines } from './forms/lines.ts'
import { boundsOf } from './forms/read-units.ts'
import { formatTime } from './forms/timing.ts'
import { writeVcon } from './forms/write-vcon.ts'
import {
  type ExportForm,
  oneLine,
  type Segment,
  segmentText,
  type TranscriptConversation,
  TranscriptFault,
  transcriptText,
} from './model.ts'

/**
 * Writes a conversation in one of the export forms. What each carries there and back:
 *
 * - `vcon`: everything.
 * - `json` (`{final: […]}`): form, segments, speakers, words, times; nothing about the conversation.
 * - `vtt`: segments with a spoken word, names, times in milliseconds, text on one line; of words in V2 their starts,
 *   where all words of a segment have one, in order and within it.
 * - `srt`: the same without word times. It cannot escape anything: a name survives that looks like one and has no
 *   colon, in a transcript that names either every speaker or none.
 * - `txt`: `Name: text`, a line a turn.
 *
 * @throws TranscriptFault for `vtt` and `srt` when a segment has no start or no end: a cue must have both, and none is
 *   made up
 */
export function writeTranscript(form: ExportForm, conversation: TranscriptConversation): string {
  const { segments } = conversation
  switch (form) {
    case 'vcon':
      return writeVcon(conversation)
    case 'json':
      return JSON.stringify({ final: conversation.form === 'V1' ? segments.map(v1Entry) : segments.map(v2Entry) })
    case 'txt':
      return segments.length === 0 ? '' : `${transcriptText(segments)}\n`
    case 'vtt':
      return ['WEBVTT\n', ...timed(segments).map(vttCue)].join('\n')
    case 'srt':
      return timed(segments).map(srtCard).join('\n')
  }
}

function v1Entry({ speaker, start, end, words }: Segment) {
  const [word] = words
  const entry = {
    speaker,
    sentence: segmentText({ words }),
    startTimestamp: word?.startTimestamp ?? null,
    endTimestamp: word?.endTimestamp ?? null,
  }
  return start === entry.startTimestamp && end === entry.endTimestamp ? entry : { ...entry, start, end }
}

/** A segment's own times are told only where its words do not tell them. */
function v2Entry({ speaker, start, end, words }: Segment) {
  const bounds = boundsOf(words)
  return start === bounds.start && end === bounds.end ? { speaker, words } : { speaker, start, end, words }
}

interface TimedSegment {
  segment: Segment
  start: number
  end: number
  text: string
}

/** The spoken segments with their times, or the fault that they lack some. */
function timed(segments: readonly Segment[]): TimedSegment[] {
  const found: TimedSegment[] = []
  for (const segment of segments) {
    const text = joinLines(segmentText(segment))
    if (text === '') continue
    const { start, end } = segment
    if (start === null || end === null) {
      const none = segments.every((each) => each.start === null && each.end === null)
      throw new TranscriptFault(
        none
          ? 'This transcript has no times; export it as txt, json or vcon.'
          : 'This transcript lacks the time at which some of it starts or ends; export it as txt, json or vcon.',
      )
    }
    found.push({ segment, start, end, text })
  }
  return found
}

function vttCue({ segment, start, end, text }: TimedSegment): string {
  const name = oneLine(segment.speaker.name)
  const spoken = wordStamps(segment, start, end) ?? escapeCue(text)
  const voiced = name === '' ? shield(spoken) : `<v ${escapeCue(name)}>${spoken}</v>`
  return `${formatTime(start, '.')} --> ${formatTime(end, '.')}\n${voiced}\n`
}

/** W3C WebVTT 1, section 4.1: cue text has no bare `&` and `<`; `>` goes too, so that no `-->` is left. */
function escapeCue(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Text without a voice that begins like `Name:` or like Teams' JSON would be read as such: one character is written as a reference. */
function shield(escaped: string): string {
  if (escaped.startsWith('{')) return `&#123;${escaped.slice(1)}`
  return findLabel(escaped, decodeEntities) === undefined
    ? escaped
    : escaped.replace(/:(?=\s|$)|：/, (colon) => `&#${colon.charCodeAt(0)};`)
}

/** `one <00:00:01.500>two`: only where the stamps tell exactly what the words have, else undefined. */
function wordStamps({ words }: Segment, start: number, end: number): string | undefined {
  const [first] = words
  if (words.length < 2 || first?.startTimestamp == null) return undefined
  let last = Math.round(start * 1000)
  let out = ''
  for (const [index, { text, startTimestamp }] of words.entries()) {
    if (startTimestamp === null || !/^\S+$/.test(text)) return undefined
    const at = Math.round(startTimestamp * 1000)
    const begins = index === 0 && at === last
    // A stamp must lie behind the one before and within the cue.
    if (!begins && (at <= last || at > Math.round(end * 1000))) return undefined
    const stamp = begins ? '' : `<${formatTime(startTimestamp, '.')}>`
    out += `${index === 0 ? '' : ' '}${stamp}${escapeCue(text)}`
    last = at
  }
  return out
}

function srtCard({ segment, start, end, text }: TimedSegment, index: number): string {
  const name = oneLine(segment.speaker.name)
  const said = name === '' ? text : `${name}: ${text}`
  return `${index + 1}\n${formatTime(start, ',')} --> ${formatTime(end, ',')}\n${said}\n`
}
