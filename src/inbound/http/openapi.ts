/** The description of the REST API (OpenAPI 3.1), walked from the catalog. */
import { z } from 'zod'
import type { AnyOperation } from '../../core/operation.ts'
import { DEFAULT_BODY_LIMIT, fieldsOf } from './bind-operation.ts'
import { JSON_TYPES, LINES_TYPE } from './media-types.ts'

/** The version of the contract that the description follows. */
const CONTRACT_VERSION = '1.8.0'

type Json = Record<string, unknown>

/** The named schemas of the description, gathered while it is walked. */
type Schemas = Map<string, Json>

export function describeOperations(operations: readonly AnyOperation[], baseUrl: string, version: string): Json {
  const paths: Record<string, Json> = {}
  const schemas: Schemas = new Map(Object.entries(errorSchemas))
  for (const operation of operations) {
    const path = paths[operation.rest.path] ?? {}
    paths[operation.rest.path] = path
    path[operation.rest.method.toLowerCase()] = describe(operation, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: CONTRACT_VERSION,
      'x-parley-version': version,
      description: 'Conversation intelligence: recorded business conversations, their transcripts, and what they hold.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'An API key, as it is or after `Bearer `.',
        },
      },
      schemas: Object.fromEntries(schemas),
    },
  }
}

function describe(operation: AnyOperation, schemas: Schemas): Json {
  const { method, path } = operation.rest
  const fields = fieldsOf(operation)
  const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const others = Object.keys(fields).filter((name) => !pathNames.includes(name))
  const takesBody = method !== 'GET' && method !== 'DELETE' && others.length > 0
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    tags: [operation.tag],
    'x-requires': operation.requires,
    parameters: [
      ...pathNames.map((name) => parameter(name, 'path', fields[name], schemas)),
      ...(takesBody || (method !== 'GET' && method !== 'DELETE')
        ? []
        : others.map((name) => parameter(name, 'query', fields[name], schemas))),
    ],
    ...(takesBody ? { requestBody: requestBody(operation, others, schemas) } : {}),
    responses: responses(operation, schemas, { hasPath: pathNames.length > 0, hasBody: takesBody }),
  }
}

function parameter(name: string, place: 'path' | 'query', schema: z.ZodType | undefined, schemas: Schemas): Json {
  const described = schemaOf(schema ?? z.string(), 'input', schemas)
  const { description, style, explode, deprecated, noun: _, ...rest } = described
  return {
    name,
    in: place,
    required: place === 'path' || (schema !== undefined && !accepts(schema)),
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(style === undefined ? {} : { style, explode }),
    schema: rest,
  }
}

const accepts = (schema: z.ZodType) => schema.safeParse(undefined).success

function requestBody(operation: AnyOperation, names: string[], schemas: Schemas): Json {
  const { bodyField, lines, bodyLimit = DEFAULT_BODY_LIMIT } = operation.rest
  const whole = schemaOf(operation.input, 'input', schemas)
  const properties = whole.properties as Record<string, Json>
  const required = ((whole.required ?? []) as string[]).filter((name) => names.includes(name))
  const body =
    bodyField === undefined
      ? {
          type: 'object',
          properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
          ...(required.length === 0 ? {} : { required }),
        }
      : (properties[bodyField] ?? {})
  const schema = named(`${pascal(operation.id)}Body`, body, schemas)
  const content: Json = Object.fromEntries(JSON_TYPES.map((type) => [type, { schema }]))
  if (lines) content[LINES_TYPE] = { schema: { type: 'string', description: 'One such object a line.' } }
  return { required: true, description: `At most ${bodyLimit} bytes${lines ? ' (a line)' : ''}.`, content }
}

const pascal = (id: string) => id.charAt(0).toUpperCase() + id.slice(1)

function named(name: string, schema: Json, schemas: Schemas): Json {
  schemas.set(name, schema)
  return { $ref: `#/components/schemas/${name}` }
}

function responses(
  operation: AnyOperation,
  schemas: Schemas,
  { hasPath, hasBody }: { hasPath: boolean; hasBody: boolean },
): Json {
  const { status = 200, produces = [], lines } = operation.rest
  const success: Json = { description: 'Done.' }
  const codes = typeof status === 'number' ? [status] : [200, 201]
  if (!codes.includes(204)) {
    const answer = answerSchemaOf(operation.rest.answer ?? operation.output, schemas)
    const text = { schema: { type: 'string' } }
    const json = { schema: '$ref' in answer ? answer : named(`${pascal(operation.id)}Answer`, answer, schemas) }
    success.content = Object.fromEntries([
      ...(produces.length > 0 ? produces.map((type) => [type, text]) : JSON_TYPES.map((type) => [type, json])),
      ...(lines ? [[LINES_TYPE, { schema: { type: 'string', description: 'One answer a line, in order.' } }]] : []),
    ])
  }
  const refusals = [400, 401, 403, ...(hasPath ? [404] : []), ...(hasBody ? [413, 415] : []), 500]
  return {
    ...Object.fromEntries(codes.map((code) => [code, success])),
    ...Object.fromEntries(refusals.map((code) => [code, refusal(code)])),
  }
}

function refusal(status: number): Json {
  const name = status === 401 ? 'AuthenticationError' : status === 500 ? 'ServerError' : 'ResourceError'
  return {
    description: REFUSALS[status],
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  }
}

const REFUSALS: Record<number, string> = {
  400: 'The request breaks a rule.',
  401: 'No valid API key was sent.',
  403: 'The caller may not do this.',
  404: 'There is no such thing for this caller.',
  413: 'The body is too large.',
  415: 'The body has a type that is not taken.',
  500: 'Something went wrong on our side.',
}

const words = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]))

const resourceError: Json = {
  type: 'object',
  properties: {
    ...words('id', 'status', 'code', 'title', 'detail'),
    source: { type: 'object', properties: words('pointer'), required: ['pointer'] },
  },
  required: ['id', 'status', 'code', 'title', 'detail', 'source'],
}

const errorSchemas = {
  ResourceError: {
    ...resourceError,
    properties: { ...(resourceError.properties as Json), errors: { type: 'array', items: resourceError } },
  },
  AuthenticationError: {
    type: 'object',
    properties: { code: { const: 401 }, message: { type: 'string' } },
    required: ['code', 'message'],
  },
  ServerError: {
    type: 'object',
    properties: words('code', 'detail', 'id', 'title'),
    required: ['code', 'detail', 'id', 'title'],
  },
}

/** JSON Schema of a field; rows and raw JSON are described by the schema they carry, ones with an id by reference. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Schemas): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const meta = z.globalRegistry.get(zodSchema) as { rowSchema?: z.ZodType; raw?: true } | undefined
      if (meta?.rowSchema === undefined) return
      const inner = answerSchemaOf(meta.rowSchema, schemas)
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema]
      Object.assign(jsonSchema, meta.raw ? inner : { type: 'array', items: inner })
    },
  }) as Json
  return described
}

function answerSchemaOf(schema: z.ZodType, schemas: Schemas): Json {
  const { id, ...described } = schemaOf(schema, 'output', schemas)
  return typeof id === 'string' ? named(id, described, schemas) : described
}
