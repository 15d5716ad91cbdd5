/**
 * Deck slides: the document format of decks.
 *
 * A **document** consists of **slides**, each with one of eight **layouts** (title, section, bullets, quote, columns,
 * chart, table, timeline). It lists its **sources**, the conversations behind it. Every text fits its position on the
 * slide. Numbers of charts are data. A statement has **cites**: quotes with speaker, time and position in the
 * transcript. Each part that is based on conversations has their IDs in **of**. The database can therefore remove a
 * conversation with all its content from the document (`without_conversation`).
 *
 * The browser and `render` show the same document. **Notes** for the presenter contain the source of each
 * statement. This folder is pure: it stores and generates nothing.
 */
export {
  CITED_MAX,
  type Cite,
  cite,
  type DeckDocument,
  type DeckFigure,
  type DeckPoint,
  deckDocument,
  type Layout,
  type Remark,
  ROOM,
  type Slide,
  type SlideOf,
} from './document.ts'
export { capitalized, fitLine, plain } from './fit.ts'
export {
  formatCredit,
  formatDay,
  formatSlideNotes,
  formatSpeakerTime,
  listCites,
  momentPath,
} from './format-citation.ts'
