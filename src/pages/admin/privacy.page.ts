/** Redaction: settings, a preview, and redaction of stored calls. */

import { formatNumber } from '../../core/languages/formats.ts'
import { type Message, t } from '../../core/languages/message.ts'
import { createRedactionRun, getRedactionRun } from '../../features/privacy/personal-data/index.ts'
import {
  getOrganizationRedaction,
  previewRedaction,
  REDACTION_KINDS,
  replaceOrganizationRedaction,
} from '../../features/text/redaction/index.ts'
import { type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import {
  checkField,
  checksField,
  disclosure,
  type Fill,
  form,
  radioField,
  selectField,
  textAreaField,
  textField,
} from '../components/form.ts'
import { badge, card, facts, heading, type Tone } from '../components/layout.ts'
import { teamChoices } from '../components/teams.ts'
import { dayBegins, renderTimestamp } from '../components/times.ts'
import { formatCounts, PRIVACY, privacyTabs } from './privacy-tabs.ts'
import { adminPage } from './shared.ts'

type Settings = Awaited<ReturnType<typeof loadSettings>>
const loadSettings = (req: PageRequest) => req.run(getOrganizationRedaction, {})
type Preview = Awaited<ReturnType<typeof loadPreview>>
const loadPreview = (req: PageRequest) => req.run(previewRedaction, { text: '' })

export const privacyPage = adminPage({
  path: PRIVACY,
  navigation: {
    group: 'data',
    label: t('Privacy'),
    role: 'ADMIN',
    words: t('Redaction, retention, legal holds, sharing and erasure'),
  },
  show: (req) => view(req),
  forms: { try: LONG_FORM },
  actions: {
    save: async (req, fields) => {
      await req.run(replaceOrganizationRedaction, settingsIn(fields))
      return redirectTo(PRIVACY, t('Redaction settings saved. They apply to new data.'))
    },
    try: async (req, fields) =>
      view(req, await req.run(previewRedaction, { text: fields.text('text') }), fields.text('text')),
    mask: async (req, fields) => {
      const [from, to] = [dayBegins(req, fields.text('from')), dayBegins(req, fields.text('to'), 1)]
      const team = fields.optional('team')
      const { uuid } = await req.run(createRedactionRun, {
        ...(from === undefined ? {} : { fromDateTime: from.toISOString() }),
        ...(to === undefined ? {} : { toDateTime: new Date(to.getTime() - 1).toISOString() }),
        ...(team === undefined ? {} : { filter: { 'team.id': [team] } }),
      })
      return redirectTo(`${PRIVACY}/runs/${uuid}`, t('Redaction started. It runs in the background.'))
    },
  },
})

const MODES = [
  { value: 'off', label: t('Off'), help: t('Personal data is stored and sent to language models.') },
  {
    value: 'models_only',
    label: t('Language models only'),
    help: t('Models receive masks. People see the original text.'),
  },
  { value: 'storage', label: t('Before storage'), help: t("The original text isn't stored and can't be recovered.") },
]

const KIND_NAMES: Readonly<Record<string, Message>> = {
  email: t('Email addresses'),
  phone: t('Phone numbers'),
  card: t('Payment card numbers'),
  iban: t('Bank accounts (IBAN)'),
  ssn: t('US Social Security numbers'),
  ip: t('IP addresses'),
}

async function view(req: PageRequest, preview?: Preview, text = '') {
  const [settings, teams] = await Promise.all([loadSettings(req), teamChoices(req)])
  const mask = form(
    req,
    {
      ...{ page: PRIVACY, action: 'mask', button: t('Redact calls permanently'), kind: 'danger' },
      confirm: t("Redact these calls with the saved rules? You can't undo this."),
    },
    (fill) => [
      textField(fill, { name: 'from', label: t('Calls from'), type: 'date' }),
      textField(fill, { name: 'to', label: t('Calls until'), type: 'date' }),
      selectField(fill, { name: 'team', label: t('Team'), choices: teams, none: t('All teams') }),
      html`<p class="help">Leave the dates empty to include all calls. Calls under a legal hold aren't changed.</p>`,
    ],
  )
  return {
    title: t('Privacy'),
    body: html`${heading(t('Privacy'))}
${privacyTabs(PRIVACY)}
${card(
  t('Redaction rules'),
  form(req, { page: PRIVACY, action: 'save', button: t('Save rules'), pointers: POINTERS }, (fill) =>
    settingsFields(fill, settings),
  ),
  { id: 'rules' },
)}
${card(t('Test the rules'), tryOut(req, preview, text), { id: 'try' })}
${disclosure(t('Redact stored calls'), mask, req.attempt?.action === 'mask')}`,
  }
}

const PATTERNS_MAX = 20
const PATTERN_EXAMPLE = 'EMP-\\d{6}'
const ROOM = 2
const POINTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: PATTERNS_MAX }, (_, at) => at).flatMap((at) =>
    ['name', 'pattern', 'mask'].map((part) => [`/patterns/${at}/${part}`, `pattern-${part}-${at}`]),
  ),
)

