/**
 * Page behind a personal link for an external recipient. It shows only the slides, without scripts or content of other
 * origins. Anyone with the link can open it.
 */
import type { FastifyInstance } from 'fastify'
import { t } from '../../core/languages/message.ts'
import type { OpenSharedDeck } from '../../features/library/decks/index.ts'
import { html } from '../../inbound/web/html.ts'
import { createNoticePage, createPage, sendPage } from '../../inbound/web/page.ts'
import { renderSender, sendTooMany } from '../../inbound/web/share-page.ts'
import { renderSlides } from './slides.ts'

interface SharedDeckParts {
  readonly open: OpenSharedDeck
  /** False for a network with too many requests, which may be guessing codes. */
  readonly mayOpen: (address: string) => Promise<boolean>
}

export function mountSharedDeck(server: FastifyInstance, { open, mayOpen }: SharedDeckParts): void {
  server.get<{ Params: { code: string } }>('/d/:code', async (request, reply) => {
    if (!(await mayOpen(request.ip))) return sendTooMany(reply)
    // A HEAD request doesn't count as a view.
    const deck = await open(request.params.code, request.method === 'GET')
    if (deck === undefined) {
      return sendPage(
        reply,
        createNoticePage(
          404,
          t('Link not found'),
          t('The link is invalid, or the presentation is no longer shared. Ask the person who sent it for a new link.'),
        ),
      )
    }
    const count = deck.document.slides.length
    const words = count === 1 ? html`Presentation, 1 slide` : html`Presentation, ${count} slides`
    const body = html`${renderSender(deck.organizationName, words, 'deck-sender')}
<h1 class="deck-heading" dir="auto">${deck.title}</h1>\n${renderSlides(deck.document, { inside: false })}`
    const footer = t(
      'Shared with Parley. The link is personal and shows these slides only. It ends when the sender removes it.',
    )
    return sendPage(reply, createPage(200, deck.title, body, { forms: 'none', footer, narrow: false }))
  })
}
