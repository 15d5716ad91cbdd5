import { clockTime } from '../../../../core/timecode.ts'
import { oneLine, type Segment, segmentText, type TranscriptConversation } from '../model.ts'

/** A conversation as people read it: in documents, not in programs. */
export interface ReadableConversation {
  readonly title: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** Empty if there is none. */
  readonly summary: string
  readonly turns: readonly ReadableTurn[]
}

export interface ReadableTurn {
  /** Empty if unknown. */
  readonly name: string
  /** Clock time from the start of the recording. Empty if unknown. */
  readonly start: string
  readonly text: string
}

export function toReadable(conversation: TranscriptConversation): ReadableConversation {
  const { title, startedAt, durationSeconds, parties, summary, segments } = conversation
  const people = parties.map(({ name, email }) => oneLine(name ?? '') || (email ?? '')).filter((one) => one !== '')
  return {
    title: oneLine(title ?? '') || 'Conversation',
    facts: [
      ...(startedAt === undefined || startedAt === null ? [] : [['Start', formatStart(startedAt)] as const]),
      ...(durationSeconds === undefined || durationSeconds === null
        ? []
        : [['Duration', clockTime(durationSeconds)] as const]),
      ...(people.length === 0 ? [] : [['Participants', people.join(', ')] as const]),
    ],
    summary: withoutRepetition((summary ?? '').trim()),
    turns: joinTurns(segments),
  }
}

/** Drops the first paragraph if the next one starts with it, as the first sentence of a section that is the headline too. */
function withoutRepetition(summary: string): string {
  const [first = '', ...others] = summary.split(/\n+/)
  return others[0]?.startsWith(first) === true ? others.join('\n\n') : summary
}

const formatStart = (startedAt: string): string => {
  const time = new Date(startedAt).toISOString()
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
}

function joinTurns(segments: readonly Segment[]): ReadableTurn[] {
  const turns: { speaker: Segment['speaker']; start: number | null; texts: string[] }[] = []
  for (const segment of segments) {
    const text = oneLine(segmentText(segment))
    if (text === '') continue
    const { speaker, start } = segment
    const last = turns.at(-1)
    const isSame = last !== undefined && last.speaker.name === speaker.name && last.speaker.id === speaker.id
    if (isSame) last.texts.push(text)
    else turns.push({ speaker, start, texts: [text] })
  }
  return turns.map(({ speaker, start, texts }) => ({
    name: oneLine(speaker.name),
    start: start === null ? '' : clockTime(start),
    text: texts.join(' '),
  }))
}
