/**
 * Writes a conversation as PDF (ISO 32000-1) with the standard font Helvetica, which every reader has. The font has only
 * the letters of European languages in Latin script, so text of other scripts is rejected rather than lost. Emoji and
 * other symbols are replaced, and the document says so.
 */
import { deflateSync } from 'node:zlib'
import type { ReadableConversation } from '../../../text/transcripts/index.ts'
import { CENTRAL_ENCODING, CENTRAL_UNICODE } from './central-letters.ts'
import { type EncodedRun, encodeRuns, measureText, replaceSymbols } from './win-ansi.ts'

export const PDF_TYPE = 'application/pdf'

/** Sizes in points: A4. */
const PAGE = { width: 595, height: 842, margin: 56 }
const WIDTH = PAGE.width - 2 * PAGE.margin

interface Style {
  readonly font: 'F1' | 'F2'
  readonly size: number
  readonly leading: number
  /** Space before the paragraph. */
  readonly before: number
}
const TEXT: Style = { font: 'F1', size: 10, leading: 14, before: 0 }
const LABEL: Style = { font: 'F2', size: 10, leading: 14, before: 8 }
const HEADING: Style = { font: 'F2', size: 14, leading: 20, before: 16 }
const NOTICE: Style = { font: 'F2', size: 9, leading: 13, before: 4 }
const TITLE: Style = { font: 'F2', size: 18, leading: 24, before: 0 }

/** The same fonts with the encoding of central letters. */
const CENTRAL_FONTS = { F1: 'F3', F2: 'F4' } as const

interface PdfLine {
  readonly style: Style
  readonly runs: readonly EncodedRun[]
  readonly before: number
}

/** The text has letters that the font doesn't have. */
export class UnsupportedLetters extends Error {
  override readonly name = 'UnsupportedLetters'
  constructor() {
    super('The text has letters that a PDF of Parley cannot contain.')
  }
}

/** @throws UnsupportedLetters */
export function writePdf(conversation: ReadableConversation): Buffer {
  const { readable, count } = withoutSymbols(conversation)
  const { title, facts, summary, turns } = readable
  const lines = [
    ...layout(title, TITLE),
    ...facts.flatMap(([name, value]) => layout(`${name}: ${value}`, TEXT)),
    ...(count === 0 ? [] : layout(formatNotice(count), NOTICE)),
    ...(summary === ''
      ? []
      : [...layout('Summary', HEADING), ...summary.split(/\n+/).flatMap((part) => layout(part, TEXT))]),
    ...(turns.length === 0 ? [] : layout('Transcript', HEADING)),
    ...turns.flatMap(({ name, start, text }) => {
      const label = [name, start === '' ? '' : `(${start})`].filter((part) => part !== '').join(' ')
      return [...(label === '' ? [] : layout(label, LABEL)), ...layout(text, TEXT)]
    }),
  ]
  return serialize(toPages(lines).map(drawPage), conversation.title)
}

/** Text in place of an emoji or symbol. */
const SYMBOL = '[symbol]'

const formatNotice = (count: number): string =>
  `${count === 1 ? '1 emoji or symbol' : `${count} emoji and symbols`} can’t be shown in this PDF and ${count === 1 ? 'is' : 'are'} written as ${SYMBOL}. Export the call as DOCX to keep ${count === 1 ? 'it' : 'them'}.`

function withoutSymbols(conversation: ReadableConversation) {
  let count = 0
  const replace = (text: string): string => {
    const replaced = replaceSymbols(text, SYMBOL)
    count += replaced.count
    return replaced.text
  }
  const { title, facts, summary, turns } = conversation
  const readable: ReadableConversation = {
    title: replace(title),
    facts: facts.map(([name, value]): [string, string] => [name, replace(value)]),
    summary: replace(summary),
    turns: turns.map(({ name, start, text }) => ({ name: replace(name), start, text: replace(text) })),
  }
  return { readable, count }
}

/** Breaks a paragraph into lines. Words that are longer than a line are cut. */
function layout(text: string, style: Style): PdfLine[] {
  const lines: string[] = []
  let line = ''
  const fits = (words: string) => (measureText(words, style.font === 'F2') * style.size) / 1_000 <= WIDTH
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (!fits(line)) {
      let length = line.length - 1
      while (length > 1 && !fits(line.slice(0, length))) length = Math.floor(length * 0.9)
      lines.push(line.slice(0, length))
      line = line.slice(length)
    }
  }
  lines.push(line)
  return lines.map((each, index) => ({ style, runs: encode(each), before: index === 0 ? style.before : 0 }))
}

function encode(text: string): readonly EncodedRun[] {
  const runs = encodeRuns(text)
  if (runs === undefined) throw new UnsupportedLetters()
  return runs
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

function drawPage(lines: readonly PdfLine[]): string {
  let y = PAGE.height - PAGE.margin
  const parts = ['BT']
  for (const { style, runs, before } of lines) {
    y -= style.leading + before
    const drawn = runs.map(({ encoding, bytes }) => {
      const font = encoding === 'central' ? CENTRAL_FONTS[style.font] : style.font
      return `/${font} ${style.size} Tf ${toHex(bytes)} Tj`
    })
    parts.push(`1 0 0 1 ${PAGE.margin} ${y} Tm ${drawn.join(' ')}`)
  }
  return [...parts, 'ET'].join('\n')
}

const toHex = (bytes: readonly number[]): string => `<${Buffer.from(bytes).toString('hex')}>`

/** Objects: catalog, pages, four fonts, their map, information, then a page and its content for each page. */
function serialize(contents: readonly string[], title: string): Buffer {
  const first = 9
  const kids = contents.map((_, index) => `${first + index * 2} 0 R`).join(' ')
  const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`
  const central = (name: string) =>
    `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding${CENTRAL_ENCODING}/ToUnicode 7 0 R>>`
  const objects: (string | Buffer)[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${contents.length}/Kids[${kids}]>>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    central('Helvetica'),
    central('Helvetica-Bold'),
    `<</Length ${CENTRAL_UNICODE.length}>>\nstream\n${CENTRAL_UNICODE}\nendstream`,
    `<</Title <feff${Buffer.from(title, 'utf16le').swap16().toString('hex')}>/Producer(Parley)>>`,
    ...contents.flatMap((content, index) => {
      const stream = deflateSync(Buffer.from(content, 'latin1'))
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${PAGE.width} ${PAGE.height}]/Resources<</Font<</F1 3 0 R/F2 4 0 R/F3 5 0 R/F4 6 0 R>>>>/Contents ${first + index * 2 + 1} 0 R>>`,
        Buffer.concat([
          Buffer.from(`<</Length ${stream.length}/Filter/FlateDecode>>\nstream\n`),
          stream,
          Buffer.from('\nendstream'),
        ]),
      ]
    }),
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  let at = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    offsets.push(at)
    const whole = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object as string),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(whole)
    at += whole.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${objects.length + 1}/Root 1 0 R/Info 8 0 R>>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(trailer)])
}
