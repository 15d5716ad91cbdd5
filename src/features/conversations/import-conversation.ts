import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import type { Writer } from '../../core/db.ts'
import { forbidden, invalid } from '../../core/errors.ts'
import type { HeldJson } from '../../core/held-json.ts'
import { COSTS, type Context, defineOperation, UploadedFile } from '../../core/operation.ts'
import type { PreparedPassages, SpokenPassage } from '../../core/search.ts'
import { givenJson, instant, text, uuid } from '../../core/wire.ts'
import { requestAnalysis } from '../analysis-requests/index.ts'
import { crmLink, opportunityOf } from '../crm/index.ts'
import { domainsOf, emailAddress, findUser, firstAdmin, type Person, teamExists } from '../identity/index.ts'
import {
  attachMedia,
  dropMedia,
  MEDIA_BYTES_MAX,
  type NewMedia,
  nameOf,
  requestTranscription,
  storeMedia,
} from '../media/index.ts'
import { indexConversation } from '../passages/index.ts'
import { type Counts, type Find, findBeforeStorage, maskJson } from '../redaction/index.ts'
import type { TranscriptDocument } from '../transcripts/index.ts'
import { announce } from '../webhooks/index.ts'
import { nameRedaction } from './audited-redaction.ts'
import { fold, recognizeSpeakers, sortParticipants } from './model.ts'
import { isLarge, type LargeTranscript, prepareLarge } from './prepare-transcript.ts'
import { insertConversation, type NewConversation, selectIdBySource } from './queries.ts'
import { carriedBy, readFileGiven, readGiven, storable } from './reading.ts'
import { externalId, labelMap, language, mediaUrl, metadata, participantInput, TITLE_MAX } from './schema-input.ts'
import { textOfFile } from './sent-file.ts'
import { externalIdOf, languageOf, mediaUrlOf, partiesOf, startOf, titleOf, titleOfFile, titleWithin } from './told.ts'

/** Largest conversation, with its transcript, that is taken in one request or one line. */
export const IMPORT_BYTES_MAX = 32 * 1024 * 1024

const DEFAULT_APPLICATION = 'import'
const UNTITLED = 'Untitled conversation'

const input = z.object({
  transcript: z.unknown().optional().describe('In any accepted form, as a string or as JSON.'),
  mediaURL: mediaUrl.optional(),
  file: z
    .instanceof(UploadedFile)
    .optional()
    .describe('The recording, audio or video, or the transcript: recognized by its content.'),
  mediaFollows: z.boolean().optional().describe('The recording is sent afterwards, to /conversations/{id}/media.'),
  userID: uuid().optional(),
  userEmail: emailAddress.optional(),
  applicationName: text({ min: 1, max: 128, trim: true }).optional(),
  applicationExternalID: externalId.optional(),
  conversationTitle: text({ min: 1, max: TITLE_MAX, trim: true }).optional(),
  conversationStartedAt: instant().optional(),
  teamUUID: uuid().optional(),
  opportunityID: text({ min: 1, max: 256, trim: true }).optional(),
  linkedCrmRecords: z.array(crmLink).max(100).optional(),
  participants: z.array(participantInput).max(1_000).optional(),
  externalMetadata: z
    .object({ participants: z.array(givenJson).max(1_000).optional(), extra: metadata.optional() })
    .optional(),
  meetingPlatformMetadata: metadata.optional(),
  language: language.optional(),
  private: z.boolean().optional(),
  labels: labelMap.optional(),
  skipScorecardCalculation: z.boolean().optional(),
  skipCRMFieldsCalculation: z.boolean().optional(),
})
type Input = z.output<typeof input>

export const importConversation = defineOperation({
  id: 'importConversation',
  summary: 'Import a conversation with its transcript.',
  description:
    'Known by applicationName and applicationExternalID: a repeat answers the same uuid and changes nothing. An ' +
    'application/x-ndjson body imports one conversation a line, and each line gets its own answer; the answer begins when ' +
    'the body has ended, and its last line is an error when the body could not be read to its end. A recording is sent ' +
    'along as multipart/form-data; without a transcript it is transcribed when a transcriber is configured. A transcript ' +
    'may be sent so too, as a file.',
  tag: 'Conversations',
  cost: COSTS.high,
  input,
  output: z.object({ uuid: z.string() }),
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
  async handle(given, ctx) {
    const { transcript, mediaURL, file, mediaFollows } = given
    const text = transcript === undefined && file !== undefined ? await textOfFile(file, IMPORT_BYTES_MAX) : undefined
    if (file !== undefined && text !== undefined) {
      const { file: _, ...others } = given
      const named = { ...others, transcript: text }
      if (isLarge(text)) return importLarge(named, await large(text, file.name, given, ctx), ctx, nameOf(file.name))
      return importDocument(named, readFileGiven(text, file.name), ctx, nameOf(file.name))
    }
    if (transcript === undefined && mediaURL === undefined && file === undefined && !mediaFollows) {
      throw invalid({ pointer: '/transcript', detail: 'A transcript, a file or a mediaURL is required.' })
    }
    if (isLarge(transcript)) return importLarge(given, await large(transcript, undefined, given, ctx), ctx)
    const document = given.transcript === undefined ? undefined : readGiven(given.transcript)
    return importDocument(given, document, ctx)
  },
})

