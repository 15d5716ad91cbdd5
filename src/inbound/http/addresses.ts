/** Where operations are served, and the request line as presenters see it. */
import type { FastifyRequest } from 'fastify'
import type { AnyOperation, Wire } from '../../core/operation.ts'

export const BASE_PATH = '/v2'

/** As the router wants it. */
export const urlOf = (operation: AnyOperation) => BASE_PATH + operation.rest.path.replace(/\{(\w+)\}/g, ':$1')

export type Query = Wire['query']

export const wireOf = (request: FastifyRequest, publicUrl: string): Wire => ({
  baseUrl: publicUrl + BASE_PATH,
  path: request.url.split('?', 1)[0]?.slice(BASE_PATH.length) ?? '',
  query: request.query as Query,
})
