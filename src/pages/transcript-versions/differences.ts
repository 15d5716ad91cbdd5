/** Renders the differences of two versions: added and removed words are marked, and equal lines are counted. */

import { type Message, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import type { TranscriptDifference } from '../../features/conversations/transcript-versions/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { badge } from '../components/layout.ts'
import { speakerName } from './change-words.ts'

/** Maximum length of a changed part in UTF-16 units, and of equal words before and after it. */
const CHANGED_MAX = 2_000
const SAME_MAX = 160

export function renderDifferences(data: readonly TranscriptDifference[], unchangedAfter: number | null): Html {
  return html`<ol class="version-changes">${data.map(
    (one) => html`${renderUnchanged(one.unchangedBefore)}${renderDifference(one)}`,
  )}${unchangedAfter !== null && renderUnchanged(unchangedAfter)}</ol>`
}

const renderUnchanged = (count: number): Html | false =>
  count > 0 &&
  html`<li class="version-unchanged soft">${count === 1 ? t('1 unchanged line') : t`${count} unchanged lines`}</li>
`

const LABELS: Readonly<Record<TranscriptDifference['change'], Message | undefined>> = {
  added: t('Added'),
  removed: t('Removed'),
  changed: undefined,
}

function renderDifference({ change, before, after, parts }: TranscriptDifference): Html {
  const { start = null, segment = 0 } = after ?? before ?? {}
  const label = LABELS[change]
  return html`<li class="version-change"><span class="conversation-clock">${start === null ? segment + 1 : clockTime(start)}</span>
<div><p class="version-who">${renderSpeaker(before?.speaker, after?.speaker)}${label !== undefined && html` ${badge(label, change === 'added' ? 'good' : 'bad')}`}</p>
<p class="version-text" dir="auto">${parts.map((part, at) => renderPart(part, at === 0, at === parts.length - 1))}</p></div></li>
`
}

function renderSpeaker(before: string | undefined, after: string | undefined): Html {
  if (before === undefined || after === undefined || before === after) {
    return html`<bdi>${speakerName(after ?? before ?? '')}</bdi>`
  }
  return html`<del><bdi>${speakerName(before)}</bdi></del> <ins><bdi>${speakerName(after)}</bdi></ins>`
}

function renderPart({ kind, text }: TranscriptDifference['parts'][number], isFirst: boolean, isLast: boolean): Html {
  if (kind === 'same') return html`${shortenSame(text, isFirst, isLast)}`
  const shown = text.length > CHANGED_MAX ? `${cutStart(text, CHANGED_MAX)}…` : text
  return kind === 'added' ? html`<ins>${shown}</ins>` : html`<del>${shown}</del>`
}

/** Keeps the words next to changes. */
function shortenSame(text: string, isFirst: boolean, isLast: boolean): string {
  if (isFirst && isLast) return text.length > CHANGED_MAX ? `${cutStart(text, CHANGED_MAX)}…` : text
  if (text.length <= 2 * SAME_MAX + 20) return text
  const [start, end] = [cutStart(text, SAME_MAX), cutEnd(text, SAME_MAX)]
  return isFirst ? `…${end}` : isLast ? `${start}…` : `${start} … ${end}`
}

/** Parts of at most a length, without half of a surrogate pair. */
const cutStart = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
const cutEnd = (text: string, length: number): string => text.slice(-length).replace(/^[\udc00-\udfff]/, '')