async function large(
  transcript: HeldJson | string,
  fileName: string | undefined,
  { participants }: Input,
  ctx: Context,
): Promise<LargeTranscript> {
  return prepareLarge(transcript, fileName, { participants, domains: await domainsOf(ctx.db, ctx.org) }, ctx)
}

const importLarge = (given: Input, transcript: LargeTranscript, ctx: Context, fileName?: string) =>
  importDocument(given, transcript.document, ctx, fileName, transcript)

/** The same for a transcript that has been read already, as the command line does. */
export async function importDocument(
  given: Input,
  document: TranscriptDocument | undefined,
  ctx: Context,
  fileName?: string,
  large?: LargeTranscript,
): Promise<{ uuid: string }> {
  const source = sourceOf(given, document)
  const known = await idBySource(source, ctx)
  if (known !== undefined) return { uuid: known }
  const owner = await ownerOf(given, ctx)
  const teamId = await teamOf(given, owner, ctx)
  const domains = await domainsOf(ctx.db, ctx.org)
  const media = given.file === undefined ? undefined : await storeMedia(ctx, given.file)
  let isKept = false
  try {
    const id = await storeConversation(
      given,
      document,
      { source, ownerId: owner.id, teamId, domains, media, fileName, large },
      ctx,
    )
    isKept = id !== undefined
    if (id !== undefined) return { uuid: id }
  } finally {
    if (media !== undefined && !isKept) await dropMedia(ctx, media)
  }
  // Somebody imported the same one between the look and the write.
  const first = await idBySource(source, ctx)
  if (first === undefined) throw new Error('A conversation that was in the way is gone.')
  return { uuid: first }
}

