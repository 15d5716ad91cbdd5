/** Writes a conversation as Markdown (CommonMark 0.31), to read, to edit, or to paste into a document. */
import { clockTime } from '../../../../core/timecode.ts'
import { oneLine, type Segment, type Speaker, segmentText, type TranscriptConversation } from '../model.ts'

interface MarkdownTurn {
  readonly speaker: Speaker
  readonly start: number | null
  readonly texts: string[]
}

/** Title, facts, summary, and the transcript with one paragraph per speaker turn and its start. */
export function writeMarkdown(conversation: TranscriptConversation): string {
  const { title, startedAt, durationSeconds, parties, summary, segments } = conversation
  const people = parties.map(({ name, email }) => escapeMarkdown(oneLine(name ?? '') || (email ?? '')))
  const facts = [
    ...(startedAt === undefined || startedAt === null ? [] : [`- Start: ${formatStart(startedAt)}`]),
    ...(durationSeconds === undefined || durationSeconds === null ? [] : [`- Duration: ${clockTime(durationSeconds)}`]),
    ...(people.some((one) => one !== '') ? [`- Participants: ${people.filter((one) => one !== '').join(', ')}`] : []),
  ]
  const turns = joinTurns(segments)
  const blocks = [
    `# ${escapeMarkdown(oneLine(title ?? '')) || 'Conversation'}`,
    ...(facts.length === 0 ? [] : [facts.join('\n')]),
    ...(summary === undefined || summary === null || summary.trim() === ''
      ? []
      : ['## Summary', escapeMarkdown(summary.trim())]),
    ...(turns.length === 0 ? [] : ['## Transcript', ...turns.map(formatTurn)]),
  ]
  return `${blocks.join('\n\n')}\n`
}

const formatStart = (startedAt: string): string => {
  const time = new Date(startedAt).toISOString()
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
}

function joinTurns(segments: readonly Segment[]): MarkdownTurn[] {
  const turns: MarkdownTurn[] = []
  for (const segment of segments) {
    const text = oneLine(segmentText(segment))
    if (text === '') continue
    const { speaker, start } = segment
    const last = turns.at(-1)
    const isSame = last !== undefined && last.speaker.name === speaker.name && last.speaker.id === speaker.id
    if (isSame) last.texts.push(text)
    else turns.push({ speaker, start, texts: [text] })
  }
  return turns
}

function formatTurn({ speaker, start, texts }: MarkdownTurn): string {
  const name = escapeMarkdown(oneLine(speaker.name))
  const label = [...(name === '' ? [] : [`**${name}**`]), ...(start === null ? [] : [`(${clockTime(start)})`])].join(
    ' ',
  )
  const text = escapeMarkdown(texts.join(' '))
  return label === '' ? text : `${label}: ${text}`
}

/** Escapes characters with a meaning in Markdown, so that speech is never formatting, a link, or HTML. */
const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/[\\`*_{}[\]<>#|~&!]/g, '\\$&')
    // Marks of lists and headings at the beginning of a line.
    .replaceAll(/^(\s*)([-+=]|\d{1,9}(?=[.)]))/gm, (_, space: string, mark: string) =>
      /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
    )
