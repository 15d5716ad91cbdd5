/**
 * Writes a conversation as PDF with embedded parts of Noto Sans, for all languages in Latin, Greek, Cyrillic, Chinese,
 * Japanese and Korean letters. Text in scripts that need shaping or run from right to left is rejected rather than
 * garbled. Emoji and other symbols without a glyph are replaced, and the document says so. The same conversation always
 * produces the same bytes.
 */
import type { ReadableConversation } from '../../../text/transcripts/index.ts'
import { type FontLetter, loadTypeface, type Typeface } from './fonts.ts'
import { cleanText, collectLetters, replaceMissing } from './letters.ts'
import { serializePdf } from './pdf-file.ts'

export const PDF_TYPE = 'application/pdf'

/** Sizes in points: A4. */
const PAGE = { width: 595, height: 842, margin: 56 }
const WIDTH = PAGE.width - 2 * PAGE.margin

interface Style {
  readonly font: 'regular' | 'bold'
  readonly size: number
  readonly leading: number
  /** Space before the paragraph. */
  readonly before: number
}
const TEXT: Style = { font: 'regular', size: 10, leading: 14, before: 0 }
const LABEL: Style = { font: 'bold', size: 10, leading: 14, before: 8 }
const HEADING: Style = { font: 'bold', size: 14, leading: 20, before: 16 }
const NOTICE: Style = { font: 'bold', size: 9, leading: 13, before: 4 }
const TITLE: Style = { font: 'bold', size: 18, leading: 25, before: 0 }

interface Paragraph {
  readonly text: string
  readonly style: Style
}

interface PdfLine extends Paragraph {
  readonly before: number
}

type Typefaces = Readonly<Record<Style['font'], Typeface>>

/**
 * @param language BCP 47 tag, which decides the forms of Chinese characters
 * @throws UnsupportedLetters
 */
export async function writePdf(conversation: ReadableConversation, language?: string): Promise<Buffer> {
  const paragraphs = toParagraphs(conversation)
  const typefaces = await loadTypefaces(paragraphs, language)
  const { replaced, count } = replaceInParagraphs(paragraphs, typefaces)
  const facts = conversation.facts.length
  const complete =
    count === 0
      ? replaced
      : [...replaced.slice(0, 1 + facts), { text: formatNotice(count), style: NOTICE }, ...replaced.slice(1 + facts)]
  // Loaded here, because the service starts without it.
  const { default: LineBreaker } = await import('linebreak')
  const layout = createLayout(typefaces, (text) => {
    const breaker = new LineBreaker(text)
    return () => breaker.nextBreak()?.position
  })
  return serializePdf({
    ...{ title: conversation.title, language, width: PAGE.width, height: PAGE.height },
    fonts: [...typefaces.regular.fonts, ...typefaces.bold.fonts],
    pages: toPages(complete.flatMap(layout)).map((lines) => drawPage(lines, typefaces)),
  })
}

function toParagraphs({ title, facts, summary, turns }: ReadableConversation): Paragraph[] {
  const paragraphs: Paragraph[] = [
    { text: title, style: TITLE },
    ...facts.map(([name, value]) => ({ text: `${name}: ${value}`, style: TEXT })),
    ...(summary === ''
      ? []
      : [{ text: 'Summary', style: HEADING }, ...summary.split(/\n+/).map((text) => ({ text, style: TEXT }))]),
    ...(turns.length === 0 ? [] : [{ text: 'Transcript', style: HEADING }]),
    ...turns.flatMap(({ name, start, text }) => {
      const label = [name, start === '' ? '' : `(${start})`].filter((part) => part !== '').join(' ')
      return [...(label === '' ? [] : [{ text: label, style: LABEL }]), { text, style: TEXT }]
    }),
  ]
  return paragraphs.map(({ text, style }) => ({ text: cleanText(text), style }))
}

/** Text in place of an emoji, a symbol or a rare letter. */
const SYMBOL = '[symbol]'

const formatNotice = (count: number): string =>
  `${count === 1 ? '1 emoji, symbol or rare letter' : `${count} emoji, symbols or rare letters`} can’t be shown in this PDF and ${count === 1 ? 'is' : 'are'} written as ${SYMBOL}. Export the call as DOCX to keep ${count === 1 ? 'it' : 'them'}.`

