import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { COSTS, type Context, defineOperation } from '../../../core/operation.ts'
import { pathId, text } from '../../../core/wire.ts'
import { findBeforeStorage, type SpanFinder } from '../../text/redaction/index.ts'
import { requireChangeable, storeCorrection, storePart, TITLE_MAX, titleWithin } from '../records/index.ts'
import { loadAll, lockAll, serializeStays, type TranscribedConversation, toDocument } from './load.ts'
import { cutPart, findEnd, hasTimes, type TranscriptPart } from './parts.ts'
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
    atSeconds: z
      .number()
      .min(0)
      .max(1_000_000)
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
  precheck: ({ id = '' }, ctx) => requireChangeable(ctx, id, 'owner'),
  async handle(given, ctx) {
    const { id } = given
    if (given.preview) {
      await requireChangeable(ctx, id, 'owner')
      const [source] = await loadAll(ctx, ctx.db, [id])
      return planSplit(requireLoaded(source), given).result
    }
    const find = await findBeforeStorage(ctx.db, ctx.org)
    return ctx.transact(async (tx) => {
      await lockAll(ctx, tx, [id])
      const [source] = await loadAll(ctx, tx, [id])
      const loaded = requireLoaded(source)
      return store(tx, ctx, find, { source: loaded, ...planSplit(loaded, given) })
    })
  },
})

function requireLoaded(source: TranscribedConversation | undefined): TranscribedConversation {
  if (source === undefined) throw new Error('The loaded conversation is missing.')
  return source
}

interface SplitPlan {
  readonly first: TranscriptPart
  readonly second: TranscriptPart
  readonly startedAt: Date | null
  readonly result: SplitResult
}

/** @throws AppError `transcript_changed`, `nothing_to_split`, `no_times`, `validation_failed` */
export function planSplit(
  source: TranscribedConversation,
  given: Pick<Input, 'segment' | 'atSeconds' | 'transcriptVersion' | 'title'>,
): SplitPlan {
  if (given.transcriptVersion !== undefined && given.transcriptVersion !== source.version) {
    throw conflict(
      'transcript_changed',
      `The transcript has changed: version ${source.version} is the current one. Read it, then split that version.`,
      '/transcriptVersion',
    )
  }
  const isTimed = hasTimes(source)
  const { first, second, seconds } = cutPart(source, findSegment(source, given, isTimed))
  const startedAt =
    source.live_started_at === null || !isTimed ? null : new Date(Date.parse(source.live_started_at) + seconds * 1000)
  return {
    first,
    second,
    startedAt,
    result: {
      uuid: null,
      transcriptVersion: source.version + 1,
      segments: first.segments.length,
      otherUUID: null,
      otherTitle: titleWithin(given.title ?? `${source.title} (part 2)`),
      otherSegments: second.segments.length,
      splitSeconds: isTimed ? seconds : null,
      otherStartedAt: startedAt?.toISOString() ?? null,
      stays: serializeStays(source),
    },
  }
}

function findSegment(
  { segments }: TranscribedConversation,
  { segment, atSeconds }: Pick<Input, 'segment' | 'atSeconds'>,
  isTimed: boolean,
): number {
  if (segment !== undefined) {
    if (segment < segments.length) return segment
    throw invalid({
      pointer: '/segment',
      detail: `The transcript has ${segments.length} lines. \`segment\` must be from 1 to ${segments.length - 1}.`,
    })
  }
  if (!isTimed) {
    throw conflict('no_times', 'The transcript has lines without times. Send `segment` instead.', '/atSeconds')
  }
  const found = segments.findIndex(({ start }) => start !== null && start >= (atSeconds ?? 0))
  if (found > 0) return found
  throw conflict(
    'nothing_to_split',
    'All lines are on one side of this time. Send a time between the start of the second line and of the last one.',
    '/atSeconds',
  )
}

async function store(
  tx: Writer,
  ctx: Context,
  find: SpanFinder | undefined,
  { source, first, second, startedAt, result }: SplitPlan & { readonly source: TranscribedConversation },
): Promise<SplitResult> {
  const [org, at, uuid, otherId] = [ctx.org, ctx.clock.now(), newId(), newId()]
  const toStored = ({ form, segments }: TranscriptPart) => ({ ...toDocument(form), segments: [...segments] })
  await storePart(tx, ctx, find, {
    ...{ id: otherId, title: result.otherTitle, source, startedAt, endedAt: source.live_ended_at },
    participants: toParticipants(source.participants, source.internal_participants),
    document: toStored(second),
  })
  await storeCorrection(tx, ctx, source.id, source.version + 1, { document: toStored(first), find })
  const end = hasTimes(first) ? findEnd(first) : null
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
