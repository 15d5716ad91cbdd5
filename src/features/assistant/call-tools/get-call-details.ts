import { z } from 'zod'
import { invalid, notFound } from '../../../core/errors.ts'
import { estimateTokens } from '../../../core/language-model.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { recordingSeconds } from '../../../core/recording-times.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { bindCursor, unbindCursor } from '../../../core/tool-paging.ts'
import { ANSWER_TOKENS } from '../../../core/tool-size.ts'
import { uuid } from '../../../core/wire.ts'
import { getConversationSummary } from '../../analysis/summaries/index.ts'
import { listConversationScorecardResults } from '../../coaching/scorecard-results/index.ts'
import { selectSegmentsInput } from '../../conversations/records/index.ts'
import { briefFields, listParticipants, moreFields, toCallBrief, toCallDetails } from './card.ts'
import {
  crmTold,
  fieldTold,
  participantTold,
  scorecardTold,
  summaryText,
  toFieldParts,
  toParticipantParts,
  toRecordParts,
  toScorecardParts,
} from './parts.ts'
import { type CallRow, selectCalls, selectFields, selectLinkedRecords } from './queries.ts'
import { invalidStart, printPlace, readPlace, segmentTold, type WindowStart, windowTask } from './window.ts'

export const PARTS = ['summary', 'participants', 'transcript', 'scorecards', 'insights', 'crm'] as const
type CallDetailPart = (typeof PARTS)[number]

export const SEGMENTS_MAX = 500
export const SEGMENT_MAX = 1_000_000
/** Maximum and minimum token budget of a transcript window. */
const WINDOW = { most: 6_000, least: 1_000 }
/** Token budget of all parts: one half of the result, minus the text around the parts. */
const ROOM = ANSWER_TOKENS / 2 - 700
/** Maximum number of scorecard results to read. */
const SCORECARDS_MAX = 25

const input = z.object({
  id: uuid(),
  include: z.array(z.enum(PARTS)).max(PARTS.length),
  from_segment: z.int().min(0).max(SEGMENT_MAX).optional(),
  from_seconds: recordingSeconds().optional(),
  cursor: z.string().max(80).optional(),
  limit: z.int().min(1).max(SEGMENTS_MAX),
})
type Input = z.output<typeof input>

const partsTold = {
  summary: z.string().optional(),
  participants: z.array(participantTold).optional(),
  scorecards: z.array(scorecardTold).optional(),
  insights: z.array(fieldTold).optional(),
  crm_records: z.array(crmTold).optional(),
}
const transcriptTold = {
  segments: z.array(segmentTold).optional(),
  segments_in_all: z.int().optional(),
  next_cursor: z.string().nullable().optional(),
}
const output = z.object({
  call: z.object({ ...briefFields, ...moreFields }),
  ...partsTold,
  ...transcriptTold,
  notes: z.array(z.string()),
})
export type Details = z.output<typeof output>

/** Returns the requested parts of a call, each with a size limit. */
export const getCallDetails = defineToolOperation({
  id: 'getCallDetails',
  summary: 'Get details of a call',
  tag: 'Conversations',
  input,
  output,
  requires: { scope: 'read' },
  async handle(given, ctx) {
    const [row] = (await selectCalls(ctx.db, ctx.org, toVisibility(ctx.principal), [given.id])).values()
    if (row === undefined) throw notFound('conversation')
    const wanted = new Set<CallDetailPart>(given.include)
    if (listStartArguments(given).length > 0) wanted.add('transcript')
    const notes: string[] = []
    const parts = {
      call: { ...toCallBrief(row, ctx.publicUrl()), ...toCallDetails(row) },
      ...(await loadParts(row, wanted, ctx, notes)),
    }
    const room = ROOM - estimateTokens(JSON.stringify(parts))
    const transcript = wanted.has('transcript') ? await readTranscriptWindow(row, given, ctx, room, notes) : {}
    return { ...parts, ...transcript, notes }
  },
})

async function loadParts(
  row: CallRow,
  wanted: ReadonlySet<CallDetailPart>,
  ctx: Context,
  notes: string[],
): Promise<Pick<Details, keyof typeof partsTold>> {
  const { db, org } = ctx
  const { id } = row
  const page = { id, page: 1, size: SCORECARDS_MAX }
  const [summary, scorecards, fields, records] = await Promise.all([
    wanted.has('summary') ? getConversationSummary.handle({ id }, ctx) : undefined,
    wanted.has('scorecards') ? listConversationScorecardResults.handle(page, ctx) : undefined,
    wanted.has('insights') ? selectFields(db, org, id) : undefined,
    wanted.has('crm') ? selectLinkedRecords(db, org, id) : undefined,
  ])
  return {
    ...(summary === undefined ? {} : { summary: summaryText(summary) }),
    ...(wanted.has('participants') ? { participants: toParticipantParts(listParticipants(row), notes) } : {}),
    ...(scorecards === undefined ? {} : { scorecards: toScorecardParts(scorecards, notes) }),
    ...(fields === undefined ? {} : { insights: toFieldParts(fields, notes) }),
    ...(records === undefined ? {} : { crm_records: toRecordParts(records, notes) }),
  }
}

async function readTranscriptWindow(
  { id, transcript_version: version }: CallRow,
  given: Input,
  ctx: Context,
  room: number,
  notes: string[],
): Promise<Pick<Details, keyof typeof transcriptTold>> {
  if (version === null) {
    notes.push('The call has no transcript, or it is not available yet.')
    return { segments: [], segments_in_all: 0, next_cursor: null }
  }
  const from = resolveStart(given, version)
  const segments = await selectSegmentsInput(ctx.db, ctx.org, id, version)
  const limits = { tokens: Math.min(WINDOW.most, Math.max(WINDOW.least, room)), count: given.limit }
  const window = await ctx.requestWorkers.run(windowTask, [segments, from, limits], ctx.signal)
  if ('fault' in window) throw invalidStart(window)
  return {
    segments: window.segments,
    segments_in_all: window.count,
    next_cursor: window.next === undefined ? null : bindCursor(printPlace(version, window.next), { id }),
  }
}

const listStartArguments = (given: Input) =>
  (['from_segment', 'from_seconds', 'cursor'] as const).filter((name) => given[name] !== undefined)

function resolveStart(given: Input, version: number): WindowStart {
  const [, second] = listStartArguments(given)
  if (second !== undefined) {
    throw invalid({
      pointer: `/${second}`,
      detail: "`from_segment`, `from_seconds` and `cursor` can't be combined. Send only one of them.",
    })
  }
  if (given.from_seconds !== undefined) return { seconds: given.from_seconds }
  if (given.cursor === undefined) return { segment: given.from_segment ?? 0, offset: 0 }
  const place = readPlace(unbindCursor(given.cursor, { id: given.id }))
  if (place.version !== version) {
    throw invalid({
      pointer: '/cursor',
      detail: 'The transcript changed after this cursor was created. Start again with `from_segment`.',
    })
  }
  return place
}
