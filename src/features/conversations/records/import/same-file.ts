/** Recognizes a file that a conversation was imported from before (docs/decisions/0152 and 0155). */
import type { Reader, Writer } from '../../../../core/db.ts'
import type { Context, UploadedFile } from '../../../../core/operation.ts'
import { toVisibility } from '../../../../core/principal.ts'
import { type FileHashes, lockFiles, selectConversationByFiles } from '../queries-files.ts'

/** File that the transcript comes from. */
export interface TranscriptFile {
  readonly name: string
  /** Hash of its bytes. Undefined if the file contains several conversations. */
  readonly sha256?: string | undefined
}

/**
 * Finds the conversation that has the files, so that the import creates no second one. Called before the import, and in
 * its transaction, after other imports of the files have ended.
 */
export type FindSameFile = (db: Reader, hashes: FileHashes) => Promise<string | undefined>

export const toFileHashes = (
  transcriptFile: TranscriptFile | undefined,
  recording: UploadedFile | undefined,
): FileHashes => ({ transcript: transcriptFile?.sha256, recording: recording?.sha256 })

/**
 * Finds a conversation that the caller can see, including private and archived ones. The caller looks at it, and can
 * import the file all the same.
 */
export const findForCaller =
  ({ org, principal }: Context): FindSameFile =>
  async (db, hashes) =>
    (await selectConversationByFiles(db, org, { visibility: toVisibility(principal), withPrivate: true }, hashes))?.id

/**
 * Locks the files until the transaction ends. Every import does, so that of two concurrent ones the second finds the
 * conversation of the first.
 * @returns whether a conversation has them
 */
export async function lockForImport(
  tx: Writer,
  { org }: Context,
  hashes: FileHashes,
  find: FindSameFile | undefined,
): Promise<boolean> {
  await lockFiles(tx, org, hashes)
  return find !== undefined && (await find(tx, hashes)) !== undefined
}
