/**
 * Stores the parts of a call as one conversation. Every step can be repeated: the application name and the ID at the
 * source identify the conversation, and a part that the conversation has isn't stored a second time.
 */

import { readFile } from 'node:fs/promises'
import type { Reader } from '../../../core/db.ts'
import { AppError } from '../../../core/errors.ts'
import type { JobContext } from '../../../core/jobs.ts'
import { omitUndefined } from '../../../core/omit-undefined.ts'
import type { UploadedFile } from '../../../core/operation.ts'
import { isPhoneNumberAmong, parsePhoneNumber } from '../../../core/phone-numbers.ts'
import { phoneNumbersOf, teamExists } from '../../accounts/identity/index.ts'
import { selectMedia, selectTranscription, updateEnded } from '../../conversations/media/index.ts'
import { putConversationMedia } from '../../conversations/recordings/index.ts'
import {
  type FindSameFile,
  heardTranscript,
  IMPORT_BYTES_MAX,
  importConversation,
  importInputs,
  ingestTranscript,
  isVisible,
  lockVisible,
  textOfFile,
} from '../../conversations/records/index.ts'
import { createServiceContext } from '../../platform/audit/index.ts'
import { decodeText, decodeTranscript, readTranscript, TranscriptFault } from '../../text/transcripts/index.ts'
import type { SourceRow } from '../call-sources/index.ts'
import { type AnnouncedCall, SourceFault } from '../source-kinds/index.ts'
import type { FetchedParts, FetchedTranscript } from './fetch-parts.ts'
import { findImported, type ImportedCall } from './find-imported.ts'
import { findOwner } from './find-owner.ts'

const TITLE_MAX = 512
const NAME_MAX = 256

export interface StoredCall {
  readonly conversationId: string
  readonly hasTranscript: boolean
  readonly hasRecording: boolean
  /** Parts that were fetched, and can't be read or added. */
  readonly leftOut: { readonly transcript: boolean; readonly recording: boolean }
  /** Why they can't be read. Undefined if there are none. */
  readonly fault: string | undefined
  /** Note for admins about a call that was imported completely. */
  readonly notice: string | undefined
}

/**
 * @param known conversation that an earlier part became
 * @throws SourceFault if no part can be read
 */
export async function storeCall(
  ctx: JobContext,
  source: SourceRow,
  call: AnnouncedCall,
  parts: FetchedParts,
  known: string | null,
): Promise<StoredCall> {
  const faults = { transcript: '', recording: '' }
  /** Runs a step for a part, unless the part is missing or can't be read. */
  const attempt = async <P, T>(
    name: keyof typeof faults,
    part: P | undefined,
    work: (part: P) => Promise<T>,
  ): Promise<T | undefined> => {
    if (part === undefined || faults[name] !== '') return undefined
    const { result, fault } = await unlessUnreadable(work(part))
    if (fault !== undefined) faults[name] = `The ${name} can't be read. ${fault}`
    return result
  }
  const { transcript, recording } = parts
  const find = (db: Reader = ctx.db) => findImported({ ...ctx, db }, source, call, parts, known)
  let imported = await find()
  const importPart = async (part: FetchedTranscript | { readonly file: UploadedFile }): Promise<string> => {
    const { uuid, isNew } = await importFile(ctx, source, call, part, async (db) => (await find(db))?.id)
    // Somebody imported the file at the same time.
    if (!isNew) imported = await find()
    return uuid
  }
  const conversationId =
    known ??
    imported?.id ??
    (await attempt('transcript', transcript, importPart)) ??
    (await attempt('recording', recording, (file) => importPart({ file })))
  if (imported?.isUnchanged === true) return toLinkedCall(imported, parts)
  const messages = () => Object.values(faults).filter((fault) => fault !== '')
  if (conversationId === undefined) {
    throw new SourceFault('lasting', messages().join(' ') || 'The call has neither transcript nor recording.')
  }
  await attempt('transcript', transcript, (part) => addTranscript(ctx, source, conversationId, part))
  await attempt('recording', recording, (part) => addRecording(ctx, source, conversationId, part))
  return {
    conversationId,
    hasTranscript: transcript !== undefined && faults.transcript === '',
    hasRecording: recording !== undefined && faults.recording === '',
    leftOut: { transcript: faults.transcript !== '', recording: faults.recording !== '' },
    fault: messages().length === 0 ? undefined : messages().join(' '),
    notice:
      imported?.notice ??
      parts.notice ??
      (call.ownerName === undefined ? undefined : (await findOwner(ctx, source, call)).notice),
  }
}

/** Returns the message of a file that can't be read. Its other parts can still be imported. */
async function unlessUnreadable<T>(work: Promise<T>): Promise<{ result?: T; fault?: string }> {
  try {
    return { result: await work }
  } catch (error) {
    if (error instanceof AppError && (error.kind === 'invalid' || error.kind === 'too_large')) {
      return { fault: error.message }
    }
    if (error instanceof TranscriptFault) return { fault: error.message }
    throw error
  }
}

/** Result for a call that stays unchanged. Parts that it lacks are left out, and not fetched again. */
const toLinkedCall = ({ id, notice, leftOut }: ImportedCall, { transcript, recording }: FetchedParts): StoredCall => ({
  conversationId: id,
  hasTranscript: transcript !== undefined && !leftOut.transcript,
  hasRecording: recording !== undefined && !leftOut.recording,
  ...{ leftOut, fault: undefined, notice },
})

