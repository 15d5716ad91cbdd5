/** Presentations that the user created or can view, and the form to create one. */
import { AppError, invalid } from '../../core/errors.ts'
import { type Message, t } from '../../core/languages/message.ts'
import { getOpportunity } from '../../features/conversations/opportunities/index.ts'
import { getConversation, listConversationBriefs } from '../../features/conversations/records/index.ts'
import { createDeck, deckType, type ListedDeck, listDecks } from '../../features/library/decks/index.ts'
import { getSnippet } from '../../features/library/snippets/index.ts'
import { definePage, type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import { type Choice, disclosure, type Fill, form, selectField, textAreaField, textField } from '../components/form.ts'
import { empty, heading, linkButton, placeTabs } from '../components/layout.ts'
import { EXPIRY_POINTERS, expiryFields, toExpiryInput } from '../components/link-expiry.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { dayOf, dayText } from '../components/times.ts'

export const KINDS: Readonly<Record<string, Message>> = {
  recap: t('Recap'),
  proposal: t('Proposal'),
  business_review: t('Business review'),
  pitch: t('Pitch'),
  custom: t('Custom'),
}

export const decksPage = definePage({
  path: '/decks',
  navigation: { group: 'library', label: t('Presentations') },
  async show(req) {
    const { data, meta } = await req.run(listDecks, { page: pageAsked(req) })
    const make = linkButton('/decks/new', t('Create presentation'), { icon: 'plus', kind: 'primary' })
    const columns = [
      {
        title: t('Presentation'),
        cell: ({ id, title }: ListedDeck) => html`<a href="/decks/${id}"><bdi>${title}</bdi></a>`,
      },
      { title: t('Type'), cell: ({ deck_type }: ListedDeck) => KINDS[deck_type] ?? deck_type },
      { title: t('Slides'), kind: 'number' as const, cell: ({ slide_count }: ListedDeck) => String(slide_count) },
      { title: t('Created'), cell: ({ created_at }: ListedDeck) => dayOf(req, created_at) },
    ]
    const words = t('Presentations created from calls: yours, and those shared with you.')
    const none = t('Turn a call, or all calls of an opportunity or account, into slides with sources.')
    return {
      title: t('Presentations'),
      body: html`${heading(t('Presentations'), { tabs: placeTabs(req, t('Library'), 'library'), words, actions: make })}
${data.length === 0 ? empty(t('No presentations yet'), none, make) : table(data, columns, { caption: t('Presentations') })}
${pager(req, meta)}`,
    }
  },
})

export const newDeckPage = definePage({
  path: '/decks/new',
  async show(req) {
    const given = req.attempt === undefined ? req.query.get('context') : null
    const source =
      given === null ? await loadSourceChoices(req) : { id: given, title: await findSourceTitle(req, given) }
    const trail = [{ label: t('Presentations'), path: '/decks' }]
    const words = t('Parley creates slides from your calls, with quotes as sources for each statement.')
    return {
      title: t('New presentation'),
      body: html`${heading(t('New presentation'), { trail, words })}
<section class="card">${form(req, { page: '/decks/new', action: 'make', button: t('Create presentation'), pointers: POINTERS }, (fill) => renderFields(req, fill, source))}</section>`,
    }
  },
  forms: { make: LONG_FORM },
  actions: {
    make: async (req, fields) => {
      const made = await createFromForm(req, fields)
      if (!made.success) throw invalid({ pointer: '/context_id', detail: made.error })
      const shared = made.emails_shared_with.length
      const id = new URL(made.link).pathname.split('/').at(-1) ?? ''
      return redirectTo(
        `/decks/${id}`,
        shared === 0 ? t('Presentation created') : t('Presentation created. Recipients get an email.'),
      )
    },
  },
})

const POINTERS = { ...EXPIRY_POINTERS, '/users_to_share': 'emails', '/additional_instructions': 'instructions' }

/** Source of the presentation: set by the page that links here, or a list of choices. */
type Source = { readonly id: string; readonly title: string | undefined } | readonly Choice[]

/** Number of newest calls offered. To use an older call, start on the page of that call. */
const OFFERED = '100'

async function loadSourceChoices(req: PageRequest): Promise<Choice[]> {
  const { data } = await req.run(listConversationBriefs, { size: OFFERED })
  const opportunities = new Map(
    data.flatMap(({ externalOpportunity: one }) => (one === null ? [] : [[one.uuid, one.title] as const])),
  )
  const told = req.attempt?.fields.text('context_id') ?? ''
  const choices = [
    ...data.map(({ uuid, title, startedAt }) => ({ value: uuid, label: `${title}, ${dayText(req, startedAt)}` })),
    ...[...opportunities].map(([value, title]) => ({ value, label: t`All calls of opportunity ${title}` })),
  ]
  return told === '' || choices.some(({ value }) => value === told)
    ? choices
    : [{ value: told, label: t('Previous selection') }, ...choices]
}

type TitleLoader = (req: PageRequest, id: string) => Promise<string>

/** Lookups tried in turn, because an ID doesn't contain its type. */
const TITLED: readonly TitleLoader[] = [
  async (req, id) => (await req.run(getConversation, { id })).attributes.title,
  async (req, id) => (await req.run(getSnippet, { id })).data.title,
  async (req, id) => (await req.run(getOpportunity, { id })).title,
]

/** @returns undefined for an account or an unknown ID, which `createDeck` rejects */
async function findSourceTitle(req: PageRequest, id: string): Promise<string | undefined> {
  for (const titled of TITLED) {
    try {
      return await titled(req, id)
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'not_found')) throw error
    }
  }
  return undefined
}

