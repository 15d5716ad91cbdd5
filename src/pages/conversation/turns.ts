/** Renders the transcript as speaker turns under topic heads, one window (page of lines) at a time. */

import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import type { TranscriptLine } from '../../features/conversations/transcript-lines/index.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { commentsPath } from '../comments/comments.ts'
import { formatWordsPlace } from '../comments/quoted-words.ts'
import { momentPath } from '../components/search-hits.ts'
import { type CommentMark, renderCommentMarks } from './comment-marks.ts'
import { findSpeakerColors } from './lanes.ts'
import { renderLineText, type Underline } from './line-text.ts'
import { conversationPath } from './paths.ts'
import type { TrackerMatches } from './read.ts'
import type { WindowView } from './window.ts'

/** Maximum number of characters per window. In longer windows, long lines are truncated. */
const WINDOW_MAX = 200_000
const LINE_MAX = 1_000

export const speakerName = (name: string): Text => (name === '' ? t('Unknown speaker') : name)

/** Results of the analysis that the transcript shows. */
export interface Findings {
  readonly chapters: readonly { readonly title: string; readonly start: number | null; readonly firstSegment: number }[]
  readonly trackers: TrackerMatches
  /** Comments on the turns. Empty in a window that a script inserts, because the script has them. */
  readonly comments: readonly CommentMark[]
}

/** One window of the transcript. A script inserts it into the page. */
export function renderWindow(id: string, window: WindowView, findings: Findings): Html {
  const { lines, meta, here, speaker } = window
  const size = lines.reduce((sum, { text }) => sum + text.length, 0)
  const how: How = {
    colors: findSpeakerColors(meta),
    underlines: findUnderlines(findings.trackers),
    // One speaker's lines don't show where the topics of the call change.
    topics: new Map(
      speaker === undefined && findings.chapters.length > 1
        ? findings.chapters.map((one) => [one.firstSegment, one])
        : [],
    ),
    comments: Map.groupBy(findings.comments, ({ segment }) => segment),
    version: meta.transcriptVersion,
    ...{ here, longest: size > WINDOW_MAX ? LINE_MAX : WINDOW_MAX },
  }
  return html`<ol class="conversation-window" data-page="${meta.pageNumber}"${attribute('data-version', how.version === null ? undefined : String(how.version))}>${groupByTurn(lines, how.topics).map((turn) => turnHtml(id, turn, how))}</ol>`
}

type TopicHead = Findings['chapters'][number]

interface How {
  readonly colors: ReadonlyMap<string, string>
  readonly underlines: ReadonlyMap<number, readonly Underline[]>
  /** Topics by their first segment. */
  readonly topics: ReadonlyMap<number, TopicHead>
  /** Comments by their segment. */
  readonly comments: ReadonlyMap<number | null, readonly CommentMark[]>
  /** Version of the transcript. Null without a transcript. */
  readonly version: number | null
  readonly here: number | undefined
  readonly longest: number
}

function findUnderlines(trackers: TrackerMatches): ReadonlyMap<number, readonly Underline[]> {
  const found = new Map<number, Underline[]>()
  for (const { name, hits, color } of trackers) {
    for (const { segment, from, to } of hits) {
      const own = found.get(segment) ?? []
      own.push({ from, to, color, title: name })
      found.set(segment, own)
    }
  }
  return found
}

/** Groups consecutive lines of the same speaker within a topic. */
function groupByTurn(lines: readonly TranscriptLine[], topics: How['topics']): TranscriptLine[][] {
  const turns: TranscriptLine[][] = []
  for (const line of lines) {
    const turn = turns.at(-1)
    const last = turn?.at(-1)
    const goesOn =
      last !== undefined &&
      last.segment + 1 === line.segment &&
      isSame(last.speaker, line.speaker) &&
      !topics.has(line.segment)
    if (goesOn) turn?.push(line)
    else turns.push([line])
  }
  return turns
}

const isSame = (a: TranscriptLine['speaker'], b: TranscriptLine['speaker']) =>
  a.id === b.id && a.name === b.name && a.email === b.email

