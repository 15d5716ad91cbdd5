import { z } from 'zod'
import { newId } from '../../../../core/clock.ts'
import type { Writer } from '../../../../core/db.ts'
import { invalid } from '../../../../core/errors.ts'
import type { HeldJson } from '../../../../core/held-json.ts'
import { COSTS, type Context, defineOperation } from '../../../../core/operation.ts'
import type { PreparedPassages, SpokenPassage } from '../../../../core/search.ts'
import { ownAddressesOf } from '../../../accounts/identity/index.ts'
import { requestAnalysis } from '../../../platform/analysis-requests/index.ts'
import { announce } from '../../../platform/webhooks/index.ts'
import { indexConversation, indexInSteps } from '../../../text/passages/index.ts'
import { findBeforeStorage, type MaskCounts, maskJson, type SpanFinder } from '../../../text/redaction/index.ts'
import { describeReading, parseStartInFileName, type TranscriptDocument } from '../../../text/transcripts/index.ts'
import { findOrCreateOpportunity } from '../../crm-records/index.ts'
import {
  attachMedia,
  dropMedia,
  MEDIA_BYTES_MAX,
  type NewMedia,
  requestTranscription,
  storeMedia,
  toFileName,
} from '../../media/index.ts'
import { indexConversations } from '../index-conversations.job.ts'
import { fold, recognizeSpeakers, sortParticipants } from '../model.ts'
import { insertConversation, type NewConversation } from '../queries.ts'
import type { FileHashes } from '../queries-files.ts'
import {
  parseLanguage,
  parseMediaHash,
  parseMediaUrl,
  parseStart,
  titleOfFile,
  titleWithin,
  toConversationTitle,
  toParticipants,
} from '../serialize.ts'
import { nameRedaction } from '../transcript/audited-redaction.ts'
import { findBySource, type ImportSource, toImportSource } from './import-source.ts'
import { readFileGiven, readGiven, readImportMetadata, storable } from './parse-import.ts'
import { isLarge, type LargeTranscript, prepareLarge } from './prepare-transcript.ts'
import { resolveOwner, resolveTeamId } from './resolve-owner.ts'
import { type FindSameFile, findForCaller, lockForImport, type TranscriptFile, toFileHashes } from './same-file.ts'
import { type ImportInput, importInput, readingOutput, resolveSynonyms } from './schema-import.ts'
import { textOfFile } from './sent-file.ts'
import { withStagedTexts } from './stage-transcript.ts'

/** Maximum size in bytes of a conversation with its transcript, in one request or line. */
export const IMPORT_BYTES_MAX = 32 * 1024 * 1024

const UNTITLED = 'Untitled conversation'
/** Minimum number of passages that are indexed in several transactions, after the one that stores the conversation. */
const IN_STEPS_MIN = 500
/** Delay of the job that completes the index of an interrupted import. Longer than the import. */
const COMPLETION_DELAY_MS = 10 * 60_000

const importOutput = z.object({
  uuid: z.string().describe('ID of the conversation.'),
  isNew: z
    .boolean()
    .optional()
    .describe('False if the conversation was imported before, and nothing changed. Only with `reuseSameFile`.'),
  reading: readingOutput.optional(),
})

export const importConversation = defineOperation({
  id: 'importConversation',
  summary: 'Import a conversation',
  description:
    'Stores the conversation and analyzes it in the background. `applicationName` and `applicationExternalID` ' +
    'identify it: repeating the import returns the same `uuid` and changes nothing. An `application/x-ndjson` body ' +
    'imports one conversation per line and returns one result per line, after the complete body was received. If ' +
    'the body is incomplete, the last result is an error. `reading` in a result says which form the transcript has, ' +
    'and what was read and left out. Send a recording or a transcript file as `multipart/form-data`. A recording without a transcript is transcribed if a transcriber is configured. ' +
    'Maximum 32 MiB without the recording.',
  tag: 'Conversations',
  cost: COSTS.high,
  input: importInput,
  output: importOutput,
  requires: { scope: 'write' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/conversations/import',
    status: 202,
    bodyLimit: IMPORT_BYTES_MAX,
    lines: true,
    heldField: 'transcript',
    upload: { field: 'file', maxBytes: MEDIA_BYTES_MAX, fieldBytes: IMPORT_BYTES_MAX },
  },
  async handle({ reuseSameFile, ...input }, ctx) {
    const { isNew, ...output } = await importInputs(input, ctx, reuseSameFile === true ? findForCaller(ctx) : undefined)
    return reuseSameFile === true ? { ...output, isNew } : output
  },
})

