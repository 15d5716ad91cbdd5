/** Walk through the clips of a library folder, one after the other, in the order of the folder. */

import { AppError } from '../../core/errors.ts'
import { formatNumber } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { listLibraryItems } from '../../features/library/folder-items/index.ts'
import { listLibraryFolders } from '../../features/library/folders/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'

/** Maximum number of clips of a walk: the newest ones of the folder. */
const CLIPS_MAX = '100'

/** Path of a clip in a walk through a folder. */
export const walkPath = (clip: string, folder: string): string =>
  `/clips/${clip}?${new URLSearchParams({ folder }).toString()}`

/** Links to the previous and the next clip of the folder in the query. Empty without a folder that contains the clip. */
export async function renderWalk(req: PageRequest<'id'>): Promise<Html> {
  const folderUUID = req.query.get('folder') ?? ''
  if (folderUUID === '') return html``
  const folder = await loadFolder(req, folderUUID)
  const at = folder?.clips.indexOf(req.params.id) ?? -1
  if (folder === undefined || at < 0) return html``
  const { clips, name } = folder
  const link = (clip: string | undefined, rel: string, label: Text) =>
    clip === undefined
      ? html`<span></span>`
      : html`<a class="button" rel="${rel}" href="${walkPath(clip, folderUUID)}">${label}</a>`
  const position = t`Clip ${formatNumber(at + 1)} of ${formatNumber(clips.length)}`
  return html`<nav class="pager library-walk" aria-label="Clips of the folder">${link(clips[at - 1], 'prev', t('Previous clip'))}<span>${position} · <a href="/library?${new URLSearchParams({ folder: folderUUID }).toString()}"><bdi>${name}</bdi></a></span>${link(clips[at + 1], 'next', t('Next clip'))}</nav>`
}

/** @returns undefined if the caller can't see the folder, or the query names none */
async function loadFolder(
  req: PageRequest,
  folderUUID: string,
): Promise<{ readonly name: string; readonly clips: readonly string[] } | undefined> {
  try {
    const { data: folder } = await req.run(listLibraryFolders, { userUUID: req.user.id, folderUUID })
    const { data } = await req.run(listLibraryItems, { folderUUID, size: CLIPS_MAX })
    return { name: folder.name, clips: [...new Set(data.map(({ snippet }) => snippet.id))] }
  } catch (error) {
    if (error instanceof AppError && (error.kind === 'not_found' || error.kind === 'invalid')) return undefined
    throw error
  }
}
