/** Differences between a version of a transcript and the current one, or the one before. */

import { t } from '../../core/languages/message.ts'
import { listTranscriptVersionChanges } from '../../features/conversations/transcript-versions/index.ts'
import { definePage } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { heading, linkButton, segmented } from '../components/layout.ts'
import { pageAsked, pager } from '../components/table.ts'
import { describeChanges } from './change-words.ts'
import { renderDifferences } from './differences.ts'
import { readVersion, type VersionChanges } from './load.ts'
import { comparePath, conversationPath, restorePath, type VersionVisit, versionPath, versionsPath } from './paths.ts'

const DIFFERENCES_SHOWN = '40'

export const comparePage = definePage({
  path: '/conversations/:id/versions/:version/compare',
  async show(req) {
    const { id, version: requested } = req.params
    const { attributes, current, version } = await readVersion(req, id, requested)
    const isWithCurrent = version.version !== current && req.query.get('with') !== 'before'
    const changes = await req.run(listTranscriptVersionChanges, {
      id,
      ...(isWithCurrent ? { version: String(current), against: requested } : { version: requested }),
      ...{ size: DIFFERENCES_SHOWN, page: pageAsked(req) },
    })
    const [from, to] = isWithCurrent
      ? [version.version, current]
      : [changes.meta.against ?? version.version, version.version]
    return {
      title: t`Versions ${from} and ${to}: ${attributes.title}`,
      body: html`${heading(isWithCurrent ? t`Version ${from} and the current version` : t`Changes in version ${to}`, {
        trail: [
          { label: t('Calls'), path: '/conversations' },
          { label: attributes.title, path: conversationPath(id) },
          { label: t('Transcript versions'), path: versionsPath(id) },
        ],
        actions: [
          linkButton(versionPath(id, version.version), t`Open version ${version.version}`),
          ...(version.version !== current && version.restriction === null
            ? [linkButton(restorePath(id, version.version), t`Restore version ${version.version}`, { kind: 'primary' })]
            : []),
        ],
      })}
${version.version !== current && version.version > 1 && switchSides(req, isWithCurrent)}
${renderComparison(changes, from, to)}
${pager(req, changes.meta, [t('Earlier'), t('Later')])}`,
    }
  },
})

function switchSides(req: VersionVisit, isWithCurrent: boolean): Html {
  const path = comparePath(req.params.id, req.params.version)
  const before = `${path}?with=before`
  return segmented(
    t('Version to compare with'),
    [
      { label: t('Current version'), path },
      { label: t('Version before'), path: before },
    ],
    isWithCurrent ? path : before,
  )
}

function renderComparison({ data, meta }: VersionChanges, from: number, to: number): Html {
  return html`<div class="version-summary"><p>From version ${from} to version ${to}:</p><ul>${describeChanges(meta.summary).map((phrase) => html`<li>${phrase}</li>`)}</ul>
${data.length > 0 && html`<p class="soft">${t`Words with a line through them are only in version ${from}. Underlined words are only in version ${to}.`}</p>`}</div>
${renderDifferences(data, meta.unchangedAfter)}`
}
