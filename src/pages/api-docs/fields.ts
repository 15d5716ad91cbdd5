/** Renders the fields of a schema: name, type, limits and description, with links to referenced schemas. */
import { type Html, html } from '../../inbound/web/html.ts'
import { withCode } from '../../inbound/web/with-code.ts'
import { type ApiDescription, type JsonSchema, nameOfRef } from './description.ts'

/** Maximum nesting depth. Deeper values show only their type. */
const DEPTH_MAX = 6

export interface FieldsContext {
  readonly description: ApiDescription
  /** Names of referenced schemas, so that each is rendered once. */
  readonly named: Set<string>
}

/** Fields of an object or of the entries of a list. Empty if there are none. */
export function renderFields(schema: JsonSchema, reading: FieldsContext, depth = 0): Html {
  const { properties = {}, required = [], items, anyOf, oneOf } = schema
  const named = Object.entries(properties)
  if (named.length === 0) {
    const inner = items ?? onlyObject(anyOf ?? oneOf)
    if (inner !== undefined && inner.$ref === undefined && depth < DEPTH_MAX) return renderFields(inner, reading, depth)
    const several = (anyOf ?? oneOf ?? []).filter((one) => Object.keys(one.properties ?? {}).length > 0)
    return html`${several.map((one, index) => html`${several.length > 1 && html`<p class="or">${index === 0 ? 'One of these:' : 'or'}</p>`}${renderFields(one, reading, depth + 1)}`)}`
  }
  return html`<ul class="fields">${named.map(([name, field]) => renderField(name, field, required.includes(name), reading, depth))}</ul>`
}

export function renderField(
  name: string,
  schema: JsonSchema,
  required: boolean,
  reading: FieldsContext,
  depth = 0,
): Html {
  const inner = depth < DEPTH_MAX ? renderFields(schema, reading, depth + 1) : html``
  const nested = inner.text === '' ? inner : html`<div class="nested">${inner}</div>`
  return html`<li><p><code class="name">${name}</code> <span class="type">${renderType(schema, reading)}</span>${required && html` <b class="needed">required</b>`}</p>${renderDescription(schema)}${nested}</li>`
}

const renderDescription = (schema: JsonSchema): Html => {
  const limits = listLimits(schema)
  const words = schema.description ?? schema.items?.description
  if (words === undefined && limits.length === 0) return html``
  return html`<p class="about">${words !== undefined && withCode(words)}${words !== undefined && limits.length > 0 && ' '}${limits.length > 0 && html`<span class="limits">${limits.join(', ')}</span>`}</p>`
}

/** The only alternative other than null, as in a nullable schema. */
const onlyObject = (choices: readonly JsonSchema[] | undefined): JsonSchema | undefined => {
  const real = (choices ?? []).filter(({ type }) => type !== 'null')
  return real.length === 1 ? real[0] : undefined
}

export function renderType(schema: JsonSchema, reading: FieldsContext): Html {
  if (schema.$ref !== undefined) {
    const name = nameOfRef(schema.$ref)
    reading.named.add(name)
    return html`<a href="#schema-${name}">${name}</a>`
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined && schema.properties === undefined) {
    return html`${choices.map((one, index) => html`${index > 0 && ' or '}${renderType(one, reading)}`)}`
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum !== undefined) {
    return html`${schema.enum.map((value, index) => html`${index > 0 && ' | '}<code>${JSON.stringify(value)}</code>`)}`
  }
  if (schema.items !== undefined) return html`list of ${renderType(schema.items, reading)}`
  const map = schema.additionalProperties
  if (typeof map === 'object' && Object.keys(map).length > 0 && schema.properties === undefined) {
    return html`object of ${renderType(map, reading)}`
  }
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return html`${schema.contentMediaType ?? 'anything'}`
  return html`${types.map((type) => WORDS[schema.format ?? ''] ?? (schema.contentMediaType === undefined ? type : 'file')).join(' or ')}`
}

const WORDS: Readonly<Record<string, string>> = {
  uuid: 'uuid',
  'date-time': 'date and time',
  date: 'date',
  uri: 'URL',
  email: 'email address',
}

/** Limits as text. Limits that all integers and IDs have are omitted. */
function listLimits(schema: JsonSchema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, format, pattern } = schema
  const told = [
    format === 'uuid' ? undefined : span(minLength === 0 ? undefined : minLength, maxLength, 'characters'),
    span(omitUnsafeInteger(minimum), omitUnsafeInteger(maximum), ''),
    span(minItems === 0 ? undefined : minItems, maxItems, 'entries'),
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
    pattern === undefined || format !== undefined || pattern.length > 60 ? undefined : `as ${pattern}`,
  ]
  return told.filter((one) => one !== undefined)
}

const omitUnsafeInteger = (value: number | undefined) =>
  value !== undefined && Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value

function span(from: number | undefined, to: number | undefined, what: string): string | undefined {
  const words = what === '' ? '' : ` ${what}`
  if (from !== undefined && to !== undefined) return from === to ? `${from}${words}` : `${from} to ${to}${words}`
  if (to !== undefined) return `at most ${to}${words}`
  return from === undefined ? undefined : `at least ${from}${words}`
}
