import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Reader, Writer } from '../../../core/db.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { COSTS, type Context, defineOperation } from '../../../core/operation.ts'
import { recordingSeconds } from '../../../core/recording-times.ts'
import { pathId, text } from '../../../core/wire.ts'
import { findBeforeStorage, type SpanFinder } from '../../text/redaction/index.ts'
import { requireChangeable, storeCorrection, storePart, TITLE_MAX, titleWithin } from '../records/index.ts'
import {
  loadAll,
  lockAll,
  type OutlinedConversation,
  outlineAside,
  serializeStays,
  type TranscribedConversation,
  toDocument,
  toPart,
} from './load.ts'
import { cutPart, hasTimes, outlinePart, type PartCut, type TranscriptPart } from './parts.ts'
import { toParticipants } from './plan-merge.ts'
import { insertRearrangement, updateExtent } from './queries.ts'
import { previewField, type SplitResult, splitResult } from './schema.ts'

const input = z
  .object({
    id: pathId('conversation'),
    segment: z
      .int()
      .min(1)
      .max(10_000_000)
      .optional()
      .describe('First line of the new conversation, as position in the transcript, from 0. Example: `120`.'),
    atSeconds: recordingSeconds()
      .optional()
      .describe(
        'Instead of `segment`: time in the recording. The first line that starts then or later is the first line of the new conversation. Example: `1830`.',
      ),
    transcriptVersion: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .optional()
      .describe(
        'Version that `segment` refers to, from `GET /conversations/{id}/transcript`; it must be the current one. Required with `segment`. Example: `2`.',
      ),
    title: text({ min: 1, max: TITLE_MAX, trim: true })
      .optional()
      .describe('Title of the new conversation. Defaults to the title with “(part 2)”. Example: `Demo for Acme`.'),
    preview: previewField(),
  })
  .refine(({ segment, atSeconds }) => (segment === undefined) !== (atSeconds === undefined), {
    path: ['segment'],
    message: 'The value is required, or `atSeconds` instead. Send exactly one of them.',
  })
  .refine(({ segment, transcriptVersion }) => segment === undefined || transcriptVersion !== undefined, {
    path: ['transcriptVersion'],
    message:
      'The value is required with `segment`, because positions belong to one version. Read the transcript to get it.',
  })
type Input = z.output<typeof input>

export const splitConversation = defineOperation({
  id: 'splitConversation',
  summary: 'Start a split of a conversation',
  description:
    'Creates a conversation with the lines from `segment` or `atSeconds` on, whose times start at 0, and adds a version ' +
    'without them to this one. The new one gets owner, team, privacy, participants, labels, CRM links and opportunity. ' +
    'Comments, clips, results, confirmed values and the whole recording stay with this one. Parley analyzes both again. ' +
    'Send `preview` first. Undo with `POST …/rearrangements/{rearrangementId}/undo`. Requires the owner or the admin role.',
  tag: 'Conversations',
  cost: COSTS.high,
  input,
  output: splitResult,
  requires: { scope: 'write' },
  rest: { method: 'POST', path: '/conversations/{id}/split', derived: true, refusals: [409] },
  async handle(given, ctx) {
    const { id } = given
    const place = { segment: given.segment, atSeconds: given.atSeconds }
    if (given.preview) {
      await requireChangeable(ctx, id, 'owner')
      const source = await loadOne(ctx, ctx.db, id)
      return planSplit(await outlineAside(ctx, source, place), given).result
    }
    const find = await findBeforeStorage(ctx.db, ctx.org)
    return ctx.transact(async (tx) => {
      await lockAll(ctx, tx, [id])
      const source = await loadOne(ctx, tx, id)
      const part = toPart(source)
      const plan = planSplit({ ...source, outline: outlinePart(part.segments, place) }, given)
      return store(tx, ctx, find, { source, plan, ...cutPart(part, plan.cut.segment) })
    })
  },
})

async function loadOne(ctx: Context, db: Reader | Writer, id: string): Promise<TranscribedConversation> {
  const [source] = await loadAll(ctx, db, [id])
  if (source === undefined) throw new Error('The loaded conversation is missing.')
  return source
}

interface SplitPlan {
  readonly cut: PartCut
  readonly startedAt: Date | null
  readonly result: SplitResult
}

