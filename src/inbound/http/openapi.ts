/** API description (OpenAPI 3.1), generated from the catalog. */
import { z } from 'zod'
import { type AnyOperation, type EventSchemas, takesLong } from '../../core/operation.ts'
import { DEFAULT_BODY_LIMIT } from './bind-operation.ts'
import { listBodyTypes } from './body-types.ts'
import { type OperationExample, readExamples } from './examples.ts'
import { findOrigins, getInputFields, takesBody } from './gather-input.ts'
import { EVENTS_TYPE, JSON_TYPES, LINES_TYPE, SCIM_TYPES, UPLOAD_TYPE } from './media-types.ts'
import { describeRefusals, errorSchemas, listRefusals, nameRefusal } from './openapi-errors.ts'
import { describeSuccess } from './response-descriptions.ts'

/** Version of the contract that the API implements. */
const CONTRACT_VERSION = '1.8.0'

type Json = Record<string, unknown>

/** Named schemas, collected during generation. */
type Schemas = Map<string, Json>

const IDEMPOTENCY_NAMES = { quick: 'IdempotencyKey', long: 'IdempotencyKeyOfLongRequests' } as const

export function describeOperations(operations: readonly AnyOperation[], baseUrl: string, version: string): Json {
  const paths: Record<string, Json> = {}
  const schemas: Schemas = new Map(Object.entries(errorSchemas))
  const examples = readExamples()
  for (const operation of operations) {
    const path = paths[operation.rest.path] ?? {}
    paths[operation.rest.path] = path
    path[operation.rest.method.toLowerCase()] = describe(operation, schemas, examples[operation.id] ?? {})
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: CONTRACT_VERSION,
      'x-parley-version': version,
      description:
        'Conversation intelligence: recorded business conversations, their transcripts, and data derived from them.',
      contact: { name: 'Parley' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map((operation) => operation.tag))].map((name) => ({
      name,
      description: operations
        .filter(({ tag }) => tag === name)
        .map(({ summary }) => `${summary}.`)
        .join(' '),
    })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'An API key, alone or after `Bearer `.',
        },
      },
      parameters: { [IDEMPOTENCY_NAMES.quick]: IDEMPOTENCY, [IDEMPOTENCY_NAMES.long]: IDEMPOTENCY_OF_LONG },
      responses: describeRefusals(operations),
      schemas: Object.fromEntries(schemas),
    },
  }
}

function describe(operation: AnyOperation, schemas: Schemas, example: OperationExample): Json {
  const { path, query, headers = {} } = findOrigins(operation)
  const fields = getInputFields(operation)
  const inBody = Object.keys(fields).filter((name) => !path.has(name) && !query.has(name) && !(name in headers))
  const hasBody = takesBody(operation) && inBody.length > 0
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description ?? operation.summary,
    tags: [operation.tag],
    ...(operation.deprecated === undefined ? {} : { deprecated: true }),
    'x-requires': operation.requires,
    'x-cost': operation.cost ?? 1,
    parameters: [
      ...[...path].map((name) => parameter(name, 'path', fields[name], schemas)),
      ...[...query].map((name) => parameter(name, 'query', fields[name], schemas)),
      ...Object.entries(headers).map(([field, name]) => parameter(name, 'header', fields[field], schemas)),
      ...(operation.rest.method === 'POST'
        ? [{ $ref: `#/components/parameters/${IDEMPOTENCY_NAMES[takesLong(operation) ? 'long' : 'quick']}` }]
        : []),
    ],
    ...(hasBody ? { requestBody: requestBody(operation, inBody, schemas, example) } : {}),
    responses: responses(operation, schemas, { hasPath: path.size > 0, hasBody, example }),
  }
}

const IDEMPOTENCY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    "Idempotency key, 1 to 255 visible ASCII characters. For 24 hours, a repeated request with the same key returns the stored response and isn't executed again. Example: `3f2b8c1e-7a54-4c7e-9d1b-5b0f3f6a9c21`.",
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
}

const IDEMPOTENCY_OF_LONG: Json = {
  ...IDEMPOTENCY,
  description: `${IDEMPOTENCY.description} If the service crashes during the request, a repetition can execute it again.`,
}

type ParameterLocation = 'path' | 'query' | 'header'

