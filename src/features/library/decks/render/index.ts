/**
 * Deck files: converts a deck to a PowerPoint file (PPTX).
 *
 * `pptxgenjs` draws the same document that the browser shows: one 16:9 theme, masters with placeholders for titles and
 * text, editable charts and tables, slide numbers, presenter notes, and alternative texts. Each source is a link to its
 * time in the call. The bytes of an unchanged deck are always the same. This feature is pure: it stores nothing.
 */
import type { DeckFile } from './pptx.ts'

export { spokenChart } from './draw.ts'
export type { DeckFile }

export const PPTX_TYPE = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

/** Loads the drawing code when the first file is generated. */
export async function renderPptx(deck: DeckFile): Promise<Buffer> {
  return (await import('./pptx.ts')).drawPptx(deck)
}
