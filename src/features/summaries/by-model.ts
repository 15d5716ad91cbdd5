/**
 * A summary by the language model. The transcript goes along as numbered lines, marked as data; what comes back says of
 * each line which words it stands on, and only what is found there is kept. A conversation that does not fit into the
 * model is read in parts, and headline and paragraphs are then made of what is known of the parts.
 */
import { randomUUID } from 'node:crypto'
import { estimateTokens, type LanguageModel, ModelFault } from '../../core/language-model.ts'
import {
  chaptersOf,
  HEADLINE_MAX,
  LINE_MAX,
  MOST,
  NOTHING_SAID,
  type Span,
  type SummaryContent,
  type SummaryLine,
  type Surroundings,
  shortened,
} from '../gist/index.ts'
import { cutTranscript } from '../passages/index.ts'
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'
import { asked, JOINING, joined, SYSTEM } from './asked.ts'
import { type Checked, chaptersFromStarts, checkedAgainst } from './verify.ts'

/** Parts a conversation is read in at most; a longer one is too long for this model. */
const PARTS_MAX = 24
const OUTPUT_MAX = 6_000
/** Of what the model takes in, for its answer. */
const OUTPUT_SHARE = 4
/** Our own words, the schema in words, and what counting misses. */
const FRAME_TOKENS = 1_800
/** The longest name of a speaker, and the number of a line. */
const NAME_TOKENS = 700

