/** Presentations that the user created or can view, and the form to create one. */
import { AppError, invalid } from '../../core/errors.ts'
import { getOpportunity } from '../../features/conversations/opportunities/index.ts'
import { getConversation, listConversationBriefs } from '../../features/conversations/records/index.ts'
import { createDeck, deckType, type ListedDeck, listDecks } from '../../features/library/decks/index.ts'
import { getSnippet } from '../../features/library/snippets/index.ts'
import { definePage, type Fields, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import { areaField, type Choice, disclosure, type Fill, form, selectField, textField } from '../components/form.ts'
import { empty, heading, linkButton } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { dayOf, dayText } from '../components/times.ts'

export const KINDS: Readonly<Record<string, string>> = {
  recap: 'Recap',
  proposal: 'Proposal',
  business_review: 'Business review',
  pitch: 'Pitch',
  custom: 'Custom',
}

export const decksPage = definePage({
  path: '/decks',
  navigation: { group: 'calls', label: 'Presentations', icon: 'deck' },
  async show(visit) {
    const { data, meta } = await visit.ask(listDecks, { page: pageAsked(visit) })
    const make = linkButton('/decks/new', 'Create presentation', { icon: 'plus', kind: 'primary' })
    const columns = [
      {
        title: 'Presentation',
        cell: ({ id, title }: ListedDeck) => html`<a href="/decks/${id}"><bdi>${title}</bdi></a>`,
      },
      { title: 'Type', cell: ({ deck_type }: ListedDeck) => KINDS[deck_type] ?? deck_type },
      { title: 'Slides', kind: 'number' as const, cell: ({ slide_count }: ListedDeck) => String(slide_count) },
      { title: 'Created', cell: ({ created_at }: ListedDeck) => dayOf(visit, created_at) },
    ]
    const words = 'Presentations created from calls: yours, and those shared with you.'
    const none = 'Turn a call, or all calls of an opportunity or account, into slides with sources.'
    return {
      title: 'Presentations',
      body: html`${heading('Presentations', { words, actions: make })}
${data.length === 0 ? empty('No presentations yet', none, make) : table(data, columns, { caption: 'Presentations' })}
${pager(visit, meta)}`,
    }
  },
})

export const newDeckPage = definePage({
  path: '/decks/new',
  async show(visit) {
    const given = visit.attempt === undefined ? visit.query.get('context') : null
    const source = given === null ? await offered(visit) : { id: given, title: await titleOf(visit, given) }
    const trail = [{ label: 'Presentations', path: '/decks' }]
    const words = 'Parley creates slides from your calls, with quotes as sources for each statement.'
    return {
      title: 'New presentation',
      body: html`${heading('New presentation', { trail, words })}
<section class="card">${form(visit, { page: '/decks/new', action: 'make', button: 'Create presentation', pointers: POINTERS }, (fill) => fieldsOf(fill, source))}</section>`,
    }
  },
  forms: { make: LONG_FORM },
  actions: {
    make: async (visit, fields) => {
      const made = await making(visit, fields)
      if (!made.success) throw invalid({ pointer: '/context_id', detail: made.error })
      const shared = made.emails_shared_with.length
      const id = new URL(made.link).pathname.split('/').at(-1) ?? ''
      return goTo(
        `/decks/${id}`,
        shared === 0 ? 'Presentation created' : 'Presentation created. Recipients get an email.',
      )
    },
  },
})

const POINTERS = { '/users_to_share': 'emails', '/additional_instructions': 'instructions' }

/** Source of the presentation: set by the page that links here, or a list of choices. */
type Source = { readonly id: string; readonly title: string | undefined } | readonly Choice[]

/** Number of newest calls offered. To use an older call, start on the page of that call. */
const OFFERED = '100'

async function offered(visit: Visit): Promise<Choice[]> {
  const { data } = await visit.ask(listConversationBriefs, { size: OFFERED })
  const opportunities = new Map(
    data.flatMap(({ externalOpportunity: one }) => (one === null ? [] : [[one.uuid, one.title] as const])),
  )
  const told = visit.attempt?.fields.text('context_id') ?? ''
  const choices = [
    ...data.map(({ uuid, title, startedAt }) => ({ value: uuid, label: `${title}, ${dayText(visit, startedAt)}` })),
    ...[...opportunities].map(([value, title]) => ({ value, label: `All calls of opportunity ${title}` })),
  ]
  return told === '' || choices.some(({ value }) => value === told)
    ? choices
    : [{ value: told, label: 'Previous selection' }, ...choices]
}

type Titled = (visit: Visit, id: string) => Promise<string>

/** Lookups tried in turn, because an ID doesn't contain its type. */
const TITLED: readonly Titled[] = [
  async (visit, id) => (await visit.ask(getConversation, { id })).attributes.title,
  async (visit, id) => (await visit.ask(getSnippet, { id })).data.title,
  async (visit, id) => (await visit.ask(getOpportunity, { id })).title,
]

/** @returns undefined for an account or an unknown ID, which `createDeck` rejects */
async function titleOf(visit: Visit, id: string): Promise<string | undefined> {
  for (const titled of TITLED) {
    try {
      return await titled(visit, id)
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'not_found')) throw error
    }
  }
  return undefined
}

