/** Glossary: the list with its search and import, and one page per term with its usage. */

import { formatNumber } from '../../core/languages/formats.ts'
import { t } from '../../core/languages/message.ts'
import { type GlossaryTermUsage, getGlossaryTermUsage } from '../../features/search/conversation-search/index.ts'
import {
  createGlossaryTerm,
  deleteGlossaryTerm,
  type GlossaryTerm,
  getGlossaryTerm,
  importGlossaryTerms,
  listGlossaryTerms,
  TERMS_MAX,
  updateGlossaryTerm,
} from '../../features/text/glossary/index.ts'
import { definePage, type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM, TEXT_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, type Fill, form, formMenu, selectField, textAreaField, textField } from '../components/form.ts'
import { card, chip, chips, empty, heading } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { addressWith } from '../conversations/query-params.ts'

const PAGE = '/glossary'
/** Maximum number of spellings shown in the list. */
const SPELLINGS_SHOWN = 6

export const glossaryPage = definePage({
  path: PAGE,
  navigation: { group: 'analysis', label: t('Glossary'), words: t('Terms, spellings and names of the organization') },
  async show(req) {
    const asked = req.query.get('q')?.trim().slice(0, 200) ?? ''
    const { data, meta } = await req.run(listGlossaryTerms, { q: asked, page: pageAsked(req) })
    const isEmpty = data.length === 0 && asked === ''
    return {
      title: t('Glossary'),
      body: html`${heading(t('Glossary'), { words: t('Your products, people, companies and acronyms, with the ways in which transcripts spell them. Search, questions and trackers find all spellings.'), actions: req.user.role === 'ADMIN' && adding(req) })}
${!isEmpty && finding(asked)}
${renderTerms(data, asked)}
${pager(req, meta, [t('Previous'), t('Next')])}`,
    }
  },
  forms: { create: LONG_FORM, import: TEXT_FORM },
  actions: {
    create: async (req, fields) => {
      const { uuid, term } = await req.run(createGlossaryTerm, termIn(fields))
      return redirectTo(`${PAGE}/${uuid}`, t`Term ${term} created. Parley analyzes calls that contain it again.`)
    },
    import: async (req, fields) => {
      const { created, updated, unchanged } = await req.run(importGlossaryTerms, { csv: fields.text('csv') })
      return redirectTo(PAGE, t`Terms imported: ${created} new, ${updated} changed, ${unchanged} unchanged`)
    },
  },
})

export const glossaryTermPage = definePage({
  path: `${PAGE}/:id`,
  async show(req) {
    const { id } = req.params
    const [term, usage] = await Promise.all([req.run(getGlossaryTerm, { id }), req.run(getGlossaryTermUsage, { id })])
    return {
      title: term.term,
      body: html`${heading(term.term, {
        trail: [{ label: t('Glossary'), path: PAGE }],
        ...(term.meaning === '' ? {} : { words: term.meaning }),
        actions: req.user.role === 'ADMIN' && changing(req, term),
      })}
<p class="soft">${KINDS[term.kind]}</p>
${card(t('In your calls'), renderUsage(usage), { id: 'usage' })}`,
    }
  },
  forms: { change: LONG_FORM },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      await req.run(updateGlossaryTerm, { id, ...termIn(fields) })
      return redirectTo(`${PAGE}/${id}`, t('Term saved. Parley analyzes calls that contain it again.'))
    },
    delete: async (req) => {
      await req.run(deleteGlossaryTerm, { id: req.params.id })
      return redirectTo(PAGE, t('Term deleted'))
    },
  },
})

const KINDS = {
  product: t('Product'),
  person: t('Person'),
  company: t('Company'),
  acronym: t('Acronym'),
  other: t('Other'),
} as const

const COLUMNS = [
  { title: t('Term'), cell: ({ uuid, term }: GlossaryTerm) => html`<a href="${PAGE}/${uuid}"><bdi>${term}</bdi></a>` },
  { title: t('Kind'), cell: ({ kind }: GlossaryTerm) => KINDS[kind] },
  { title: t('Aliases'), cell: ({ aliases }: GlossaryTerm) => renderSpellings(aliases) },
  { title: t('Misheard as'), cell: ({ misheard }: GlossaryTerm) => renderSpellings(misheard) },
]

function renderSpellings(spellings: readonly string[]): Html {
  const more = spellings.length - SPELLINGS_SHOWN
  return chips([
    ...spellings.slice(0, SPELLINGS_SHOWN).map((one) => chip(one)),
    ...(more > 0 ? [chip(t`and ${more} more`)] : []),
  ])
}