/** @throws ModelFault */
export async function summaryByModel(
  model: LanguageModel,
  segments: readonly TranscriptSegment[],
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<SummaryContent> {
  const maxOutputTokens = Math.min(OUTPUT_MAX, Math.floor(model.contextTokens / OUTPUT_SHARE))
  const room = model.contextTokens - maxOutputTokens - FRAME_TOKENS
  const parts = partsThatFit(segments, room)
  if (parts.length === 0) return NOTHING_SAID
  if (parts.length > PARTS_MAX) throw new ModelFault('too_long')
  const check = checkedAgainst(segments, surroundings)
  const read: Checked[] = []
  for (const [index, text] of parts.entries()) {
    const answer = await model.object({
      purpose: 'summary',
      system: SYSTEM,
      prompt: promptOf('transcript', text, wishOf(index, parts.length)),
      schema: asked,
      maxOutputTokens,
      signal,
    })
    read.push(check(answer))
  }
  const [only] = read
  const told =
    read.length === 1 && only !== undefined ? only : await joinedBy(model, read, room, maxOutputTokens, signal)
  // Not a claim of it could be found in the transcript.
  if (told.headline === null && told.paragraphs.length === 0) throw new ModelFault('not_schema')
  const most = <T>(lists: readonly (readonly T[])[], max: number) => lists.flat().slice(0, max)
  const chapters = chaptersFromStarts(
    segments,
    read.flatMap(({ starts }) => starts.slice(0, Math.ceil(MOST.chapters / read.length))),
  )
  return {
    headline: told.headline ?? firstLine(told.paragraphs),
    paragraphs: told.paragraphs.slice(0, MOST.paragraphs),
    decisions: most(
      read.map(({ decisions }) => decisions),
      MOST.decisions,
    ),
    actionItems: most(
      read.map(({ actionItems }) => actionItems),
      MOST.actionItems,
    ),
    openQuestions: most(
      read.map(({ openQuestions }) => openQuestions),
      MOST.openQuestions,
    ),
    chapters: chapters.length > 0 ? chapters : chaptersOf(cutTranscript(segments)),
  }
}

function wishOf(index: number, parts: number): string {
  const which = parts === 1 ? 'this conversation' : `part ${index + 1} of ${parts} of a conversation`
  return (
    `Summarize ${which}: a headline, ${parts === 1 ? 'two to six paragraphs' : 'one or two paragraphs'}, the decisions, ` +
    `the action items, the open questions, and at most ${Math.ceil(MOST.chapters / parts / 2)} chapters.`
  )
}

/** Between marks that nobody in the conversation can have known. */
function promptOf(what: string, data: string, wish: string): string {
  const mark = `${what}-${randomUUID()}`
  return `<${mark}>\n${data}\n</${mark}>\n\n${wish}`
}

/** The spoken segments as numbered lines, in as few texts as the room allows. A line that is longer is cut. */
function partsThatFit(segments: readonly TranscriptSegment[], room: number): string[] {
  const parts: string[] = []
  let lines: string[] = []
  let tokens = 0
  segments.forEach((segment, index) => {
    const said = segmentText(segment).replace(/\s+/g, ' ').trim()
    if (said === '') return
    for (const piece of piecesOf(said, room)) {
      const text = `[${index}] ${segment.speaker.name === '' ? '' : `${segment.speaker.name}: `}${piece}`
      const more = estimateTokens(text) + 1
      if (lines.length > 0 && tokens + more > room) {
        parts.push(lines.join('\n'))
        lines = []
        tokens = 0
      }
      lines.push(text)
      tokens += more
    }
  })
  if (lines.length > 0) parts.push(lines.join('\n'))
  return parts
}

/** One segment may be longer than a model takes: a speech of an hour. It is cut between sentences, or else words. */
function piecesOf(text: string, room: number): string[] {
  // A UTF-16 unit is one token at most as we estimate them.
  const most = Math.max(100, room - NAME_TOKENS)
  const pieces: string[] = []
  let rest = text
  while (rest.length > most) {
    const window = rest.slice(0, most)
    const sentence = Math.max(...['. ', '? ', '! '].map((end) => window.lastIndexOf(end) + 1))
    const blank = window.lastIndexOf(' ')
    const at = [sentence, blank].find((place) => place > most / 2) ?? (window.isWellFormed() ? most : most - 1)
    pieces.push(rest.slice(0, at))
    rest = rest.slice(at).trimStart()
  }
  return [...pieces, rest]
}

/** Headline and paragraphs of the whole, each standing on what the notes it is made of stand on. */
async function joinedBy(
  model: LanguageModel,
  read: readonly Checked[],
  room: number,
  maxOutputTokens: number,
  signal: AbortSignal,
): Promise<Pick<SummaryContent, 'headline' | 'paragraphs'>> {
  const notes = read.flatMap(({ headline, paragraphs }) => [...(headline === null ? [] : [headline]), ...paragraphs])
  if (notes.length === 0) return { headline: null, paragraphs: [] }
  let data = notes.map(({ text }, index) => `[${index}] ${text}`).join('\n')
  // Each is short beside the part it tells of; many of them in a small model may still be too much.
  for (let max = 600; estimateTokens(data) > room && max >= 75; max /= 2) {
    data = notes.map(({ text }, index) => `[${index}] ${shortened(text, max)}`).join('\n')
  }
  if (estimateTokens(data) > room) throw new ModelFault('too_long')
  const answer = await model.object({
    purpose: 'summary',
    system: JOINING,
    prompt: promptOf('notes', data, 'Make a headline and three to eight paragraphs of these notes.'),
    schema: joined,
    maxOutputTokens,
    signal,
  })
  const lineOf = ({ text, sources }: { text: string; sources: readonly number[] }, max: number): SummaryLine[] => {
    const spans = [...new Set(sources)].flatMap((source) => notes[source]?.spans.slice(0, 2) ?? [])
    return spans.length === 0 || text.trim() === ''
      ? []
      : [{ text: shortened(text.trim(), max), spans: inOrder(spans) }]
  }
  return {
    headline: lineOf(answer.headline, HEADLINE_MAX)[0] ?? null,
    paragraphs: answer.paragraphs.flatMap((paragraph) => lineOf(paragraph, LINE_MAX)),
  }
}

const inOrder = (spans: readonly Span[]) => spans.toSorted((a, b) => a.segment - b.segment)

const firstLine = ([first]: readonly SummaryLine[]): SummaryLine | null =>
  first === undefined ? null : { text: shortened(first.text, HEADLINE_MAX), spans: first.spans }
