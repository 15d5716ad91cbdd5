/**
 * The picture of a conversation: one lane for each speaker, people of the organization above, others below. It needs turns
 * only, so it works without a recording. Positions are percentages, so that the picture scales without distortion, and
 * colors come from classes, because pages forbid inline styles.
 */

import type { Text } from '../../core/languages/message.ts'
import { type Html, html } from './html.ts'

export type Side = 'us' | 'them' | 'others'

export interface TalkSpeaker {
  readonly name: string
  /** Whether the speaker belongs to the organization. Null if unknown, which is drawn like an external speaker. */
  readonly internal: boolean | null
}

export interface TalkTurn {
  /** Position in the list of speakers, from 0. -1 for speakers that the list omits. */
  readonly speaker: number
  /** Seconds. */
  readonly start: number
  readonly end: number
}

export interface Lane {
  readonly side: Side
  /** Shade of the side's color, 1 to 6: one for each lane. */
  readonly shade: number
  /** Speakers of the lane. Only the lane of further speakers has more than one, or none. */
  readonly speakers: readonly number[]
  /** Ratio of the talk time of all speakers. */
  readonly share: number
  /** Start and end of each block, in percent of the duration. */
  readonly blocks: readonly (readonly [from: number, to: number])[]
}

/** Maximum number of speakers with a lane of their own. Further speakers share one. */
const LANES_MAX = 6
/** Gaps that are too narrow to see, in percent of the duration. Blocks around them are joined, which bounds the picture. */
const GAP_MIN = 0.12
/** Minimum width of a block, in percent of the duration. */
const BLOCK_MIN = 0.16

/** Lanes in display order: internal speakers, external speakers, further speakers. Most talk first within a side. */
export function computeLanes(
  speakers: readonly TalkSpeaker[],
  turns: readonly TalkTurn[],
  duration: number,
): readonly Lane[] {
  const talk = new Map<number, number>()
  let total = 0
  for (const { speaker, start, end } of turns) {
    talk.set(speaker, (talk.get(speaker) ?? 0) + end - start)
    total += end - start
  }
  const byTalk = [...talk].filter(([speaker]) => speakers[speaker] !== undefined).toSorted((a, b) => b[1] - a[1])
  const own = byTalk.slice(0, LANES_MAX).map(([speaker]) => speaker)
  const further = new Set([...talk.keys()].filter((speaker) => !own.includes(speaker)))
  const said = Map.groupBy(turns, ({ speaker }) => (further.has(speaker) ? 'further' : speaker))
  const toShare = (seconds: number) => (total <= 0 ? 0 : seconds / total)
  const side = (wanted: 'us' | 'them'): Lane[] =>
    own
      .filter((speaker) => (speakers[speaker]?.internal === true) === (wanted === 'us'))
      .map((speaker, index) => ({
        side: wanted,
        shade: index + 1,
        speakers: [speaker],
        share: toShare(talk.get(speaker) ?? 0),
        blocks: toBlocks(said.get(speaker) ?? [], duration),
      }))
  const lanes = [...side('us'), ...side('them')]
  if (further.size === 0) return lanes
  const seconds = [...further].reduce((sum, speaker) => sum + (talk.get(speaker) ?? 0), 0)
  return [
    ...lanes,
    {
      ...{ side: 'others', shade: 1, speakers: [...further].filter((speaker) => speaker >= 0) },
      share: toShare(seconds),
      blocks: toBlocks(said.get('further') ?? [], duration),
    },
  ]
}

/** All speech of one side, for the folded picture. */
export const computeSide = (
  speakers: readonly TalkSpeaker[],
  turns: readonly TalkTurn[],
  duration: number,
  side: 'us' | 'them',
): Lane['blocks'] =>
  toBlocks(
    turns.filter(({ speaker }) => (speakers[speaker]?.internal === true) === (side === 'us')),
    duration,
  )

/** @param turns sorted by start */
function toBlocks(turns: readonly TalkTurn[], duration: number): [number, number][] {
  const blocks: [number, number][] = []
  for (const { start, end } of turns) {
    const from = toPercent(start, duration)
    const to = Math.max(toPercent(end, duration), from + BLOCK_MIN)
    const last = blocks.at(-1)
    if (last !== undefined && from - last[1] < GAP_MIN) last[1] = Math.max(last[1], to)
    else blocks.push([from, to])
  }
  return blocks
}

