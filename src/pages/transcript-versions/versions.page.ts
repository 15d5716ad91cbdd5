/** Versions of a transcript: who stored each of them, when, and what changed. */

import { type Text, t } from '../../core/languages/message.ts'
import { getConversation } from '../../features/conversations/records/index.ts'
import { listTranscriptVersions } from '../../features/conversations/transcript-versions/index.ts'
import { definePage, type PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { badge, empty, heading, linkButton } from '../components/layout.ts'
import { createNameLookup } from '../components/people.ts'
import { pageAsked, pager } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'
import { describeChanges } from './change-words.ts'
import { type ListedVersion, readChanges, type VersionChanges } from './load.ts'
import { comparePath, conversationPath, restorePath, versionPath } from './paths.ts'

const VERSIONS_SHOWN = '10'

export const versionsPage = definePage({
  path: '/conversations/:id/versions',
  async show(req) {
    const { id } = req.params
    const [{ attributes }, { data, meta }] = await Promise.all([
      req.run(getConversation, { id }),
      req.run(listTranscriptVersions, { id, size: VERSIONS_SHOWN, page: pageAsked(req) }),
    ])
    const nameOf = await createNameLookup(
      req,
      data.map(({ createdBy }) => createdBy),
    )
    const rows: Html[] = []
    // One after the other, so that few transcripts are in memory.
    for (const version of data) {
      const changes = version.version === 1 ? undefined : await readChanges(req, id, version)
      rows.push(renderVersion(req, version, { changes, current: attributes.transcriptVersion ?? 0, nameOf }))
    }
    return {
      title: t`Transcript versions: ${attributes.title}`,
      body: html`${heading(t('Transcript versions'), {
        trail: [
          { label: t('Calls'), path: '/conversations' },
          { label: attributes.title, path: conversationPath(id) },
        ],
        words: t('Each change of the transcript is kept as a version. A restored version becomes the newest one.'),
      })}
${
  data.length === 0
    ? empty(
        t('No transcript yet'),
        t('Versions are listed here after the transcript was added.'),
        linkButton(conversationPath(id), t('Open call')),
      )
    : html`<ol class="rows versions">${rows}</ol>${pager(req, meta)}`
}`,
    }
  },
})

interface RowContext {
  /** Undefined for the first version, and if they aren't known. */
  readonly changes: VersionChanges | undefined
  readonly current: number
  readonly nameOf: (id: string | null) => Text
}

function renderVersion(req: PageRequest<'id'>, one: ListedVersion, { changes, current, nameOf }: RowContext): Html {
  const { id } = req.params
  const { version, createdAt, createdBy, segments, words, restriction } = one
  const isCurrent = version === current
  const by = createdBy !== null && html`<bdi>${capitalize(String(nameOf(createdBy)))}</bdi>, `
  return html`<li class="row top"><span class="grow"><span class="row-title">${describeOrigin(one)}${isCurrent && html` ${badge(t('Current'), 'good')}`}</span>
${changes !== undefined && html`<span class="version-summary">${describeChanges(changes.meta.summary).join(' · ')}</span>`}
<span class="soft">${by}${renderTimestamp(req, createdAt)} · ${segments === 1 ? t('1 line') : t`${segments} lines`}, ${words === 1 ? t('1 word') : t`${words} words`}</span>
${restriction !== null && html`<span class="soft">${RESTRICTIONS[restriction]}</span>`}</span>
${
  restriction !== 'unavailable' &&
  html`<span class="version-actions">${link(versionPath(id, version), t('Open'), version)}${
    isCurrent
      ? version > 1 && link(comparePath(id, version), t('Show changes'), version)
      : link(comparePath(id, version), t('Compare with current'), version)
  }${!isCurrent && restriction === null && link(restorePath(id, version), t('Restore'), version)}</span>`
}</li>
`
}

/** Reasons why a version can't be restored. */
export const RESTRICTIONS: Readonly<Record<NonNullable<ListedVersion['restriction']>, Text>> = {
  redacted: t("Words were removed from this version by redaction or erasure, so it can't be restored."),
  rearranged: t(
    "Lines were moved by a merge or split since this version, so it can't be restored. Undo the merge or split instead.",
  ),
  unavailable: t("You can't open this version, because you can't see all calls that its lines belong to."),
}

export function describeOrigin({ version, sourceFormat, restoredVersion }: ListedVersion): Text {
  if (restoredVersion !== null) return t`Version ${version}: version ${restoredVersion} restored`
  if (sourceFormat.startsWith('parley-'))
    return version === 1 ? t('Version 1: first version') : t`Version ${version}: edited`
  return version === 1
    ? t`Version ${version}: imported (${sourceFormat})`
    : t`Version ${version}: replaced (${sourceFormat})`
}

const link = (path: string, label: Text, version: number): Html =>
  html`<a class="button" href="${path}">${label}<span class="unseen"> ${t`version ${version}`}</span></a>`

const capitalize = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase())
