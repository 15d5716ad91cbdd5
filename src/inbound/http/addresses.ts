/** URLs of operations, and the request line for links in responses. */
import type { FastifyRequest } from 'fastify'
import type { AnyOperation, Wire } from '../../core/operation.ts'

export const BASE_PATH = '/v2'
/** Path of the tool server. Its URL is also the audience of access tokens. */
export const TOOL_PATH = '/mcp'
/** Protected resource metadata (RFC 9728), with which clients find the authorization server. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'

/** Path in the syntax of the router. */
export const toRouterPath = (operation: AnyOperation) => BASE_PATH + operation.rest.path.replace(/\{(\w+)\}/g, ':$1')

export type Query = Wire['query']

export const toWire = (request: FastifyRequest, publicUrl: string): Wire => ({
  baseUrl: publicUrl + BASE_PATH,
  path: request.url.split('?', 1)[0]?.slice(BASE_PATH.length) ?? '',
  query: request.query as Query,
})
