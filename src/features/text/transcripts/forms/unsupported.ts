/** Files that look like another kind of document. They must not be read as plain text. */
import { ENDS_WITH_MARK } from '../../../../core/sentence-marks.ts'
import { TranscriptFault } from '../model.ts'
import type { TextSource } from './form.ts'

interface DocumentKind {
  readonly what: string
  readonly advice: string
  readonly test: (source: TextSource) => boolean
}

const TO_TEXT = 'Save the transcript as plain text with `Name: text` lines, or as WebVTT or SRT.'

const KINDS: readonly DocumentKind[] = [
  { what: 'a PDF document', advice: TO_TEXT, test: ({ text }) => text.startsWith('%PDF-') },
  {
    what: 'a ZIP archive or an Office document',
    advice: 'Unpack it, or save the document as plain text.',
    test: ({ text }) => text.startsWith('PK\u0003\u0004'),
  },
  { what: 'an RTF document', advice: TO_TEXT, test: ({ text }) => /^\uFEFF?\s*\{\\rtf/.test(text.slice(0, 100)) },
  { what: 'a script', advice: TO_TEXT, test: ({ text }) => /^\uFEFF?#!/.test(text) },
  { what: 'an email message', advice: 'Send the attached transcript instead.', test: ({ head }) => isEmail(head) },
  {
    what: 'a calendar or contact file',
    advice: TO_TEXT,
    test: ({ head }) => /^\uFEFF?BEGIN:V(?:CALENDAR|CARD)/.test(head[0] ?? ''),
  },
  {
    what: 'SCC captions',
    advice: 'Convert them to SRT or WebVTT.',
    test: ({ head }) => /^\uFEFF?Scenarist_SCC/.test(head[0] ?? ''),
  },
  {
    what: 'SubViewer 1 or MPL2 subtitles',
    advice: 'Convert them to SRT or WebVTT.',
    test: ({ head }) => /^\uFEFF?(?:\[INFORMATION\]|\[\d+\]\[\d+\])/i.test(head[0] ?? ''),
  },
  {
    what: 'lyrics (LRC) without lines that have times',
    advice: 'The file is incomplete. Export it again.',
    test: ({ head }) => /^\uFEFF?\[(?:ti|ar|al|au|by|re|ve|la|length|offset|tool):/i.test(head[0] ?? ''),
  },
  {
    what: 'an STM or CTM file without segments',
    advice: 'The file is incomplete. Export it again.',
    test: ({ head }) => /^\uFEFF?;;/.test(head[0] ?? ''),
  },
  {
    what: 'an HTML page',
    advice: TO_TEXT,
    test: ({ text }) =>
      /^\uFEFF?\s*<(?:!doctype html|html|head|body|div|p|table|span|h\d|ul|section|article)\b/i.test(
        text.slice(0, 500),
      ),
  },
  {
    what: 'an XML document',
    advice: 'Supported XML is TTML. Convert other forms to WebVTT or SRT.',
    test: ({ text }) =>
      /^\uFEFF?\s*<(?:\?xml\b|!DOCTYPE\b|!--|[A-Za-z_][\w.:-]*(?:\s[^<>]*)?\/?>)/.test(text.slice(0, 2_000)) &&
      !/^\uFEFF?\s*<(?:v|i|b|c)\b/i.test(text.slice(0, 100)),
  },
  {
    what: 'an LDJSON or JavaScript file',
    advice: 'Send valid JSON.',
    test: ({ text }) =>
      /^\uFEFF?\s*(?:module\.exports|export default|var |let |const |window\.)\s*[\w$.]*\s*=?\s*[[{]/.test(
        text.slice(0, 200),
      ),
  },
  { what: 'program code', advice: TO_TEXT, test: ({ head }) => isCode(head) },
  { what: 'a settings file', advice: TO_TEXT, test: ({ head }) => isSettings(head) },
  { what: 'a log file', advice: TO_TEXT, test: ({ head }) => isLog(head) },
  {
    what: 'a table without a column of text and one of speakers or times',
    advice: 'Add a header such as `speaker,start,end,text`.',
    test: ({ head }) => isTable(head),
  },
  {
    what: 'a Markdown document without a section “Transcript”',
    advice: 'Put the transcript under a heading `# Transcript`.',
    test: ({ head }) => isMarkdown(head),
  },
]

/** @throws TranscriptFault if the text is a document that Parley doesn't read */
export function refuseDocument(source: TextSource): void {
  const kind = KINDS.find(({ test }) => test(source))
  if (kind === undefined) return
  throw new TranscriptFault(
    `The file is neither a recording nor a transcript. It looks like ${kind.what}. Supported are subtitles, text with ` +
      `speakers, tables, vCon and JSON of many products. ${kind.advice}`,
    { line: 1 },
  )
}

function isEmail(head: readonly string[]): boolean {
  const fields = new Set(
    head
      .slice(0, 30)
      .flatMap(
        (line) =>
          /^(from|to|subject|date|message-id|mime-version|received|return-path):/i.exec(line)?.[1]?.toLowerCase() ?? [],
      ),
  )
  return fields.has('subject') && fields.has('from') && fields.size >= 3
}

const CODE =
  /^\s*(?:import\s.+(?:from|;)|from \S+ import |(?:export |async |public |private |static )*(?:function|class|interface|def|fn|func)\b.*[({:]|(?:const|let|var) [\w$]+ ?=|#include\b|package \w+;?$|using [\w.]+;|return\b.*;?$|\}[;,)]*$|.*[;{]$|\/\/|\/\*|\*\/)/

function isCode(head: readonly string[]): boolean {
  const lines = head.slice(0, 60)
  return lines.length >= 4 && lines.filter((line) => CODE.test(line)).length >= lines.length * 0.5
}

/** Keys of YAML, INI or environment files: lowercase names that don't recur. */
function isSettings(head: readonly string[]): boolean {
  if (/^\[[\w .-]+\]$/.test(head[0] ?? '') && /^\s*[\w.-]+\s*=/.test(head[1] ?? '')) return true
  const lines = head.slice(0, 60)
  if (lines.length < 3) return false
  const keys = lines.flatMap((line) => /^\s*(?:- )?([a-z_][\w.-]*):(?:\s|$)/.exec(line)?.[1] ?? [])
  const assigned = lines.filter((line) => /^\s*(?:export )?[A-Za-z_][\w.]*\s?=\s?\S/.test(line)).length
  const marked = keys.length + lines.filter((line) => /^\s*(?:- \S|#|---$)/.test(line)).length
  const recurring = keys.length - new Set(keys).size
  const values = lines.filter((line) => /^\s*[a-z_][\w.-]*:\s+(?:-?\d[\d.:]*|true|false|null|\/\S*)$/.test(line)).length
  const isShort = keys.length === lines.length && recurring === 0 && values > 0
  return (
    isShort ||
    assigned >= lines.length * 0.6 ||
    (keys.length >= 4 && marked >= lines.length * 0.8 && recurring < keys.length * 0.3)
  )
}

function isLog(head: readonly string[]): boolean {
  const lines = head.slice(0, 40)
  const logged = lines.filter((line) =>
    /^\[?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}\S*\]?\s+\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|NOTICE)\b/i.test(
      line,
    ),
  )
  return lines.length >= 2 && logged.length >= lines.length * 0.6
}

/** At least three rows with the same number of separators, and a header of short names. */
function isTable(head: readonly string[]): boolean {
  const rows = head.slice(0, 20)
  if (rows.length < 3) return false
  for (const separator of ['\t', ';', ',', '|']) {
    const counts = rows.map((row) => row.split(separator).length - 1)
    const [first = 0] = counts
    const isHeader = (rows[0] ?? '')
      .split(separator)
      .every((cell) => /^[\s"]*[\p{L}\p{N}_() ./-]{0,40}[\s"]*$/u.test(cell) && !ENDS_WITH_MARK.test(cell))
    const minimum = separator === '\t' ? 1 : 2
    if (first >= minimum && isHeader && counts.filter((count) => count >= first).length >= rows.length * 0.9)
      return true
  }
  return false
}

function isMarkdown(head: readonly string[]): boolean {
  const headings = head.filter((line) => /^\uFEFF?#{1,6} \S/.test(line)).length
  return (
    headings > 0 && (/^\uFEFF?# \S/.test(head[0] ?? '') || headings >= 2 || head.some((line) => line.startsWith('```')))
  )
}