function turnHtml(id: string, turn: readonly TranscriptLine[], how: How): Html {
  const [first] = turn
  if (first === undefined) return html``
  const { speaker, start, segment } = first
  const isHere = turn.some((line) => line.segment === how.here)
  const path = momentPath(id, { start, segment })
  const clock = start === null ? undefined : clockTime(start)
  const end = turn.at(-1)?.end ?? undefined
  const topic = how.topics.get(segment)
  const last = turn.at(-1)?.segment ?? segment
  const comments = turn.flatMap((line) => how.comments.get(line.segment) ?? [])
  const words = formatWordsPlace({
    ...{ firstSegment: segment, lastSegment: last },
    ...(how.version === null ? {} : { transcriptVersion: how.version }),
  })
  return html`${topic !== undefined && topicHead(id, topic)}<li class="conversation-turn"${isHere && html` tabindex="-1" autofocus`}>
${clock === undefined ? html`<a class="conversation-clock" href="${path}" data-segment="${segment}" aria-label="Line ${segment + 1}">${segment + 1}</a>` : html`<a class="conversation-clock" href="${path}" data-at="${start ?? 0}" data-segment="${segment}">${clock}</a>`}
<div class="conversation-said"><p class="conversation-who"><span class="talk-dot ${how.colors.get(speaker.name) ?? 'talk-others'}" aria-hidden="true"></span><bdi>${speakerName(speaker.name)}</bdi>${tools(id, { path, segment, last, words, place: clock ?? t`line ${segment + 1}`, start, end })}</p>
<p class="conversation-text" dir="auto">${turn.map((line) => lineHtml(line, how))}</p>${comments.length > 0 && html`<p class="conversation-comments">${renderCommentMarks(id, comments)}</p>`}</div></li>
`
}

const topicHead = (id: string, { title, start, firstSegment: segment }: TopicHead): Html =>
  html`<li class="conversation-topic"><h3><bdi>${title}</bdi></h3>${start !== null && html` <a href="${momentPath(id, { start, segment })}" data-at="${start}" data-segment="${segment}">${clockTime(start)}</a>`}</li>`

interface TurnTools {
  readonly path: string
  readonly segment: number
  readonly last: number
  /** Words of the turn, as the form of a comment has them. */
  readonly words: string
  readonly place: Text
  readonly start: number | null
  readonly end: number | undefined
}

function tools(id: string, { path, segment, last, words, place, start, end }: TurnTools): Html {
  const comment = html`<a href="${commentsPath(id)}?${new URLSearchParams({ words }).toString()}#comment-composer" data-comment-words="${words}" title="${t('Comment', 'verb')}">${icon('calls')}<span class="unseen">Comment on ${place}</span></a>`
  const clip =
    start !== null &&
    html`<a href="${conversationPath(id)}/clip?from=${start}${end === undefined ? '' : `&to=${end}`}" data-clip title="Create clip">${icon('clip')}<span class="unseen">Create clip from ${place}</span></a>`
  return html`<span class="conversation-tools">${comment}${clip}<a href="${path}" data-copy title="Copy link">${icon('link')}<span class="unseen">Copy link to ${place}</span></a><a href="${conversationPath(id)}/edit?s=${segment}" data-correct="${segment}-${last}" title="Correct">${icon('edit')}<span class="unseen">Correct ${place}</span></a></span>`
}

function lineHtml({ segment, start, end, text, words, highlights }: TranscriptLine, how: How): Html {
  const time = start === null ? undefined : `${start}${end === null ? '' : ` ${end}`}`
  const isCut = text.length > how.longest
  const shown = isCut ? wholeLetters(text.slice(0, how.longest)) : text
  const place = segment === how.here ? html` class="conversation-here"` : html``
  return html`<span id="s${segment}"${place}${attribute('data-t', time)}${attribute('data-w', isCut ? undefined : encodeWordTimes(words))}>${renderLineText(shown, highlights, how.underlines.get(segment) ?? [])}</span>${isCut && html`<em class="soft"> … The rest of this line is in the export.</em>`} `
}

/** Start in hundredths of a second (empty if unknown) and length of each word: `1205:4 1240:7`. */
function encodeWordTimes(words: TranscriptLine['words']): string | undefined {
  if (words === null || words.every(({ startTimestamp }) => startTimestamp === null)) return undefined
  return words
    .map(({ startTimestamp: at, text }) => `${at === null ? '' : Math.round(at * 100)}:${text.length}`)
    .join(' ')
}

/** Removes half of a surrogate pair at the end. */
const wholeLetters = (text: string) => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text)
