/** Suggested corrections of misheard glossary terms, in the transcript editor. A person applies one line, or all. */

import { t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import {
  listTranscriptCorrections,
  type TranscriptCorrection,
  updateTranscript,
} from '../../features/conversations/transcript-lines/index.ts'
import { type AnswerOf, type Fields, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, disclosure } from '../components/form.ts'
import { renderMarks } from '../components/marks.ts'
import { conversationPath, type PageVisit } from './paths.ts'
import { speakerName } from './turns.ts'

/** Number of lines shown. All are applied together, whether they are shown or not. */
const LINES_SHOWN = 20

export type Corrections = AnswerOf<typeof listTranscriptCorrections>

export const readCorrections = (req: PageVisit): Promise<Corrections> =>
  req.run(listTranscriptCorrections, { id: req.params.id })

export function renderCorrections(req: PageVisit, { data, meta }: Corrections): Html {
  if (data.length === 0) return html``
  const page = `${conversationPath(req.params.id)}/edit`
  const version = String(meta.transcriptVersion ?? 0)
  const more = data.length - LINES_SHOWN
  const all = data.length === meta.lines ? t('Apply all corrections') : t`Apply the first ${data.length} corrections`
  return disclosure(
    meta.replacements === 1
      ? t('1 suggested correction from the glossary')
      : t`${meta.replacements} suggested corrections from the glossary`,
    html`<p class="help">These lines contain misheard forms of <a href="/glossary">glossary terms</a>. Applying creates a new version of the transcript, and earlier versions are kept.</p>
${actionButton(req, { page, action: 'correct', button: all, kind: 'primary', fields: { version } })}
<ol class="conversation-edit">${data.slice(0, LINES_SHOWN).map((one) => renderLine(req, page, version, one))}</ol>
${more > 0 && html`<p class="soft">and ${more} more lines</p>`}`,
    true,
  )
}

function renderLine(req: PageVisit, page: string, version: string, one: TranscriptCorrection): Html {
  const { segment, speaker, start, text, replacements } = one
  const place = start === null ? t`Line ${segment + 1}` : clockTime(start)
  const changes = replacements.map(
    ({ said, replacement }, at) => html`${at > 0 && ', '}“<bdi>${said}</bdi>” to “<bdi>${replacement}</bdi>”`,
  )
  return html`<li><span class="conversation-clock">${place}</span> <bdi>${speakerName(speaker)}</bdi>
<p dir="auto">${renderMarks(text, replacements)}</p>
<p class="soft">Change ${changes}</p>
${actionButton(req, { page, action: 'correct', button: t('Apply correction'), key: String(segment), fields: { version, segment: String(segment) } })}</li>
`
}

/** Applies the suggestion for one line, or all, to the version that the user saw. */
export async function applyCorrections(req: PageVisit, fields: Fields) {
  const { id } = req.params
  const only = fields.optional('segment')
  const { data } = await readCorrections(req)
  const chosen = only === undefined ? data : data.filter(({ segment }) => String(segment) === only)
  const { transcriptVersion, changed } = await req.run(updateTranscript, {
    id,
    transcriptVersion: fields.number('version'),
    segments: chosen.map(({ segment, correctedText: text }) => ({ segment, text })),
  })
  const path = `${conversationPath(id)}/edit`
  return redirectTo(
    path,
    changed === 0
      ? t('Nothing to correct')
      : t`${changed === 1 ? t('1 line') : t`${changed} lines`} corrected in version ${transcriptVersion}. Parley is analyzing the call again.`,
  )
}
