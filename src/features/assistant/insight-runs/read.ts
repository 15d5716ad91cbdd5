/** Reads conversations and knowledge sources of an insight, and extracts their findings for each question. */
import { type LanguageModel, ModelFault } from '../../../core/language-model.ts'
import type { SearchPorts } from '../../search/conversation-search/index.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import {
  classifyQuestion,
  extractAnswerParts,
  isLikelyAnswer,
  type Proof,
  type ReadText,
  readForEach,
  readSourcesFor,
} from '../answers/index.ts'
import { type ModelNote, type NoteUnit, noteByModel } from './note-by-model.ts'
import type { ConversationProgress, WaitingRow } from './queries.ts'
import type { InsightFinding, QuoteLocation, SourceFinding } from './schema.ts'
import { plainly, wordsHolding } from './words.ts'

export interface ReadPorts extends SearchPorts {
  /** Undefined if no model is configured or the model failed for this insight. */
  readonly model: LanguageModel | undefined
}

/** Maximum number of quotes per finding, and of characters per quote. */
const SPOTS_MAX = 4
const QUOTE_MAX = 700

interface ReadableConversation {
  readonly id: string
  readonly version: number
  readonly segments: readonly TranscriptSegment[]
  readonly texts: readonly ReadText[]
}

/** @throws ModelFault if the model is temporarily unavailable or its configuration is invalid */
export async function readConversations(
  ports: ReadPorts,
  questions: readonly string[],
  rows: readonly WaitingRow[],
): Promise<ConversationProgress[]> {
  const looked: ConversationProgress[] = []
  const spoken: ReadableConversation[] = []
  for (const row of rows) {
    const nothing = { id: row.id, version: null, byModel: false, findings: null }
    if (row.title === null) {
      looked.push({ ...nothing, state: 'hidden' })
      continue
    }
    const { id, title, started_at: at, transcript_version: version } = row
    const segments = JSON.parse(row.segments ?? '[]') as TranscriptSegment[]
    const texts = version === null ? [] : await readForEach(ports, { id, title, at, segments }, questions)
    if (version === null || texts.every(({ lines }) => lines.length === 0)) looked.push({ ...nothing, state: 'silent' })
    else spoken.push({ id, version, segments, texts })
  }
  const noted = await takeNotes(ports, questions, spoken)
  return [
    ...looked,
    ...spoken.map(({ id, version, segments, texts }): ConversationProgress => {
      const findings = (noted?.get(id) ?? extractNotes(questions, texts)).map((notes, question) =>
        notes.flatMap((note): InsightFinding[] => {
          const spots = note.proofs.flatMap((proof) => locateQuote(segments, proof)).slice(0, SPOTS_MAX)
          return spots.length === 0 ? [] : [{ text: note.text, worth: texts[question]?.answerability ?? 0, spots }]
        }),
      )
      return { id, state: 'read', version, byModel: noted !== undefined, findings }
    }),
  ]
}

/** Returns undefined if the model output was invalid or the model rejected the text. Quotes are used instead. */
async function takeNotes({ model, signal }: ReadPorts, questions: readonly string[], units: readonly NoteUnit[]) {
  if (model === undefined || units.length === 0) return undefined
  try {
    return await noteByModel(model, questions, units, signal)
  } catch (error) {
    if (!(error instanceof ModelFault) || !isOfTheseWords(error)) throw error
    return undefined
  }
}

/** Whether a fault is caused by this text, so that calls with other texts can succeed. */
export const isOfTheseWords = ({ fault, detail }: ModelFault): boolean =>
  fault === 'wrong' || detail === 'too_long' || detail === 'content_filter'

const extractNotes = (questions: readonly string[], texts: readonly ReadText[]): ModelNote[][] =>
  texts.map((text, index) => notesIn(questions[index] ?? '', text))

function notesIn(question: string, text: ReadText): ModelNote[] {
  if (!isLikelyAnswer(text)) return []
  return extractAnswerParts(classifyQuestion(question), text).map((one) => ({
    text: plainly(one.text),
    proofs: one.proofs,
  }))
}

function locateQuote(
  segments: readonly TranscriptSegment[],
  { line: { segment: at }, quote }: Pick<Proof, 'line' | 'quote'>,
): QuoteLocation[] {
  const segment = segments[at]
  if (segment === undefined) return []
  const cut = [...quote].slice(0, QUOTE_MAX).join('')
  const words = wordsHolding(segment, cut)
  return words === undefined ? [] : [{ segment: at, quote: cut, words }]
}

/** Returns findings of knowledge sources by question. @throws ModelFault like `readConversations` */
export async function readSources(
  ports: ReadPorts,
  questions: readonly string[],
  ids: readonly string[],
): Promise<SourceFinding[][]> {
  const found: SourceFinding[][] = []
  for (const question of questions) {
    const texts = await readSourcesFor(ports, ids, question)
    const units = texts.map((text) => ({ id: text.id, texts: [text] }))
    const noted = await takeNotes(ports, [question], units)
    found.push(
      texts.flatMap((text) =>
        (noted?.get(text.id)?.[0] ?? notesIn(question, text)).map((note) => ({
          ...{ sourceId: text.id, title: text.title, text: note.text },
          quotes: note.proofs.slice(0, SPOTS_MAX).map(({ quote }) => [...quote].slice(0, QUOTE_MAX).join('')),
        })),
      ),
    )
  }
  return found
}
