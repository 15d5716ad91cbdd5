/** Calls that came in another way from the files that `parley import` reads, such as from a watched folder. */
import type { Reader } from '../core/db.ts'
import type { Context, UploadedFile } from '../core/operation.ts'
import { runOperation } from '../core/run-operation.ts'
import { putConversationMedia } from '../features/conversations/recordings/index.ts'
import {
  correctTranscript,
  type FindSameFile,
  type ImportInput,
  resolveOwner,
  selectConversationByFiles,
  selectUserVisibility,
} from '../features/conversations/records/index.ts'

export interface ImportedFiles {
  readonly transcript: UploadedFile | undefined
  readonly recording: UploadedFile | undefined
}

export interface SameFileSearch {
  readonly find: FindSameFile
  /** Adds the parts that the call lacks. @returns whether the call with the ID is the one that has the files */
  addMissing(id: string, ctx: Context): Promise<boolean>
}

/**
 * Finds a call only if the owner of the imported one can see it, as for a watched folder. A call that lacks a part, and
 * that this user can't change, doesn't count, because the part would be lost.
 */
export function searchSameFile(ctx: Context, given: ImportInput, files: ImportedFiles): SameFileSearch {
  let found: Awaited<ReturnType<typeof selectConversationByFiles>>
  const lacks = (part: keyof ImportedFiles) =>
    files[part] !== undefined &&
    found !== undefined &&
    !(part === 'transcript' ? found.has_transcript : found.has_recording)
  return {
    find: async (db: Reader, hashes) => {
      const { id: ownerId } = await resolveOwner(given, { ...ctx, db })
      const visibility = await selectUserVisibility(db, ctx.org, ownerId)
      if (visibility === undefined) return undefined
      found = await selectConversationByFiles(db, ctx.org, { visibility, ownerId }, hashes)
      const isChangeable = visibility === 'everything' || found?.owner_id === ownerId
      if (!isChangeable && (lacks('transcript') || lacks('recording'))) found = undefined
      return found?.id
    },
    addMissing: async (id, adding) => {
      if (found?.id !== id) return false
      const { transcript, recording } = files
      if (lacks('transcript') && transcript !== undefined) {
        await runOperation(correctTranscript, { id, file: transcript }, adding)
      }
      if (lacks('recording') && recording !== undefined) {
        await runOperation(putConversationMedia, { id, file: recording }, adding)
      }
      return true
    },
  }
}