type ImportOutput = z.input<typeof importOutput> & { readonly isNew: boolean }

/** Imports what the operation accepts. @param findSame undefined: the files can have a conversation already */
export async function importInputs(
  input: Omit<z.output<typeof importInput>, 'reuseSameFile'>,
  ctx: Context,
  findSame: FindSameFile | undefined,
): Promise<ImportOutput> {
  const given = resolveSynonyms(input)
  const { transcript, mediaURL, file, mediaFollows } = given
  const sent =
    transcript === undefined && file !== undefined ? await textOfFile(file, IMPORT_BYTES_MAX, ctx) : undefined
  if (file !== undefined && sent !== undefined) {
    const { file: _, ...others } = given
    const { text, encoding } = sent
    const named = { ...others, transcript: text }
    const from = { transcriptFile: { name: toFileName(file.name), sha256: file.sha256 }, findSame }
    if (isLarge(text)) {
      return importLarge(named, await large(text, { fileName: file.name, encoding }, given, ctx), ctx, from)
    }
    const document = readFileGiven(text, file.name, encoding)
    return toOutput(await importDocument(named, document, ctx, from), document)
  }
  if (transcript === undefined && mediaURL === undefined && file === undefined && !mediaFollows) {
    throw invalid({
      pointer: '/transcript',
      detail: 'A transcript or a recording is required. Send `transcript`, `file`, `mediaURL` or `mediaFollows`.',
    })
  }
  if (isLarge(transcript)) {
    return importLarge(given, await large(transcript, undefined, given, ctx), ctx, { findSame })
  }
  const document = given.transcript === undefined ? undefined : readGiven(given.transcript)
  return toOutput(await importDocument(given, document, ctx, { findSame }), document)
}

async function large(
  transcript: HeldJson | string,
  file: Parameters<typeof prepareLarge>[1],
  { participants }: ImportInput,
  ctx: Context,
): Promise<LargeTranscript> {
  return prepareLarge(transcript, file, { participants, ownAddresses: await ownAddressesOf(ctx.db, ctx.org) }, ctx)
}

const importLarge = async (given: ImportInput, transcript: LargeTranscript, ctx: Context, from: ImportOrigin) =>
  toOutput(await importDocument(given, transcript.document, ctx, { ...from, large: transcript }), transcript.document)

/** A repeated import reads its transcript like the first one, so its result is the same. */
function toOutput(imported: Imported, document: TranscriptDocument | undefined): ImportOutput {
  if (document === undefined) return imported
  const { taken, missing, leftOut, ...rest } = document.reading ?? describeReading(document)
  return { ...imported, reading: { ...rest, taken: [...taken], missing: [...missing], leftOut: [...leftOut] } }
}

interface Imported {
  readonly uuid: string
  /** False if an earlier import has stored the conversation. Then this one changed nothing. */
  readonly isNew: boolean
}

/** Origin of the content of an import. */
export interface ImportOrigin {
  /** Undefined if the transcript doesn't come from a file. */
  readonly transcriptFile?: TranscriptFile | undefined
  /** Prepared content of a large transcript. */
  readonly large?: LargeTranscript | undefined
  /** Undefined: the files can have a conversation already. */
  readonly findSame?: FindSameFile | undefined
}

/** Imports a conversation whose transcript is already parsed. Used by the command line. */
export async function importDocument(
  given: ImportInput,
  document: TranscriptDocument | undefined,
  ctx: Context,
  { transcriptFile, large, findSame }: ImportOrigin = {},
): Promise<Imported> {
  const source = toImportSource(given, document)
  const hashes = toFileHashes(transcriptFile, given.file)
  const findKnown = async () => (await findBySource(source, ctx)) ?? (await findSame?.(ctx.db, hashes))
  const known = await findKnown()
  if (known !== undefined) return { uuid: known, isNew: false }
  const owner = await resolveOwner(given, ctx)
  const teamId = await resolveTeamId(given, owner, ctx)
  const ownAddresses = await ownAddressesOf(ctx.db, ctx.org)
  const media = given.file === undefined ? undefined : await storeMedia(ctx, given.file)
  let isKept = false
  try {
    const id = await storeConversation(
      given,
      document,
      { source, ownerId: owner.id, teamId, ownAddresses, media, transcriptFile, large },
      { hashes, find: findSame },
      ctx,
    )
    isKept = id !== undefined
    if (id !== undefined) return { uuid: id, isNew: true }
  } finally {
    if (media !== undefined && !isKept) await dropMedia(ctx, media)
  }
  // A concurrent import of the same conversation or file committed first.
  const first = await findKnown()
  if (first === undefined) throw new Error('The conflicting conversation does not exist.')
  return { uuid: first, isNew: false }
}

