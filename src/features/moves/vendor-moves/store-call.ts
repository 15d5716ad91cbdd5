/**
 * Stores one call of a vendor, exactly once. The import is one transaction, identified by application and external ID.
 * Everything else about the call, and its row in the ledger, is a second one. After an interruption between them, the
 * next run finds the conversation, and runs only the second.
 */
import { AppError } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import { type Context, contextWithin } from '../../../core/operation.ts'
import { runOperation } from '../../../core/run-operation.ts'
import { findUser } from '../../accounts/identity/index.ts'
import { selectMedia } from '../../conversations/media/index.ts'
import { putConversationMedia } from '../../conversations/recordings/index.ts'
import { importConversation, importDocument, titleWithin } from '../../conversations/records/index.ts'
import { readTranscript, type TranscriptDocument, TranscriptFault } from '../../text/transcripts/index.ts'
import { CallLedger } from './call-ledger.ts'
import type { CallTarget, FetchedRecording } from './call-target.ts'
import { selectConversationBySource, upsertMoveCall } from './queries.ts'
import type { CallOutcome } from './schema.ts'
import { isOld, storeDetails } from './store-details.ts'
import type { VendorCall } from './vendor.ts'

/** @returns the outcome; `failed` if nothing came */
export async function storeCall(ctx: Context, target: CallTarget, call: VendorCall): Promise<CallOutcome> {
  if (call.fault !== undefined) return fail(ctx, target, call, call.fault)
  const ledger = new CallLedger()
  for (const { kind, reason, count } of call.missing ?? []) ledger.lacks(kind, reason, count)
  const read = readDocument(call)
  if (read instanceof TranscriptFault) return fail(ctx, target, call, { reason: 'transcript', detail: read.message })
  const source = { application: target.application, externalId: call.externalId }
  const existing = await selectConversationBySource(ctx.db, ctx.org, source)
  const hasRecording = existing !== undefined && (await selectMedia(ctx.db, ctx.org, existing.id)) !== undefined
  if (hasRecording) ledger.came('recording')
  const recording = hasRecording ? undefined : await fetchRecording(target, call, ledger)
  try {
    if (read === undefined && recording === undefined && existing === undefined) {
      const detail = 'The call has neither a transcript nor a recording that could be loaded.'
      return await fail(ctx, target, call, { reason: 'empty', detail })
    }
    const owner =
      call.ownerEmail === undefined ? undefined : await findUser(ctx.db, ctx.org, { email: call.ownerEmail })
    const content = { document: read, ownerId: owner?.id, recording, ledger }
    const imported =
      existing === undefined
        ? await importCall(ctx, target, call, content)
        : await attachRecording(ctx, existing.id, content)
    if ('reason' in imported) return await fail(ctx, target, call, imported)
    // An interrupted run has brought the conversation, if it isn't older than the move.
    const isAdded = existing === undefined || new Date(existing.created_at) >= target.moveCreatedAt
    countCall(call, read, { isOwned: owner !== undefined, ledger })
    return await ctx.transact(async (tx) => {
      const within = contextWithin(ctx, tx)
      const facts = await storeDetails(within, tx, { target, call, conversationId: imported.uuid, ledger })
      const outcome = isAdded ? 'added' : 'known'
      await upsertMoveCall(tx, ctx.org, target.moveId, {
        ...{ externalId: call.externalId, outcome, reason: null, detail: null },
        startedAt: facts.startedAt,
        durationSeconds: facts.length,
        ownerEmail: foldEmail(call),
        ownerId: facts.ownerId,
        ...{ parts: ledger.parts, missing: ledger.missing(), at: ctx.clock.now() },
      })
      await ctx.audit(tx, ctx.org, {
        ...{ operation: importConversation.id, principal: ctx.principal, source: ctx.source, at: ctx.clock.now() },
        targets: [{ kind: 'conversation', id: imported.uuid }],
      })
      return outcome
    })
  } finally {
    await recording?.discard()
  }
}

