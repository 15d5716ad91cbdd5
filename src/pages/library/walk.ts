/** Walk through the clips of a library folder, one after the other, in the order of the folder. */

import type { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import { formatNumber } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { listLibraryItems } from '../../features/library/folder-items/index.ts'
import { getLibraryFolder } from '../../features/library/folders/index.ts'
import type { snippetSchema } from '../../features/library/snippets/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'

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

/** Clip of a walk, with the path that opens it there. */
export interface WalkStep {
  readonly path: string
  readonly title: string
  readonly call: string
  /** Start in seconds. */
  readonly start: number
  /** End in seconds. */
  readonly end: number
}

/** Clips of a folder that the user sees, in their order. */
export async function listWalk(req: PageRequest, folder: string, coaching: string): Promise<readonly WalkStep[]> {
  const clips = (await loadFolder(req, folder))?.clips ?? []
  return clips.map(({ id, title, conversation_title: call, video: { start_time: start, end_time: end } }) => ({
    ...{ path: walkPath(id, folder, coaching), title, call, start, end },
  }))
}

/** Clips of a walk, in their order. Each opens its place in the walk. */
export const renderSteps = (steps: readonly WalkStep[]): Html =>
  html`<ol class="rows library-steps">${steps.map(
    ({ path, title, call, start, end }) =>
      html`<li class="row">${icon('clip')}<span class="grow"><a class="row-title" href="${path}" dir="auto">${title}</a><span class="meta"><bdi>${call}</bdi>, <span class="library-time">${clockTime(start)}–${clockTime(end)}</span></span></span></li>`,
  )}</ol>`

/** Links to the previous and the next clip of the folder in the query. Empty without a folder that contains the clip. */
export async function renderWalk(req: PageRequest<'id'>): Promise<Html> {
  const folderUUID = req.query.get('folder') ?? ''
  if (folderUUID === '') return html``
  const folder = await loadFolder(req, folderUUID)
  const at = folder?.clips.findIndex(({ id }) => id === req.params.id) ?? -1
  if (folder === undefined || at < 0) return html``
  const { clips, name } = folder
  const asked = req.query.get('coaching') ?? ''
  const coaching = ID.test(asked) ? asked : ''
  const link = (clip: string | undefined, rel: string, label: Text) =>
    clip === undefined
      ? html`<span></span>`
      : html`<a class="button" rel="${rel}" href="${walkPath(clip, folderUUID, coaching)}">${label}</a>`
  const position = t`Clip ${formatNumber(at + 1)} of ${formatNumber(clips.length)}`
  return html`<nav class="pager library-walk" aria-label="Clips of the folder">${link(clips[at - 1]?.id, 'prev', t('Previous clip'))}<span>${position} · <a href="${folderPath(folderUUID)}"><bdi>${name}</bdi></a>${coaching !== '' && html` · <a href="/coaching/${coaching}#answer">Answer the question</a>`}</span>${link(clips[at + 1]?.id, 'next', t('Next clip'))}</nav>`
}

/** @returns undefined if the caller can't see the folder, or the query names none */
async function loadFolder(
  req: PageRequest,
  folderUUID: string,
): Promise<{ readonly name: string; readonly clips: readonly z.output<typeof snippetSchema>[] } | undefined> {
  const folder = await orUndefined(req.run(getLibraryFolder, { id: folderUUID }))
  if (folder === undefined) return undefined
  const { data } = await req.run(listLibraryItems, { folderUUID, size: CLIPS_MAX })
  return { name: folder.data.name, clips: [...new Map(data.map(({ snippet }) => [snippet.id, snippet])).values()] }
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
