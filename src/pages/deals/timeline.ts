/** Timeline of a deal: its stages, and a lane for each person with a dot for each call in which the person spoke. */

import { formatDate } from '../../core/languages/formats.ts'
import type { Text } from '../../core/languages/message.ts'
import type { Deal } from '../../features/deals/deal-overviews/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { avatar } from '../components/identity.ts'
import { formatLength } from '../components/times.ts'
import { formatShare } from './parts.ts'
import { drawStages, findStageSpans, listStages, STAGE_ROW } from './stage-spans.ts'

/** Height of a lane in CSS pixels; `deals.css` has the same. */
const LANE = 30
const AXIS = 24
/** Radius of dots in CSS pixels, by talk time. */
const RADIUS = { min: 3, max: 12 } as const
const LANES_MAX = 10
/** Free space at both ends, in percent. */
const MARGIN = 4

/** Returns nothing if nobody is known to have spoken. */
export function renderTimeline(
  { conversations, people, changes }: Pick<Deal, 'conversations' | 'people' | 'changes'>,
  now: Date,
): Html | false {
  const speaking = new Set(
    conversations.flatMap(({ speakers }) => speakers.map((speaker) => speaker.name.toLowerCase())),
  )
  const spoke = people.filter(({ name, conversations_count: count }) => count > 0 && speaking.has(name.toLowerCase()))
  const theirs = spoke.filter(({ side }) => side !== 'internal')
  const ours = spoke.filter(({ side }) => side === 'internal')
  // Half of the lanes are for each side, if both need them.
  const shown = [...ours.slice(0, LANES_MAX - Math.min(theirs.length, LANES_MAX / 2)), ...theirs].slice(0, LANES_MAX)
  const calls = conversations.map(({ started_at: at }) => Date.parse(at))
  if (shown.length === 0 || calls.length === 0) return false
  const stages = findStageSpans(changes)
  const top = stages.length > 0 ? STAGE_ROW : 0
  const times = [...calls, ...stages.flatMap(({ from }) => from ?? [])]
  const [from, to] = [Math.min(...times), Math.max(now.getTime(), ...times)]
  const place = (time: number) => round(to === from ? 50 : MARGIN + ((time - from) / (to - from)) * (100 - 2 * MARGIN))
  const longest = Math.max(
    1,
    ...conversations.flatMap(({ speakers }) => speakers.map(({ talk_time: seconds }) => seconds ?? 0)),
  )
  const height = top + shown.length * LANE + AXIS
  const lanes = shown.map(({ name, side }, index) => {
    const y = top + index * LANE + LANE / 2
    const dots = conversations.flatMap(({ title, started_at: at, speakers }) => {
      const own = speakers.find((speaker) => speaker.name.toLowerCase() === name.toLowerCase())
      if (own === undefined) return []
      const radius = round(RADIUS.min + Math.sqrt((own.talk_time ?? 0) / longest) * (RADIUS.max - RADIUS.min))
      const seconds = own.talk_time === null ? '' : `, ${formatLength(own.talk_time)}`
      return [
        html`<circle cx="${place(Date.parse(at))}%" cy="${y}" r="${radius}"><title>${name}: ${title}${seconds}</title></circle>`,
      ]
    })
    return html`<g class="${side === 'internal' ? 'us' : 'them'}"><line x1="0" x2="100%" y1="${y}" y2="${y}"/>${dots}</g>`
  })
  const months = monthsBetween(from, to).map(
    ({ time, label }) => html`<text x="${place(time)}%" y="${height - 6}">${label}</text>`,
  )
  const today = place(now.getTime())
  return html`<section class="deals-timeline" aria-label="Who spoke in which call">
<ul class="deals-lanes">${top > 0 && html`<li class="meta">Stage</li>`}${shown.map(({ name, side }) => html`<li>${avatar(name, { them: side !== 'internal' })}<bdi>${name}</bdi></li>`)}</ul>
<svg height="${height}" role="img" aria-label="${shown.length} people in ${conversations.length} calls">${drawStages(stages, place, height - AXIS)}${lanes}<line class="today" x1="${today}%" x2="${today}%" y1="0" y2="${height - AXIS}"/>${months}</svg>
<ul class="deals-lanes deals-spoke">${top > 0 && html`<li>Spoke</li>`}${shown.map(({ talk_share: share }) => html`<li>${share === null ? '–' : formatShare(share)}</li>`)}</ul>
${listStages(stages)}</section>`
}

/** Starts of months, at most eight. */
function monthsBetween(from: number, to: number): { readonly time: number; readonly label: Text }[] {
  const first = new Date(from)
  const count =
    (new Date(to).getUTCFullYear() - first.getUTCFullYear()) * 12 + new Date(to).getUTCMonth() - first.getUTCMonth()
  const step = Math.max(1, Math.ceil(count / 8))
  const months: { time: number; label: Text }[] = []
  for (let month = 1; month <= count; month += step) {
    const time = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1)
    months.push({ time, label: formatDate(new Date(time), { month: 'short', timeZone: 'UTC' }) })
  }
  return months
}

const round = (value: number) => Math.round(value * 10) / 10