/** Stores the conversation. @returns undefined if one with the same ID, source or file exists */
async function storeConversation(
  given: ImportInput,
  document: TranscriptDocument | undefined,
  known: Omit<ImportContext, 'at' | 'find'>,
  files: ImportedParts['files'],
  ctx: Context,
): Promise<string | undefined> {
  const { teamId, media } = known
  const find = await findBeforeStorage(ctx.db, ctx.org)
  const { conversation, passages, masked } = assemble(given, document, { ...known, find, at: ctx.clock.now() })
  const opportunity = given.opportunityID ?? readImportMetadata(document).opportunity
  const store = (transcript: NewConversation['transcript']) =>
    insertImported({ ...conversation, transcript }, { opportunity, passages, masked, media, teamId, files }, ctx)
  const id =
    conversation.transcript === undefined
      ? await store(undefined)
      : await withStagedTexts(ctx, conversation.transcript, store)
  if (id !== undefined && isLong(passages)) await indexLarge(ctx, id, passages)
  return id
}

const isLong = (passages: readonly SpokenPassage[] | PreparedPassages): passages is PreparedPassages =>
  'prepared' in passages && passages.count >= IN_STEPS_MIN

/** Indexes a stored conversation. If that fails, a job that was added with the conversation does it. */
async function indexLarge(ctx: Context, id: string, passages: PreparedPassages): Promise<void> {
  try {
    await indexInSteps(ctx, id, passages)
  } catch (fault) {
    ctx.log.warn({ conversation: id, error: (fault as Error).message }, 'a large import is indexed later')
  }
}

interface ImportedParts extends Pick<ImportContext, 'media' | 'teamId'> {
  readonly opportunity: string | undefined
  readonly passages: readonly SpokenPassage[] | PreparedPassages
  readonly masked: MaskCounts
  readonly files: { readonly hashes: FileHashes; readonly find: FindSameFile | undefined }
}

function insertImported(
  conversation: NewConversation,
  { opportunity, passages, masked, media, teamId, files }: ImportedParts,
  ctx: Context,
): Promise<string | undefined> {
  return ctx.transact(async (tx) => {
    if (await lockForImport(tx, ctx, files.hashes, files.find)) return undefined
    if (opportunity !== undefined) {
      const wanted = { externalId: opportunity, teamId, at: conversation.at }
      conversation.opportunityId = await findOrCreateOpportunity(tx, ctx.org, wanted)
    }
    if (!(await insertConversation(tx, ctx.org, conversation))) return undefined
    if (isLong(passages)) {
      const startAfter = new Date(ctx.clock.now().getTime() + COMPLETION_DELAY_MS)
      await ctx.jobs.add(tx, ctx.org, indexConversations, { conversationId: conversation.id }, { startAfter })
    } else if ('prepared' in passages || passages.length > 0)
      await indexConversation(ctx, tx, conversation.id, passages)
    if (media !== undefined) await attachMedia(tx, ctx, conversation.id, media)
    if (conversation.transcriptStatus === 'pending') {
      // The analysis starts when the transcript arrives.
      const hasRecording = media !== undefined || conversation.mediaUrl !== null
      await requestTranscription(tx, ctx, conversation.id, { hasRecording, replaces: null })
    } else {
      await requestAnalysis(tx, ctx, [conversation.id])
    }
    await announceImported(tx, ctx, conversation)
    ctx.addAuditTarget('conversation', conversation.id)
    nameRedaction(ctx, conversation.id, conversation.transcript?.redaction?.counts, masked)
    return conversation.id
  })
}

function announceImported(tx: Writer, ctx: Context, conversation: NewConversation): Promise<void> {
  return announce(tx, ctx, {
    type: 'conversation.imported',
    data: {
      conversation_id: conversation.id,
      application: conversation.application,
      external_id: conversation.externalId,
      owner_user_id: conversation.ownerId,
      team_id: conversation.teamId,
    },
  })
}