const foldEmail = ({ ownerEmail }: VendorCall) => (ownerEmail === undefined ? null : fold(ownerEmail))

interface Failure {
  /** Code: `transcript`, `empty` or that of the error. */
  readonly reason: string
  /** Sentence without content of the call. */
  readonly detail: string
}

async function fail(ctx: Context, target: CallTarget, call: VendorCall, failure: Failure): Promise<'failed'> {
  await ctx.transact((tx) =>
    upsertMoveCall(tx, ctx.org, target.moveId, {
      ...{ externalId: call.externalId, outcome: 'failed' },
      ...{ reason: failure.reason, detail: failure.detail },
      ...{ startedAt: call.startedAt ?? null, durationSeconds: call.durationSeconds ?? null },
      ...{ ownerEmail: foldEmail(call), ownerId: null, parts: {}, missing: [], at: ctx.clock.now() },
    }),
  )
  return 'failed'
}

function readDocument(call: VendorCall): TranscriptDocument | TranscriptFault | undefined {
  const { transcript, fileName, summary } = call
  if (call.document !== undefined) return call.document
  if (transcript === undefined) return undefined
  try {
    const document = readTranscript(transcript, fileName === undefined ? {} : { fileName, requireSpeakers: true })
    return summary === undefined ? document : { ...document, summary }
  } catch (error) {
    if (error instanceof TranscriptFault) return error
    throw error
  }
}

type Recording = Extract<FetchedRecording, { file: unknown }>

async function fetchRecording(
  target: CallTarget,
  call: VendorCall,
  ledger: CallLedger,
): Promise<Recording | undefined> {
  if (call.recording === undefined) {
    if (!(call.missing ?? []).some(({ kind }) => kind === 'recording')) ledger.lacks('recording', 'absent')
    return undefined
  }
  if (!target.withRecordings) {
    ledger.lacks('recording', 'skipped')
    return undefined
  }
  const fetched = await target.fetchRecording(call)
  if ('file' in fetched) return fetched
  ledger.lacks('recording', fetched.reason)
  return undefined
}

interface CallContent {
  readonly document: TranscriptDocument | undefined
  readonly ownerId: string | undefined
  readonly recording: Recording | undefined
  readonly ledger: CallLedger
}

/** Imports the call with the operation of the API. A recording that Parley can't read doesn't prevent the transcript. */
async function importCall(
  ctx: Context,
  target: CallTarget,
  call: VendorCall,
  { document, ownerId, recording, ledger }: CallContent,
): Promise<{ uuid: string } | Failure> {
  const input = importConversation.input.safeParse(toImportInput(target, call, ownerId))
  if (!input.success) {
    const field = String(input.error.issues[0]?.path[0] ?? '')
    return { reason: 'validation_failed', detail: `The value of \`${field}\` isn't valid for a conversation.` }
  }
  try {
    const given = recording === undefined ? input.data : { ...input.data, file: recording.file }
    const imported = await importDocument(
      given,
      document,
      ctx,
      call.fileName === undefined ? {} : { transcriptFile: { name: call.fileName } },
    )
    if (recording !== undefined) ledger.came('recording')
    return imported
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isOfFile = error.problems[0]?.pointer === '/file'
    if (recording === undefined || !isOfFile) return { reason: error.code, detail: error.message }
    ledger.lacks('recording', 'unreadable')
    if (document === undefined) return { reason: 'recording', detail: error.message }
    return importCall(ctx, target, call, { document, ownerId, recording: undefined, ledger })
  }
}

/** Adds the recording to a conversation that was imported without it. */
async function attachRecording(
  ctx: Context,
  id: string,
  { recording, ledger }: CallContent,
): Promise<{ uuid: string }> {
  if (recording === undefined) return { uuid: id }
  try {
    await runOperation(putConversationMedia, { id, file: recording.file }, ctx)
    ledger.came('recording')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    ledger.lacks('recording', 'unreadable')
  }
  return { uuid: id }
}

const NAME_MAX = 256
const PARTICIPANTS_MAX = 1_000
const LINKS_MAX = 100

