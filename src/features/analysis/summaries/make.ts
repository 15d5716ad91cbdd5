/** Creates and stores summaries, and decides whether a stored one is current. */
import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { WorkerPool } from '../../../core/worker-pool.ts'
import { fillSummary } from '../../conversations/records/index.ts'
import {
  NOTHING_SAID,
  type SummaryContent,
  type SummaryContext,
  type SummaryParticipant,
} from '../../text/extractive-summary/index.ts'
import { outlineTask, type Speaker, toSegmentsInput } from '../../text/transcripts/index.ts'
import { extractiveSummaryTask } from './extractive.ts'
import { putSummary, type SummaryRow, type SummaryState, type SummarySubject } from './queries.ts'
import { content, type Fault, type Summary } from './schema.ts'

type SummaryPorts = Pick<Ports, 'clock'> & { readonly org: OrganizationId }

export interface GeneratedSummary {
  readonly content: SummaryContent
  readonly model: string | null
  readonly fault: Fault | null
}

/** The stored summary, if it belongs to the current transcript. */
export function findCurrentSummary({ current, stored }: SummaryState): SummaryRow | undefined {
  return stored !== null && stored.transcript_version === current ? stored : undefined
}

/** Whether the current transcript has no summary. */
export const isMissing = (state: SummaryState): boolean => findCurrentSummary(state) === undefined

/** Stores a summary. The conversation must be locked, and its transcript must still have this version. */
export async function saveSummary(
  tx: Writer,
  { org, clock }: SummaryPorts,
  id: string,
  version: number,
  { content: made, model, fault }: GeneratedSummary,
  pending: boolean,
): Promise<SummaryRow> {
  const at = clock.now()
  const row = {
    transcript_version: version,
    method: model === null ? ('extractive' as const) : ('model' as const),
    model,
    model_fault: fault,
    content: JSON.stringify(made),
    pending,
  }
  await putSummary(tx, org, id, { ...row, made_at: at })
  const text = [made.headline, ...made.paragraphs].flatMap((line) => (line === null ? [] : [line.text])).join('\n\n')
  if (text !== '') await fillSummary(tx, org, id, { text, version }, at)
  return { ...row, made_at: at.toISOString() }
}

/** @param row undefined if there is no transcript */
export function serializeSummary(id: string, row: SummaryRow | undefined): Summary {
  if (row === undefined) return { ...content.parse(NOTHING_SAID), ...ofNothing, conversationUUID: id }
  return {
    ...content.parse(JSON.parse(row.content)),
    conversationUUID: id,
    transcriptVersion: row.transcript_version,
    method: row.method,
    model: row.model,
    modelFault: row.model_fault,
    pending: row.pending,
    createdAt: row.made_at,
  }
}

const ofNothing = {
  transcriptVersion: null,
  method: 'extractive' as const,
  model: null,
  modelFault: null,
  pending: false,
  createdAt: null,
}

/** Extractive summary of a transcript, created in worker threads. Nothing is stored. */
export async function summarizeExtractively(
  subject: SummarySubject,
  workers: WorkerPool,
  signal: AbortSignal,
): Promise<SummaryContent> {
  const segments = await toSegmentsInput(subject.segments ?? '[]')
  const { speakers } = await workers.run(outlineTask, [segments], signal)
  return workers.run(extractiveSummaryTask, [{ segments, surroundings: toSubjectContext(subject, speakers) }], signal)
}

function toSubjectContext(subject: SummarySubject, speakers: readonly Speaker[]): SummaryContext {
  const named = [subject.participants, subject.internal_participants].flatMap(
    (text) => JSON.parse(text) as SummaryParticipant[],
  )
  return toSummaryContext(speakers, named, subject.live_started_at === null ? null : new Date(subject.live_started_at))
}

/** @param named all participants, including those who didn't speak */
export function toSummaryContext(
  speakers: readonly Speaker[],
  named: readonly { readonly name: string | null; readonly email: string | null }[],
  saidOn: Date | null,
): SummaryContext {
  const people = new Map<string, SummaryParticipant>()
  const add = (name: string | null, email: string | null) => {
    if (name !== null && name.trim() !== '') people.set(JSON.stringify([name, email]), { name, email })
  }
  for (const { name, email } of speakers) add(name, email ?? null)
  for (const one of named) add(one.name, one.email)
  return { people: [...people.values()], saidOn: saidOn ?? undefined }
}
