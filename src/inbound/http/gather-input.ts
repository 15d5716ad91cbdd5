/** Combines the input of an operation from path, query, headers and body. */
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type AnyOperation, namesInPath } from '../../core/operation.ts'
import type { Origins } from '../../core/run-operation.ts'
import type { Query } from './addresses.ts'

export const takesBody = ({ rest: { method } }: AnyOperation) => method !== 'GET' && method !== 'DELETE'

export function getInputFields(operation: AnyOperation): Record<string, z.ZodType> {
  return (operation.input as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {}
}

/** Source of each input field. Fields that aren't listed come from the body. */
export function findOrigins(operation: AnyOperation): Origins {
  const { path, inQuery = [], inHeaders = {}, bodyField } = operation.rest
  const inPath = new Set(namesInPath(path))
  const rest = Object.keys(getInputFields(operation)).filter((name) => !inPath.has(name) && !(name in inHeaders))
  return { path: inPath, query: new Set(takesBody(operation) ? inQuery : rest), headers: inHeaders, bodyField }
}

/** @param body parsed body: of the request, of one line, or the fields of a form */
export function gatherInput(
  operation: AnyOperation,
  origins: Origins,
  request: FastifyRequest,
  body: unknown,
): unknown {
  const aside = gatherParameters(request, origins)
  const { bodyField } = origins
  if (!takesBody(operation)) return aside
  if (bodyField !== undefined) return { ...aside, [bodyField]: body }
  if (body === undefined || body === null) return aside
  // A body that isn't an object is passed on, and validation rejects it.
  return typeof body === 'object' && !Array.isArray(body) ? { ...body, ...aside } : body
}

/**
 * Converts form fields to the types of the operation. Text that doesn't match the field's schema is parsed as JSON
 * (`true`, a number, a list), as OpenAPI defines for form parts.
 */
export function asTyped(operation: AnyOperation, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const schemas = getInputFields(operation)
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const schema = schemas[name]
      if (schema === undefined || typeof value !== 'string' || schema.safeParse(value).success) return [name, value]
      try {
        return [name, JSON.parse(value)]
      } catch {
        return [name, value]
      }
    }),
  )
}

function gatherParameters(request: FastifyRequest, origins: Origins): Record<string, unknown> {
  const query = request.query as Query
  const inHeaders = Object.entries(origins.headers ?? {}).map(([field, name]) => [field, request.headers[name]])
  return {
    ...(request.method === 'GET' || request.method === 'DELETE'
      ? query
      : Object.fromEntries([...origins.query].map((name) => [name, query[name]]))),
    ...Object.fromEntries(inHeaders.filter(([, value]) => value !== undefined)),
    ...(request.params as Record<string, string>),
  }
}
