/**
 * Deck files: a deck as a presentation that office programs open (PPTX).
 *
 * Drawn from the same document as the pages of the browser, by `pptxgenjs`: one theme on 16 to 9, masters with real
 * placeholders for titles and text, charts and tables that can be edited, slide numbers, notes for who presents, words
 * for who does not see. Each credit is a link to its moment in the app. One deck gives the same bytes every time. Pure:
 * nothing is stored here.
 */
export { spokenChart } from './draw.ts'
export { type DeckFile, PPTX_TYPE, pptxOf } from './pptx.ts'
