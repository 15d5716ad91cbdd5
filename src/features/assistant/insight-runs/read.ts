/** Reads conversations and knowledge sources of an insight, and extracts their findings for each question. */
import type { Clock } from '../../../core/clock.ts'
import { type LanguageModel, ModelFault } from '../../../core/language-model.ts'
import { type SegmentsInput, toSegmentsInput } from '../../text/transcripts/index.ts'
import {
  type EvidenceText,
  partsTask,
  type RecordPorts,
  rateForEach,
  readSourcesFor,
  withLines,
} from '../answers/index.ts'
import { locateTask, type QuoteInLine, SPOTS_MAX, shortenQuote } from './locate-notes.ts'
import { type ModelNote, type NoteUnit, noteByModel } from './note-by-model.ts'
import { noteFromRecords } from './note-from-records.ts'
import type { ConversationProgress, WaitingRow } from './queries.ts'
import type { InsightFinding, SourceFinding } from './schema.ts'
import { plainly } from './words.ts'

/** The principal is the owner of the insight. */
export interface ReadPorts extends RecordPorts {
  readonly clock: Clock
  /** Undefined if no model is configured or the model failed for this insight. */
  readonly model: LanguageModel | undefined
}

interface ReadableConversation {
  readonly id: string
  readonly version: number
  readonly segments: SegmentsInput
  readonly texts: readonly EvidenceText[]
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
    const segments = await toSegmentsInput(row.segments ?? '[]')
    const texts = version === null ? [] : await rateForEach(ports, { id, title, at }, segments, questions)
    if (version === null || texts.every(({ lineCount }) => lineCount === 0))
      looked.push({ ...nothing, state: 'silent' })
    else spoken.push({ id, version, segments, texts })
  }
  const noted = await takeNotes(ports, questions, spoken)
  for (const { id, version, segments, texts } of spoken) {
    const notes =
      noted?.get(id)?.map((own, at) => toPassageNotes(own, texts[at])) ??
      (await findNotes(ports, questions, { id, texts }))
    const proofs = notes.map((own) => listProofs(own.notes))
    const located = await ports.requestWorkers.run(locateTask, [segments, proofs], ports.signal)
    const findings = notes.map(({ notes: own, worth }, question) =>
      own.flatMap(({ text, proofs: quotes }, note): InsightFinding[] => {
        const spots = located[question]?.[note] ?? []
        // Facts such as participants have no quotes. A note whose quotes aren't found is left out.
        return spots.length === 0 && quotes.length > 0 ? [] : [{ text, worth, spots }]
      }),
    )
    looked.push({ id, state: 'read', version, byModel: noted !== undefined, findings })
  }
  return looked
}

const listProofs = (notes: readonly ModelNote[]): QuoteInLine[][] =>
  notes.map(({ proofs }) => proofs.map(({ line: { segment }, quote }) => ({ segment, quote })))

/** A conversation or knowledge source with its ratings, by question. */
interface RatedUnit {
  readonly id: string
  readonly texts: readonly EvidenceText[]
}

/** Returns undefined if the model output was invalid or the model rejected the text. Quotes are used instead. */
async function takeNotes(
  { model, signal }: ReadPorts,
  questions: readonly string[],
  conversations: readonly RatedUnit[],
) {
  if (model === undefined || conversations.length === 0) return undefined
  const units = conversations.map(({ id, texts }): NoteUnit => ({ id, texts: texts.map(withLines) }))
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

/** Notes of a conversation about a question. */
interface QuestionNotes {
  readonly notes: readonly ModelNote[]
  /** Probability that the conversation answers the question, 0 to 1. */
  readonly worth: number
}

const toPassageNotes = (notes: readonly ModelNote[], text: EvidenceText | undefined): QuestionNotes => ({
  notes,
  worth: text?.answerability ?? 0,
})

/** Notes without a model: from records, or else passages of the transcript. */
async function findNotes(
  ports: ReadPorts,
  questions: readonly string[],
  { id, texts }: RatedUnit,
): Promise<QuestionNotes[]> {
  const recorded = await noteFromRecords(ports, id, questions)
  const open = questions.flatMap((question, at) => {
    const text = texts[at]
    return recorded[at] !== undefined || text === undefined ? [] : [{ at, question, text }]
  })
  const extracted = await extractNotes(
    ports,
    open.map(({ question }) => question),
    open.map(({ text }) => text),
  )
  const passages = new Map(open.map(({ at }, index) => [at, extracted[index] ?? []]))
  return questions.map((_, at) => {
    const notes = recorded[at]
    return notes === undefined ? toPassageNotes(passages.get(at) ?? [], texts[at]) : { notes, worth: 1 }
  })
}

async function extractNotes(
  { requestWorkers, signal }: ReadPorts,
  questions: readonly string[],
  texts: readonly EvidenceText[],
): Promise<ModelNote[][]> {
  const parts = await requestWorkers.run(partsTask, [questions, texts], signal)
  return parts.map((own) => own.map(({ text, proofs }) => ({ text: plainly(text), proofs })))
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
    const findings: SourceFinding[] = []
    for (const text of texts) {
      const notes = noted?.get(text.id)?.[0] ?? (await extractNotes(ports, [question], [text]))[0] ?? []
      findings.push(
        ...notes.map((note) => ({
          ...{ sourceId: text.id, title: text.title, text: note.text },
          quotes: note.proofs.slice(0, SPOTS_MAX).map(({ quote }) => shortenQuote(quote)),
        })),
      )
    }
    found.push(findings)
  }
  return found
}
