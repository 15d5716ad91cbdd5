/** Transcript editor: changes text and speakers of lines, one page at a time, and renames speakers everywhere. */

import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { getConversation } from '../../features/conversations/records/index.ts'
import {
  getTranscript,
  type TranscriptLine,
  type TranscriptMeta,
  updateTranscript,
} from '../../features/conversations/transcript-lines/index.ts'
import { definePage, type Fields, redirectTo, type View } from '../../inbound/web/define-page.ts'
import { TEXT_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { form } from '../components/form.ts'
import { heading, linkButton } from '../components/layout.ts'
import { withQuery } from '../components/table.ts'
import { versionsPath } from '../transcript-versions/paths.ts'
import { applyCorrections, readCorrections, renderCorrections } from './corrections.ts'
import { conversationPath, type PageVisit } from './paths.ts'
import {
  confirmRename,
  readRename,
  renameForm,
  renameNotice,
  renameSpeaker,
  type SpeakerRename,
  undoRename,
} from './rename.ts'
import { speakerName } from './turns.ts'
import { parseNumber } from './window.ts'

/** Lines per page. More fields make the page slow to use. */
const LINES = 40

export const editPage = definePage({
  path: '/conversations/:id/edit',
  show: (req) => view(req),
  forms: { save: TEXT_FORM },
  actions: {
    save: async (req, fields) => {
      const { id } = req.params
      const { transcriptVersion, changed } = await req.run(updateTranscript, {
        id,
        transcriptVersion: fields.number('version'),
        segments: readSubmittedLines(fields),
      })
      const page = fields.optional('page') ?? '1'
      return redirectTo(
        `${conversationPath(id)}/edit?${new URLSearchParams({ page })}`,
        changed === 0
          ? t('No changes to save')
          : t`Transcript saved as version ${transcriptVersion}. Parley is analyzing the call again.`,
      )
    },
    correct: applyCorrections,
    rename: async (req, fields) => (fields.has('version') ? renameSpeaker(req, fields) : view(req, readRename(fields))),
    undo: undoRename,
  },
})

/** @param rename rename that the user must confirm */
async function view(req: PageVisit, rename?: SpeakerRename): Promise<View> {
  const { id } = req.params
  const [{ attributes }, { data, meta }, corrections] = await Promise.all([
    req.run(getConversation, { id }),
    readLines(req),
    readCorrections(req),
  ])
  const words = t(
    "Saving creates a new version and analyzes the call again. Earlier versions are kept, and times don't change.",
  )
  return {
    title: t`Edit transcript: ${attributes.title}`,
    body: html`${heading(t('Edit transcript'), {
      trail: [
        { label: t('Calls'), path: '/conversations' },
        { label: attributes.title, path: conversationPath(id) },
      ],
      words,
      actions: linkButton(versionsPath(id), t('Transcript versions')),
    })}
${await renameNotice(req, meta)}
${rename !== undefined && confirmRename(req, meta, rename)}
${renderCorrections(req, corrections)}
${renameForm(req, meta)}
${data.length === 0 ? html`<p>This call has no transcript to edit.</p>` : lines(req, data, meta)}
${pages(req, meta)}`,
  }
}

async function readLines(req: PageVisit) {
  const { id } = req.params
  const segment = parseNumber(req.query, 's') ?? req.attempt?.fields.number('first')
  const page = String(Math.max(1, Math.trunc(parseNumber(req.query, 'page') ?? 1)))
  const place = segment === undefined ? {} : { segment: String(Math.trunc(segment)) }
  return req.run(getTranscript, { id, size: String(LINES), page, ...place })
}

/** Submitted lines. */
function readSubmittedLines(fields: Fields): { segment: number; text: string; speaker: string }[] {
  return fields.all('segment').map((segment) => ({
    segment: Number(segment),
    text: fields.text(`text-${segment}`).replaceAll('\r\n', '\n'),
    speaker: fields.text(`speaker-${segment}`).trim(),
  }))
}

function lines(req: PageVisit, shown: readonly TranscriptLine[], meta: TranscriptMeta): Html {
  const attempt = req.attempt?.action === 'save' ? req.attempt : undefined
  const isOutdated = attempt !== undefined && attempt.fields.text('version') !== String(meta.transcriptVersion)
  const [first] = shown
  return html`${isOutdated && html`<p class="problem">Another user changed this transcript while you were editing it. Your text is still here. Lines that differ show both versions. To replace the other changes with your text, save again.</p>`}
${form(
  req,
  { page: `${conversationPath(req.params.id)}/edit`, action: 'save', button: t('Save transcript') },
  (fill) => [
    html`<input type="hidden" name="version" value="${meta.transcriptVersion ?? 0}"><input type="hidden" name="page" value="${meta.pageNumber}"><input type="hidden" name="first" value="${first?.segment ?? 0}">
<datalist id="speakers">${meta.speakers.map(({ name }) => html`<option value="${name}"></option>`)}</datalist>
<ol class="conversation-edit">`,
    ...shown.map((line) => {
      const { segment, start, text, speaker } = line
      const place = start === null ? t`Line ${segment + 1}` : clockTime(start)
      const said = fill.value(`text-${segment}`, text)
      const name = fill.value(`speaker-${segment}`, speaker.name)
      const isOther = isOutdated && (said.replaceAll('\r\n', '\n') !== text || name !== speaker.name)
      return html`<li><input type="hidden" name="segment" value="${segment}">
<span class="conversation-clock">${place}</span>
<input name="speaker-${segment}" value="${name}" list="speakers" aria-label="Speaker at ${place}" maxlength="512" autocomplete="off">
<textarea name="text-${segment}" aria-label="Text at ${place}" rows="${countRows(said)}" dir="auto">
${said}</textarea>
${isOther && html`<p class="soft" dir="auto">Current version: <bdi>${speakerName(speaker.name)}</bdi>: ${text}</p>`}</li>
`
    }),
    html`</ol><p class="help">Empty lines are deleted. <a href="${conversationPath(req.params.id)}?s=${first?.segment ?? 0}">Back to the call</a></p>`,
  ],
)}`
}

/** Number of rows that shows most texts completely. */
const countRows = (text: string) => Math.min(12, Math.max(1, Math.ceil(text.length / 85)))

function pages(req: PageVisit, { pageNumber, pageCount }: TranscriptMeta): Html {
  if (pageCount < 2) return html``
  const here = `${conversationPath(req.params.id)}/edit`
  const to = (page: number, label: Text, rel: string) =>
    page < 1 || page > pageCount
      ? html`<span></span>`
      : html`<a class="button" rel="${rel}" href="${withQuery(here, { page: String(page) })}">${label}</a>`
  return html`<nav class="pager" aria-label="Pages">${to(pageNumber - 1, t('Earlier'), 'prev')}<span>Page ${pageNumber} of ${pageCount}</span>${to(pageNumber + 1, t('Later'), 'next')}</nav>`
}
