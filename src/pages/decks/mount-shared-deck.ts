/**
 * Page behind a personal link for an external recipient. It shows only the slides, without scripts or content of other
 * origins. Anyone with the link can open it.
 */
import type { FastifyInstance } from 'fastify'
import { formatUtcTime } from '../../core/languages/formats.ts'
import { t } from '../../core/languages/message.ts'
import type { DeckViewer, OpenSharedDeck } from '../../features/library/decks/index.ts'
import type { Cookies } from '../../inbound/web/cookies.ts'
import { SESSION_COOKIE } from '../../inbound/web/forms.ts'
import { html } from '../../inbound/web/html.ts'
import { createNoticePage, createPage, sendPage } from '../../inbound/web/page.ts'
import { renderSender, sendTooMany, toPageVisitor } from '../../inbound/web/share-page.ts'
import { renderSlides } from './slides.ts'

interface SharedDeckParts {
  readonly open: OpenSharedDeck
  readonly findViewer: (token: string | undefined) => Promise<DeckViewer | undefined>
  readonly cookies: Cookies
  /** False for a network with too many requests, which may be guessing codes. */
  readonly mayOpen: (address: string) => Promise<boolean>
}

export function mountSharedDeck(server: FastifyInstance, parts: SharedDeckParts): void {
  const { open, findViewer, cookies, mayOpen } = parts
  server.get<{ Params: { code: string } }>('/d/:code', async (request, reply) => {
    if (!(await mayOpen(request.ip))) return sendTooMany(reply)
    const viewer = await findViewer(cookies.get(request, SESSION_COOKIE))
    const deck = await open(request.params.code, { visitor: toPageVisitor(request), viewer })
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
    const footer =
      deck.expiresAt === null
        ? t('Shared with Parley. The link is personal and shows these slides only. It ends when the sender removes it.')
        : t`Shared with Parley. The link is personal and shows these slides only. It expires on ${formatUtcTime(new Date(deck.expiresAt))}.`
    return sendPage(reply, createPage(200, deck.title, body, { forms: 'none', footer, narrow: false }))
  })
}