async function importFile(
  ctx: JobContext,
  source: SourceRow,
  call: AnnouncedCall,
  part: FetchedTranscript | { readonly file: UploadedFile },
  findSame: FindSameFile,
): Promise<{ readonly uuid: string; readonly isNew: boolean }> {
  const facts = await toImportFacts(ctx, source, call)
  const context = createServiceContext(ctx, importConversation.id, { kind: 'source', id: source.id })
  const isText = 'isText' in part && part.isText
  const content = isText ? { transcript: decodeTranscript(await readFile(part.file.path)) } : { file: part.file }
  return importInputs({ ...facts, ...content }, context, findSame)
}

/** Applies the rules of the source: owner, team, privacy and sides. */
async function toImportFacts(ctx: JobContext, source: SourceRow, call: AnnouncedCall) {
  const { id: ownerId } = await findOwner(ctx, source, call)
  const teamId = source.team_id
  const hasTeam = teamId !== null && (await teamExists(ctx.db, ctx.org, teamId))
  const startedAt = call.startedAt === undefined ? undefined : new Date(call.startedAt)
  const title = call.title?.trim().slice(0, TITLE_MAX)
  const numbers = new Set(call.participants === undefined ? [] : await phoneNumbersOf(ctx.db, ctx.org))
  return {
    applicationName: source.application,
    applicationExternalID: call.externalId,
    ...(title === undefined || title === '' ? {} : { conversationTitle: title }),
    ...(startedAt === undefined || Number.isNaN(startedAt.getTime()) ? {} : { conversationStartedAt: startedAt }),
    ...omitUndefined({ userID: ownerId, language: call.language }),
    ...(hasTeam ? { teamUUID: teamId } : {}),
    ...(source.private || call.isPrivate === true ? { private: true } : {}),
    ...(call.links === undefined ? {} : { linkedCrmRecords: [...call.links] }),
    ...(call.participants === undefined ? {} : { participants: toParticipants(call.participants, source, numbers) }),
  }
}

/**
 * Participants with a domain that the source names, or a number of the organization, are inside. The source or the import
 * decides about the others. The number identifies people without an email address.
 */
function toParticipants(
  people: NonNullable<AnnouncedCall['participants']>,
  { inside_domains: domains }: SourceRow,
  numbers: ReadonlySet<string>,
) {
  const inside = new Set(domains)
  const isOurs = ({ email, phone, name }: (typeof people)[number]) =>
    email === undefined
      ? isPhoneNumberAmong(phone ?? name, numbers)
      : inside.has(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
  return people.map((person) => ({
    name: (person.name ?? (person.email === undefined ? person.phone : undefined))?.slice(0, NAME_MAX),
    email: person.email,
    organizer: person.organizer,
    id: person.email === undefined ? parsePhoneNumber(person.phone) : undefined,
    status: undefined,
    ...(person.internal === undefined ? {} : { internal: person.internal }),
    ...(isOurs(person) ? { internal: true } : {}),
  }))
}

/**
 * Adds the transcript unless the conversation has one. It replaces a transcript that Parley transcribed from the
 * recording, because the source knows the speakers, but never one that was corrected.
 */
async function addTranscript(
  ctx: JobContext,
  source: SourceRow,
  conversationId: string,
  { file, isText }: FetchedTranscript,
): Promise<void> {
  const transcription = await selectTranscription(ctx.db, ctx.org, conversationId)
  const standing = await ctx.transactUnaudited((tx) => lockVisible(tx, ctx.org, 'everything', conversationId))
  if (standing === undefined) return
  const version = standing.transcript_version
  const isTranscribed = version !== null && transcription?.transcript_version === version
  if (version !== null && !isTranscribed) return
  const { text, encoding } = (await textOfFile(file, IMPORT_BYTES_MAX, ctx)) ?? decodeText(await readFile(file.path))
  const document = readTranscript(text, { fileName: file.name, requireSpeakers: !isText, encoding })
  const heard = await heardTranscript(ctx, document)
  const context = createServiceContext(ctx, 'addSourceTranscript', { kind: 'source', id: source.id })
  context.addAuditTarget('conversation', conversationId)
  await context.transact(async (tx) => {
    const outcome = await ingestTranscript(tx, ctx, conversationId, heard, { replaces: version, length: null })
    if (typeof outcome === 'string' || transcription === undefined || transcription.state === 'done') return
    // Nothing waits for a transcriber any longer, and the result of a running one is discarded.
    const ended = { state: 'done', reason: 'superseded', transcriber: null, transcriptVersion: null } as const
    await updateEnded(tx, ctx.org, conversationId, transcription.ticket, ended, ctx.clock.now())
  })
}

/** Adds the recording unless the conversation has one. */
async function addRecording(
  ctx: JobContext,
  source: SourceRow,
  conversationId: string,
  file: UploadedFile,
): Promise<void> {
  if ((await selectMedia(ctx.db, ctx.org, conversationId))?.state === 'kept') return
  if (!(await isVisible(ctx.db, ctx.org, 'everything', conversationId))) return
  const context = createServiceContext(ctx, putConversationMedia.id, { kind: 'source', id: source.id })
  context.addAuditTarget('conversation', conversationId)
  await putConversationMedia.handle({ id: conversationId, file }, context)
}
