/**
 * API reference at `/v2/docs`, rendered from the OpenAPI description. It requires no API key or session, because it contains
 * the same information as openapi.json. It works without scripts; a script adds search as you type and test requests.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { runInLanguage, SOURCE_LANGUAGE } from '../../core/languages/current.ts'
import { known } from '../../core/languages/known.ts'
import { compressed } from '../../inbound/web/compressed.ts'
import { createNoticePage, sendPage } from '../../inbound/web/page.ts'
import { pageHeaders } from '../../inbound/web/page-headers.ts'
import { type ApiDescription, type Family, groupOperations } from './description.ts'
import { familyView } from './family-view.ts'
import { DOCS_PATH } from './frame.ts'
import { overview } from './overview.ts'

/** Maximum length of the search text. */
const ASKED_MAX = 200

/** @param describe returns the current OpenAPI description with the public URL */
export function mountApiDocs(server: FastifyInstance, describe: () => object): void {
  /** Description and rendered pages, created at the first request, when the public URL is known. */
  let read: { description: ApiDescription; families: readonly Family[]; pages: Map<string, string> } | undefined
  const getReading = () => {
    if (read === undefined) {
      const description = describe() as ApiDescription
      read = { description, families: groupOperations(description), pages: new Map() }
    }
    return read
  }
  const getCachedPage = (name: string, make: () => string) => {
    const { pages } = getReading()
    const page = pages.get(name) ?? make()
    pages.set(name, page)
    return page
  }
  const send = (reply: FastifyReply, text: string) => reply.headers(pageHeaders('app')).send(text)

  server.register(async (scope) => {
    // The reference has the language of the contract.
    scope.addHook('onRequest', (_request, _reply, done) => runInLanguage(SOURCE_LANGUAGE, done))
    await compressed(scope)
    scope.get<{ Querystring: { q?: unknown } }>(DOCS_PATH, async (request, reply) => {
      const asked = String([request.query.q ?? ''].flat().at(-1))
        .trim()
        .slice(0, ASKED_MAX)
      const { description, families } = getReading()
      const make = () => overview(description, families, asked)
      return send(reply, asked === '' ? getCachedPage('', make) : make())
    })
    scope.get<{ Params: { family: string } }>(`${DOCS_PATH}/:family`, async (request, reply) => {
      const { description, families } = getReading()
      const family = families.find(({ slug }) => slug === request.params.family)
      if (family === undefined)
        return sendPage(
          reply,
          createNoticePage(
            404,
            known('Page not found'),
            known(`The API reference has no group with this name. Open ${DOCS_PATH} for a list.`),
          ),
        )
      return send(
        reply,
        getCachedPage(family.slug, () => familyView(description, families, family)),
      )
    })
  })
}
