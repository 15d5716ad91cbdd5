/**
 * Converts HTML to text. A sanitizer with an allow list removes everything that isn't page text; then the rest is laid
 * out. Malicious pages can make both slow, so this runs in the thread of `text-extraction.ts`.
 */
import { compile, type FormatCallback } from 'html-to-text'
import sanitize from 'sanitize-html'
import type { ExtractedText, TextMark } from '../../core/text-extraction.ts'

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

const KEPT = [
  ...HEADINGS,
  ...['p', 'div', 'section', 'article', 'main', 'header', 'footer', 'aside', 'nav', 'address', 'blockquote', 'pre'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
  ...['br', 'hr', 'figure', 'figcaption', 'details', 'summary'],
]

/** Elements whose content isn't visible text. */
const UNREAD = [
  ...['script', 'style', 'noscript', 'template', 'title', 'svg', 'math', 'canvas', 'object', 'embed', 'iframe'],
  ...['audio', 'video', 'textarea', 'select', 'option', 'datalist'],
]

/** Maximum nesting depth. Deeper elements are flattened; regular pages are never as deep. */
const NESTING_MAX = 100

/**
 * Markers of headings, which the layout would drop. The text can't contain them, because control characters are removed
 * before.
 */
const HEADING_START = '\u0001'
const CODE_START = '\u0002'
const MARK_END = '\u0003'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

const heading: FormatCallback = (element, walk, builder, options) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  builder.addLiteral(`${HEADING_START}${options.level}`)
  walk(element.children, builder)
  builder.addLiteral(MARK_END)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const code: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ isPre: true, leadingLineBreaks: 2 })
  builder.addLiteral(CODE_START)
  walk(element.children, builder)
  builder.addLiteral(MARK_END)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const cell: FormatCallback = (element, walk, builder) => {
  if (!isFirst(element)) builder.addInline(' | ')
  walk(element.children, builder)
}

/** Linked siblings, which the types of the library don't declare. */
interface Sibling {
  readonly type?: string | undefined
  readonly prev?: Sibling | null
}

function isFirst(element: Sibling): boolean {
  let before = element.prev
  while (before && before.type !== 'tag') before = before.prev
  return !before
}

const block = (lines: number) => ({
  format: 'block',
  options: { leadingLineBreaks: lines, trailingLineBreaks: lines },
})

const layOut = compile({
  wordwrap: false,
  formatters: { heading, code, cell },
  limits: { maxInputLength: Number.MAX_SAFE_INTEGER },
  selectors: [
    ...HEADINGS.map((selector, index) => ({ selector, format: 'heading', options: { level: index + 1 } })),
    { selector: 'pre', format: 'code' },
    { selector: 'blockquote', ...block(2) },
    { selector: 'table', ...block(2) },
    { selector: 'hr', ...block(2) },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    ...['tr', 'caption', 'dt', 'dd', 'summary', 'figcaption'].map((selector) => ({ selector, ...block(1) })),
    ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
  ],
})

export function readHtml(html: string, maxLength: number): ExtractedText {
  const clean = sanitize(html, {
    allowedTags: KEPT,
    allowedAttributes: {},
    nonTextTags: UNREAD,
    nestingLimit: NESTING_MAX,
    parser: { decodeEntities: true },
  })
    .replace(CONTROLS, '')
    // Non-breaking spaces only affect the layout, and would prevent matches of words.
    .replaceAll('\u00a0', ' ')
  return withMarks(layOut(clean), maxLength)
}

/** Removes the markers from the text and returns their positions. */
function withMarks(laidOut: string, maxLength: number): ExtractedText {
  const marks: TextMark[] = []
  let text = ''
  let open: { kind: TextMark['kind']; start: number; level?: number } | undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: markers of this file
  for (const part of laidOut.split(/(\u0001[1-6]|\u0002|\u0003)/)) {
    if (part.startsWith(HEADING_START)) open = { kind: 'heading', start: text.length, level: Number(part[1]) }
    else if (part === CODE_START) open = { kind: 'code', start: text.length }
    else if (part === MARK_END) {
      if (open !== undefined && text.length > open.start) marks.push({ ...open, end: text.length })
      open = undefined
    } else text += part
  }
  if (text.length <= maxLength) return { text, marks, truncated: false }
  return {
    text: text.slice(0, maxLength).toWellFormed(),
    marks: marks.filter(({ end }) => end <= maxLength),
    truncated: true,
  }
}
