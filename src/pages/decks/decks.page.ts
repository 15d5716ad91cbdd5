/** Decks: all that one made or was shown, and the form that makes one. */
import { AppError, invalid } from '../../core/errors.ts'
import { getConversation, listConversationBriefs } from '../../features/conversations/index.ts'
import { createDeck, deckType, type ListedDeck, listDecks } from '../../features/decks/index.ts'
import { getOpportunity } from '../../features/opportunities/index.ts'
import { getSnippet } from '../../features/snippets/index.ts'
import { definePage, type Fields, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import { areaField, type Choice, disclosure, type Fill, form, selectField, textField } from '../kit/form.ts'
import { empty, heading, linkButton } from '../kit/layout.ts'
import { pageAsked, pager, table } from '../kit/table.ts'
import { dayOf, dayText } from '../kit/times.ts'

export const KINDS: Readonly<Record<string, string>> = {
  recap: 'Recap',
  proposal: 'Proposal',
  business_review: 'Business review',
  pitch: 'Pitch',
  custom: 'In my own words',
}

export const decksPage = definePage({
  path: '/decks',
  navigation: { group: 'calls', label: 'Decks', icon: 'deck' },
  async show(visit) {
    const { data, meta } = await visit.ask(listDecks, { page: pageAsked(visit) })
    const make = linkButton('/decks/new', 'New deck', { icon: 'plus', kind: 'primary' })
    const columns = [
      {
        title: 'Deck',
        cell: ({ id, title }: ListedDeck) => html`<a href="/decks/${id}"><bdi>${title}</bdi></a>`,
      },
      { title: 'Kind', cell: ({ deck_type }: ListedDeck) => KINDS[deck_type] ?? deck_type },
      { title: 'Slides', kind: 'number' as const, cell: ({ slide_count }: ListedDeck) => String(slide_count) },
      { title: 'Made', cell: ({ created_at }: ListedDeck) => dayOf(visit, created_at) },
    ]
    const words = 'Presentations made of conversations: yours, and those that were shared with you.'
    const none = 'Make one from a conversation, or from all that was said about an opportunity or an account.'
    return {
      title: 'Decks',
      body: html`${heading('Decks', { words, actions: make })}
${data.length === 0 ? empty('No decks yet', none) : table(data, columns, { caption: 'Decks' })}
${pager(visit, meta)}`,
    }
  },
})

export const newDeckPage = definePage({
  path: '/decks/new',
  async show(visit) {
    const given = visit.attempt === undefined ? visit.query.get('context') : null
    const source = given === null ? await offered(visit) : { id: given, title: await titleOf(visit, given) }
    const trail = [{ label: 'Decks', path: '/decks' }]
    const words =
      'It is made of what was said, with the words each statement rests on. You can look at it before anybody else does.'
    return {
      title: 'New deck',
      body: html`${heading('New deck', { trail, words })}
<section class="card">${form(visit, { page: '/decks/new', action: 'make', button: 'Make the deck', pointers: POINTERS }, (fill) => fieldsOf(fill, source))}</section>`,
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
        shared === 0 ? 'The deck is there.' : 'The deck is there, and the mails are on their way.',
      )
    },
  },
})

const POINTERS = { '/users_to_share': 'emails', '/additional_instructions': 'instructions' }

/** What a deck is made of: named by the page that leads here, or one of several. */
type Source = { readonly id: string; readonly title: string | undefined } | readonly Choice[]

/** The newest ones; a deck of any other begins on the page of the conversation. */
const OFFERED = '100'

async function offered(visit: Visit): Promise<Choice[]> {
  const { data } = await visit.ask(listConversationBriefs, { size: OFFERED })
  const opportunities = new Map(
    data.flatMap(({ externalOpportunity: one }) => (one === null ? [] : [[one.uuid, one.title] as const])),
  )
  const told = visit.attempt?.fields.text('context_id') ?? ''
  const choices = [
    ...data.map(({ uuid, title, startedAt }) => ({ value: uuid, label: `${title}, ${dayText(visit, startedAt)}` })),
    ...[...opportunities].map(([value, title]) => ({ value, label: `All about the opportunity ${title}` })),
  ]
  return told === '' || choices.some(({ value }) => value === told)
    ? choices
    : [{ value: told, label: 'What was chosen before' }, ...choices]
}

type Titled = (visit: Visit, id: string) => Promise<string>

/** Asked one after the other, since an id does not say of what it is. */
const TITLED: readonly Titled[] = [
  async (visit, id) => (await visit.ask(getConversation, { id })).attributes.title,
  async (visit, id) => (await visit.ask(getSnippet, { id })).data.title,
  async (visit, id) => (await visit.ask(getOpportunity, { id })).title,
]

/** @returns undefined of an account, or of nothing, which making it will tell */
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
      ...{ name: 'context_id', label: 'What it is made of', none: 'Choose', required: true, choices: source },
      help: 'One conversation, or all that was said about an opportunity.',
    })
  }
  return html`<input type="hidden" name="context_id"${attribute('value', source.id)}>
${source.title !== undefined && html`<p class="field">Made of <b><bdi>${source.title}</bdi></b>. <a href="/decks/new">Choose another</a></p>`}`
}

function fieldsOf(fill: Fill, source: Source): Html {
  return html`${sourceField(fill, source)}
${selectField(fill, { name: 'deck_type', label: 'Kind', value: 'recap', choices: deckType.options.map((value) => ({ value, label: KINDS[value] ?? value })) })}
${textField(fill, { name: 'slides', label: 'Slides at most', type: 'number', placeholder: 'As many as it needs', help: '1 to 40. There are fewer where there is less to say.' })}
${areaField(fill, { name: 'instructions', label: 'What else matters', rows: 3, max: 4_000, help: 'What to look for or leave out, in a sentence or two. May stay empty.' })}
${disclosure(
  'Say what stands on each slide',
  areaField(fill, {
    ...{ name: 'structure', label: 'Slides', rows: 5 },
    help: 'One a line: what it is to say | how it is to look. For instance: What was said about the price | two columns.',
  }),
  fill.value('structure') !== '',
)}
${areaField(fill, { name: 'emails', label: 'Share with', rows: 2, help: 'E-mail addresses, one a line. Who is not of your organization gets a link that opens this deck alone. May stay empty.' })}`
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
      throw invalid({ pointer: '/context_id', detail: 'There is no such thing, or you may not see it.' })
    }
    throw error
  }
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** People part addresses as they like. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((one) => one !== '')
