/** Renders one operation: parameters, bodies, errors, example and test request. */
import { flag, type Html, html } from '../../inbound/web/html.ts'
import { withCode } from '../../inbound/web/with-code.ts'
import { badge } from '../components/layout.ts'
import {
  type ApiDescription,
  type ApiOperation,
  getJsonExample,
  getJsonSchema,
  type JsonSchema,
  type Parameter,
  type Requires,
  resolveSchema,
} from './description.ts'
import { exampleBody, formatCurl } from './example.ts'
import { type FieldsContext, renderField, renderFields, renderType } from './fields.ts'

const PLACES = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
] as const

export function operationView(operation: ApiOperation, reading: FieldsContext): Html {
  const { operationId: id, summary, description, method, path, deprecated } = operation
  return html`<article class="card operation" id="${id}">
<header><h2>${summary.replace(/\.$/, '')}</h2>${deprecated && badge('Deprecated', 'open')}</header>
<p class="address">${renderMethod(method)} <code>${path}</code> <a class="anchor" href="#${id}" aria-label="Link to ${id}">${id}</a></p>
${description !== summary && html`<p class="about">${withCode(description)}</p>`}
<p class="who">${describeCallers(operation['x-requires'])}${operation['x-cost'] > 1 && html` Counts as ${operation['x-cost']} requests against the limits.`}</p>
${PLACES.map(([place, title]) => parametersView(operation.parameters, place, title, reading))}
${bodyView(operation, reading)}
${answerView(operation, reading)}
${errorsView(operation)}
<details open><summary>Example request</summary><pre tabindex="0" aria-label="Example request"><code>${formatCurl(operation, reading.description)}</code></pre></details>
${answerExampleView(operation)}
${tryView(operation, reading.description)}
</article>
`
}

export const renderMethod = (method: string): Html =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`

function describeCallers({ scope, role, level }: Requires): string {
  const key =
    level === 'user'
      ? 'an API key of a user'
      : level === 'organization'
        ? 'an organization-level API key'
        : 'an API key'
  return `Requires ${key} with the ${scope} scope${role === 'ADMIN' ? ' and the admin role' : ''}.`
}

function parametersView(
  all: readonly Parameter[],
  place: Parameter['in'],
  title: string,
  reading: FieldsContext,
): Html {
  const here = all.filter((one) => one.in === place)
  if (here.length === 0) return html``
  const fields = here.map(({ name, schema, required, description }) =>
    renderField(name, description === undefined ? schema : { ...schema, description }, required === true, reading),
  )
  // Long lists of filters, and headers that most operations share, are collapsed.
  return html`<details${flag('open', place !== 'header' && here.length <= 8)}><summary>${title}</summary><ul class="fields">${fields}</ul></details>`
}

function bodyView({ requestBody }: ApiOperation, reading: FieldsContext): Html {
  if (requestBody === undefined) return html``
  const types = Object.keys(requestBody.content)
  const schema = getJsonSchema(requestBody.content) ?? requestBody.content['multipart/form-data']?.schema
  return html`<details open><summary>Request body</summary>
<p class="about">${types.map((type, index) => html`${index > 0 && ', '}<code>${type}</code>`)}. ${withCode(readable(requestBody.description ?? ''))}</p>
${schema !== undefined && thing(schema, reading)}</details>`
}

/** Converts sizes: `1048576 bytes` → `1 MiB`. */
const readable = (words: string) =>
  words.replace(/(\d+) bytes/g, (whole, digits: string) => {
    const bytes = Number(digits)
    if (bytes % 2 ** 30 === 0) return `${bytes / 2 ** 30} GiB`
    if (bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20} MiB`
    return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : whole
  })

/** Fields of a request or response body, or its type if it has no fields. */
function thing(given: JsonSchema, reading: FieldsContext): Html {
  const schema = resolveSchema(given, reading.description)
  const fields = renderFields(schema, reading)
  return fields.text === '' ? html`<p class="type">${renderType(schema, reading)}</p>` : fields
}

function answerView({ responses }: ApiOperation, reading: FieldsContext): Html {
  const done = Object.entries(responses).filter(([status]) => Number(status) < 400)
  const [, answer] = done.find(([, { content }]) => content !== undefined) ?? []
  const statuses = done.map(([status]) => status).join(', ')
  if (answer?.content === undefined) {
    return html`<p class="about"><b>Response</b> ${statuses}, without a body.</p>`
  }
  const types = Object.keys(answer.content).filter((type) => type !== 'application/vnd.api+json')
  const schema = getJsonSchema(answer.content)
  return html`<details><summary>Response ${statuses}</summary>
<p class="about">${types.map((type, index) => html`${index > 0 && ', '}<code>${type}</code>`)}</p>
${schema !== undefined && thing(schema, reading)}
${answer.content['text/event-stream']?.schema?.description !== undefined && html`<p class="about">${withCode(answer.content['text/event-stream']?.schema?.description ?? '')}</p>`}</details>`
}

function answerExampleView({ responses }: ApiOperation): Html {
  const example = Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([, { content }]) => getJsonExample(content))
    .find((one) => one !== undefined)
  return example === undefined
    ? html``
    : html`<details><summary>Example response</summary><pre tabindex="0" aria-label="Example response"><code>${JSON.stringify(example, null, 2)}</code></pre></details>`
}

function errorsView({ responses }: ApiOperation): Html {
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  return html`<details><summary>Errors ${errors.map(([status]) => status).join(', ')}</summary><dl class="errors">${errors.map(([status, { description }]) => html`<div><dt>${status}</dt><dd>${withCode(description)}</dd></div>`)}</dl></details>`
}

/** Form to send a test request. Hidden until the script is loaded. */
function tryView(operation: ApiOperation, description: ApiDescription): Html {
  const { operationId: id, method, path, parameters } = operation
  const body = exampleBody(operation, description)
  if (operation.requestBody !== undefined && body === undefined) return html``
  const given = parameters.filter((one) => one.in !== 'header')
  const needed = given.filter((one) => one.required === true)
  const more = given.filter((one) => one.required !== true)
  const field = ({ name, in: place, required }: Parameter) =>
    html`<div class="field"><label for="${id}-${name}">${name}</label><input id="${id}-${name}" data-in="${place}" data-name="${name}"${flag('required', required === true)} autocomplete="off" spellcheck="false"></div>`
  return html`<details class="try" hidden data-method="${method}" data-path="${path}"><summary>Test request</summary>
<form>
<div class="field"><label for="${id}-key">API key</label><input id="${id}-key" type="password" data-key autocomplete="off" required aria-describedby="${id}-key-help"><p class="help" id="${id}-key-help">The key stays on this page and isn't stored. Parley executes the request.</p></div>
${needed.map(field)}
${more.length > 0 && html`<details><summary>Optional parameters</summary>${more.map(field)}</details>`}
${body !== undefined && html`<div class="field"><label for="${id}-body">Request body</label><textarea id="${id}-body" data-body rows="${Math.min(14, body.split('\n').length + 1)}" spellcheck="false" dir="ltr">\n${body}</textarea></div>`}
<button class="primary">Send request</button>
<output class="answer" role="status"></output>
</form></details>`
}
