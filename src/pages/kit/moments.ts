/** Moments of a conversation: where they are opened, and how they are told. */
import { clockTime } from '../../core/clock-time.ts'
import { type Html, html } from '../../inbound/web/html.ts'

export interface Moment {
  /** Seconds from the start; null where the transcript has no times. */
  readonly start: number | null
  readonly segment?: number | null | undefined
}

/** The page of the conversation at this moment. */
export function momentPath(conversation: string, { start, segment }: Moment): string {
  const page = `/conversations/${conversation}`
  if (start !== null) return `${page}?t=${Math.round(start * 1000) / 1000}`
  return typeof segment === 'number' ? `${page}?s=${segment}` : page
}

/** A link that opens the moment. On the page of the conversation a script goes there without leaving it. */
export const momentLink = (conversation: string, moment: Moment, words?: Html | string): Html => {
  const { start, segment } = moment
  const shown = words ?? (start === null ? 'Where it is said' : clockTime(start))
  const time = start !== null && html` data-at="${start}"`
  const place = typeof segment === 'number' && html` data-segment="${segment}"`
  return html`<a href="${momentPath(conversation, moment)}"${time}${place}>${shown}</a>`
}
