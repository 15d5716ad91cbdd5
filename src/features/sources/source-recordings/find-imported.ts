/** Finds the call that somebody imported from the same files, so that a folder doesn't import it a second time. */
import type { JobContext } from '../../../core/jobs.ts'
import {
  type FileHashes,
  selectConversationByFiles,
  selectConversationOfFiles,
  selectUserVisibility,
} from '../../conversations/records/index.ts'
import type { SourceRow } from '../call-sources/index.ts'
import { type AnnouncedCall, findSourceKind } from '../source-kinds/index.ts'
import type { FetchedParts } from './fetch-parts.ts'
import { findOwner } from './find-owner.ts'

const NOTICE =
  'The same file was imported before. The source added only what that call lacked, and created no second call.'
const NOTICE_OF_OTHER = 'The same file was imported before, by another user. The source changed nothing in that call.'

export interface ImportedCall {
  readonly id: string
  /** Whether another user owns the call. Then nothing is added to it. */
  readonly isOfOther: boolean
  /** Sentence for admins. */
  readonly notice: string
}

/**
 * Only a call that the owner of the delivered one can see: otherwise the link would reveal it, and its content would be
 * missing for this user. Undefined if there is none, and if the source itself created it.
 * @param known conversation that an earlier part was stored in, or linked to
 */
export async function findImported(
  ctx: JobContext,
  source: SourceRow,
  call: AnnouncedCall,
  { transcript, recording }: FetchedParts,
  known: string | null,
): Promise<ImportedCall | undefined> {
  if (findSourceKind(source.kind)?.hasFiles !== true) return undefined
  const { id: ownerId } = await findOwner(ctx, source, call)
  const hashes = { transcript: transcript?.file.sha256, recording: recording?.sha256 }
  const found =
    known === null ? await selectByFiles(ctx, ownerId, hashes) : await selectConversationOfFiles(ctx.db, ctx.org, known)
  if (found === undefined) return undefined
  if (found.application === source.application && found.external_id === call.externalId) return undefined
  const isOfOther = ownerId !== undefined && found.owner_id !== ownerId
  const lacksPart =
    (transcript !== undefined && !found.has_transcript) || (recording !== undefined && !found.has_recording)
  // The call of another user stays unchanged, so its link would lose the part.
  if (isOfOther && lacksPart && known === null) return undefined
  return { id: found.id, isOfOther, notice: isOfOther ? NOTICE_OF_OTHER : NOTICE }
}

async function selectByFiles(ctx: JobContext, ownerId: string | undefined, hashes: FileHashes) {
  // Without an owner, the first admin owns the call.
  const visibility = ownerId === undefined ? 'everything' : await selectUserVisibility(ctx.db, ctx.org, ownerId)
  return visibility === undefined
    ? undefined
    : selectConversationByFiles(ctx.db, ctx.org, { visibility, ownerId }, hashes)
}
