/** Converts PDF to text page by page, with pdf.js. Runs in the thread of `text-extraction.ts`. */
import { readFile } from 'node:fs/promises'
import { getDocumentProxy } from 'unpdf'
import { type ExtractedText, UnreadableDocument } from '../../core/text-extraction.ts'

/** Maximum number of pages, far above that of any book. */
const PAGES_MAX = 10_000

/** Control characters from fonts, which text columns can't hold or which would break lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** @throws UnreadableDocument */
export async function readPdf(path: string, maxLength: number): Promise<ExtractedText> {
  const pdf = await openPdf(await readFile(path))
  const pages: string[] = []
  let length = 0
  let truncated = pdf.numPages > PAGES_MAX
  for (let number = 1; number <= Math.min(pdf.numPages, PAGES_MAX); number++) {
    const page = await pageText(pdf, number)
    if (page === '') continue
    if (length + page.length > maxLength) {
      pages.push(page.slice(0, maxLength - length).toWellFormed())
      truncated = true
      break
    }
    pages.push(page)
    length += page.length + 2
  }
  return { text: pages.join('\n\n'), marks: [], truncated }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

async function openPdf(bytes: Buffer): Promise<Pdf> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      // Nothing is rendered or fetched.
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      enableXfa: false,
      verbosity: 0,
    })
  } catch (error) {
    throw new UnreadableDocument((error as Error).name === 'PasswordException' ? 'encrypted' : 'broken')
  }
}

async function pageText(pdf: Pdf, number: number): Promise<string> {
  let text = ''
  try {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
    page.cleanup()
  } catch {
    throw new UnreadableDocument('broken')
  }
  return text.normalize('NFC').replace(CONTROLS, '').toWellFormed().trim()
}
