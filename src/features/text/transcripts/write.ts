import { decodeEntities } from './forms/cue-text.ts'
import { findLabel } from './forms/labels.ts'
import { joinLines } from './forms/lines.ts'
import { computeBounds } from './forms/read-units.ts'
import { formatTime } from './forms/timing.ts'
import { writeMarkdown } from './forms/write-markdown.ts'
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
 * Writes a conversation in one of the export forms. Each form keeps:
 *
 * - `vcon`: everything.
 * - `json` (`{final: […]}`): form, segments, speakers, words and times, without properties of the conversation.
 * - `vtt`: segments with text in the order of their starts, names, times in milliseconds, text on one line. In form V2, starts of words, if all
 *   words of a segment have one, in order and within the segment.
 * - `srt`: the same without times of words. SRT has no escaping, so a name is kept only if it looks like a name without
 *   a colon, and if all speakers or none have names.
 * - `txt`: `Name: text`, one line per turn.
 * - `md`: Markdown with title, facts, summary, and one paragraph per turn.
 *
 * @throws TranscriptFault for `vtt` and `srt` if a segment has no start or end, because a cue must have both
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
    case 'md':
      return writeMarkdown(conversation)
    case 'vtt':
      return ['WEBVTT\n', ...inCueOrder(timed(segments)).map(vttCue)].join('\n')
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

/** Entry of form V2. Times of the segment are written only if they differ from those of its words. */
function v2Entry({ speaker, start, end, words }: Segment) {
  const bounds = computeBounds(words)
  return start === bounds.start && end === bounds.end ? { speaker, words } : { speaker, start, end, words }
}

interface TimedSegment {
  segment: Segment
  start: number
  end: number
  text: string
}

/** Segments with text and their times. @throws TranscriptFault if times are missing */
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
          ? 'The transcript has no times. Export it as txt, json or vcon.'
          : 'Some segments of the transcript have no start or end time. Export it as txt, json or vcon.',
      )
    }
    found.push({ segment, start, end, text })
  }
  return found
}

/** Milliseconds, the unit of cue times. */
const toUnits = (seconds: number) => Math.round(seconds * 1000)

/**
 * Cues in the order of their starts, each with an end after its start (WebVTT, section 4.1). A segment without a length
 * gets one millisecond.
 */
const inCueOrder = (cues: readonly TimedSegment[]): TimedSegment[] =>
  cues
    .map((cue) => ({ ...cue, end: Math.max(cue.end, (toUnits(cue.start) + 1) / 1000) }))
    .toSorted((a, b) => toUnits(a.start) - toUnits(b.start))

function vttCue({ segment, start, end, text }: TimedSegment): string {
  const name = oneLine(segment.speaker.name)
  const spoken = wordStamps(segment, start, end) ?? escapeCue(text)
  const voiced = name === '' ? shield(spoken) : `<v ${escapeAnnotation(name)}>${spoken}</v>`
  return `${formatTime(start, '.')} --> ${formatTime(end, '.')}\n${voiced}\n`
}

/** Escapes cue text (W3C WebVTT 1, section 4.1). `>` is escaped too, so that the text contains no `-->`. */
function escapeCue(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Escapes a name in a tag. Its last hyphen is escaped too, because `--` and the `>` of the tag are a `-->`. */
const escapeAnnotation = (name: string): string => escapeCue(name).replace(/-$/, '&#45;')

/**
 * Escapes one character of text that starts like `Name:`, a voice, a dialogue or JSON of Teams, so that it isn't read as
 * such.
 */
function shield(text: string): string {
  const escaped = text.replaceAll('&gt;&gt;', '&#62;&gt;')
  if (/^[{[(\-\u2010\u2011\u2013\u2014]/.test(escaped)) return `&#${escaped.charCodeAt(0)};${escaped.slice(1)}`
  return findLabel(escaped, decodeEntities) === undefined
    ? escaped
    : escaped.replace(/:(?=\s|$)|：/, (colon) => `&#${colon.charCodeAt(0)};`)
}

/**
 * Text with timestamps, `one <00:00:01.500>two`; undefined if timestamps can't represent the times of the words
 * exactly.
 */
function wordStamps({ words }: Segment, start: number, end: number): string | undefined {
  const [first] = words
  if (words.length < 2 || first?.startTimestamp == null) return undefined
  let last = Math.round(start * 1000)
  let out = ''
  for (const [index, { text, startTimestamp }] of words.entries()) {
    if (startTimestamp === null || !/^\S+$/.test(text)) return undefined
    const at = Math.round(startTimestamp * 1000)
    const begins = index === 0 && at === last
    // A timestamp must be after the previous one and within the cue.
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
