/** Types of the OpenAPI 3.1 description, and its operations grouped by tag. */

export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly contentMediaType?: string
  readonly contentSchema?: JsonSchema
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

type Content = Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>

export interface Requires {
  readonly scope: 'read' | 'write'
  readonly role?: 'ADMIN'
  readonly level?: 'user' | 'organization'
}

interface DescribedResponse {
  readonly description: string
  readonly content?: Content
}

/** Reference to a shared parameter or response. */
interface Reference {
  readonly $ref: string
}

interface DescribedOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly deprecated?: true
  readonly 'x-requires': Requires
  readonly 'x-cost': number
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly description?: string; readonly content: Content }
  readonly responses: Readonly<Record<string, DescribedResponse>>
}

/** Operation as in the description: its parameters and responses can be shared ones. */
type WrittenOperation = Omit<DescribedOperation, 'parameters' | 'responses'> & {
  readonly parameters: readonly (Parameter | Reference)[]
  readonly responses: Readonly<Record<string, DescribedResponse | Reference>>
}

export interface ApiDescription {
  readonly info: { readonly title: string; readonly version: string; readonly 'x-parley-version': string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, DescribedResponse>>
  }
}

export interface ApiOperation extends DescribedOperation {
  /** HTTP method in upper case. */
  readonly method: string
  /** Path below the base URL, with parameters as `{name}`. */
  readonly path: string
}

export interface Family {
  readonly name: string
  /** Path segment: `API keys` → `api-keys`. */
  readonly slug: string
  readonly operations: readonly ApiOperation[]
}

/** Groups of operations in the order of the description. */
export function groupOperations(description: ApiDescription): readonly Family[] {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): ApiOperation => ({
        ...resolveShared(operation, description),
        ...{ path, method: method.toUpperCase() },
      }),
    ),
  )
  return [...Map.groupBy(operations, ({ tags: [tag = ''] }) => tag)].map(([name, operations]) => ({
    ...{ name, operations },
    slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  }))
}

/** Replaces references to shared parameters and responses by what they refer to. */
function resolveShared(operation: WrittenOperation, { components }: ApiDescription): DescribedOperation {
  const resolve = <T extends object>(part: T | Reference, shared: Readonly<Record<string, T>>): T[] => {
    if (!('$ref' in part)) return [part]
    const found = shared[nameOfRef(part.$ref)]
    return found === undefined ? [] : [found]
  }
  return {
    ...operation,
    parameters: operation.parameters.flatMap((one) => resolve(one, components.parameters)),
    responses: Object.fromEntries(
      Object.entries(operation.responses).flatMap(([status, one]) =>
        resolve(one, components.responses).map((response) => [status, response] as const),
      ),
    ),
  }
}

/** Operations that contain every search word in their ID, path, summary or group. */
export function filterOperations(families: readonly Family[], asked: string): readonly Family[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean)
  return families
    .map((family) => ({
      ...family,
      operations: family.operations.filter((one) => {
        const told = searchedText(one, family)
        return words.every((word) => told.includes(word))
      }),
    }))
    .filter(({ operations }) => operations.length > 0)
}

/** Searched text of an operation in lower case. The script of the page searches the same text. */
export const searchedText = ({ operationId, method, path, summary }: ApiOperation, { name }: Family): string =>
  `${operationId} ${method} ${path} ${summary} ${name}`.toLowerCase()

/** Name of a referenced schema. */
export const nameOfRef = (ref: string): string => ref.split('/').at(-1) ?? ''

export const resolveSchema = (schema: JsonSchema, { components }: Pick<ApiDescription, 'components'>): JsonSchema =>
  schema.$ref === undefined ? schema : (components.schemas[nameOfRef(schema.$ref)] ?? {})

/** JSON schema of a request or response body. Undefined without JSON. */
export const getJsonSchema = (content: Content | undefined): JsonSchema | undefined => findJson(content)?.schema

/** Example of a JSON request or response body. Undefined without one. */
export const getJsonExample = (content: Content | undefined): unknown => findJson(content)?.example

const findJson = (content: Content = {}) =>
  Object.entries(content).find(([type]) => /^application\/(json|scim\+json)$/.test(type))?.[1]
