/** Restores a version of a transcript, after a question that names what changes. */

import { t } from '../../core/languages/message.ts'
import {
  listTranscriptVersionChanges,
  restoreTranscriptVersion,
} from '../../features/conversations/transcript-versions/index.ts'
import { definePage, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { form } from '../components/form.ts'
import { heading } from '../components/layout.ts'
import { describeChanges } from './change-words.ts'
import { readVersion } from './load.ts'
import { comparePath, conversationPath, restorePath, type VersionVisit, versionsPath } from './paths.ts'
import { RESTRICTIONS } from './versions.page.ts'

export const restorePage = definePage({
  path: '/conversations/:id/versions/:version/restore',
  async show(req) {
    const { id, version: requested } = req.params
    const found = await readVersion(req, id, requested)
    const { version } = found.version
    return {
      title: t`Restore version ${version}: ${found.attributes.title}`,
      body: html`${heading(t`Restore version ${version}?`, {
        trail: [
          { label: t('Calls'), path: '/conversations' },
          { label: found.attributes.title, path: conversationPath(id) },
          { label: t('Transcript versions'), path: versionsPath(id) },
        ],
      })}
${await renderQuestion(req, found)}`,
    }
  },
  actions: {
    confirm: async (req, fields) => {
      const { id, version } = req.params
      const { transcriptVersion, changed } = await req.run(restoreTranscriptVersion, {
        ...{ id, version, transcriptVersion: fields.number('current') ?? 0 },
      })
      return redirectTo(
        versionsPath(id),
        changed === 0
          ? t('The current version has the same lines')
          : t`Version ${version} restored as version ${transcriptVersion}. Parley is analyzing the call again.`,
      )
    },
  },
})

async function renderQuestion(
  req: VersionVisit,
  { current, version: { version, restriction } }: Awaited<ReturnType<typeof readVersion>>,
): Promise<Html> {
  const { id } = req.params
  if (version === current) return html`<p>Version ${version} is the current version.</p>`
  if (restriction !== null) return html`<p class="problem">${RESTRICTIONS[restriction]}</p>`
  const { meta } = await req.run(listTranscriptVersionChanges, {
    ...{ id, version: String(version), against: String(current), size: '1' },
  })
  return html`<div class="version-summary"><p>The current transcript changes as follows:</p><ul>${describeChanges(meta.summary).map((phrase) => html`<li>${phrase}</li>`)}</ul>
<p>The lines of version ${version} become version ${current + 1}. All versions are kept, so you can undo it. Parley analyzes the call again; values that people confirmed and scores by people stay.</p></div>
${form(
  req,
  {
    page: restorePath(id, version),
    action: 'confirm',
    button: t`Restore version ${version}`,
    pointers: { '/transcriptVersion': 'current' },
  },
  () => html`<input type="hidden" name="current" value="${current}">`,
)}
<p class="version-links"><a href="${comparePath(id, version)}">Compare with current</a> <a href="${versionsPath(id)}">Cancel</a></p>`
}
