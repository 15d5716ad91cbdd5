/** The API description as generators of clients need it: one media type for each body, and no error responses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly deprecated?: boolean
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface Media {
  readonly schema: Schema
}

type Content = Readonly<Record<string, Media>>

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly tags: readonly string[]
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly required?: boolean; readonly description?: string; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
}

export interface Description {
  readonly openapi: string
  readonly info: Readonly<Record<string, unknown>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses?: unknown
    readonly securitySchemes: unknown
  }
}

/** Media types that mean the same as `application/json`, in the order of preference. */
const JSON_TYPES = ['application/json', 'application/scim+json', 'application/vnd.api+json']
/** Stands for every file type, so that a generated function returns bytes for all of them. */
const BYTES: Content = {
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
}

/** Keeps the JSON form of a body. A body without one is a file. */
function simplifyContent(content: Content): Content {
  const type = JSON_TYPES.find((name) => name in content)
  const media = type === undefined ? undefined : content[type]
  return type === undefined || media === undefined ? BYTES : { [type]: media }
}

/** Keeps the first success. An operation has one, or several that differ only in their status. */
function simplifyResponses(responses: Operation['responses']): Operation['responses'] {
  const status = Object.keys(responses).find((code) => code.startsWith('2')) ?? ''
  const response = responses[status]
  if (response === undefined) throw new Error('An operation describes no success.')
  const { description, content } = response
  return { [status]: content === undefined ? { description } : { description, content: simplifyContent(content) } }
}

function simplifyOperation({ requestBody, responses, ...operation }: Operation): Operation {
  return {
    ...operation,
    ...(requestBody && { requestBody: { ...requestBody, content: simplifyContent(requestBody.content) } }),
    responses: simplifyResponses(responses),
  }
}

const mapValues = <In, Out>(record: Readonly<Record<string, In>>, map: (value: In) => Out) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

export function simplifyDescription({ components, paths, ...description }: Description): Description {
  const { responses: _, ...kept } = components
  return { ...description, paths: mapValues(paths, (path) => mapValues(path, simplifyOperation)), components: kept }
}