/** Class of the color of a lane, also for dots and quotes of its speakers. */
export const laneClass = ({ side, shade }: Pick<Lane, 'side' | 'shade'>): string =>
  side === 'others' ? 'talk-others' : `talk-${side}-${shade}`

/** Blocks of a lane. Their height, radius and color come from the class. */
export const renderBlocks = (blocks: Lane['blocks'], color: string): Html =>
  html`<svg class="talk-bar ${color}" aria-hidden="true">${blocks.map(([from, to]) => html`<rect x="${round(from)}%" width="${round(to - from)}%"/>`)}</svg>`

export interface TalkMarker {
  readonly start: number
  /** End of a part; undefined for a point in time. */
  readonly end?: number
  readonly label: Text
  readonly path: string
  /** Class of the color and shape. */
  readonly kind: string
  /** Speech bubble instead of a tick. */
  readonly isBubble?: true
}

const BUBBLE = 'M-6 0h12v8h-5l-3 3v-3h-4z'

/** Parts and points of the call as links, on one line. Clips lie above the ticks. */
export const renderMarkers = (markers: readonly TalkMarker[], duration: number): Html =>
  html`<svg class="talk-markers" role="group" aria-label="Markers">${markers.map(
    ({ start, end, label, path, kind, isBubble }) => {
      const from = toPercent(start, duration)
      const width =
        end === undefined ? html`` : html` width="${round(Math.max(0.5, toPercent(end, duration) - from))}%"`
      const target = end === undefined ? html`<rect class="talk-target" x="${round(from)}%"/>` : html``
      const picture =
        isBubble === true
          ? html`<svg x="${round(from)}%" y="14" overflow="visible"><path d="${BUBBLE}"/></svg>`
          : html`<rect x="${round(from)}%"${width}/>`
      return html`<a href="${path}" class="${kind}" data-at="${start}" aria-label="${label}">${target}${picture}<title>${label}</title></a>`
    },
  )}</svg>`

export interface TalkTopic {
  readonly title: string
  readonly start: number
  readonly path: string
}

/** Topics as segments, each a link to its start. */
export function renderTopics(topics: readonly TalkTopic[], duration: number): Html {
  return html`<svg class="talk-topics" role="group" aria-label="Topics">${topics.map(
    ({ title, start, path }, index) => {
      const from = toPercent(start, duration)
      const to = toPercent(topics[index + 1]?.start ?? duration, duration)
      const width = Math.max(0.2, to - from - 0.2)
      const shown = width >= TOPIC_TEXT_MIN ? fitTitle(title, width) : ''
      return html`<a href="${path}" data-at="${start}" data-topic="${index}" aria-label="${title}"><svg x="${round(from)}%" width="${round(width)}%" height="24"><rect width="100%" height="22" rx="4"/>${shown !== '' && html`<text x="6" y="16">${shown}</text>`}</svg>${shown !== title && html`<title>${title}</title>`}</a>`
    },
  )}</svg>`
}

/** Minimum width of a segment with a visible title, in percent. */
const TOPIC_TEXT_MIN = 3
/** Number of characters for which one percent of the width has room, on a screen of 1,280 pixels. */
const CHARACTERS = 1.15

/** Phrases of a title that have room in a segment; at least the first one. @param width in percent */
function fitTitle(title: string, width: number): string {
  const [first = '', ...others] = title.split(', ')
  let fitted = first
  for (const phrase of others) {
    if (`${fitted}, ${phrase}`.length > width * CHARACTERS) break
    fitted = `${fitted}, ${phrase}`
  }
  return fitted
}

/** Steps of the time axis, in seconds. */
const STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400]
const LABELS_MAX = 9

/** Time axis with about eight labels. @param format seconds to text */
export function renderAxis(duration: number, format: (seconds: number) => string): Html {
  const step = STEPS.find((one) => duration / one <= LABELS_MAX) ?? Math.ceil(duration / LABELS_MAX)
  const labels: Html[] = []
  for (let at = 0; at < duration - step * 0.2; at += step) {
    labels.push(
      html`<text x="${round(toPercent(at, duration))}%" y="11"${at > 0 && html` text-anchor="middle"`}>${format(at)}</text>`,
    )
  }
  return html`<svg class="talk-axis" aria-hidden="true">${labels}</svg>`
}

const toPercent = (seconds: number, duration: number) =>
  duration <= 0 ? 0 : Math.min(100, Math.max(0, (seconds / duration) * 100))
const round = (value: number) => Math.round(value * 100) / 100
