/** Sets the language of each request. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasCatalog } from '../../../core/languages/catalogs.ts'
import { chooseLanguage, runInLanguage, SOURCE_LANGUAGE } from '../../../core/languages/current.ts'
import type { Cookies } from '../cookies.ts'
import { LANGUAGE_COOKIE } from './cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Language of the pages of this request. Undefined for other requests. */
    language?: string
  }
}

type CookieReader = Pick<Cookies, 'get'>

/** Language that the user or the browser chose. */
function readLanguage(cookies: CookieReader, request: FastifyRequest): string {
  const chosen = cookies.get(request, LANGUAGE_COOKIE)
  if (chosen !== undefined && hasCatalog(chosen)) return chosen
  return chooseLanguage(chosen, request.headers['accept-language'])
}

/** Runs work in the language that the user or the browser chose, for pages outside of `mountLanguages`. */
export const runInChosenLanguage = <Result>(
  cookies: CookieReader,
  request: FastifyRequest,
  work: () => Result,
): Result => runInLanguage(readLanguage(cookies, request), work)

/** Runs work in the language that `mountLanguages` found, for code outside of its hooks. */
export const inRequestLanguage = <Result>(request: FastifyRequest, work: () => Result): Result =>
  runInLanguage(request.language ?? SOURCE_LANGUAGE, work)

/**
 * Runs the hooks and the handler of each request of a server in its language. The second hook sets it again, because the
 * body of a request is read outside of the first one.
 */
export function mountLanguages(server: FastifyInstance, cookies: CookieReader): void {
  server.decorateRequest('language')
  server.addHook('onRequest', (request, _reply, done) => {
    request.language = readLanguage(cookies, request)
    inRequestLanguage(request, done)
  })
  server.addHook('preValidation', (request, _reply, done) => inRequestLanguage(request, done))
}
