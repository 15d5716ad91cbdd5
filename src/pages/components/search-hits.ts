/** Links to positions in a call. */

import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { type Html, html } from '../../inbound/web/html.ts'

export interface TranscriptPosition {
  /** Seconds from the start of the call. Null if the transcript has no times. */
  readonly start: number | null
  readonly segment?: number | null | undefined
}

/** Path of the call page at this position. */
export function momentPath(conversation: string, { start, segment }: TranscriptPosition): string {
  const page = `/conversations/${conversation}`
  if (start !== null) return `${page}?t=${Math.round(start * 1000) / 1000}`
  return typeof segment === 'number' ? `${page}?s=${segment}` : page
}

/** Link to a position. On the page of the call, a script scrolls there without loading the page again. */
export const momentLink = (conversation: string, moment: TranscriptPosition, words?: Html | Text): Html => {
  const { start, segment } = moment
  const shown = words ?? (start === null ? t('View in transcript') : clockTime(start))
  const time = start !== null && html` data-at="${start}"`
  const place = typeof segment === 'number' && html` data-segment="${segment}"`
  return html`<a href="${momentPath(conversation, moment)}"${time}${place}>${shown}</a>`
}