/** Inputs that are resolved before the conversation is assembled. */
interface ImportContext {
  readonly at: Date
  /** Finds the text to redact before storage. Undefined if redaction is off. */
  readonly find: SpanFinder | undefined
  /** Domains of the organization, and addresses of its users. */
  readonly ownAddresses: readonly string[]
  readonly ownerId: string
  readonly teamId: string | null
  readonly source: ImportSource
  /** The uploaded recording. */
  readonly media: NewMedia | undefined
  /** Undefined if the transcript doesn't come from a file. */
  readonly transcriptFile: TranscriptFile | undefined
  /** Prepared content of a large transcript. */
  readonly large: LargeTranscript | undefined
}

function assemble(
  given: ImportInput,
  document: TranscriptDocument | undefined,
  known: ImportContext,
): { conversation: NewConversation; passages: readonly SpokenPassage[] | PreparedPassages; masked: MaskCounts } {
  const carried = readImportMetadata(document)
  const masked: Record<string, number> = {}
  const maskIfNeeded = <T>(value: T): T => (known.find === undefined ? value : maskJson(value, known.find, masked))
  const people = given.participants ?? carried.participants ?? toParticipants(document)
  const segments = recognizeSpeakers(document?.segments ?? [], people, known.ownAddresses)
  const stored =
    known.large?.stored ??
    (document === undefined || segments.length === 0 ? undefined : storable({ ...document, segments }, known.find))
  const named = parseStartInFileName(known.transcriptFile?.name)
  const startedAt =
    given.conversationStartedAt ??
    carried.startedAt ??
    parseStart(document) ??
    (named === undefined ? undefined : new Date(named))
  const duration = known.media?.duration ?? document?.durationSeconds ?? stored?.lastEnd ?? null
  // Redaction can make the title longer than the input.
  const title = titleWithin(
    maskIfNeeded(
      given.conversationTitle ??
        toConversationTitle(document) ??
        titleOfFile(known.media?.fileName ?? known.transcriptFile?.name) ??
        UNTITLED,
    ),
  )
  const conversation: NewConversation = {
    id: known.source.ownId ?? newId(),
    title,
    titleFolded: fold(title),
    at: known.at,
    liveStartedAt: startedAt ?? null,
    liveEndedAt:
      carried.endedAt ??
      (startedAt !== undefined && duration !== null ? new Date(startedAt.getTime() + duration * 1000) : null),
    mediaDuration: duration,
    ownerId: known.ownerId,
    teamId: known.teamId,
    archived: carried.archived ?? false,
    private: given.private ?? carried.private ?? false,
    isEmpty: stored?.isEmpty ?? true,
    transcriptStatus: stored !== undefined ? 'completed' : given.transcript === undefined ? 'pending' : 'none',
    language: given.language ?? parseLanguage(document) ?? null,
    application:
      known.source.externalId === null && given.applicationName === undefined ? null : known.source.application,
    externalId: known.source.externalId,
    opportunityId: null,
    mediaUrl: given.mediaURL ?? parseMediaUrl(document) ?? null,
    // The hash belongs to the recording that the transcript names.
    transcriptFileHash: known.transcriptFile?.sha256 ?? null,
    mediaHash: given.mediaURL === undefined ? (parseMediaHash(document) ?? null) : null,
    participants: sortParticipants(people, known.ownAddresses),
    labels: given.labels ?? carried.labels ?? {},
    summary: maskIfNeeded(document?.summary ?? null),
    meetingPlatformMetadata: maskIfNeeded(given.meetingPlatformMetadata ?? carried.meetingPlatformMetadata ?? null),
    importMetadata: maskIfNeeded(carried.importMetadata) ?? {
      format: document?.format ?? null,
      reading: document === undefined ? null : (document.reading ?? describeReading(document)),
      externalMetadata: maskIfNeeded(given.externalMetadata ?? null),
      skipScorecardCalculation: given.skipScorecardCalculation ?? false,
      skipCRMFieldsCalculation: given.skipCRMFieldsCalculation ?? false,
    },
    crmLinks: given.linkedCrmRecords ?? carried.crmLinks ?? [],
    transcript: stored?.transcript,
  }
  return { conversation, passages: stored?.passages ?? [], masked }
}
