/** One version of a transcript, read-only. */

import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import type { TranscriptLine } from '../../features/conversations/transcript-lines/index.ts'
import { getTranscriptVersion } from '../../features/conversations/transcript-versions/index.ts'
import { definePage } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { heading } from '../components/layout.ts'
import { createNameLookup } from '../components/people.ts'
import { pageAsked, pager } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'
import { speakerName } from './change-words.ts'
import { readVersion } from './load.ts'
import { comparePath, conversationPath, restorePath, type VersionVisit, versionsPath } from './paths.ts'
import { describeOrigin } from './versions.page.ts'

const LINES_SHOWN = '100'

export const versionPage = definePage({
  path: '/conversations/:id/versions/:version',
  async show(req) {
    const { id, version: requested } = req.params
    const found = await readVersion(req, id, requested)
    const { data, meta } = await req.run(getTranscriptVersion, {
      ...{ id, version: requested, size: LINES_SHOWN, page: pageAsked(req) },
    })
    const { version, createdBy } = found.version
    const nameOf = await createNameLookup(req, [createdBy])
    return {
      title: t`Version ${version} of the transcript: ${found.attributes.title}`,
      body: html`${heading(describeOrigin(found.version), {
        trail: [
          { label: t('Calls'), path: '/conversations' },
          { label: found.attributes.title, path: conversationPath(id) },
          { label: t('Transcript versions'), path: versionsPath(id) },
        ],
      })}
${renderBanner(req, found, createdBy === null ? undefined : nameOf(createdBy))}
<ol class="version-lines">${data.map(renderLine)}</ol>
${pager(req, meta, [t('Earlier'), t('Later')])}`,
    }
  },
})

/** States which version the page shows, and what the user can do with it. @param by undefined for an import */
function renderBanner(
  req: VersionVisit,
  { version, current }: Awaited<ReturnType<typeof readVersion>>,
  by: Text | undefined,
): Html {
  const { id } = req.params
  const at = renderTimestamp(req, version.createdAt)
  const stored = html`<p>${by === undefined ? html`Stored ${at}` : html`Stored ${at} by <bdi>${by}</bdi>`}</p>`
  if (version.version === current) {
    return html`<div class="notice version-banner"><p><strong>Current version, read-only</strong></p>${stored}<p><a href="${conversationPath(id)}">Open call</a></p></div>`
  }
  return html`<div class="notice warn version-banner"><p><strong>Earlier version, read-only.</strong> Version ${current} is the current one.</p>${stored}
<p><a href="${conversationPath(id)}">Open call</a> <a href="${comparePath(id, version.version)}">Compare with current</a>${version.restriction === null && html` <a href="${restorePath(id, version.version)}">Restore</a>`}</p></div>`
}

const renderLine = ({ segment, start, speaker, text }: TranscriptLine): Html =>
  html`<li><span class="conversation-clock">${start === null ? segment + 1 : clockTime(start)}</span><div><p class="version-who"><bdi>${speakerName(speaker.name)}</bdi></p><p class="version-text" dir="auto">${text}</p></div></li>
`