/** @returns undefined when there is one of the same id or source already */
async function storeConversation(
  given: Input,
  document: TranscriptDocument | undefined,
  known: Omit<Known, 'at' | 'find'>,
  ctx: Context,
): Promise<string | undefined> {
  const { teamId, media } = known
  const find = await findBeforeStorage(ctx.db, ctx.org)
  const { conversation, passages, masked } = assemble(given, document, { ...known, find, at: ctx.clock.now() })
  const opportunity = given.opportunityID ?? carriedBy(document).opportunity
  return ctx.transact(async (tx) => {
    if (opportunity !== undefined) {
      const wanted = { externalId: opportunity, teamId, at: conversation.at }
      conversation.opportunityId = await opportunityOf(tx, ctx.org, wanted)
    }
    if (!(await insertConversation(tx, ctx.org, conversation))) return undefined
    if ('prepared' in passages || passages.length > 0) await indexConversation(ctx, tx, conversation.id, passages)
    if (media !== undefined) await attachMedia(tx, ctx, conversation.id, media)
    if (conversation.transcriptStatus === 'pending') {
      // It is analyzed when its transcript arrives.
      const hasRecording = media !== undefined || conversation.mediaUrl !== null
      await requestTranscription(tx, ctx, conversation.id, { hasRecording, replaces: null })
    } else {
      await requestAnalysis(tx, ctx, [conversation.id])
    }
    await announceImported(tx, ctx, conversation)
    ctx.names('conversation', conversation.id)
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

/** What a conversation is known by, so that importing it again changes nothing. */
interface Source {
  readonly application: string
  readonly externalId: string | null
  /** Of an export of ours without an external id: the id it has had. */
  readonly ownId: string | undefined
}

function sourceOf(given: Input, document: TranscriptDocument | undefined): Source {
  const carried = carriedBy(document)
  const isOurs = document?.conversation !== undefined
  const named = given.applicationExternalID ?? carried.externalId
  const told = externalIdOf(document)
  return {
    application: given.applicationName ?? carried.application ?? DEFAULT_APPLICATION,
    externalId: named ?? (isOurs ? null : (told ?? null)),
    ownId: isOurs && named === undefined ? uuid().safeParse(told).data : undefined,
  }
}

async function idBySource({ application, externalId, ownId }: Source, ctx: Context): Promise<string | undefined> {
  if (externalId !== null) return selectIdBySource(ctx.db, ctx.org, { application, externalId })
  return ownId === undefined ? undefined : selectIdBySource(ctx.db, ctx.org, { id: ownId })
}

/** The named user, else the caller, else the admin who joined first. Only admins import for others. */
async function ownerOf(given: Input, ctx: Context): Promise<Person> {
  const caller = ctx.principal.user
  const by =
    given.userID !== undefined
      ? { id: given.userID }
      : given.userEmail !== undefined
        ? { email: given.userEmail }
        : caller === undefined
          ? undefined
          : { id: caller.id }
  const person = by === undefined ? await firstAdmin(ctx.db, ctx.org) : await findUser(ctx.db, ctx.org, by)
  if (ctx.principal.role !== 'ADMIN' && person?.id !== caller?.id) {
    throw forbidden('admin_required', 'Only admins import conversations for other users.')
  }
  if (person === undefined) {
    const pointer = given.userID !== undefined ? '/userID' : '/userEmail'
    throw invalid({ pointer, detail: 'There is no such active user in the organization.' })
  }
  return person
}

/** The named team, else the owner's primary one. Who is no admin puts conversations into teams they see. */
async function teamOf(given: Input, owner: Person, ctx: Context): Promise<string | null> {
  const wanted = given.teamUUID
  if (wanted === undefined) return owner.primaryTeamId
  const { role, user } = ctx.principal
  const mayUse = role === 'ADMIN' || user?.teamIds.includes(wanted) === true
  if (!mayUse || !(await teamExists(ctx.db, ctx.org, wanted))) {
    throw invalid({ pointer: '/teamUUID', detail: 'There is no such team.' })
  }
  return wanted
}

/** What is known of a conversation before it is put together. */
interface Known {
  readonly at: Date
  /** What is masked before it is stored. */
  readonly find: Find | undefined
  readonly domains: readonly string[]
  readonly ownerId: string
  readonly teamId: string | null
  readonly source: Source
  /** The recording that was sent along. */
  readonly media: NewMedia | undefined
  /** Of the transcript, when it was sent as one. */
  readonly fileName: string | undefined
  /** What is stored of a large transcript, computed already. */
  readonly large: LargeTranscript | undefined
}

function assemble(
  given: Input,
  document: TranscriptDocument | undefined,
  known: Known,
): { conversation: NewConversation; passages: readonly SpokenPassage[] | PreparedPassages; masked: Counts } {
  const carried = carriedBy(document)
  const masked: Record<string, number> = {}
  const safe = <T>(value: T): T => (known.find === undefined ? value : maskJson(value, known.find, masked))
  const people = given.participants ?? carried.participants ?? partiesOf(document)
  const segments = recognizeSpeakers(document?.segments ?? [], people, known.domains)
  const stored =
    known.large?.stored ??
    (document === undefined || segments.length === 0 ? undefined : storable({ ...document, segments }, known.find))
  const startedAt = given.conversationStartedAt ?? carried.startedAt ?? startOf(document)
  const duration = known.media?.duration ?? document?.durationSeconds ?? stored?.lastEnd ?? null
  // A title that is masked may be longer by a few letters than what was given.
  const title = titleWithin(
    safe(
      given.conversationTitle ?? titleOf(document) ?? titleOfFile(known.media?.fileName ?? known.fileName) ?? UNTITLED,
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
    language: given.language ?? languageOf(document) ?? null,
    application:
      known.source.externalId === null && given.applicationName === undefined ? null : known.source.application,
    externalId: known.source.externalId,
    opportunityId: null,
    mediaUrl: given.mediaURL ?? mediaUrlOf(document) ?? null,
    participants: sortParticipants(people, known.domains),
    labels: given.labels ?? carried.labels ?? {},
    summary: safe(document?.summary ?? null),
    meetingPlatformMetadata: safe(given.meetingPlatformMetadata ?? carried.meetingPlatformMetadata ?? null),
    importMetadata: safe(carried.importMetadata) ?? {
      format: document?.format ?? null,
      externalMetadata: safe(given.externalMetadata ?? null),
      skipScorecardCalculation: given.skipScorecardCalculation ?? false,
      skipCRMFieldsCalculation: given.skipCRMFieldsCalculation ?? false,
    },
    crmLinks: given.linkedCrmRecords ?? carried.crmLinks ?? [],
    transcript: stored?.transcript,
  }
  return { conversation, passages: stored?.passages ?? [], masked }
}
