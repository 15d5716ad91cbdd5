/** The first page about the API: how to begin, what all operations have in common, and each of them in a line. */
import { type Html, html } from '../../inbound/web/html.ts'
import { card, empty, heading } from '../kit/layout.ts'
import { type ApiOperation, type Description, type Family, operationsFound, searchedText } from './description.ts'
import { DOCS_PATH, frame } from './frame.ts'
import { methodOf } from './operation-view.ts'

export function overview(description: Description, families: readonly Family[], asked: string): string {
  const found = operationsFound(families, asked)
  const [{ url } = { url: '' }] = description.servers
  const { version, 'x-parley-version': own } = description.info
  const words = html`Version ${version} of the contract, Parley ${own}. The description for programs: <a href="/v2/openapi.json">openapi.json</a>`
  return frame({
    ...{ title: 'API', families, asked },
    body: html`${heading('API', { words })}
${asked === '' && html`${begin(url)}${common()}`}
<div id="operations">
${asked !== '' && html`<p class="soft">${counted(found)} for “<bdi>${asked}</bdi>”. <a href="${DOCS_PATH}">Show all</a></p>`}
${asked !== '' && found.length === 0 ? empty('Nothing found', 'No operation has these words in its name, address or summary.') : found.map(familyLines)}
</div>`,
  })
}

function counted(families: readonly Family[]): string {
  const n = families.reduce((sum, { operations }) => sum + operations.length, 0)
  return n === 1 ? 'One operation' : `${n} operations`
}

const familyLines = (family: Family): Html =>
  html`<section class="card family"><header><h2><a href="${DOCS_PATH}/${family.slug}">${family.name}</a></h2></header>
<ul>${family.operations.map((operation) => line(operation, family))}</ul></section>
`

const line = (operation: ApiOperation, family: Family): Html => {
  const { operationId: id, method, path, summary, deprecated } = operation
  return html`<li id="${id}" data-text="${searchedText(operation, family)}"><a href="${DOCS_PATH}/${family.slug}#${id}">${methodOf(method)} <code>${path}</code></a> <span>${summary}${deprecated === true && ' Deprecated.'}</span></li>
`
}

const begin = (url: string): Html =>
  card(
    'Begin',
    html`<p>All addresses begin with <code>${url}</code>. Each request carries an API key, which an admin makes under Administration. A key of a user sees what that user sees; an org-level key acts for the organization.</p>
<pre tabindex="0" aria-label="A first request"><code>curl "${url}/conversations?size=5" -H "Authorization: $PARLEY_KEY"</code></pre>
<p>Each operation below can be tried in its page, with a key that is typed in and kept nowhere.</p>`,
  )

const COMMON: readonly (readonly [title: string, words: string])[] = [
  [
    'Keys',
    'In the header Authorization, as they are or after “Bearer ”. Cookies count for nothing. Without a valid key: 401 with {code, message}.',
  ],
  [
    'Bodies',
    'JSON (application/json or application/vnd.api+json), in UTF-8. Fields that nobody knows are passed over; what is wrong is told with a pointer to it.',
  ],
  ['Times', 'ISO 8601 in UTC: 2026-03-12T14:00:00.000Z. Moments in a conversation are seconds from its start.'],
  [
    'Lists',
    'Page by page with page (from 1) and size. Answers have data, links and meta {pageCount, totalRecords, pageNumber, pageSize}.',
  ],
  [
    'Errors',
    'With status, code, title, detail and source.pointer; with Accept: application/problem+json as RFC 9457 has them. The code is stable, the words are for people.',
  ],
  ['Twice', 'A POST with an Idempotency-Key is answered again for 24 hours, and not done again.'],
  ['Requests', 'Each answer carries X-Request-Id, which stands in the log too. Send one to name the request yourself.'],
  ['What one may not see', 'Is answered as what does not exist: 404.'],
]

const common = (): Html =>
  card(
    'What all have in common',
    html`<dl class="common">${COMMON.map(([title, words]) => html`<div><dt>${title}</dt><dd>${words}</dd></div>`)}</dl>`,
  )
