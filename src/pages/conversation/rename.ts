/**
 * Rename of a speaker in the whole call, in the transcript editor. A question names the number of lines before the rename.
 * A notice after it offers to restore the version from before.
 */

import { AppError } from '../../core/errors.ts'
import { t } from '../../core/languages/message.ts'
import { type TranscriptMeta, updateTranscript } from '../../features/conversations/transcript-lines/index.ts'
import {
  listTranscriptVersionChanges,
  restoreTranscriptVersion,
} from '../../features/conversations/transcript-versions/index.ts'
import { type Fields, type Redirect, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, disclosure, form, selectField, textField } from '../components/form.ts'
import { attemptProblem } from '../components/problem.ts'
import { countLines, describeChanges } from '../transcript-versions/change-words.ts'
import { versionsPath } from '../transcript-versions/paths.ts'
import { conversationPath, type PageVisit } from './paths.ts'
import { speakerName } from './turns.ts'
import { parseNumber } from './window.ts'

export interface SpeakerRename {
  readonly from: string
  readonly to: string
}

const editPath = (id: string): string => `${conversationPath(id)}/edit`

export const readRename = (fields: Fields): SpeakerRename => ({
  from: fields.text('from').trim(),
  to: fields.text('to').trim(),
})

export function renameForm(req: PageVisit, { speakers }: TranscriptMeta): Html {
  if (speakers.length === 0) return html``
  const body = form(
    req,
    { page: editPath(req.params.id), action: 'rename', button: t('Rename speaker'), kind: 'plain' },
    (fill) =>
      html`<div class="conversation-pair">${selectField(fill, {
        name: 'from',
        label: t('Speaker'),
        choices: speakers.map(({ name, segments }) => ({
          value: name,
          label: t`${speakerName(name)}, ${segments} lines`,
        })),
      })}${textField(fill, { name: 'to', label: t('New name'), required: true, max: 512 })}</div>`,
  )
  return disclosure(t('Rename a speaker everywhere'), body, req.attempt?.action === 'rename')
}

/** Question before a rename, with the number of lines that it changes. */
export function confirmRename(
  req: PageVisit,
  { speakers, transcriptVersion }: TranscriptMeta,
  { from, to }: SpeakerRename,
): Html {
  const countSegments = (name: string) => speakers.find((one) => one.name === name)?.segments ?? 0
  const [count, present] = [countSegments(from), countSegments(to)]
  if (count === 0 || from === to) {
    return html`<p class="notice warn" role="alert">No line changes: choose a speaker of the call and another name.</p>`
  }
  return html`<section class="card" id="rename" role="alert"><h2>Rename <bdi>${speakerName(from)}</bdi> to <bdi>${speakerName(to)}</bdi>?</h2>
<p>The speaker of ${countLines(count)} changes, and Parley analyzes the call again. You can undo it.</p>
${present > 0 && html`<p><strong><bdi>${speakerName(to)}</bdi> already speaks ${countLines(present)}. Both become one speaker.</strong></p>`}
${actionButton(req, { page: editPath(req.params.id), action: 'rename', kind: 'primary', button: t`Rename in ${countLines(count)}`, fields: { from, to, version: String(transcriptVersion ?? 0) } })} <a class="button" href="${editPath(req.params.id)}">Cancel</a></section>`
}

/** @throws AppError `transcript_changed` if another user changed the transcript since the question */
export async function renameSpeaker(req: PageVisit, fields: Fields): Promise<Redirect> {
  const { id } = req.params
  const { transcriptVersion, changed } = await req.run(updateTranscript, {
    ...{ id, transcriptVersion: fields.number('version'), speakers: [readRename(fields)] },
  })
  return changed === 0
    ? redirectTo(editPath(id), t('No line has this speaker'))
    : redirectTo(`${editPath(id)}?renamed=${transcriptVersion}`)
}

/** Notice after a rename with a button that undoes it, while the renamed version is the current one. */
export async function renameNotice(req: PageVisit, { transcriptVersion: current }: TranscriptMeta): Promise<Html> {
  const { attempt } = req
  if (attempt?.action === 'undo') {
    return attemptProblem(attempt)
  }
  const { id } = req.params
  const renamed = parseNumber(req.query, 'renamed')
  if (renamed === undefined || renamed !== current || renamed < 2) return html``
  const changes = await readChanges(req, String(renamed))
  if (changes === undefined || changes.meta.against === null) return html``
  const [words] = describeChanges(changes.meta.summary)
  return html`<div class="notice good" role="status"><p>${words}. Parley is analyzing the call again. ${actionButton(req, { page: editPath(id), action: 'undo', kind: 'link', button: t('Undo rename'), fields: { before: String(changes.meta.against), version: String(current) } })} <a href="${versionsPath(id)}">Transcript versions</a></p></div>`
}

async function readChanges(req: PageVisit, version: string) {
  try {
    return await req.run(listTranscriptVersionChanges, { id: req.params.id, version, size: '1' })
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined
    throw error
  }
}

/** Restores the version before a rename. @throws AppError `transcript_changed`, `version_redacted` */
export async function undoRename(req: PageVisit, fields: Fields): Promise<Redirect> {
  const { id } = req.params
  const before = fields.text('before')
  const { transcriptVersion } = await req.run(restoreTranscriptVersion, {
    ...{ id, version: before, transcriptVersion: fields.number('version') ?? 0 },
  })
  return redirectTo(
    editPath(id),
    t`Rename undone: version ${before} restored as version ${transcriptVersion}. Parley is analyzing the call again.`,
  )
}
