/** A call in 26 bars: speech of the organization up, of others down. Small enough for every row of a list. */

import { type Text, t } from '../../core/languages/message.ts'
import { type Html, html } from './html.ts'

export interface TalkStrip {
  /** Speech of each part of the call in percent of the part. */
  readonly internal: readonly number[]
  readonly external: readonly number[]
}

const HEIGHT = 24
/** Distance from bar to bar, and width of a bar, in percent. */
const spacing = (bars: number) => 100 / Math.max(1, bars)
const WIDTH = 0.6

/** Part of a call, from 0 to 1. */
export interface StripPart {
  readonly from: number
  readonly to: number
}

/** @param hits positions of search results, from 0 to 1. @param part part that keeps its colors */
export function renderStrip({ internal, external }: TalkStrip, hits: readonly number[] = [], part?: StripPart): Html {
  const step = spacing(internal.length)
  const isOutside = (index: number) =>
    part !== undefined && ((index + 1) / internal.length <= part.from || index / internal.length >= part.to)
  const bar = (value: number, index: number, side: 'us' | 'them') => {
    if (value <= 0) return html``
    const height = Math.max(1, round((value / 100) * (HEIGHT / 2 - 1)))
    const y = side === 'us' ? HEIGHT / 2 - 0.5 - height : HEIGHT / 2 + 0.5
    return html`<rect class="${isOutside(index) ? 'out' : side}" x="${round(index * step)}%" width="${round(step * WIDTH)}%" y="${y}" height="${height}" rx="1"/>`
  }
  return html`<svg class="strip talk-strip" height="${HEIGHT}" role="img" aria-label="${describe(internal, external)}">${internal.map((value, index) => bar(value, index, 'us'))}${external.map((value, index) => bar(value, index, 'them'))}${renderHits(hits)}</svg>`
}

/** Line of a call with the places of its search results. */
export const renderHitLine = (hits: readonly number[]): Html =>
  html`<svg class="strip talk-strip" height="${HEIGHT}" role="img" aria-label="${hits.length === 1 ? t('Position of the result') : t`Positions of ${hits.length} results`}: ${hits.map((hit) => `${Math.round(hit * 100)}%`).join(', ')}"><rect class="line" width="100%" y="${HEIGHT / 2 - 0.5}" height="1"/>${renderHits(hits)}</svg>`

const renderHits = (hits: readonly number[]): Html =>
  html`${hits.map((hit) => html`<rect class="hit" x="${round(Math.min(0.985, Math.max(0, hit)) * 100)}%" width="3" y="4" height="${HEIGHT - 8}" rx="1.5"/>`)}`

function describe(internal: readonly number[], external: readonly number[]): Text {
  const [ours, theirs] = [internal, external].map((side) => side.reduce((sum, value) => sum + value, 0)) as [
    number,
    number,
  ]
  if (ours + theirs === 0) return t('Nobody spoke')
  const percent = Math.round((ours / (ours + theirs)) * 100)
  return t`We spoke ${percent}%, they spoke ${100 - percent}%`
}

const round = (value: number) => Math.round(value * 100) / 100
