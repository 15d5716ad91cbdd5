/** Overview of the API reference: first steps, conventions, and a list of all operations. */
import { type Html, html } from '../../inbound/web/html.ts'
import { card, empty, heading } from '../components/layout.ts'
import { type ApiDescription, type ApiOperation, type Family, filterOperations, searchedText } from './description.ts'
import { DOCS_PATH, frame } from './frame.ts'
import { renderMethod } from './operation-view.ts'

export function overview(description: ApiDescription, families: readonly Family[], asked: string): string {
  const found = filterOperations(families, asked)
  const [{ url } = { url: '' }] = description.servers
  const { version, 'x-parley-version': own } = description.info
  const words = html`API version ${version}, Parley ${own}. OpenAPI description: <a href="/v2/openapi.json">openapi.json</a>`
  return frame({
    ...{ title: 'API reference', families, asked },
    body: html`${heading('API reference', { words })}
${asked === '' && html`${renderGetStarted(url)}${common()}`}
<div id="operations">
${asked !== '' && html`<p class="soft">${formatOperationCount(found)} for “<bdi>${asked}</bdi>”. <a href="${DOCS_PATH}">Show all operations</a></p>`}
${asked !== '' && found.length === 0 ? empty('No operations found', 'No operation contains these words in its ID, path or summary. Try fewer words.') : found.map(familyLines)}
</div>`,
  })
}

function formatOperationCount(families: readonly Family[]): string {
  const n = families.reduce((sum, { operations }) => sum + operations.length, 0)
  return n === 1 ? '1 operation' : `${n} operations`
}

const familyLines = (family: Family): Html =>
  html`<section class="card family"><header><h2><a href="${DOCS_PATH}/${family.slug}">${family.name}</a></h2></header>
<ul>${family.operations.map((operation) => line(operation, family))}</ul></section>
`

const line = (operation: ApiOperation, family: Family): Html => {
  const { operationId: id, method, path, summary, deprecated } = operation
  return html`<li id="${id}" data-text="${searchedText(operation, family)}"><a href="${DOCS_PATH}/${family.slug}#${id}">${renderMethod(method)} <code>${path}</code></a> <span>${summary}${deprecated === true && ' Deprecated.'}</span></li>
`
}

const renderGetStarted = (url: string): Html =>
  card(
    'Get started',
    html`<p>The base URL is <code>${url}</code>. Send an API key with each request. Admins create API keys in the app, under <a href="/admin/keys">API keys</a>. A user's API key has the access of that user. An organization-level key acts for the organization.</p>
<pre tabindex="0" aria-label="Example request"><code>curl "${url}/conversations?size=5" -H "Authorization: $PARLEY_KEY"</code></pre>
<p>You can test each operation on its page. Your API key isn't stored.</p>`,
  )

const COMMON: readonly (readonly [title: string, words: string])[] = [
  [
    'Authentication',
    'Send the API key in the Authorization header, alone or after “Bearer ”. Cookies are ignored. Requests without a valid key return 401 with {code, message}.',
  ],
  [
    'Bodies',
    'JSON in UTF-8 (application/json or application/vnd.api+json). Unknown fields are ignored. Errors contain a pointer to the invalid field.',
  ],
  [
    'Times',
    'Timestamps are ISO 8601 in UTC, such as 2026-03-12T14:00:00.000Z. Positions in a conversation are seconds from its start.',
  ],
  [
    'Lists',
    'Use page (from 1) and size to request a page. Responses contain data, links and meta {pageCount, totalRecords, pageNumber, pageSize}.',
  ],
  [
    'Errors',
    'Errors contain status, code, title, detail and source.pointer. With Accept: application/problem+json, they follow RFC 9457. Codes are stable, texts can change.',
  ],
  [
    'Idempotency',
    'Send an Idempotency-Key with a POST request to repeat it safely. For 24 hours, repetitions return the stored response.',
  ],
  [
    'Request IDs',
    'Each response contains X-Request-Id, which is also in the log. Send the header to set your own request ID.',
  ],
  ['Access', 'Requests for records without access return 404, the same as for records that don’t exist.'],
]

const common = (): Html =>
  card(
    'Conventions',
    html`<dl class="common">${COMMON.map(([title, words]) => html`<div><dt>${title}</dt><dd>${words}</dd></div>`)}</dl>`,
  )
