/**
 * API reference at `/v2/docs`, rendered from the OpenAPI description. It requires no API key or session, because it contains
 * the same information as openapi.json. It works without scripts; a script adds search as you type and test requests.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { compressed } from '../../inbound/web/compressed.ts'
import { noticeOf, sendPage } from '../../inbound/web/page.ts'
import { pageHeaders } from '../../inbound/web/page-headers.ts'
import { type Description, type Family, familiesOf } from './description.ts'
import { familyView } from './family-view.ts'
import { DOCS_PATH } from './frame.ts'
import { overview } from './overview.ts'

/** Maximum length of the search text. */
const ASKED_MAX = 200

/** @param describe returns the current OpenAPI description with the public URL */
export function mountApiDocs(server: FastifyInstance, describe: () => object): void {
  /** Description and rendered pages, created at the first request, when the public URL is known. */
  let read: { description: Description; families: readonly Family[]; pages: Map<string, string> } | undefined
  const reading = () => {
    if (read === undefined) {
      const description = describe() as Description
      read = { description, families: familiesOf(description), pages: new Map() }
    }
    return read
  }
  const kept = (name: string, make: () => string) => {
    const { pages } = reading()
    const page = pages.get(name) ?? make()
    pages.set(name, page)
    return page
  }
  const send = (reply: FastifyReply, text: string) => reply.headers(pageHeaders('app')).send(text)

  server.register(async (scope) => {
    await compressed(scope)
    scope.get<{ Querystring: { q?: unknown } }>(DOCS_PATH, async (request, reply) => {
      const asked = String([request.query.q ?? ''].flat().at(-1))
        .trim()
        .slice(0, ASKED_MAX)
      const { description, families } = reading()
      const make = () => overview(description, families, asked)
      return send(reply, asked === '' ? kept('', make) : make())
    })
    scope.get<{ Params: { family: string } }>(`${DOCS_PATH}/:family`, async (request, reply) => {
      const { description, families } = reading()
      const family = families.find(({ slug }) => slug === request.params.family)
      if (family === undefined)
        return sendPage(
          reply,
          noticeOf(
            404,
            'Page not found',
            `The API reference has no group with this name. Open ${DOCS_PATH} for a list.`,
          ),
        )
      return send(
        reply,
        kept(family.slug, () => familyView(description, families, family)),
      )
    })
  })
}