function toImportInput(target: CallTarget, call: VendorCall, ownerId: string | undefined): Record<string, unknown> {
  const title = call.title?.trim()
  const participants = (call.participants ?? []).flatMap(({ name, email, organizer, internal }) => {
    const named = name?.trim().slice(0, NAME_MAX)
    const address = email !== undefined && isEmail(email) ? email.trim() : undefined
    if (!named && address === undefined) return []
    return [{ name: named || undefined, email: address, organizer, internal }]
  })
  return {
    applicationName: target.application,
    applicationExternalID: call.externalId,
    conversationTitle: title ? titleWithin(title) : undefined,
    conversationStartedAt: call.startedAt?.toISOString(),
    ...(ownerId === undefined ? { userEmail: target.defaultOwner } : { userID: ownerId }),
    teamUUID: call.teamId ?? target.teamId,
    language: call.language,
    private: call.isPrivate,
    participants: participants.length === 0 ? undefined : participants.slice(0, PARTICIPANTS_MAX),
    linkedCrmRecords: call.crmLinks?.slice(0, LINKS_MAX),
    opportunityID: call.opportunityId,
    labels: Object.fromEntries(toLabels(call).slice(0, LABELS_MAX)),
    externalMetadata: toMetadata(target, call),
    // Scores of people are moved. Automatic ones would be mixed with them.
    skipScorecardCalculation: (call.scorings?.length ?? 0) > 0 || undefined,
  }
}

const LABEL_MAX = 128
const OPTION_MAX = 256
const LABELS_MAX = 100

const cut = (text: string, max: number) => [...text.trim()].slice(0, max).join('')

const toLabels = ({ labels = {} }: VendorCall): [string, string][] =>
  Object.entries(labels).flatMap(([category, option]): [string, string][] => {
    const [name, value] = [cut(category, LABEL_MAX), cut(option, OPTION_MAX)]
    return name === '' || value === '' ? [] : [[name, value]]
  })

/** Facts of the vendor, with action items that are too old to be tasks. */
function toMetadata(target: CallTarget, call: VendorCall): { extra: Record<string, unknown> } | undefined {
  const items = call.actionItems ?? []
  const old = items.length === 0 || !isOld(target, call) ? {} : { actionItems: items.map(({ text }) => text) }
  const extra = { ...call.facts, ...old }
  return Object.keys(extra).length === 0 ? undefined : { extra }
}

const isEmail = (email: string) => importConversation.input.shape.userEmail.safeParse(email).success

/** Speakers without a name have the label of the recognizer. */
const LABEL = /^(speaker|spk|unknown|participant)[ _-]?[a-z0-9]{0,4}$/i

function countCall(
  call: VendorCall,
  document: TranscriptDocument | undefined,
  { isOwned, ledger }: { isOwned: boolean; ledger: CallLedger },
): void {
  if (document === undefined) ledger.lacks('transcript', 'absent')
  else ledger.came('transcript')
  const names = new Map(
    (document?.segments ?? []).map(({ speaker }) => [`${speaker.id ?? ''} ${speaker.name}`, speaker.name]),
  )
  const named = [...names.values()].filter((name) => name.trim() !== '' && !LABEL.test(name.trim())).length
  ledger.came('speaker', named)
  ledger.lacks('speaker', 'unnamed', names.size - named)
  if (isOwned) ledger.came('owner')
  else ledger.lacks('owner', call.ownerEmail === undefined ? 'not_returned' : 'unknown_user')
  ledger.came('side', (call.participants ?? []).filter(({ internal }) => internal !== undefined).length)
  const labels = toLabels(call).length
  ledger.came('label', Math.min(labels, LABELS_MAX))
  ledger.lacks('label', 'limit', labels - LABELS_MAX)
  const links = (call.crmLinks?.length ?? 0) + (call.opportunityId === undefined ? 0 : 1)
  ledger.came('crm_link', Math.min(links, LINKS_MAX))
  ledger.lacks('crm_link', 'limit', links - LINKS_MAX)
}
