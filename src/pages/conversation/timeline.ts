/** Timeline of a call: topics, a lane for each speaker, markers and time axis. It needs the transcript only. */

import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import {
  computeSide,
  type Lane,
  laneClass,
  renderAxis,
  renderBlocks,
  renderMarkers,
  renderTopics,
} from '../../inbound/web/speech-lanes.ts'
import { momentPath } from '../components/search-hits.ts'
import { findDuration, lanesFor, type MarkerGroup } from './lanes.ts'
import { conversationPath } from './paths.ts'
import type { ShownConversation } from './read.ts'
import { speakerName } from './turns.ts'

/** Maximum number of marks of one kind. */
const MARKS_MAX = 120

/** @param more groups of other features, such as comments */
export function listMarkers(
  { id, clips, topics }: ShownConversation,
  more: readonly MarkerGroup[] = [],
): readonly MarkerGroup[] {
  const trackers = topics.trackers.map(({ name, hits, color }, index) => ({
    // Several trackers can have one color.
    ...{ label: name, kind: color, group: `talk-tracker-${index + 1}` },
    markers: hits.flatMap(({ start, segment }) =>
      start === null
        ? []
        : [
            {
              start,
              kind: `${color} talk-tracker-${index + 1}`,
              label: `${name}, ${clockTime(start)}`,
              path: momentPath(id, { start, segment }),
            },
          ],
    ),
  }))
  const own = clips
    .toSorted((a, b) => a.start - b.start)
    .map(({ title, start, end }) => ({
      ...{ start, end, kind: 'talk-clip' },
      label: t`Clip: ${title}, ${clockTime(start)}`,
      path: momentPath(id, { start }),
    }))
  return [...trackers, { label: t('Clips'), kind: 'talk-clip', markers: own }, ...more]
    .filter(({ markers }) => markers.length > 0)
    .map((group) => ({ ...group, markers: group.markers.slice(0, MARKS_MAX) }))
}

/** Timeline of a transcript with times; empty without. A script replaces it when the analysis is finished. */
export function timeline(conversation: ShownConversation, groups: readonly MarkerGroup[]): Html {
  const { id, window, summary, attributes } = conversation
  const { meta, speaker } = window
  if (!meta.timed) return html`<div id="timeline" hidden></div>`
  const duration = findDuration(meta, attributes.mediaDuration)
  const lanes = lanesFor(meta, duration)
  const topics = summary.chapters.flatMap(({ title, start, firstSegment }) =>
    start === null ? [] : [{ title, start, path: momentPath(id, { start, segment: firstSegment }) }],
  )
  const markers = groups.flatMap((group) => group.markers).toSorted((a, b) => a.start - b.start)
  const side = (wanted: 'us' | 'them') =>
    renderBlocks(computeSide(meta.speakers, meta.turns ?? [], duration, wanted), `talk-${wanted}-1`)
  const row = (name: Html | Text, picture: Html, kind: string) =>
    html`<div class="call-lane ${kind}"><span class="call-lane-name">${name}</span>${picture}</div>`
  return html`<div id="timeline" class="call-timeline" data-duration="${duration}" role="group" aria-label="Timeline">
${topics.length > 1 && row(t('Topics'), renderTopics(topics, duration), 'call-lane-topics')}
<div class="call-lanes">${lanes.map((lane, index) => html`${index > 0 && lanes[index - 1]?.side !== lane.side && html`<div class="call-lane-gap"></div>`}${renderLane(id, conversation, lane, speaker)}`)}</div>
<div class="call-sides" aria-hidden="true">${side('us')}${side('them')}</div>
${markers.length > 0 && row(t('Markers'), renderMarkers(markers, duration), 'call-lane-markers')}
${row('', renderAxis(duration, clockTime), 'call-lane-axis')}
</div>`
}

/** Lane with the name of its speaker, which is a link that filters the transcript. */
function renderLane(id: string, { window }: ShownConversation, lane: Lane, chosen: string | undefined): Html {
  const { speakers } = window.meta
  const [only] = lane.speakers
  const color = laneClass(lane)
  const share = html`<span class="call-lane-share">${Math.round(lane.share * 100)}%</span>`
  const dot = html`<span class="talk-dot ${color}" aria-hidden="true"></span>`
  if (lane.side === 'others' || only === undefined) {
    const count = Math.max(1, lane.speakers.length)
    return html`<div class="call-lane"><span class="call-lane-name">${dot}<span class="call-lane-text">${count === 1 ? t('1 other') : t`${count} others`}</span>${share}</span>${renderBlocks(lane.blocks, color)}</div>`
  }
  const name = speakers[only]?.name ?? ''
  const isChosen = chosen === name
  const query = isChosen ? '' : `?${new URLSearchParams({ speaker: name === '' ? ' ' : name })}`
  const title = isChosen ? t`Show all speakers` : t`Show only ${speakerName(name)}`
  return html`<div class="call-lane${isChosen ? ' call-lane-chosen' : chosen === undefined ? '' : ' call-lane-faint'}" data-speaker="${name}"><a class="call-lane-name" href="${conversationPath(id)}${query}#transcript" data-renew title="${title}"${attribute('aria-current', isChosen ? 'true' : undefined)}>${dot}<bdi class="call-lane-text">${speakerName(name)}</bdi>${share}</a>${renderBlocks(lane.blocks, color)}</div>`
}
