/** One deck: its slides, and for who made it whom it is shared with. */
import {
  createDeckShares,
  type Deck,
  deleteDeck,
  deleteDeckShare,
  getDeck,
  getDeckFile,
  updateDeck,
} from '../../features/decks/index.ts'
import { definePage, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { actionButton, areaField, form, textField } from '../kit/form.ts'
import { card, empty, heading, linkButton } from '../kit/layout.ts'
import { table } from '../kit/table.ts'
import { dayOf, momentOf } from '../kit/times.ts'
import { addressesIn, KINDS } from './decks.page.ts'
import { slidesOf } from './slides.ts'

export const deckPage = definePage({
  path: '/decks/:id',
  async show(visit) {
    const deck = await visit.ask(getDeck, { id: visit.params.id })
    const page = `/decks/${deck.id}`
    const { slides } = deck.document
    const actions = html`<button class="deck-present" type="button" hidden>${icon('play')}Present</button>${linkButton(`${page}/file`, 'Download', { icon: 'download' })}`
    return {
      title: deck.title,
      body: html`${heading(deck.title, { trail: [{ label: 'Decks', path: '/decks' }], words: wordsOf(visit, deck), actions })}
${slides.length === 0 ? empty('Nothing is left', 'What this deck told of has been erased.') : slidesOf(deck.document, { inside: true })}
<p class="deck-keys" hidden>Arrow keys turn the pages, Home and End lead to the ends, <kbd>n</kbd> shows the notes, <kbd>f</kbd> fills the screen.</p>
${deck.may_change && settings(visit, deck, page)}`,
      scripts: ['pages/decks/deck.browser.ts'],
    }
  },
  files: { file: (visit) => visit.ask(getDeckFile, { id: visit.params.id }) },
  actions: {
    share: async (visit, fields) => {
      const { id } = visit.params
      const emails = addressesIn(fields.text('emails'))
      await visit.ask(createDeckShares, { id, emails })
      return goTo(`/decks/${id}`, 'Shared. New addresses get an email.')
    },
    resend: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(createDeckShares, { id, emails: [fields.text('email')], resend: true })
      return goTo(`/decks/${id}`, 'Email sent again.')
    },
    unshare: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(deleteDeckShare, { id, shareId: fields.text('share') })
      return goTo(`/decks/${id}`, 'It is shared there no longer.')
    },
    rename: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(updateDeck, { id, title: fields.text('title') })
      return goTo(`/decks/${id}`, 'Saved.')
    },
    delete: async (visit) => {
      await visit.ask(deleteDeck, { id: visit.params.id })
      return goTo('/decks', 'The deck is gone, and its links open nothing any more.')
    },
  },
})

function wordsOf(visit: Visit, deck: Deck): Html {
  const by =
    deck.made_by === 'model'
      ? 'written by the language model, each statement with the words it rests on'
      : 'made of what was said'
  const fault = deck.model_fault === null ? '' : ' The language model did not do all of it.'
  const from =
    deck.context_type === 'conversation' && html` <a href="/conversations/${deck.context_id}">To the conversation</a>.`
  return html`${KINDS[deck.deck_type] ?? 'Deck'}, ${dayOf(visit, deck.created_at)}, ${by}.${fault}${from}`
}

type Share = Deck['shares'][number]

/** How a share shows the deck, or why it shows nothing now. */
function how({ user_uuid: user, is_visible: isVisible }: Share): string {
  if (isVisible) return user === null ? 'By a link of its own' : 'In the app'
  return user === null
    ? 'Link opens nothing: the person who shared it no longer sees the conversations'
    : 'Not shown: they don’t see every conversation behind this deck'
}

function settings(visit: Visit, deck: Deck, page: string): Html {
  const columns = [
    { title: 'With', cell: ({ email }: Share) => html`<bdi>${email}</bdi>` },
    { title: 'How', cell: how },
    {
      title: 'Mail',
      cell: ({ sent_at, is_visible }: Share) =>
        sent_at === null ? (is_visible ? 'On its way' : 'Not sent') : html`${momentOf(visit, sent_at)}`,
    },
    {
      title: 'Opened',
      cell: ({ opened_at, user_uuid }: Share) =>
        opened_at === null ? (user_uuid === null ? 'Not yet' : '') : momentOf(visit, opened_at),
    },
    {
      ...{ title: 'Actions', kind: 'actions' as const },
      cell: ({ id, email, user_uuid }: Share) =>
        html`${actionButton(visit, {
          ...{ page, action: 'resend', button: 'Send email again', kind: 'link', key: `${id}-resend` },
          fields: { email },
          ...(user_uuid === null
            ? { confirm: `Send the email to ${email} again? It has a new link, and the previous link stops working.` }
            : {}),
        })} ${actionButton(visit, {
          ...{ page, action: 'unshare', button: 'Stop sharing', kind: 'link', key: id },
          ...{ fields: { share: id }, confirm: `Stop sharing with ${email}?` },
        })}`,
    },
  ]
  return html`${card(
    'Share',
    html`${deck.shares.length > 0 && table(deck.shares, columns, { caption: 'Whom it is shared with' })}
${form(visit, { page, action: 'share', button: 'Share' }, (fill) =>
  areaField(fill, {
    ...{ name: 'emails', label: 'E-mail addresses', rows: 2, required: true },
    help: 'One a line. People of your organization sign in to see it; anybody else gets a link that opens this deck alone.',
  }),
)}`,
    { id: 'share' },
  )}
${card(
  'Title',
  form(visit, { page, action: 'rename', button: 'Save', kind: 'plain' }, (fill) =>
    textField(fill, { name: 'title', label: 'Title', value: deck.title, required: true, max: 256 }),
  ),
)}
${actionButton(visit, { page, action: 'delete', button: 'Delete this deck', kind: 'danger', confirm: 'Delete this deck? Its links will open nothing any more.' })}`
}
