/** What is masked before it is stored or shown to a model; trying rules out, and masking what is stored. */
import { createRedactionRun, getRedactionRun } from '../../features/privacy/index.ts'
import {
  getOrganizationRedaction,
  previewRedaction,
  REDACTION_KINDS,
  replaceOrganizationRedaction,
} from '../../features/redaction/index.ts'
import { type Fields, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { areaField, checkField, checksField, disclosure, type Fill, form, selectField, textField } from '../kit/form.ts'
import { badge, card, facts, heading, type Tone } from '../kit/layout.ts'
import { teamChoices } from '../kit/teams.ts'
import { dayBegins, momentOf } from '../kit/times.ts'
import { countsTold, PRIVACY, privacyTabs } from './privacy-tabs.ts'
import { adminPage } from './shared.ts'

type Settings = Awaited<ReturnType<typeof settingsAsked>>
const settingsAsked = (visit: Visit) => visit.ask(getOrganizationRedaction, {})
type Preview = Awaited<ReturnType<typeof previewAsked>>
const previewAsked = (visit: Visit) => visit.ask(previewRedaction, { text: '' })

export const privacyPage = adminPage({
  path: PRIVACY,
  navigation: { group: 'admin', label: 'Privacy', icon: 'privacy', role: 'ADMIN' },
  show: (visit) => view(visit),
  forms: { try: LONG_FORM },
  actions: {
    save: async (visit, fields) => {
      await visit.ask(replaceOrganizationRedaction, settingsIn(fields))
      return goTo(PRIVACY, 'Saved. It holds for what comes in from now on.')
    },
    try: async (visit, fields) =>
      view(visit, await visit.ask(previewRedaction, { text: fields.text('text') }), fields.text('text')),
    mask: async (visit, fields) => {
      const [from, to] = [dayBegins(visit, fields.text('from')), dayBegins(visit, fields.text('to'), 1)]
      const team = fields.given('team')
      const { uuid } = await visit.ask(createRedactionRun, {
        ...(from === undefined ? {} : { fromDateTime: from.toISOString() }),
        ...(to === undefined ? {} : { toDateTime: new Date(to.getTime() - 1).toISOString() }),
        ...(team === undefined ? {} : { filter: { 'team.id': [team] } }),
      })
      return goTo(`${PRIVACY}/runs/${uuid}`, 'Masking has begun, in the background.')
    },
  },
})

const MODES = [
  { value: 'off', label: 'Off: everything is stored, and shown to language models' },
  { value: 'models_only', label: 'For models only: they see marks, people see the words' },
  { value: 'storage', label: 'Before storage: the words are nowhere, and nobody can bring them back' },
]

const KIND_NAMES: Readonly<Record<string, string>> = {
  email: 'E-mail addresses',
  phone: 'Telephone numbers',
  card: 'Payment cards',
  iban: 'Bank accounts (IBAN)',
  ssn: 'US social security numbers',
  ip: 'Addresses of the net (IP)',
}

async function view(visit: Visit, preview?: Preview, text = '') {
  const [settings, teams] = await Promise.all([settingsAsked(visit), teamChoices(visit)])
  const mask = form(
    visit,
    {
      ...{ page: PRIVACY, action: 'mask', button: 'Mask them for good', kind: 'danger' },
      confirm: 'Mask these conversations by the rules above? Nobody can bring back what is masked.',
    },
    (fill) => [
      textField(fill, { name: 'from', label: 'Held from', type: 'date' }),
      textField(fill, { name: 'to', label: 'Held until', type: 'date' }),
      selectField(fill, { name: 'team', label: 'Team', choices: teams, none: 'All teams' }),
      html`<p class="help">Empty fields mean all. What a legal hold keeps is left out.</p>`,
    ],
  )
  return {
    title: 'Privacy',
    body: html`${heading('Privacy')}
${privacyTabs(PRIVACY)}
${card(
  'What is masked',
  form(visit, { page: PRIVACY, action: 'save', button: 'Save', pointers: POINTERS }, (fill) =>
    settingsFields(fill, settings),
  ),
  { id: 'rules' },
)}
${card('Try it', tryOut(visit, preview, text), { id: 'try' })}
${disclosure('Mask what is stored already', mask, visit.attempt?.action === 'mask')}`,
  }
}

const PATTERNS_MAX = 20
const ROOM = 2
const POINTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: PATTERNS_MAX }, (_, at) => at).flatMap((at) =>
    ['name', 'pattern', 'mask'].map((part) => [`/patterns/${at}/${part}`, `pattern-${part}-${at}`]),
  ),
)

