/** Excerpt of a transcript: the part that a notification or a question is about, between the turns around it. */

import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { getTranscript, type TranscriptLine } from '../../features/conversations/transcript-lines/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { findSpeakerColors } from '../conversation/lanes.ts'
import { momentLink } from './search-hits.ts'

/** Part of a call, by time or by segment. */
export interface ExcerptPlace {
  readonly conversationUUID: string
  readonly start: number | null
  readonly end?: number | null | undefined
  readonly segment?: number | null | undefined
}

const LINES_READ = '150'
/** Number of turns before a single turn. A longer part needs fewer to be understood. */
const BEFORE_TURN = 2
const BEFORE_PART = 1
const TURNS_AFTER = 1
/** Maximum number of turns of the part itself. The call has the others. */
const TURNS_MAX = 6
/** Maximum number of characters of a turn of the part, and of a turn around it. */
const HERE_MAX = 900
const AROUND_MAX = 220
/** Tolerance, because stored times may be rounded. */
const SLACK_SECONDS = 0.1

interface SpokenTurn {
  readonly speaker: string
  readonly lines: TranscriptLine[]
}

/** Renders the excerpt. Empty without a place, and if the transcript no longer has it. */
export async function renderExcerpt(req: PageRequest, place: ExcerptPlace): Promise<Html> {
  const { conversationUUID: id, start, segment } = place
  const at =
    start !== null
      ? { at: String(start + SLACK_SECONDS) }
      : typeof segment === 'number'
        ? { segment: String(segment) }
        : undefined
  if (at === undefined) return html``
  const { data, meta } = await req.run(getTranscript, { id, size: LINES_READ, turns: 'true', ...at })
  const turns = groupByTurn(data)
  const here = turns.map(({ lines }) => lines.some((line) => isWithin(line, place)))
  const first = here.indexOf(true)
  if (first < 0) return html``
  const last = Math.min(here.lastIndexOf(true), first + TURNS_MAX - 1)
  const colors = findSpeakerColors(meta)
  const left = turns.slice(last + 1, here.lastIndexOf(true) + 1).reduce((sum, { lines }) => sum + lines.length, 0)
  return html`<ol class="excerpt" aria-label="Words of the call">${turns
    .slice(Math.max(0, first - (last > first ? BEFORE_PART : BEFORE_TURN)), last + TURNS_AFTER + 1)
    .map((turn) => {
      const position = turns.indexOf(turn)
      const text = toText(turn, position < first ? 'before' : position > last ? 'after' : 'here')
      return renderTurn(id, turn, { text, isHere: here[position] === true, color: colors.get(turn.speaker) })
    })}</ol>${left > 0 && html`<p class="meta">${left === 1 ? t('1 more line is in the call.') : t`${left} more lines are in the call.`}</p>`}`
}

function groupByTurn(lines: readonly TranscriptLine[]): readonly SpokenTurn[] {
  const turns: SpokenTurn[] = []
  for (const line of lines) {
    const turn = turns.at(-1)
    if (turn !== undefined && turn.speaker === line.speaker.name) turn.lines.push(line)
    else turns.push({ speaker: line.speaker.name, lines: [line] })
  }
  return turns
}

function isWithin(line: TranscriptLine, { start, end, segment }: ExcerptPlace): boolean {
  if (start === null || line.start === null) return line.segment === segment
  const lineEnd = line.end ?? line.start
  if (typeof end === 'number') return line.start < end && lineEnd > start
  return line.start <= start + SLACK_SECONDS && lineEnd > start + SLACK_SECONDS
}

/** Text of a turn. Long turns are cut at the side that is further away from the part. */
function toText({ lines }: SpokenTurn, side: 'before' | 'here' | 'after'): string {
  const letters = [...lines.map(({ text }) => text).join(' ')]
  const max = side === 'here' ? HERE_MAX : AROUND_MAX
  if (letters.length <= max) return letters.join('')
  return side === 'before'
    ? `… ${letters
        .slice(-max)
        .join('')
        .replace(/^\S*\s/, '')}`
    : `${letters
        .slice(0, max)
        .join('')
        .replace(/\s\S*$/, '')} …`
}

function renderTurn(
  id: string,
  { speaker, lines }: SpokenTurn,
  { text, isHere, color }: { text: string; isHere: boolean; color: string | undefined },
): Html {
  const [line] = lines
  if (line === undefined) return html``
  const name: Text = speaker === '' ? t('Unknown speaker') : speaker
  const time: Text = line.start === null ? t`Line ${line.segment + 1}` : clockTime(line.start)
  return html`<li${isHere && html` class="here"`}>${momentLink(id, line, html`<span class="moment">${time}</span>`)}<div><p class="excerpt-speaker"><span class="talk-dot ${color ?? 'talk-others'}" aria-hidden="true"></span><bdi>${name}</bdi></p><p class="excerpt-words" dir="auto">${text}</p></div></li>`
}
