/** Public links to clips and presentations, with their expiry and views: those of the user, and for admins those of others. */

import { t } from '../../core/languages/message.ts'
import { updateDeckShare } from '../../features/library/decks/index.ts'
import { listPublicLinks } from '../../features/library/public-links/index.ts'
import { updateSnippet } from '../../features/library/snippets/index.ts'
import { type AnswerOf, definePage, type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { form } from '../components/form.ts'
import { badge, card, empty, heading, linkButton, placeTabs, segmented } from '../components/layout.ts'
import {
  EXPIRY_POINTERS,
  expiryFields,
  isOver,
  renderExpiry,
  renderViews,
  toExpiryInput,
} from '../components/link-expiry.ts'
import { createNameLookup } from '../components/people.ts'
import { pageAsked, pager, table, withQuery } from '../components/table.ts'
import { dayOf } from '../components/times.ts'

const PAGE = '/links'
const ALL = `${PAGE}?by=all`

type PublicLink = AnswerOf<typeof listPublicLinks>['data'][number]

/** Owner of the links that the page lists: the user, another one, or everybody. */
function toOwner({ user }: PageRequest, query: URLSearchParams): { user_uuid?: string } {
  if (user.role === 'ADMIN' && query.get('by') === 'all') return {}
  return { user_uuid: query.get('user') ?? user.id }
}

export const linksPage = definePage({
  path: PAGE,
  navigation: { group: 'library', label: t('Public links') },
  async show(req) {
    const query = req.attempt === undefined ? req.query : new URLSearchParams(req.attempt.fields.text('list'))
    const owner = toOwner(req, query)
    const page = pageAsked({ query })
    const { data, meta } = await req.run(listPublicLinks, { ...owner, page })
    const getName = await createNameLookup(
      req,
      data.map(({ user_uuid }) => user_uuid),
    )
    const isOwn = owner.user_uuid === req.user.id
    const words = t('Links that open a clip or a presentation without sign-in, with their views.')
    return {
      title: t('Public links'),
      body: html`${heading(t('Public links'), { tabs: placeTabs(req, t('Library'), 'library'), words })}
${req.user.role === 'ADMIN' && renderOwners(owner)}
${renderExpiryForm(req, data, query)}
${data.length === 0 ? renderEmpty() : table(data, columns(req, isOwn ? undefined : getName), { caption: t('Public links') })}
${pager(req, meta)}`,
    }
  },
  actions: {
    expiry: async (req, fields) => {
      const { expiresAt } = toExpiryInput(req, fields)
      if (expiresAt !== undefined) await saveExpiry(req, fields, expiresAt)
      const list = fields.text('list')
      return redirectTo(list === '' ? PAGE : `${PAGE}?${new URLSearchParams(list)}`, t('Expiry saved'))
    },
  },
})

async function saveExpiry(req: PageRequest, fields: Fields, expiresAt: string | null): Promise<void> {
  const target = fields.text('target')
  if (fields.text('kind') === 'snippet') await req.run(updateSnippet, { id: target, expiresAt })
  else await req.run(updateDeckShare, { id: target, shareId: fields.text('key'), expiresAt })
}

const renderOwners = (owner: { user_uuid?: string }): Html =>
  segmented(
    t('Public links'),
    [
      { label: t('My links'), path: PAGE },
      { label: t('All links'), path: ALL },
    ],
    owner.user_uuid === undefined ? ALL : PAGE,
  )

const renderEmpty = (): Html =>
  empty(
    t('No public links yet'),
    t('Create a clip that anyone with the link can view, or share a presentation with somebody outside.'),
    linkButton('/clips', t('View clips')),
  )

/** @param getName name of a user, if the list contains links of others */
const columns = (req: PageRequest, getName: Awaited<ReturnType<typeof createNameLookup>> | undefined) => [
  {
    title: t('Content'),
    cell: ({ kind, target_uuid: id, title, questionsAllowed }: PublicLink) =>
      html`<a href="${kind === 'snippet' ? '/clips' : '/decks'}/${id}"><bdi>${title}</bdi></a> <span class="soft">${kind === 'snippet' ? t('Clip') : t('Presentation')}</span>${questionsAllowed && html` ${badge(t('Viewer questions'))}`}`,
  },
  {
    title: t('Recipient'),
    cell: ({ email, works }: PublicLink) =>
      email === null ? (works ? t('Anyone with the link') : t('Nobody')) : html`<bdi>${email}</bdi>`,
  },
  ...(getName === undefined
    ? []
    : [{ title: t('Shared by'), cell: ({ user_uuid }: PublicLink) => html`<bdi>${getName(user_uuid)}</bdi>` }]),
  { title: t('Created'), cell: ({ created_at }: PublicLink) => dayOf(req, created_at) },
  { title: t('Views', 'of a link'), cell: (link: PublicLink) => renderViews(req, link) },
  {
    title: t('Expires'),
    cell: (link: PublicLink) =>
      html`${renderExpiry(req, link.expiresAt)}${isStopped(req, link) && html` ${badge(t("Doesn't work"), 'bad')}`}`,
  },
  {
    ...{ title: t('Actions', 'column'), kind: 'actions' as const },
    cell: ({ id }: PublicLink) =>
      html`<a href="${withQuery(req.path, { link: id, page: req.query.get('page') ?? undefined })}#expiry">Change expiry</a>`,
  },
]

/** Whether a link doesn't work for another reason than its expiry: the responsible user is deactivated or lost access. */
const isStopped = (req: PageRequest, { works, expiresAt }: PublicLink): boolean => !works && !isOver(req, expiresAt)

/** Form for the expiry of the link that the address of the page names. */
function renderExpiryForm(req: PageRequest, links: readonly PublicLink[], query: URLSearchParams): Html {
  const id = req.attempt?.fields.text('key') ?? query.get('link')
  const link = links.find((one) => one.id === id)
  if (link === undefined) return html``
  const list = new URLSearchParams(query)
  list.delete('link')
  const hidden = { kind: link.kind, target: link.target_uuid, list: list.toString() }
  return card(
    t`Link to ${link.title}`,
    form(
      req,
      { page: PAGE, action: 'expiry', key: link.id, button: t('Save expiry'), pointers: EXPIRY_POINTERS },
      (fill) => [
        ...Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`),
        expiryFields(req, fill, { id: 'link', label: t('Link expires'), expiresAt: link.expiresAt }),
      ],
    ),
    { id: 'expiry' },
  )
}
