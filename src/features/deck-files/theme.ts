/** How slides of a file look: one theme, on a page of 16 to 9. Inches, points and colours without `#`. */

export const PAGE = { width: 13.333, height: 7.5, margin: 0.65 } as const
export const INNER = PAGE.width - 2 * PAGE.margin

export const COLOR = {
  ink: '16213E',
  text: '1F2937',
  quiet: '5B6472',
  line: 'DDE2E8',
  soft: 'F3F6F8',
  white: 'FFFFFF',
  accent: '0F766E',
  bright: '2DD4BF',
  warm: 'C2700B',
  cool: '3B5BA9',
} as const

/** Series of charts, in their order. */
export const SERIES: readonly string[] = [COLOR.accent, COLOR.warm, COLOR.cool]
/** Parts of a whole. */
export const PARTS: readonly string[] = ['0F766E', '3B5BA9', 'C2700B', '7C3A8C', '5B8C2A', '9A3412', '64748B', '0E7490']

/** On every machine under this name or as one of the same widths. */
export const FONT = 'Arial'

export const TITLE = { x: PAGE.margin, y: 0.5, w: INNER, h: 0.95, size: 28 } as const
/** Between title and footer. */
export const BODY = { x: PAGE.margin, y: 1.65, w: INNER, h: 4.95 } as const
/** What figures above the text take of it. */
export const STRIP = 1.45
export const FOOTER = { y: 6.95, h: 0.3, size: 10 } as const

/** Mean width of a letter as a part of the size of type. */
const LETTER = 0.48
const LEADING = 1.22

/** Inches that texts take one under the other, each with what stands below it in small type. */
export function heightOf(
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

/** The largest of the sizes at which the texts have room, else the smallest. */
export function sizeFor(
  texts: readonly { readonly text: string; readonly below: number }[],
  box: { readonly w: number; readonly h: number },
  sizes: readonly number[],
): number {
  return sizes.find((size) => heightOf(texts, box.w, size) <= box.h) ?? sizes.at(-1) ?? 12
}
