/** Generates example bodies and curl commands from schemas. */
import {
  type ApiDescription,
  type ApiOperation,
  getJsonExample,
  getJsonSchema,
  type JsonSchema,
  resolveSchema,
} from './description.ts'

const ID = '0190a1b2-0000-7000-8000-000000000001'
const DEPTH_MAX = 5

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: ID,
  'date-time': '2026-03-12T14:00:00Z',
  date: '2026-03-12',
  uri: 'https://example.com/file',
  email: 'ann@example.com',
}

/** Example value of a schema, with the required fields or, without any, the first few fields. */
export function createExample(given: JsonSchema, description: ApiDescription, name = '', depth = 0): unknown {
  const schema = resolveSchema(given, description)
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null')
  if (schema.properties === undefined && choice !== undefined) return createExample(choice, description, name, depth)
  const type = [schema.type ?? []].flat().find((one) => one !== 'null')
  switch (type) {
    case 'object':
      return depth > DEPTH_MAX ? {} : exampleObject(schema, description, depth)
    case 'array':
      return depth > DEPTH_MAX || schema.items === undefined
        ? []
        : [createExample(schema.items, description, name, depth + 1)]
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, Math.min(1, schema.maximum ?? 1))
    case 'boolean':
      return true
    default:
      return BY_FORMAT[schema.format ?? ''] ?? exampleText(name, schema)
  }
}

function exampleText(name: string, { maxLength = 100 }: JsonSchema): string {
  if (/email/i.test(name)) return 'ann@example.com'
  if (/(^id$|uuid|_id$|Id$)/i.test(name)) return ID
  if (/transcript/i.test(name)) return 'Ann: Hello.\nBob: What does it cost?'
  return (/^(title|name)$/i.test(name) ? 'A name' : 'text').slice(0, maxLength)
}

function exampleObject(schema: JsonSchema, description: ApiDescription, depth: number): Record<string, unknown> {
  const { properties = {}, required = [] } = schema
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, depth === 0 ? 3 : 2)
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = properties[name]
      return field === undefined ? [] : [[name, createExample(field, description, name, depth + 1)]]
    }),
  )
}

/** Formatted example body of an operation that accepts JSON. */
export function exampleBody(operation: ApiOperation, description: ApiDescription): string | undefined {
  const content = operation.requestBody?.content
  const schema = getJsonSchema(content)
  return schema === undefined
    ? undefined
    : JSON.stringify(getJsonExample(content) ?? createExample(schema, description), null, 2)
}

/** Example curl command. The API key comes from the environment, so that it isn't in the shell history. */
export function formatCurl(operation: ApiOperation, description: ApiDescription): string {
  const [{ url: base } = { url: '' }] = description.servers
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(createExample(getPathSchema(operation, name), description, name))),
  )
  const query = operation.parameters
    .filter((one) => one.in === 'query' && one.required === true)
    .map((one) => `${one.name}=${encodeURIComponent(String(createExample(one.schema, description, one.name)))}`)
  const body = exampleBody(operation, description)
  const lines = [
    `curl${operation.method === 'GET' ? '' : ` -X ${operation.method}`} "${base}${path}${query.length === 0 ? '' : `?${query.join('&')}`}"`,
    '-H "Authorization: $PARLEY_KEY"',
  ]
  if (body !== undefined) {
    lines.push(`-H "Content-Type: application/json"`, `-d '${body.replaceAll("'", "'\\''")}'`)
  } else if (operation.requestBody?.content['multipart/form-data'] !== undefined) {
    lines.push('-F "file=@file"')
  }
  return lines.join(' \\\n  ')
}

const getPathSchema = ({ parameters }: ApiOperation, name: string): JsonSchema =>
  parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {}