async function loadTypefaces(paragraphs: readonly Paragraph[], language: string | undefined): Promise<Typefaces> {
  const letters = { regular: new Set<string>(SYMBOL), bold: new Set<string>(SYMBOL) }
  // Its digits can be any.
  for (const notice of [formatNotice(1), formatNotice(1_234_567_890)]) collectLetters(notice, letters.bold)
  for (const { text, style } of paragraphs) collectLetters(text, letters[style.font])
  return {
    regular: await loadTypeface(letters.regular, 400, 'R', language),
    bold: await loadTypeface(letters.bold, 700, 'B', language),
  }
}

function replaceInParagraphs(paragraphs: readonly Paragraph[], typefaces: Typefaces) {
  let count = 0
  const replaced = paragraphs.map(({ text, style }): Paragraph => {
    const result = replaceMissing(text, typefaces[style.font].letters, SYMBOL)
    count += result.count
    return { text: result.text, style }
  })
  return { replaced, count }
}

/** Returns a function that breaks paragraphs into lines (UAX 14). Words that are longer than a line are cut. */
function createLayout(typefaces: Typefaces, findBreaks: (text: string) => () => number | undefined) {
  const fonts = { regular: createMeasure(typefaces.regular), bold: createMeasure(typefaces.bold) }
  return ({ text, style }: Paragraph): PdfLine[] => {
    const measure = fonts[style.font]
    const limit = (WIDTH * 1_000) / style.size
    const lines: string[] = []
    let line = ''
    let width = 0
    const addLine = () => {
      lines.push(line.trimEnd())
      line = ''
      width = 0
    }
    const nextBreak = findBreaks(text)
    for (let start = 0, end = nextBreak(); end !== undefined; start = end, end = nextBreak()) {
      const part = text.slice(start, end)
      if (width + measure(part.trimEnd()) > limit && line !== '') addLine()
      if (measure(part.trimEnd()) > limit) {
        for (const letter of part) {
          if (width + measure(letter) > limit) addLine()
          line += letter
          width += measure(letter)
        }
      } else {
        line += part
        width += measure(part)
      }
    }
    addLine()
    return lines.map((each, index) => ({ text: each, style, before: index === 0 ? style.before : 0 }))
  }
}

/** Returns a function that calculates the width of a text in thousandths of its size, and remembers it. */
function createMeasure({ letters }: Typeface): (text: string) => number {
  const widths = new Map<string, number>()
  return (text) => {
    const known = widths.get(text)
    if (known !== undefined) return known
    let width = 0
    for (const letter of text) width += letters.get(letter)?.width ?? 0
    widths.set(text, width)
    return width
  }
}

function toPages(lines: readonly PdfLine[]): PdfLine[][] {
  const room = PAGE.height - 2 * PAGE.margin
  const pages: PdfLine[][] = [[]]
  let used = 0
  for (const line of lines) {
    const height = line.style.leading + line.before
    // A label isn't the last line of a page.
    const needed = line.style === LABEL || line.style === HEADING ? height + TEXT.leading : height
    if (used + needed > room && used > 0) {
      pages.push([])
      used = 0
    }
    pages.at(-1)?.push(line)
    used += height
  }
  return pages
}

function drawPage(lines: readonly PdfLine[], typefaces: Typefaces): string {
  let y = PAGE.height - PAGE.margin
  const parts = ['BT']
  for (const { text, style, before } of lines) {
    y -= style.leading + before
    const runs = toRuns(text, typefaces[style.font].letters)
    const drawn = runs.map(({ font, hex }) => `/${font} ${style.size} Tf <${hex}> Tj`)
    parts.push(`1 0 0 1 ${PAGE.margin} ${y} Tm ${drawn.join(' ')}`)
  }
  return [...parts, 'ET'].join('\n')
}

/** Splits a line where its font changes. */
function toRuns(text: string, letters: ReadonlyMap<string, FontLetter>) {
  const runs: { readonly font: string; hex: string }[] = []
  for (const each of text) {
    const letter = letters.get(each)
    if (letter === undefined) continue
    const last = runs.at(-1)
    if (last?.font === letter.font) last.hex += letter.hex
    else runs.push({ font: letter.font, hex: letter.hex })
  }
  return runs
}
