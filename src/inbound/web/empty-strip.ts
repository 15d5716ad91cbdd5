/** Picture of a call without colors, above the words of an empty page. */
import { type Html, html } from './html.ts'

/** Heights of the bars above and below the line, in pixels. */
const UP = [6, 9, 3, 0, 0, 7, 10, 8, 4, 0, 0, 0, 5, 9, 6, 2, 0, 0, 8, 10, 5, 0, 0, 4, 7, 3]
const DOWN = [0, 0, 4, 8, 6, 0, 0, 0, 3, 9, 10, 6, 0, 0, 0, 5, 9, 7, 0, 0, 2, 8, 6, 0, 0, 4]
const STEP = 6
const WIDTH = 4
const MIDDLE = 11

const path = UP.map((up, index) => {
  const down = DOWN[index] ?? 0
  return `M${index * STEP} ${MIDDLE - up}h${WIDTH}v${up + down}h-${WIDTH}z`
}).join('')

export const emptyStrip = (): Html =>
  html`<svg class="strip" viewBox="0 0 ${UP.length * STEP - STEP + WIDTH} ${2 * MIDDLE}" aria-hidden="true"><path d="${path}"/></svg>`
