/**
 * `/v2/docs`: the API for people, made from its description. No key and no session is needed: it tells what openapi.json
 * tells. Everything stands in the page without a script; the script searches while one types, and sends requests with a
 * key that was typed in.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { compressed } from '../../inbound/web/compressed.ts'
import { noticeOf, sendPage } from '../../inbound/web/page.ts'
import { pageHeaders } from '../../inbound/web/page-headers.ts'
import { type Description, type Family, familiesOf } from './description.ts'
import { familyView } from './family-view.ts'
import { DOCS_PATH } from './frame.ts'
import { overview } from './overview.ts'

/** Of what is searched for. */
const ASKED_MAX = 200

/** @param describe the description of now, whose address may have become another */
export function mountApiDocs(server: FastifyInstance, describe: () => object): void {
  /** Of one address of the service; it is known when the first page is asked for. */
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
        return sendPage(reply, noticeOf(404, 'Nothing here', 'There is no such family of operations.'))
      return send(
        reply,
        kept(family.slug, () => familyView(description, families, family)),
      )
    })
  })
}