/** @throws AppError `transcript_changed`, `nothing_to_split`, `no_times`, `validation_failed` */
export function planSplit(
  source: OutlinedConversation,
  given: Pick<Input, 'segment' | 'atSeconds' | 'transcriptVersion' | 'title'>,
): SplitPlan {
  if (given.transcriptVersion !== undefined && given.transcriptVersion !== source.version) {
    throw conflict(
      'transcript_changed',
      `The transcript has changed: version ${source.version} is the current one. Read it, then split that version.`,
      '/transcriptVersion',
    )
  }
  const { isTimed, count } = source.outline
  const cut = requireCut(source, given)
  const startedAt =
    source.live_started_at === null || !isTimed
      ? null
      : new Date(Date.parse(source.live_started_at) + cut.seconds * 1000)
  return {
    cut,
    startedAt,
    result: {
      uuid: null,
      transcriptVersion: source.version + 1,
      segments: cut.segment,
      otherUUID: null,
      otherTitle: titleWithin(given.title ?? `${source.title} (part 2)`),
      otherSegments: count - cut.segment,
      splitSeconds: isTimed ? cut.seconds : null,
      otherStartedAt: startedAt?.toISOString() ?? null,
      stays: serializeStays(source),
    },
  }
}

function requireCut({ outline }: OutlinedConversation, { segment }: Pick<Input, 'segment'>): PartCut {
  const { count, cut, isTimed } = outline
  if (segment === undefined && !isTimed) {
    throw conflict('no_times', 'The transcript has lines without times. Send `segment` instead.', '/atSeconds')
  }
  if (cut !== undefined) return cut
  if (segment === undefined) {
    throw conflict(
      'nothing_to_split',
      'All lines are on one side of this time. Send a time between the start of the second line and of the last one.',
      '/atSeconds',
    )
  }
  throw invalid({
    pointer: '/segment',
    detail:
      count < 2
        ? 'The transcript has one line only, so there is nothing to split.'
        : `The transcript has ${count} lines. \`segment\` must be from 1 to ${count - 1}.`,
  })
}

interface Split {
  readonly source: TranscribedConversation
  readonly plan: SplitPlan
  readonly first: TranscriptPart
  readonly second: TranscriptPart
}

async function store(
  tx: Writer,
  ctx: Context,
  find: SpanFinder | undefined,
  { source, plan: { cut, startedAt, result }, first, second }: Split,
): Promise<SplitResult> {
  const [org, at, uuid, otherId] = [ctx.org, ctx.clock.now(), newId(), newId()]
  const toStored = ({ form, segments }: TranscriptPart) => ({ ...toDocument(form), segments: [...segments] })
  await storePart(tx, ctx, find, {
    ...{ id: otherId, title: result.otherTitle, source, startedAt, endedAt: source.live_ended_at },
    participants: toParticipants(source.participants, source.internal_participants),
    document: toStored(second),
  })
  await storeCorrection(tx, ctx, source.id, source.version + 1, { document: toStored(first), find })
  const end = hasTimes(first) ? cut.firstEnd : null
  await updateExtent(
    tx,
    org,
    source.id,
    {
      duration: source.has_recording ? source.media_duration : (end ?? source.media_duration),
      endedAt:
        source.live_started_at === null || end === null
          ? source.live_ended_at
          : new Date(Date.parse(source.live_started_at) + end * 1000),
      opportunityId: source.opportunity_id,
    },
    at,
  )
  const [outside, inside] = [source.participants.length, source.internal_participants.length]
  await insertRearrangement(tx, org, {
    ...{ id: uuid, kind: 'split', conversationId: source.id, otherId, versionBefore: source.version },
    ...{ durationBefore: source.media_duration, endedBefore: source.live_ended_at },
    ...{ opportunityBefore: source.opportunity_id, otherWasArchived: source.archived },
    outside: { before: outside, after: outside },
    inside: { before: inside, after: inside },
    ...{ addedLinks: [], addedLabels: [] },
    by: ctx.principal.user?.id ?? null,
    at,
  })
  ctx.addAuditTarget('conversation', otherId)
  return { ...result, uuid, otherUUID: otherId }
}