function settingsFields(fill: Fill, settings: Settings): readonly Html[] {
  const readPatternFields = (part: 'name' | 'pattern' | 'mask') =>
    fill.values(
      `pattern-${part}`,
      settings.patterns.map((one) => one[part]),
    )
  const [names, patterns, masks] = [readPatternFields('name'), readPatternFields('pattern'), readPatternFields('mask')]
  const filled = names.filter((name, at) => `${name}${patterns[at] ?? ''}${masks[at] ?? ''}` !== '').length
  const rows = Math.min(PATTERNS_MAX, filled + ROOM)
  return [
    radioField(fill, { name: 'mode', label: t('When to redact'), value: settings.mode, choices: MODES }),
    checksField(fill, {
      ...{ name: 'kinds', label: t('Personal data to redact'), chosen: settings.kinds },
      choices: REDACTION_KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] ?? kind })),
    }),
    checkField(fill, {
      name: 'knowledgeSources',
      label: t('Also redact the knowledge base before storage'),
      on: settings.knowledgeSources,
    }),
    html`<fieldset class="field"><legend>Custom patterns</legend>
<p class="help">Regular expressions in RE2 syntax, such as <code>${PATTERN_EXAMPLE}</code>. Use lowercase letters, digits and _ in names. A mask is uppercase text in brackets, such as [EMPLOYEE].</p>
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
${textField(row, { name: 'pattern-name', id: `pattern-name-${at}`, label: t`Name ${at + 1}`, value: name, max: 32 })}
${textField(row, { name: 'pattern-pattern', id: `pattern-pattern-${at}`, label: t`Pattern ${at + 1}`, value: pattern, max: 500 })}
${textField(row, { name: 'pattern-mask', id: `pattern-mask-${at}`, label: t`Mask ${at + 1}`, value: mask, max: 34 })}
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

const tryOut = (req: PageRequest, preview: Preview | undefined, text: string): Html => html`${form(
  req,
  { page: PRIVACY, action: 'try', button: t('Preview redaction'), kind: 'plain' },
  (fill) =>
    textAreaField(fill, {
      ...{ name: 'text', label: t('Sample text'), value: text, rows: 5, max: 20_000 },
      help: t('Uses the saved rules, even if redaction is off. Parley stores nothing.'),
    }),
)}
${preview !== undefined && html`<h3>Redacted text</h3><p class="admin-text" dir="auto">${renderMarked(preview)}</p><p class="soft">${formatCounts(preview.counts)}</p>`}`

/** Highlights the masks in the redacted text. */
function renderMarked({ text, spans }: Preview): readonly Html[] {
  const parts: Html[] = []
  let at = 0
  for (const { from, to } of spans) {
    parts.push(html`${text.slice(at, from)}<mark>${text.slice(from, to)}</mark>`)
    at = to
  }
  return [...parts, html`${text.slice(at)}`]
}

export const RUN_STATES: Readonly<Record<'pending' | 'finished' | 'failed', readonly [Message, Tone]>> = {
  pending: [t('Running'), 'open'],
  finished: [t('Finished'), 'good'],
  failed: [t('Failed'), 'bad'],
}

export const maskingRunPage = adminPage({
  path: `${PRIVACY}/runs/:id`,
  async show(req) {
    const run = await req.run(getRedactionRun, { id: req.params.id })
    const { finishedAt } = run
    return {
      title: t('Redaction of stored calls'),
      body: html`${heading(t('Redaction of stored calls'), { trail: [{ label: t('Privacy'), path: PRIVACY }] })}
<section class="card">${facts([
        [t('Status'), badge(...RUN_STATES[run.status])],
        [t('Started'), renderTimestamp(req, run.createdAt)],
        ...(finishedAt === null ? [] : [[t('Finished'), renderTimestamp(req, finishedAt)] as const]),
        [t('Calls checked'), formatNumber(run.seen)],
        [t('Calls redacted'), formatNumber(run.changed)],
        [t('Skipped: legal hold'), formatNumber(run.held)],
        [t('Redacted data'), formatCounts(run.counts)],
      ])}</section>
${run.status === 'pending' && html`<p>Running in the background. <a href="${req.path}">Refresh</a></p>`}`,
    }
  },
})