function sourceField(fill: Fill, source: Source): Html {
  if (!('title' in source)) {
    return selectField(fill, {
      ...{
        name: 'context_id',
        label: t('Source'),
        none: t('Select a call or opportunity'),
        required: true,
        choices: source,
      },
      help: t('One call, or all calls of an opportunity.'),
    })
  }
  return html`<input type="hidden" name="context_id"${attribute('value', source.id)}>
${source.title !== undefined && html`<p class="field">Source: <b><bdi>${source.title}</bdi></b>. <a href="/decks/new">Change source</a></p>`}`
}

function renderFields(req: PageRequest, fill: Fill, source: Source): Html {
  return html`${sourceField(fill, source)}
${selectField(fill, { name: 'deck_type', label: t('Type'), value: 'recap', choices: deckType.options.map((value) => ({ value, label: KINDS[value] ?? value })) })}
${textField(fill, { name: 'slides', label: t('Maximum number of slides'), type: 'number', placeholder: t('Automatic'), help: t('1 to 40. The presentation can have fewer slides.') })}
${textAreaField(fill, { name: 'instructions', label: t('Instructions'), rows: 3, max: 4_000, help: t('Optional. Topics to include or leave out, in one or two sentences.') })}
${disclosure(
  t('Define the slides'),
  textAreaField(fill, {
    ...{ name: 'structure', label: t('Slides'), rows: 5 },
    help: t('One slide per line, as content | layout. For example: What was said about the price | two columns.'),
  }),
  fill.value('structure') !== '',
)}
${textAreaField(fill, { name: 'emails', label: t('Share with'), rows: 2, help: t('Optional. Email addresses, one per line. Recipients outside your organization get a personal link to this presentation only.') })}
${expiryFields(req, fill, { id: 'share', label: t('Links of outside recipients expire') })}`
}

async function createFromForm(req: PageRequest, fields: Fields) {
  const structure = splitLines(fields.text('structure')).map((line) => {
    const [content = '', look = ''] = line.split('|', 2).map((part) => part.trim())
    return { content_instruction: content, layout_instruction: look }
  })
  try {
    return await req.run(createDeck, {
      context_id: fields.text('context_id'),
      deck_type: fields.optional('deck_type') as 'recap' | undefined,
      slides: fields.number('slides'),
      structure: structure.length === 0 ? undefined : structure,
      additional_instructions: fields.optional('instructions'),
      users_to_share: addressesIn(fields.text('emails')),
      ...toExpiryInput(req, fields),
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'deck_context_not_found') {
      throw invalid({
        pointer: '/context_id',
        detail: String(
          t("The source doesn't exist, or you don't have access to it. Select another call or opportunity."),
        ),
      })
    }
    throw error
  }
}

const splitLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Splits addresses at white space, commas and semicolons. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((one) => one !== '')
