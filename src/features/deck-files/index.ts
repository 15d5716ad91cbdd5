/**
 * Deck files: a deck as a presentation that office programs open (PPTX).
 *
 * Drawn from the same document as the pages of the browser, by `pptxgenjs`: one theme on 16 to 9, masters with real
 * placeholders for titles and text, charts and tables that can be edited, slide numbers, notes for who presents, words
 * for who does not see. Each credit is a link to its moment in the app. One deck gives the same bytes every time. Pure:
 * nothing is stored here.
 */
import type { DeckFile } from './pptx.ts'

export { spokenChart } from './draw.ts'
export type { DeckFile }

export const PPTX_TYPE = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

/** What draws is read for the first file. */
export async function pptxOf(deck: DeckFile): Promise<Buffer> {
  return (await import('./pptx.ts')).pptxOf(deck)
}
