/** Error responses of the API description. Each one is described once, and operations refer to it. */
import { type AnyOperation, takesLong } from '../../core/operation.ts'
import { exampleError } from './error-examples.ts'
import { findOrigins } from './gather-input.ts'
import { JSON_TYPES, PROBLEM_TYPE, type ResponseFormat, SCIM_TYPES } from './media-types.ts'
import { ERROR_DESCRIPTIONS } from './response-descriptions.ts'

type Json = Record<string, unknown>

/** Error statuses of an operation. */
export function listRefusals(
  operation: AnyOperation,
  { hasPath, hasBody }: { hasPath: boolean; hasBody: boolean },
): number[] {
  const isPost = operation.rest.method === 'POST'
  const writes = operation.requires.scope === 'write'
  const guarded = Object.values(operation.rest.inHeaders ?? {}).includes('if-match')
  return [
    ...[400, 401, 403],
    ...(hasPath || writes ? [404] : []),
    ...(writes ? [409] : []),
    ...(guarded ? [412] : []),
    ...(hasBody ? [408, 413, 415] : []),
    ...(isPost ? [422] : []),
    429,
    ...(operation.rest.refusals ?? []),
    500,
    ...(takesLong(operation) ? [503] : []),
  ]
}

/** Names of the shared responses. */
const REFUSAL_NAMES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  408: 'RequestTimeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'PreconditionFailed',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  416: 'RangeNotSatisfiable',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
}

export const nameRefusal = (status: number, dress: ResponseFormat = 'resource'): string =>
  `${dress === 'scim' ? 'Scim' : ''}${REFUSAL_NAMES[status] ?? `Status${status}`}`

/** Error responses of all operations, each once. */
export function describeRefusals(operations: readonly AnyOperation[]): Json {
  const all = operations.flatMap((operation) => {
    const { path } = findOrigins(operation)
    const statuses = listRefusals(operation, { hasPath: path.size > 0, hasBody: true })
    return statuses.map((status): [string, Json] => [
      nameRefusal(status, operation.rest.dress),
      refusal(status, operation.rest.dress),
    ])
  })
  return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function refusal(status: number, dress: ResponseFormat = 'resource'): Json {
  const name =
    status === 401
      ? dress === 'scim'
        ? 'ScimAuthenticationError'
        : 'AuthenticationError'
      : dress === 'scim'
        ? 'ScimError'
        : status === 500
          ? 'ServerError'
          : 'ResourceError'
  const types = dress === 'scim' ? SCIM_TYPES : JSON_TYPES
  const described = (type: string, schema: string) => [
    type,
    { schema: { $ref: `#/components/schemas/${schema}` }, example: exampleError(status, type, dress) },
  ]
  return {
    description: ERROR_DESCRIPTIONS[status],
    content: {
      ...Object.fromEntries([
        ...types.map((type) => described(type, name)),
        ...(dress === 'scim' || status === 401 ? [] : [described(PROBLEM_TYPE, 'ProblemDetails')]),
      ]),
    },
  }
}

/** Text fields with their descriptions. */
const describeTexts = (texts: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(Object.entries(texts).map(([name, description]) => [name, { type: 'string', description }]))

const resourceError: Json = {
  type: 'object',
  properties: {
    ...describeTexts({
      id: 'Error code, the same as `code`.',
      status: 'HTTP status of the response, as a string.',
      code: 'Stable error code for programs, such as `validation_failed`.',
      title: 'Short name of the error.',
      detail: 'Explanation of the error for people.',
    }),
    source: {
      type: 'object',
      description: 'Part of the request that caused the error.',
      properties: describeTexts({
        pointer: 'Path to the field, such as `/data/name` or `/query/since`. Empty if no field caused the error.',
      }),
      required: ['pointer'],
    },
  },
  required: ['id', 'status', 'code', 'title', 'detail', 'source'],
}

const authenticationError = {
  type: 'object',
  properties: { code: { const: 401 }, ...describeTexts({ message: 'Explanation of the error for people.' }) },
  required: ['code', 'message'],
}

const scimError = {
  type: 'object',
  description: 'Error as defined in RFC 7644, section 3.12.',
  properties: {
    schemas: {
      type: 'array',
      description: 'URI of the SCIM schema of errors, as the only entry.',
      items: { type: 'string' },
    },
    ...describeTexts({
      scimType: 'SCIM error type, such as `invalidFilter`. Missing if RFC 7644 defines none for the error.',
      detail: 'Explanation of the error for people.',
    }),
    status: { type: 'integer', description: 'HTTP status of the response.' },
  },
  required: ['schemas', 'detail', 'status'],
}

export const errorSchemas = {
  ResourceError: {
    ...resourceError,
    properties: {
      ...(resourceError.properties as Json),
      errors: {
        type: 'array',
        description: 'All errors of the request, including the first. Missing if there is only one.',
        items: resourceError,
      },
    },
  },
  AuthenticationError: authenticationError,
  ProblemDetails: {
    type: 'object',
    description: 'Problem details as defined in RFC 9457.',
    properties: {
      ...describeTexts({
        type: 'URI of the problem type. Always `about:blank`.',
        title: 'Short name of the error.',
        detail: 'Explanation of the error for people. Missing for internal errors.',
        code: 'Stable error code for programs. Missing for internal errors.',
        instance: 'URN with the ID of the request, for internal errors only.',
      }),
      status: { type: 'integer', description: 'HTTP status of the response.' },
      errors: {
        type: 'array',
        description: 'All errors of the request. Missing for internal errors.',
        items: {
          type: 'object',
          properties: describeTexts({
            pointer: 'Path to the field, such as `/data/name` or `/query/since`. Empty if no field caused the error.',
            detail: 'Explanation of the error for people.',
          }),
          required: ['pointer', 'detail'],
        },
      },
    },
    required: ['type', 'title', 'status'],
  },
  ScimError: scimError,
  ScimAuthenticationError: {
    type: 'object',
    description: 'Fields of an authentication error and of a SCIM error.',
    properties: { ...authenticationError.properties, ...scimError.properties },
    required: [...authenticationError.required, ...scimError.required],
  },
  ServerError: {
    type: 'object',
    properties: describeTexts({
      code: 'Error code, always `internal_server_error`.',
      detail: 'Explanation of the error for people.',
      id: 'ID of the request, for a report to the operator.',
      title: 'Short name of the error.',
    }),
    required: ['code', 'detail', 'id', 'title'],
  },
}