function parameter(name: string, place: ParameterLocation, schema: z.ZodType | undefined, schemas: Schemas): Json {
  const described = toFieldSchema(schema ?? z.string(), 'input', schemas)
  const { description, style, explode, deprecated, ...rest } = described
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

function requestBody(operation: AnyOperation, names: string[], schemas: Schemas, { request }: OperationExample): Json {
  const { bodyField, lines, upload, bodyLimit = DEFAULT_BODY_LIMIT } = operation.rest
  const whole = toFieldSchema(operation.input, 'input', schemas)
  const { [upload?.field ?? '']: _file, ...properties } = whole.properties as Record<string, Json>
  const required = ((whole.required ?? []) as string[]).filter((name) => names.includes(name))
  const body =
    bodyField === undefined
      ? {
          type: 'object',
          properties: Object.fromEntries(
            names.flatMap((name) => (name in properties ? [[name, properties[name]]] : [])),
          ),
          ...(required.length === 0 ? {} : { required }),
        }
      : (properties[bodyField] ?? {})
  const schema = refNamed(`${pascal(operation.id)}Body`, body, schemas)
  const content: Json = Object.fromEntries(
    listBodyTypes(operation).map((type, index) => [
      type,
      type === UPLOAD_TYPE
        ? { schema: toFormSchema(body, operation) }
        : // Types of the same JSON share one example.
          { schema, ...withExample(index === 0 ? request : undefined) },
    ]),
  )
  if (lines)
    content[LINES_TYPE] = {
      schema: { type: 'string', description: 'One JSON object per line, each like the JSON body.' },
      ...withExample(toLine(request)),
    }
  return {
    required: bodyField !== undefined || required.length > 0 || upload !== undefined || refusesNoFields(operation),
    description: `Maximum size of the body: ${bodyLimit} bytes${lines ? ' per line' : ''}${upload === undefined ? '' : `, with a file of at most ${upload.maxBytes} bytes`}.`,
    content,
  }
}

/** Values for parameters of paths, of which each parameter accepts one. */
const PATH_VALUES = ['00000000-0000-4000-8000-000000000000', '1', 'name']

/** Whether an operation without required fields refuses a body without fields: “Send at least one field to change.” */
function refusesNoFields(operation: AnyOperation): boolean {
  const fields = getInputFields(operation)
  const given = [...findOrigins(operation).path].map((name) => {
    const value = PATH_VALUES.find((one) => fields[name]?.safeParse(one).success)
    if (value === undefined) throw new Error(`No sample value for the parameter ${name} of ${operation.id}.`)
    return [name, value]
  })
  return !operation.input.safeParse(Object.fromEntries(given)).success
}

const withExample = (example: unknown): Json => (example === undefined ? {} : { example })

const toLine = (value: unknown) => (value === undefined ? undefined : `${JSON.stringify(value)}\n`)

/** The same fields as a form, with the file. */
function toFormSchema(body: Json, { rest: { upload } }: AnyOperation): Json {
  const file = upload?.field ?? ''
  const properties = {
    ...(body.properties as Json),
    [file]: { type: 'string', contentMediaType: 'application/octet-stream' },
  }
  return { type: 'object', properties, required: [file] }
}

const pascal = (id: string) => id.charAt(0).toUpperCase() + id.slice(1)

function refNamed(name: string, schema: Json, schemas: Schemas): Json {
  schemas.set(name, schema)
  return { $ref: `#/components/schemas/${name}` }
}

function responses(
  operation: AnyOperation,
  schemas: Schemas,
  { hasPath, hasBody, example }: { hasPath: boolean; hasBody: boolean; example: OperationExample },
): Json {
  const { status = 200, produces = [], lines, dress, statuses } = operation.rest
  const types = dress === 'scim' ? SCIM_TYPES : JSON_TYPES
  const success: Json = {}
  const codes = statuses ?? (typeof status === 'number' ? [status] : [200, 201])
  if (!codes.includes(204)) {
    const answer = toResponseSchema(operation.rest.answer ?? operation.output, schemas)
    const file = (type: string) => {
      const [name = ''] = type.split(';', 1)
      return name.includes('json')
        ? [name, { schema: {}, ...withExample(example.response) }]
        : [name, { schema: { type: 'string' }, ...withExample(example.texts?.[name]) }]
    }
    const json = (index = 0) => ({
      schema: '$ref' in answer ? answer : refNamed(`${pascal(operation.id)}Answer`, answer, schemas),
      ...withExample(index === 0 ? example.response : undefined),
    })
    success.content = Object.fromEntries([
      ...(produces.length > 0 ? produces.map(file) : types.map((type, index) => [type, json(index)])),
      ...(lines
        ? [
            [
              LINES_TYPE,
              {
                schema: { type: 'string', description: 'One result per line, in the order of the request.' },
                ...withExample(toLine(example.response)),
              },
            ],
          ]
        : []),
      ...(operation.events === undefined
        ? []
        : [
            [
              EVENTS_TYPE,
              {
                ...describeEvents(operation.events, json().schema, schemas),
                ...withExample(example.texts?.[EVENTS_TYPE]),
              },
            ],
          ]),
    ])
  }
  const refusals = listRefusals(operation, { hasPath, hasBody })
  return {
    ...Object.fromEntries(
      codes.map((code) => [code, { description: describeSuccess(operation, code), ...(code === 304 ? {} : success) }]),
    ),
    ...Object.fromEntries(
      refusals.map((code) => [code, { $ref: `#/components/responses/${nameRefusal(code, dress)}` }]),
    ),
  }
}

/**
 * Describes an event stream. The body is text; `contentSchema` describes it as a list of events with name and JSON
 * data.
 */
function describeEvents(events: EventSchemas, answer: Json, schemas: Schemas): Json {
  const names = Object.keys(events).map((name) => `\`${name}\``)
  const errors = ['ResourceError', 'ServerError', 'ProblemDetails']
  const told: [string, Json][] = [
    ...Object.entries(events).map(([name, schema]): [string, Json] => [name, toResponseSchema(schema, schemas)]),
    ['done', answer],
    ['error', { anyOf: errors.map((name) => ({ $ref: `#/components/schemas/${name}` })) }],
  ]
  return {
    schema: {
      type: 'string',
      description: [
        'An event stream (WHATWG HTML, section 9.2). Each event has one line of JSON:',
        `${names.join(', ')} during the work, and finally`,
        '`done` with the JSON response or `error` with the error body.',
      ].join(' '),
      contentMediaType: EVENTS_TYPE,
      contentSchema: {
        type: 'array',
        items: {
          oneOf: told.map(([event, data]) => ({
            type: 'object',
            properties: { event: { const: event }, data },
            required: ['event', 'data'],
          })),
        },
      },
    },
  }
}

/** Metadata that a schema can have in the registry of Zod. */
interface FieldMeta {
  readonly type?: string
  readonly description?: string
  readonly rowSchema?: z.ZodType
  readonly raw?: true
}

const toArraySchema = (items: Json, description: string | undefined): Json => ({
  ...(description === undefined ? {} : { description }),
  ...{ type: 'array', items },
})

/**
 * JSON Schema of a field. Rows and raw JSON have the schema of their content, and schemas with an ID become references.
 */
function toFieldSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Schemas): Json {
  const {
    $schema: _,
    $defs = {},
    ...described
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const meta = z.globalRegistry.get(zodSchema) as FieldMeta | undefined
      if (meta?.type !== undefined) {
        // The input is converted from text, so the metadata describes it completely.
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema]
        Object.assign(jsonSchema, meta)
        return
      }
      if (meta?.rowSchema === undefined) return
      const inner = toResponseSchema(meta.rowSchema, schemas)
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema]
      if (meta.raw) Object.assign(jsonSchema, inner)
      else Object.assign(jsonSchema, toArraySchema(inner, meta.description))
    },
  }) as Json
  for (const [name, definition] of Object.entries($defs as Record<string, Json>)) {
    const { id: _id, ...rest } = definition
    schemas.set(name, pointAtComponents(rest))
  }
  return pointAtComponents(described)
}

/** Converts references to `$defs` to references to components, which are defined once. */
function pointAtComponents(schema: Json): Json {
  const printed = JSON.stringify(schema, (key, value) =>
    key === 'noun' && typeof value === 'string' ? undefined : value,
  )
  return JSON.parse(printed.replaceAll('"#/$defs/', '"#/components/schemas/'))
}

function toResponseSchema(schema: z.ZodType, schemas: Schemas): Json {
  const { id, ...described } = toFieldSchema(schema, 'output', schemas)
  return typeof id === 'string' ? refNamed(id, described, schemas) : described
}
