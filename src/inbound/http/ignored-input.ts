/**
 * Names in a request that its operation doesn't have. Requests stay valid, because clients send names of later versions,
 * but nothing is dropped in silence: two response headers name them. Clients that prefer an error send `Prefer:
 * handling=strict` (RFC 7240, section 4.4).
 */
import type { FastifyRequest } from 'fastify'
import { invalid, type Problem } from '../../core/errors.ts'
import { findNearestName } from '../../core/nearest-name.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { Origins } from '../../core/run-operation.ts'
import { getInputFields, takesBody } from './gather-input.ts'
import { LargeJson } from './large-bodies.ts'

export const IGNORED_PARAMETERS = 'parley-ignored-parameters'
export const IGNORED_FIELDS = 'parley-ignored-fields'

/** Maximum number of names in a header or error. */
const NAMES_MAX = 20
/** Names that headers and messages can repeat. Others may be content. */
const NAME = /^[A-Za-z][\w.[\]-]{0,63}$/

export interface IgnoredInput {
  readonly parameters: readonly string[]
  readonly fields: readonly string[]
}

/** @returns function that finds the names in a request that the operation ignores */
export function createIgnoredInput(
  operation: AnyOperation,
  origins: Origins,
): (request: FastifyRequest) => IgnoredInput {
  const fields = bodyFields(operation, origins)
  return ({ query, body }) => ({
    parameters: Object.keys(query as object).filter((name) => !origins.query.has(name)),
    fields:
      fields === undefined || !isPlainObject(body)
        ? []
        : Object.keys(body).filter((name) => !fields.has(name) && name !== 'schemas'),
  })
}

/** Names of body fields. Undefined if the body can have any, or has another form. */
function bodyFields(operation: AnyOperation, { path, query, headers = {}, bodyField }: Origins) {
  const names = Object.keys(getInputFields(operation))
  const { _zod } = operation.input as { _zod?: { def?: { catchall?: { _zod: { def: { type: string } } } } } }
  const acceptsAny = _zod?.def?.catchall !== undefined && _zod.def.catchall._zod.def.type !== 'never'
  if (!takesBody(operation) || bodyField !== undefined || operation.rest.dress === 'scim') return undefined
  if (names.length === 0 || acceptsAny) return undefined
  return new Set(names.filter((name) => !path.has(name) && !query.has(name) && headers[name] === undefined))
}

const isPlainObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof LargeJson)

/** Response headers that name what was ignored. */
export function describeIgnored({ parameters, fields }: IgnoredInput): Record<string, string> {
  const list = (names: readonly string[]) =>
    names
      .filter((name) => NAME.test(name))
      .slice(0, NAMES_MAX)
      .join(', ')
  const [inQuery, inBody] = [list(parameters), list(fields)]
  return {
    ...(inQuery === '' ? {} : { [IGNORED_PARAMETERS]: inQuery }),
    ...(inBody === '' ? {} : { [IGNORED_FIELDS]: inBody }),
  }
}

export const prefersStrict = ({ headers: { prefer } }: FastifyRequest): boolean =>
  /(?:^|[,;])\s*handling\s*=\s*"?strict"?\s*(?:$|[,;])/i.test(String(prefer ?? ''))

/** @throws AppError `validation_failed` that names unknown parameters and fields, with the nearest known names */
export function refuseIgnored(operation: AnyOperation, origins: Origins, { parameters, fields }: IgnoredInput): void {
  const known = bodyFields(operation, origins) ?? new Set()
  const problems: Problem[] = [
    ...parameters.map((name) => describeUnknown(name, 'query parameter', '/query/', [...origins.query])),
    ...fields.map((name) => describeUnknown(name, 'body field', '/', [...known])),
  ].slice(0, NAMES_MAX)
  const [first, ...others] = problems
  if (first !== undefined) throw invalid(first, ...others)
}

function describeUnknown(name: string, what: string, at: string, known: readonly string[]): Problem {
  const isName = NAME.test(name)
  const nearest = findNearestName(name, known)
  return {
    pointer: isName ? `${at}${name}` : '',
    detail: [
      `${isName ? `\`${name}\`` : 'A name'} isn't a ${what} of this operation.`,
      ...(nearest === undefined ? [] : [`Did you mean \`${nearest}\`?`]),
      'Omit it, or the header `Prefer: handling=strict` to have it ignored.',
    ].join(' '),
  }
}
