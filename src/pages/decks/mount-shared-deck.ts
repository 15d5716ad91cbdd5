/**
 * The page behind the link of an outside address: the slides and nothing else, without a script and without anything from
 * elsewhere. Whoever has the link may open it.
 */
import type { FastifyInstance } from 'fastify'
import type { OpenSharedDeck } from '../../features/decks/index.ts'
import { html } from '../../inbound/web/html.ts'
import { noticeOf, pageOf, sendPage } from '../../inbound/web/page.ts'
import { sendTooMany } from '../../inbound/web/share-page.ts'
import { slidesOf } from './slides.ts'

interface SharedDeckParts {
  readonly open: OpenSharedDeck
  /** False for a network that has opened very many: somebody who tries codes. */
  readonly mayOpen: (address: string) => Promise<boolean>
}

export function mountSharedDeck(server: FastifyInstance, { open, mayOpen }: SharedDeckParts): void {
  server.get<{ Params: { code: string } }>('/d/:code', async (request, reply) => {
    if (!(await mayOpen(request.ip))) return sendTooMany(reply)
    // Asking with HEAD whether a page is there is no view of it.
    const deck = await open(request.params.code, request.method === 'GET')
    if (deck === undefined) {
      return sendPage(reply, noticeOf(404, 'Nothing here', 'This link opens nothing, or no longer.'))
    }
    const body = html`<h1 class="deck-heading" dir="auto">${deck.title}</h1>\n${slidesOf(deck.document, { inside: false })}`
    return sendPage(
      reply,
      pageOf(200, deck.title, body, { forms: 'none', footer: 'Shared with Parley', narrow: false }),
    )
  })
}
