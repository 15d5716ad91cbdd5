/** Finds the call that somebody imported from the same files, so that a folder doesn't import it a second time. */
import type { JobContext } from '../../../core/jobs.ts'
import {
  selectConversationByFiles,
  selectConversationOfFiles,
  selectUserVisibility,
} from '../../conversations/records/index.ts'
import type { SourceRow } from '../call-sources/index.ts'
import { type AnnouncedCall, findSourceKind } from '../source-kinds/index.ts'
import type { FetchedParts } from './fetch-parts.ts'
import { findOwner } from './find-owner.ts'

const NOTICE = {
  detail: 'The same file was imported before. The source added only what that call lacked, and created no second call.',
}
const NOTICE_OF_OTHER = {
  detail: 'The same file was imported before, by another user. The source changed nothing in that call.',
}

/** Sentences about a part that arrives after the link to a call that the delivery can't change. */
const LEFT_OUT = {
  recording: {
    detail:
      'The recording was left out, because another user imported the transcript before and owns the call. Only the owner ' +
      'and admins can add it, on the page of the call.',
  },
  transcript: {
    detail:
      'The transcript was left out, because another user imported the recording before and owns the call. Only the owner ' +
      'and admins can add it, on the page of the call.',
  },
}

export interface ImportedCall {
  readonly id: string
  /** Whether the owner of the delivered call can't change the call. Then nothing is added to it. */
  readonly isUnchanged: boolean
  /** Parts that the call lacks, and that aren't added. */
  readonly leftOut: { readonly transcript: boolean; readonly recording: boolean }
  /** Sentence for admins. */
  readonly notice: string
}

/**
 * Only a call that the owner of the delivered one can see: otherwise the link would reveal it, and its content would be
 * missing for this user. Missing parts are added if this user can change the call, as its owner or an admin. Undefined if
 * there is none, and if the source itself created it.
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
  // Without an owner, the first admin owns the call.
  const visibility = ownerId === undefined ? 'everything' : await selectUserVisibility(ctx.db, ctx.org, ownerId)
  if (visibility === undefined) return undefined
  const hashes = { transcript: transcript?.file.sha256, recording: recording?.sha256 }
  const found =
    known === null
      ? await selectConversationByFiles(ctx.db, ctx.org, { visibility, ownerId }, hashes)
      : await selectConversationOfFiles(ctx.db, ctx.org, known)
  if (found === undefined) return undefined
  if (found.application === source.application && found.external_id === call.externalId) return undefined
  const isOwn = found.owner_id === ownerId
  const isUnchanged = ownerId !== undefined && !isOwn && (visibility !== 'everything' || found.private)
  const lacks = {
    transcript: transcript !== undefined && !found.has_transcript,
    recording: recording !== undefined && !found.has_recording,
  }
  if (!isUnchanged) {
    return { id: found.id, isUnchanged, leftOut: { transcript: false, recording: false }, notice: NOTICE.detail }
  }
  // The link would lose the part.
  if ((lacks.transcript || lacks.recording) && known === null) return undefined
  const { detail } = lacks.recording ? LEFT_OUT.recording : lacks.transcript ? LEFT_OUT.transcript : NOTICE_OF_OTHER
  return { id: found.id, isUnchanged, leftOut: lacks, notice: detail }
}
