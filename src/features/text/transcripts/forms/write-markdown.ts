/** Writes a conversation as Markdown (CommonMark 0.31), to read, to edit, or to paste into a document. */
import type { TranscriptConversation } from '../model.ts'
import { type ReadableTurn, toReadable } from './readable.ts'

/** Title, facts, summary, and the transcript with one paragraph per speaker turn and its start. */
export function writeMarkdown(conversation: TranscriptConversation): string {
  const { title, facts, summary, turns } = toReadable(conversation)
  const blocks = [
    `# ${escapeMarkdown(title)}`,
    ...(facts.length === 0 ? [] : [facts.map(([name, value]) => `- ${name}: ${escapeMarkdown(value)}`).join('\n')]),
    ...(summary === '' ? [] : ['## Summary', escapeMarkdown(summary)]),
    ...(turns.length === 0 ? [] : ['## Transcript', ...turns.map(formatTurn)]),
  ]
  return `${blocks.join('\n\n')}\n`
}

function formatTurn({ name, start, text }: ReadableTurn): string {
  const label = [...(name === '' ? [] : [`**${escapeMarkdown(name)}**`]), ...(start === '' ? [] : [`(${start})`])].join(
    ' ',
  )
  return label === '' ? escapeMarkdown(text) : `${label}: ${escapeMarkdown(text)}`
}

/** Escapes characters with a meaning in Markdown, so that speech is never formatting, a link, or HTML. */
const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/[\\`*_{}[\]<>#|~&!]/g, '\\$&')
    // Marks of lists and headings at the beginning of a line.
    .replaceAll(/^(\s*)([-+=]|\d{1,9}(?=[.)]))/gm, (_, space: string, mark: string) =>
      /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
    )
