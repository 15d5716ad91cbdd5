/** Where operations are served, and the request line as presenters see it. */
import type { FastifyRequest } from 'fastify'
import type { AnyOperation, Wire } from '../../core/operation.ts'

export const BASE_PATH = '/v2'
/** Where the tool server is; its address is also what access tokens are for. */
export const TOOL_PATH = '/mcp'
/** RFC 9728: where a program learns who lets it in. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'

/** As the router wants it. */
export const urlOf = (operation: AnyOperation) => BASE_PATH + operation.rest.path.replace(/\{(\w+)\}/g, ':$1')

export type Query = Wire['query']

export const wireOf = (request: FastifyRequest, publicUrl: string): Wire => ({
  baseUrl: publicUrl + BASE_PATH,
  path: request.url.split('?', 1)[0]?.slice(BASE_PATH.length) ?? '',
  query: request.query as Query,
})
