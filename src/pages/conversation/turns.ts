/** Renders the transcript as speaker turns, one window (page of lines) at a time. */
import { clockTime } from '../../core/timecode.ts'
import type { TranscriptLine } from '../../features/conversations/transcript-lines/index.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import { renderMarks } from '../components/marks.ts'
import { momentPath } from '../components/search-hits.ts'
import { conversationPath } from './paths.ts'
import type { WindowView } from './window.ts'

/** Maximum number of characters per window. In longer windows, long lines are truncated. */
const WINDOW_MAX = 200_000
const LINE_MAX = 1_000
/** Number of speaker colors. */
const VOICES = 6

export const speakerName = (name: string): string => (name === '' ? 'Unknown speaker' : name)

/** One window of the transcript. A script inserts it into the page. */
export function renderWindow(id: string, window: WindowView): Html {
  const { lines, meta, here } = window
  const voices = new Map(meta.speakers.map(({ name }, index) => [name, (index % VOICES) + 1]))
  const size = lines.reduce((sum, { text }) => sum + text.length, 0)
  const longest = size > WINDOW_MAX ? LINE_MAX : WINDOW_MAX
  const turns = groupByTurn(lines).map((turn) => turnHtml(id, turn, { voices, here, longest, timed: meta.timed }))
  return html`<ol class="conversation-window" data-page="${meta.pageNumber}">${turns}</ol>`
}

/** Groups consecutive lines of the same speaker. */
function groupByTurn(lines: readonly TranscriptLine[]): TranscriptLine[][] {
  const turns: TranscriptLine[][] = []
  for (const line of lines) {
    const turn = turns.at(-1)
    const last = turn?.at(-1)
    const goesOn = last !== undefined && last.segment + 1 === line.segment && isSame(last.speaker, line.speaker)
    if (goesOn) turn?.push(line)
    else turns.push([line])
  }
  return turns
}

const isSame = (a: TranscriptLine['speaker'], b: TranscriptLine['speaker']) =>
  a.id === b.id && a.name === b.name && a.email === b.email

interface How {
  readonly voices: ReadonlyMap<string, number>
  readonly here: number | undefined
  readonly longest: number
  readonly timed: boolean
}

function turnHtml(id: string, turn: readonly TranscriptLine[], how: How): Html {
  const [first] = turn
  if (first === undefined) return html``
  const { speaker, start, segment } = first
  const isHere = turn.some((line) => line.segment === how.here)
  const path = momentPath(id, { start, segment })
  const clock = start === null ? undefined : clockTime(start)
  const end = turn.at(-1)?.end ?? undefined
  const clip =
    start !== null &&
    html`<a href="${conversationPath(id)}/clip?from=${start}${end === undefined ? '' : `&to=${end}`}" data-clip>Create clip<span class="unseen"> from ${clock}</span></a>`
  return html`<li class="conversation-turn"${isHere && html` tabindex="-1" autofocus`}>
<p class="conversation-who"><bdi class="conversation-voice-${how.voices.get(speaker.name) ?? 1}">${speakerName(speaker.name)}</bdi> ${clock === undefined ? html`<a class="conversation-clock" href="${path}" data-segment="${segment}" aria-label="Line ${segment + 1}">${segment + 1}</a>` : html`<a class="conversation-clock" href="${path}" data-at="${start ?? 0}" data-segment="${segment}">${clock}</a>`} <span class="conversation-tools"><a href="${path}" data-copy>Copy link<span class="unseen"> to ${clock ?? `line ${segment + 1}`}</span></a>${clip}</span></p>
<p dir="auto">${turn.map((line) => lineHtml(line, how))}</p></li>
`
}

function lineHtml({ segment, start, end, text, words, highlights }: TranscriptLine, how: How): Html {
  const time = start === null ? undefined : `${start}${end === null ? '' : ` ${end}`}`
  const isCut = text.length > how.longest
  const shown = isCut ? wholeLetters(text.slice(0, how.longest)) : text
  const place = segment === how.here ? html` class="conversation-here"` : html``
  return html`<span id="s${segment}"${place}${attribute('data-t', time)}${attribute('data-w', isCut ? undefined : encodeWordTimes(words))}>${renderMarks(
    shown,
    highlights.filter((one) => !isCut || one.end <= shown.length),
  )}</span>${isCut && html`<em class="soft"> … The rest of this line is in the export.</em>`} `
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