function renderTerms(data: readonly GlossaryTerm[], asked: string): Html {
  if (data.length > 0) return table(data, COLUMNS, { caption: t('Glossary terms') })
  return asked === ''
    ? empty(
        t('No terms yet'),
        t(
          'Add the names that transcripts often misspell, such as your product. Then a search for the name finds the misspelled calls too.',
        ),
      )
    : empty(t('No terms found'), t('Search for another part of a term or of one of its spellings.'))
}

const finding = (asked: string): Html =>
  html`<form class="inline" action="${PAGE}" role="search" aria-label="Search the glossary"><input type="search" name="q" value="${asked}" aria-label="Search the glossary" placeholder="Search the glossary" maxlength="200"><button class="plain">Search terms</button></form>`

const adding = (req: PageRequest): Html =>
  html`${formMenu(
    t('Import terms'),
    form(req, { page: PAGE, action: 'import', button: t('Import terms') }, (fill) =>
      textAreaField(fill, {
        name: 'csv',
        label: t('CSV or list'),
        rows: 8,
        required: true,
        placeholder: 'term,aliases,misheard,kind,meaning\nWayloom,WL,Way Loom|Veyloom,product,Our analytics product',
        help: t`One term per line, up to ${formatNumber(TERMS_MAX)}. Columns: term, aliases, misheard, kind, meaning. Separate values in a cell with |. Existing terms are updated, and no term is deleted.`,
      }),
    ),
    { open: req.attempt?.action === 'import', kind: 'plain', icon: 'download' },
  )}
${formMenu(
  t('New term'),
  form(req, { page: PAGE, action: 'create', button: t('Create term') }, (fill) => termFields(fill)),
  { open: req.attempt?.action === 'create' },
)}`

function changing(req: PageRequest, term: GlossaryTerm): Html {
  const page = `${PAGE}/${term.uuid}`
  return formMenu(
    t('Edit term'),
    html`${form(req, { page, action: 'change', button: t('Save term') }, (fill) => termFields(fill, term))}<hr>
${actionButton(req, { page, action: 'delete', button: t('Delete term'), kind: 'danger', confirm: t("Delete this term and its spellings? Corrected transcripts stay. You can't undo this.") })}`,
    { open: req.attempt !== undefined, kind: 'plain', icon: 'edit' },
  )
}

const termFields = (fill: Fill, term?: GlossaryTerm): Html =>
  html`${textField(fill, { name: 'term', label: t('Term'), value: term?.term, required: true, max: 120 })}
${selectField(fill, { name: 'kind', label: t('Kind'), value: term?.kind ?? 'other', choices: Object.entries(KINDS).map(([value, label]) => ({ value, label })) })}
${textAreaField(fill, { name: 'aliases', label: t('Aliases'), value: term?.aliases.join('\n'), rows: 3, help: t('Other correct spellings and short forms, one per line.') })}
${textAreaField(fill, { name: 'misheard', label: t('Misheard as'), value: term?.misheard.join('\n'), rows: 3, help: t('Wrong forms that transcripts contain, one per line. Parley suggests to replace them with the term.') })}
${textField(fill, { name: 'meaning', label: t('Meaning'), value: term?.meaning, max: 500 })}`

function termIn(fields: Fields) {
  const lines = (name: string) =>
    fields
      .text(name)
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
  return {
    term: fields.text('term'),
    kind: fields.text('kind') as GlossaryTerm['kind'],
    aliases: lines('aliases'),
    misheard: lines('misheard'),
    meaning: fields.text('meaning'),
  }
}

const ROLES = { term: t('Term'), alias: t('Alias'), misheard: t('Misheard') } as const
type SpellingUsage = GlossaryTermUsage['spellings'][number]

function renderUsage({ conversations, isComplete, spellings }: GlossaryTermUsage): Html {
  const count =
    conversations === 1 ? t('1 call') : isComplete ? t`${conversations} calls` : t`at least ${conversations} calls`
  return html`<p>${conversations === 0 ? t('No call contains this term yet.') : html`Found in <strong>${count}</strong>, in any case and with any ending.`}</p>
${table(
  spellings,
  [
    {
      title: t('Spelling'),
      cell: ({ text, conversations: n }: SpellingUsage) =>
        n === 0
          ? html`<bdi>${text}</bdi>`
          : html`<a href="${addressWith('/search', new URLSearchParams(), { q: `"${text}"` })}"><bdi>${text}</bdi></a>`,
    },
    { title: t('Use'), cell: ({ role }: SpellingUsage) => ROLES[role] },
    { title: t('Calls'), cell: ({ conversations: n }: SpellingUsage) => String(n), kind: 'number' },
  ],
  { caption: t('Spellings') },
)}`
}