function sourceField(fill: Fill, source: Source): Html {
  if (!('title' in source)) {
    return selectField(fill, {
      ...{ name: 'context_id', label: 'Source', none: 'Select a call or opportunity', required: true, choices: source },
      help: 'One call, or all calls of an opportunity.',
    })
  }
  return html`<input type="hidden" name="context_id"${attribute('value', source.id)}>
${source.title !== undefined && html`<p class="field">Source: <b><bdi>${source.title}</bdi></b>. <a href="/decks/new">Change source</a></p>`}`
}

function fieldsOf(fill: Fill, source: Source): Html {
  return html`${sourceField(fill, source)}
${selectField(fill, { name: 'deck_type', label: 'Type', value: 'recap', choices: deckType.options.map((value) => ({ value, label: KINDS[value] ?? value })) })}
${textField(fill, { name: 'slides', label: 'Maximum number of slides', type: 'number', placeholder: 'Automatic', help: '1 to 40. The presentation can have fewer slides.' })}
${areaField(fill, { name: 'instructions', label: 'Instructions', rows: 3, max: 4_000, help: 'Optional. Topics to include or leave out, in one or two sentences.' })}
${disclosure(
  'Define the slides',
  areaField(fill, {
    ...{ name: 'structure', label: 'Slides', rows: 5 },
    help: 'One slide per line, as content | layout. For example: What was said about the price | two columns.',
  }),
  fill.value('structure') !== '',
)}
${areaField(fill, { name: 'emails', label: 'Share with', rows: 2, help: 'Optional. Email addresses, one per line. Recipients outside your organization get a personal link to this presentation only.' })}`
}

async function making(visit: Visit, fields: Fields) {
  const structure = linesOf(fields.text('structure')).map((line) => {
    const [content = '', look = ''] = line.split('|', 2).map((part) => part.trim())
    return { content_instruction: content, layout_instruction: look }
  })
  try {
    return await visit.ask(createDeck, {
      context_id: fields.text('context_id'),
      deck_type: fields.given('deck_type') as 'recap' | undefined,
      slides: fields.number('slides'),
      structure: structure.length === 0 ? undefined : structure,
      additional_instructions: fields.given('instructions'),
      users_to_share: addressesIn(fields.text('emails')),
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'deck_context_not_found') {
      throw invalid({
        pointer: '/context_id',
        detail: "The source doesn't exist, or you don't have access to it. Select another call or opportunity.",
      })
    }
    throw error
  }
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Splits addresses at white space, commas and semicolons. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((one) => one !== '')
