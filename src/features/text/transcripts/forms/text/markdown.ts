import { type TranscriptDocument, TranscriptFault } from '../../model.ts'
import type { TextForm, TextSource } from '../form.ts'
import { isBlank } from '../lines.ts'
import { unescapeMarkdown } from '../markdown-text.ts'
import { readText } from '../read-text.ts'
import { toTextSource } from '../text-source.ts'
import { clockLines } from './clock-lines.ts'

const HEADING = /^\uFEFF?(#{1,6})\s+(.+?)\s*#*$/
const SPOKEN = /^(?:full |meeting |call )?transcript(?:ion)?$/i

/**
 * Markdown notes with a section `Transcript`: only that section is speech. Names can be bold, with a time after them.
 */
export const markdown: TextForm = {
  id: 'markdown',
  name: 'Markdown notes with a transcript',
  recognize: ({ head, lines }) => head.some((line) => HEADING.test(line)) && findSection(lines) !== undefined,
  read({ lines }) {
    const section = findSection(lines)
    if (section === undefined) throw new TranscriptFault('The notes have no section “Transcript”.', { line: 1 })
    const inner = lines
      .slice(section.from, section.to)
      .map((line) => unescapeMarkdown(line.replace(/^\s*[-*] /, '').replace(/(?<!\\)\*\*/g, '')))
    // Blank lines keep the numbers of the lines.
    const source = toTextSource([...Array.from({ length: section.from }, () => ''), ...inner].join('\n'))
    const read = readSection(source)
    const [, mark = '', first] = HEADING.exec(lines.find((line) => !isBlank(line)) ?? '') ?? []
    // A heading of the same level is another section, such as the summary.
    const title = mark.length < section.level ? first : undefined
    const rest = lines.length - (section.to - section.from)
    return {
      ...read,
      format: 'markdown',
      ...(title === undefined || SPOKEN.test(title) ? {} : { title: unescapeMarkdown(title).slice(0, 500) }),
      ...(rest > 1 ? { omitted: [...(read.omitted ?? []), { what: 'lines of notes', count: rest }] } : {}),
    }
  },
}

function readSection(source: TextSource): TranscriptDocument {
  return clockLines.recognize(source) ? clockLines.read(source) : readText(source.text)
}

/** Lines of the section: from its heading to the next one of the same or a higher level. */
function findSection(lines: readonly string[]): { from: number; to: number; level: number } | undefined {
  const start = lines.findIndex((line) => SPOKEN.test((HEADING.exec(line)?.[2] ?? '').replace(/[*:]/g, '')))
  if (start === -1) return undefined
  const level = HEADING.exec(lines[start] ?? '')?.[1]?.length ?? 1
  const length = lines.slice(start + 1).findIndex((line) => (HEADING.exec(line)?.[1]?.length ?? 7) <= level)
  return { level, from: start + 1, to: length === -1 ? lines.length : start + 1 + length }
}
