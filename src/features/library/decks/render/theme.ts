/** Theme of deck files for 16:9 slides. Units are inches and points; colors have no `#`. */

export const PAGE = { width: 13.333, height: 7.5, margin: 0.65 } as const
export const INNER = PAGE.width - 2 * PAGE.margin

/** Colors of the app, which shows the same deck (`inbound/web/styles/1-base.css`). */
export const COLOR = {
  ink: '1B1E22',
  text: '1B1E22',
  quiet: '5A626B',
  line: 'E2E3DF',
  soft: 'F1F1EE',
  white: 'FFFFFF',
  accent: '3A4BC4',
  bright: 'A3AEFB',
  warm: 'C2571A',
  cool: '1D7F76',
} as const

/** Colors of chart series, in order. */
export const SERIES: readonly string[] = [COLOR.accent, COLOR.warm, COLOR.cool]
/** Colors of the parts of a doughnut chart. */
export const PARTS: readonly string[] = ['3A4BC4', 'C2571A', '1D7F76', 'A23B86', '6A7A1C', '4D6B8A', '8A5300', '0E7490']

/** Available on every system, or replaced by a font with the same widths. */
export const FONT = 'Arial'

export const TITLE = { x: PAGE.margin, y: 0.5, w: INNER, h: 0.95, size: 28 } as const
/** Area between title and footer. */
export const BODY = { x: PAGE.margin, y: 1.65, w: INNER, h: 4.95 } as const
/** Height of the figures above the text. */
export const STRIP = 1.45
export const FOOTER = { y: 6.95, h: 0.3, size: 10 } as const

/** Mean character width, relative to the font size. */
const LETTER = 0.48
const LEADING = 1.22

/** Height in inches of texts below each other, each with the height of its source line. */
export function measureHeight(
  texts: readonly { readonly text: string; readonly below: number }[],
  width: number,
  size: number,
): number {
  const perLine = Math.max(1, (width * 72) / (size * LETTER))
  return texts.reduce((sum, { text, below }) => {
    const lines = Math.max(1, Math.ceil([...text].length / perLine))
    return sum + (lines * size * LEADING + below) / 72
  }, 0)
}

/** Returns the largest font size at which the texts fit, otherwise the smallest. */
export function sizeFor(
  texts: readonly { readonly text: string; readonly below: number }[],
  box: { readonly w: number; readonly h: number },
  sizes: readonly number[],
): number {
  return sizes.find((size) => measureHeight(texts, box.w, size) <= box.h) ?? sizes.at(-1) ?? 12
}
