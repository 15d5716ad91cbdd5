/** Assignment of a library folder: one assignment, about the first clip of the folder that both people see. */
import type { Writer } from '../../../core/db.ts'
import { invalid } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { lockFolder, lockFolderClip, mayReadFolder } from './queries-folder.ts'
import { toCoachingViewer } from './serialize.ts'

export interface FolderPart {
  readonly conversationId: string
  readonly snippetId: string
  readonly folderId: string
  readonly start: number
  readonly end: number
}

/**
 * First clip of a folder, in the order of the folder. The folder and the clip are locked. If the assignee sees no clip, it
 * is the first one that the caller sees.
 * @throws AppError `validation_failed` for a folder that the caller can't see, or without clips that the caller sees
 */
export async function findFolderClip(
  tx: Writer,
  ctx: Context,
  folderId: string,
  assigneeId: string,
): Promise<FolderPart> {
  const viewer = toCoachingViewer(ctx)
  const folder = await lockFolder(tx, ctx.org, viewer, folderId)
  if (folder === undefined) {
    throw invalid({
      pointer: '/folderUUID',
      detail: "No folder with this ID exists, or you can't access it. Use an ID from `GET /library/folders`.",
    })
  }
  const { visibility } = viewer
  const wanted = { folderId, ownerId: folder.user_id }
  const clip =
    (await lockFolderClip(tx, ctx.org, visibility, { ...wanted, assigneeId })) ??
    (await lockFolderClip(tx, ctx.org, visibility, wanted))
  if (clip === undefined) {
    throw invalid({
      pointer: '/folderUUID',
      detail: 'The folder contains no clip that you can see. Add a clip to it first.',
    })
  }
  return {
    ...{ conversationId: clip.conversation_id, snippetId: clip.id, folderId },
    ...{ start: clip.start_time, end: clip.end_time },
  }
}

/**
 * @param user.isFit whether the user sees a clip of the folder
 * @throws AppError `validation_failed`, which names a user who can't see the folder or none of its clips
 */
export async function checkFolderReader(
  tx: Writer,
  ctx: Context,
  folderId: string,
  user: { readonly id: string; readonly name: string; readonly isFit: boolean },
): Promise<void> {
  const pointer = '/assigneeUUID'
  if (!(await mayReadFolder(tx, ctx.org, folderId, user.id))) {
    throw invalid({
      pointer,
      detail: `You can't assign the folder to ${user.name}, who can't see it. Use a folder of the organization.`,
    })
  }
  if (user.isFit) return
  throw invalid({
    pointer,
    detail: `You can't assign the folder to ${user.name}, who can see none of its clips. Choose another colleague.`,
  })
}
