/** Walk through the clips of a library folder, one after the other, in the order of the folder. */

import { AppError } from '../../core/errors.ts'
import { formatNumber } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { listLibraryItems } from '../../features/library/folder-items/index.ts'
import { getLibraryFolder } from '../../features/library/folders/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'

/** Maximum number of clips of a walk: the first ones of the folder. */
const CLIPS_MAX = '100'

const ID = /^[0-9a-f-]{36}$/

/**
 * Path of a clip in a walk through a folder.
 * @param coaching ID of the coaching assignment that the walk returns to
 */
export const walkPath = (clip: string, folder: string, coaching = ''): string =>
  `/clips/${clip}?${new URLSearchParams({ folder, ...(coaching === '' ? {} : { coaching }) }).toString()}`

export const folderPath = (folder: string): string => `/library?${new URLSearchParams({ folder }).toString()}`

/** Path of the first clip of a folder that the user sees. Undefined without one. */
export async function findWalkStart(req: PageRequest, folder: string, coaching: string): Promise<string | undefined> {
  const first = (await loadFolder(req, folder))?.clips[0]
  return first === undefined ? undefined : walkPath(first, folder, coaching)
}

/** Links to the previous and the next clip of the folder in the query. Empty without a folder that contains the clip. */
export async function renderWalk(req: PageRequest<'id'>): Promise<Html> {
  const folderUUID = req.query.get('folder') ?? ''
  if (folderUUID === '') return html``
  const folder = await loadFolder(req, folderUUID)
  const at = folder?.clips.indexOf(req.params.id) ?? -1
  if (folder === undefined || at < 0) return html``
  const { clips, name } = folder
  const asked = req.query.get('coaching') ?? ''
  const coaching = ID.test(asked) ? asked : ''
  const link = (clip: string | undefined, rel: string, label: Text) =>
    clip === undefined
      ? html`<span></span>`
      : html`<a class="button" rel="${rel}" href="${walkPath(clip, folderUUID, coaching)}">${label}</a>`
  const position = t`Clip ${formatNumber(at + 1)} of ${formatNumber(clips.length)}`
  return html`<nav class="pager library-walk" aria-label="Clips of the folder">${link(clips[at - 1], 'prev', t('Previous clip'))}<span>${position} · <a href="${folderPath(folderUUID)}"><bdi>${name}</bdi></a>${coaching !== '' && html` · <a href="/coaching/${coaching}#answer">Answer the question</a>`}</span>${link(clips[at + 1], 'next', t('Next clip'))}</nav>`
}

/** @returns undefined if the caller can't see the folder, or the query names none */
async function loadFolder(
  req: PageRequest,
  folderUUID: string,
): Promise<{ readonly name: string; readonly clips: readonly string[] } | undefined> {
  const folder = await orUndefined(req.run(getLibraryFolder, { id: folderUUID }))
  if (folder === undefined) return undefined
  const { data } = await req.run(listLibraryItems, { folderUUID, size: CLIPS_MAX })
  return { name: folder.data.name, clips: [...new Set(data.map(({ snippet }) => snippet.id))] }
}

/** @returns undefined for something that the user can't see */
async function orUndefined<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result
  } catch (error) {
    if (error instanceof AppError && (error.kind === 'not_found' || error.kind === 'invalid')) return undefined
    throw error
  }
}
