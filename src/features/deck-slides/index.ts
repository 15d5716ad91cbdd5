/**
 * Deck slides: what a deck is, as a document.
 *
 * A **document** has **slides**, each of one of eight **layouts** (title, section, bullets, quote, columns, chart, table,
 * timeline), and names its **sources**, the conversations it tells of. Every text has a place on a slide and fits it;
 * numbers of charts are data. A statement carries **cites**: words that were said, with speaker, time and place in the
 * transcript. Whatever tells of conversations stands in a list with their ids as **of**, so that one of them can be taken
 * out of the document with all that is from it (`without_conversation` in the database).
 *
 * From the same document the browser makes pages and `deck-files` a file. **Notes** for who presents tell where each
 * statement comes from. Pure: nothing is stored, asked or guessed here.
 */
export {
  CITED_MAX,
  type Cite,
  cite,
  type DeckDocument,
  deckDocument,
  type Figure,
  type Layout,
  type Point,
  type Remark,
  ROOM,
  type Slide,
  type SlideOf,
} from './document.ts'
export { capitalized, fitted, plain } from './fit.ts'
export { citesOf, creditOf, dayOf, momentPath, notesOf, spokenBy } from './tell.ts'