function settingsFields(fill: Fill, settings: Settings): readonly Html[] {
  const of = (part: 'name' | 'pattern' | 'mask') =>
    fill.values(
      `pattern-${part}`,
      settings.patterns.map((one) => one[part]),
    )
  const [names, patterns, masks] = [of('name'), of('pattern'), of('mask')]
  const filled = names.filter((name, at) => `${name}${patterns[at] ?? ''}${masks[at] ?? ''}` !== '').length
  const rows = Math.min(PATTERNS_MAX, filled + ROOM)
  return [
    selectField(fill, { name: 'mode', label: 'Where', value: settings.mode, choices: MODES }),
    checksField(fill, {
      ...{ name: 'kinds', label: 'What', chosen: settings.kinds },
      choices: REDACTION_KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] ?? kind })),
    }),
    checkField(fill, {
      name: 'knowledgeSources',
      label: 'The knowledge base too, before storage',
      on: settings.knowledgeSources,
    }),
    html`<fieldset class="field"><legend>Patterns of your own</legend>
<p class="help">In the language of RE2, such as <code>EMP-\\d{6}</code>. A name is of small letters, digits and _; a mask of capitals in brackets, such as [EMPLOYEE].</p>
${Array.from({ length: rows }, (_, at) => patternRow(fill, at, names[at], patterns[at], masks[at]))}</fieldset>`,
  ]
}

function patternRow(fill: Fill, at: number, name = '', pattern = '', mask = ''): Html {
  const row: Fill = {
    value: (_, present = '') => present,
    values: fill.values,
    isWrong: (part) => fill.isWrong(`${part}-${at}`),
  }
  return html`<div class="admin-row">
${textField(row, { name: 'pattern-name', id: `pattern-name-${at}`, label: `Name ${at + 1}`, value: name, max: 32 })}
${textField(row, { name: 'pattern-pattern', id: `pattern-pattern-${at}`, label: `Pattern ${at + 1}`, value: pattern, max: 500 })}
${textField(row, { name: 'pattern-mask', id: `pattern-mask-${at}`, label: `Mask ${at + 1}`, value: mask, max: 34 })}
</div>`
}

function settingsIn(fields: Fields) {
  const [names, patterns, masks] = [
    fields.all('pattern-name'),
    fields.all('pattern-pattern'),
    fields.all('pattern-mask'),
  ]
  return {
    ...{ mode: fields.text('mode') as 'off', kinds: fields.all('kinds') as (typeof REDACTION_KINDS)[number][] },
    knowledgeSources: fields.has('knowledgeSources'),
    patterns: names
      .map((name, at) => ({ name: name.trim(), pattern: patterns[at] ?? '', mask: masks[at]?.trim() ?? '' }))
      .filter(({ name, pattern, mask }) => `${name}${pattern}${mask}` !== ''),
  }
}

const tryOut = (visit: Visit, preview: Preview | undefined, text: string): Html => html`${form(
  visit,
  { page: PRIVACY, action: 'try', button: 'Show what would be masked', kind: 'plain' },
  (fill) =>
    areaField(fill, {
      ...{ name: 'text', label: 'A text', value: text, rows: 5, max: 20_000 },
      help: 'By the rules as they are saved, whatever the mode. Nothing is stored.',
    }),
)}
${preview !== undefined && html`<h3>It would be</h3><p class="admin-text" dir="auto">${marked(preview)}</p><p class="soft">${countsTold(preview.counts)}</p>`}`

/** With what stands in the place of something else marked. */
function marked({ text, spans }: Preview): readonly Html[] {
  const parts: Html[] = []
  let at = 0
  for (const { from, to } of spans) {
    parts.push(html`${text.slice(at, from)}<mark>${text.slice(from, to)}</mark>`)
    at = to
  }
  return [...parts, html`${text.slice(at)}`]
}

export const RUN_STATES: Readonly<Record<'pending' | 'finished' | 'failed', readonly [string, Tone]>> = {
  pending: ['Under way', 'open'],
  finished: ['Done', 'good'],
  failed: ['Failed', 'bad'],
}

export const maskingRunPage = adminPage({
  path: `${PRIVACY}/runs/:id`,
  async show(visit) {
    const run = await visit.ask(getRedactionRun, { id: visit.params.id })
    const { finishedAt } = run
    return {
      title: 'Masking what is stored',
      body: html`${heading('Masking what is stored', { trail: [{ label: 'Privacy', path: PRIVACY }] })}
<section class="card">${facts([
        ['State', badge(...RUN_STATES[run.status])],
        ['Begun', momentOf(visit, run.createdAt)],
        ...(finishedAt === null ? [] : [['Ended', momentOf(visit, finishedAt)] as const]),
        ['Conversations looked at', run.seen.toLocaleString('en')],
        ['Something masked in', run.changed.toLocaleString('en')],
        ['Kept by a legal hold', run.held.toLocaleString('en')],
        ['What', countsTold(run.counts)],
      ])}</section>
${run.status === 'pending' && html`<p>It goes on in the background. <a href="${visit.path}">Look again</a>.</p>`}`,
    }
  },
})
