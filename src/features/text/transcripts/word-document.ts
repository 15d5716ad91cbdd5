/**
 * Text of Word documents (WordprocessingML, ECMA-376 part 1): the form in which Microsoft Teams, Otter and Google Docs
 * download transcripts. Each paragraph and each line break is a line.
 */
import { Readable } from 'node:stream'
import { decodeEntities } from './forms/cue-text.ts'
import { TranscriptFault } from './model.ts'

/** Maximum size in bytes of the unpacked main part. The XML of a paragraph is about ten times as long as its text. */
const UNPACKED_MAX = 64 * 1024 * 1024
const MAIN_PART = /^word\/document\d*\.xml$/
const ADVICE =
  'Save the transcript as a Word document (.docx), as plain text with `Name: text` lines, or as WebVTT or SRT.'

/** Whether a file is an archive: an Office document of today, or another ZIP file (APPNOTE 4.3.7). */
export const isArchive = ([a, b, c, d]: Uint8Array): boolean => a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04

/** Whether a file is a compound file (MS-CFB 2.2): an Office document of the old form, or an encrypted one. */
export const isCompoundFile = (bytes: Uint8Array): boolean =>
  [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, at) => bytes[at] === byte)

/** @throws TranscriptFault always */
export function refuseCompoundFile(): never {
  throw new TranscriptFault(
    `The file is neither a recording nor a transcript. It looks like an Office document of the old form (.doc), or an encrypted one. ${ADVICE}`,
  )
}

/** @throws TranscriptFault if the archive isn't a Word document, is damaged or too large */
export async function readWordDocument(bytes: Uint8Array): Promise<string> {
  // Loaded here, because most processes never read a Word document.
  const { default: JSZip } = await import('jszip')
  let archive: Awaited<ReturnType<typeof JSZip.loadAsync>>
  try {
    archive = await JSZip.loadAsync(bytes)
  } catch {
    throw new TranscriptFault('The file is a damaged ZIP archive or Word document. Download the transcript again.')
  }
  const part = Object.values(archive.files).find(({ name }) => MAIN_PART.test(name))
  if (part === undefined) {
    throw new TranscriptFault(
      `The file is neither a recording nor a transcript. It looks like a ZIP archive, or an Office document other than Word. Unpack it, or import it in the app, with \`parley import\` or with \`POST /conversations/import/archive\`. ${ADVICE}`,
    )
  }
  return toText(readLines(await unpack(part.nodeStream())))
}

async function unpack(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // The stream of the library predates async iteration.
    for await (const chunk of new Readable().wrap(stream)) {
      size += chunk.length
      if (size > UNPACKED_MAX) break
      chunks.push(Buffer.from(chunk))
    }
  } catch {
    throw new TranscriptFault('The Word document is damaged. Download the transcript again.')
  }
  if (size > UNPACKED_MAX) {
    throw new TranscriptFault(
      `The text of the Word document has more than ${UNPACKED_MAX / 1024 / 1024} MiB when it is unpacked. Split it, or save it as plain text.`,
    )
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Elements of the text by local name. In properties (`pPr`), a `tab` is a position. Deleted text and instructions of
 * fields have other names (`delText`, `instrText`).
 * `Fallback` repeats the content of a drawing for old programs.
 */
const TAG = /<(\/?)(?:\w+:)?(p|t|tab|br|cr|pPr|pStyle|Fallback)((?:\s[^<>]*?)?)(\/?)>/g
const STYLE = /:val="(?:(?:heading ?|berschrift|überschrift|titre|ttulo)(\d)|(title|titel|titre|ttulo))"/i
const SPOKEN_HEADING = /^transcript(?:ion)?$/i

interface DocumentLine {
  readonly text: string
  /** Level of a heading. 0 for the title, undefined for other lines. */
  readonly level: number | undefined
}

/** Text of the main part. In a document with notes and a section for the transcript, headings and the title are Markdown. */
function toText(lines: readonly DocumentLine[]): string {
  const isSpoken = ({ text, level }: DocumentLine) =>
    level !== undefined && level > 0 && SPOKEN_HEADING.test(text.trim())
  if (!lines.some(isSpoken)) return lines.map(({ text }) => text).join('\n')
  return lines
    .map(({ text, level }) => {
      const escaped = text.replaceAll(/[\\*]/g, '\\$&')
      return level === undefined ? escaped : `${'#'.repeat(Math.min(6, level + 1))} ${escaped.trim()}`
    })
    .join('\n')
}

function readLines(xml: string): DocumentLine[] {
  const lines: DocumentLine[] = []
  let line = ''
  let level: number | undefined
  let inText = false
  let inProperties = false
  let fallbacks = 0
  let from = 0
  const endLine = () => {
    lines.push({ text: line, level: line.trim() === '' ? undefined : level })
    line = ''
  }
  for (const { 0: tag, 1: closes, 2: name, 3: attributes = '', 4: empty, index } of xml.matchAll(TAG)) {
    const isEnd = closes === '/'
    if (name === 'Fallback') fallbacks += isEnd ? -1 : empty === '/' ? 0 : 1
    else if (fallbacks > 0) continue
    else if (name === 't') {
      if (inText && isEnd) line += decodeEntities(xml.slice(from, index))
      inText = !isEnd && empty !== '/'
      from = index + tag.length
    } else if (name === 'pPr') inProperties = !isEnd && empty !== '/'
    else if (name === 'tab') line += isEnd || inProperties ? '' : '\t'
    else if ((name === 'br' || name === 'cr') && !isEnd) endLine()
    else if (name === 'pStyle') level = readLevel(attributes)
    else if (name === 'p' && (isEnd || empty === '/')) {
      endLine()
      level = undefined
    }
  }
  if (line !== '') endLine()
  return lines
}

function readLevel(attributes: string): number | undefined {
  const style = STYLE.exec(attributes)
  if (style === null) return undefined
  return style[1] === undefined ? 0 : Number(style[1])
}
