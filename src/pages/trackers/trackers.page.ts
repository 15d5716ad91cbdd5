/** Trackers: the list, and one page per tracker with its matches. */

import { type Message, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import {
  createTracker,
  deleteTracker,
  findTrackerToken,
  getTracker,
  listTrackerHits,
  listTrackers,
  TRACKER_COLORS,
  type Tracker,
  type TrackerColor,
  trackerHits,
  updateTracker,
} from '../../features/analysis/trackers/index.ts'
import { type AnswerOf, definePage, type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { flag, type Html, html } from '../../inbound/web/html.ts'
import {
  actionButton,
  checkField,
  checksField,
  type Fill,
  form,
  formMenu,
  selectField,
  textAreaField,
  textField,
} from '../components/form.ts'
import { badge, card, chip, chips, empty, heading, quote } from '../components/layout.ts'
import { momentPath } from '../components/search-hits.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import { dayOf } from '../components/times.ts'

/** Maximum number of phrases shown in the list. */
const PHRASES_SHOWN = 6
/** Maximum number of matches shown per call. */
const HITS_SHOWN = 3

export const trackersPage = definePage({
  path: '/trackers',
  navigation: { group: 'analysis', label: t('Trackers'), words: t('Phrases to detect in calls') },
  async show(req) {
    const { data, meta } = await req.run(listTrackers, { page: pageAsked(req) })
    const create =
      req.user.role === 'ADMIN' &&
      formMenu(
        t('New tracker'),
        form(req, { page: '/trackers', action: 'create', button: t('Create tracker') }, await trackerFields(req)),
        { open: req.attempt !== undefined },
      )
    return {
      title: t('Trackers'),
      body: html`${heading(t('Trackers'), { words: t('Trackers detect phrases in calls. Parley searches each call when it analyzes it.'), actions: create })}
${data.length === 0 ? empty(t('No trackers yet'), t('Find out when customers mention competitors, prices or other topics. A tracker detects phrases such as “too expensive” and shows who said them.')) : table(data, COLUMNS, { caption: t('Trackers') })}
${pager(req, meta)}`,
    }
  },
  forms: { create: LONG_FORM },
  actions: {
    create: async (req, fields) => {
      const { uuid, name } = await req.run(createTracker, trackerIn(fields))
      return redirectTo(
        `/trackers/${uuid}`,
        t`Tracker ${name} created. It searches calls that are analyzed from now on.`,
      )
    },
  },
})

export const trackerPage = definePage({
  path: '/trackers/:id',
  async show(req) {
    const { id } = req.params
    const [tracker, heard] = await Promise.all([
      req.run(getTracker, { id }),
      req.run(listTrackerHits, { id, page: pageAsked(req), size: '20' }),
    ])
    return {
      title: tracker.name,
      body: html`${heading(html`${colorDot(tracker.color)}<bdi>${tracker.name}</bdi>`, {
        trail: [{ label: t('Trackers'), path: '/trackers' }],
        ...(tracker.description === '' ? {} : { words: tracker.description }),
        actions: req.user.role === 'ADMIN' && (await changing(req, tracker)),
      })}
${renderPhrases(tracker, tracker.phrases.length)}
${card(t('Matches'), await renderHits(req, heard), { id: 'heard' })}`,
    }
  },
  forms: { change: LONG_FORM },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      await req.run(updateTracker, { id, ...trackerIn(fields) })
      return redirectTo(`/trackers/${id}`, t("Tracker saved. Calls are searched again the next time they're analyzed."))
    },
    delete: async (req) => {
      await req.run(deleteTracker, { id: req.params.id })
      return redirectTo('/trackers', t('Tracker and its matches deleted'))
    },
  },
})

const COLUMNS = [
  {
    title: t('Tracker'),
    cell: ({ uuid, name, color }: Tracker) =>
      html`${colorDot(color)}<a href="/trackers/${uuid}"><bdi>${name}</bdi></a>`,
  },
  { title: t('Phrases'), cell: (tracker: Tracker) => renderPhrases(tracker, PHRASES_SHOWN) },
  { title: t('Said by'), cell: ({ speakers }: Tracker) => SPEAKERS[speakers] },
  { title: t('Status'), cell: ({ enabled }: Tracker) => (enabled ? badge(t('On'), 'good') : badge(t('Off'))) },
]

/** Names of colors, for people who can't distinguish the dots. */
const COLORS: Readonly<Record<TrackerColor, Message>> = {
  purple: t('Purple'),
  green: t('Green'),
  slate: t('Slate'),
  red: t('Red'),
  olive: t('Olive'),
}

const colorDot = (color: TrackerColor): Html =>
  html`<span class="tracker-dot talk-track-${findTrackerToken(color)}" aria-hidden="true"></span>`

const SPEAKERS = { all: t('Any speaker'), internal: t('Internal speakers'), external: t('External speakers') } as const

function renderPhrases({ phrases }: Tracker, most: number): Html {
  const more = phrases.length - most
  return chips([
    ...phrases.slice(0, most).map((phrase) => chip(phrase)),
    ...(more > 0 ? [chip(t`and ${more} more`)] : []),
  ])
}

type Heard = AnswerOf<typeof listTrackerHits>

/** Removes duplicate quotes of sentences that contain several phrases. */
const uniqueSentences = <Hit extends { quote: string; segment: number }>(hits: readonly Hit[]): Hit[] => [
  ...new Map(hits.map((hit) => [`${hit.segment} ${hit.quote}`, hit])).values(),
]

async function renderHits(req: PageRequest, { data, meta }: Heard): Promise<Html> {
  if (data.length === 0)
    return html`<p class="soft">No matches yet. Calls analyzed before you created this tracker are searched the next time they're analyzed.</p>`
  return html`${data.map(({ conversationUUID, title, startedAt, count, hits }) => {
    const places = trackerHits.parse(JSON.parse(hits.text))
    return html`<article class="tracker-heard"><h3><a href="/conversations/${conversationUUID}"><bdi>${title}</bdi></a></h3>
<p class="soft">${dayOf(req, startedAt)} · ${count === 1 ? t('1 match') : t`${count} matches`}</p>
${uniqueSentences(places)
  .slice(0, HITS_SHOWN)
  .map((hit) =>
    quote(hit.quote, {
      speaker: hit.speaker,
      at: hit.start === null ? undefined : clockTime(hit.start),
      path: momentPath(conversationUUID, hit),
    }),
  )}</article>`
  })}${pager(req, meta)}`
}

async function changing(req: PageRequest, tracker: Tracker): Promise<Html> {
  const page = `/trackers/${tracker.uuid}`
  return formMenu(
    t('Edit tracker'),
    html`${form(req, { page, action: 'change', button: t('Save tracker') }, await trackerFields(req, tracker))}<hr>
${actionButton(req, { page, action: 'delete', button: t('Delete tracker'), kind: 'danger', confirm: t("Delete this tracker and its matches? You can't undo this.") })}`,
    { open: req.attempt !== undefined, kind: 'plain', icon: 'edit' },
  )
}

async function trackerFields(req: PageRequest, tracker?: Tracker): Promise<(fill: Fill) => Html> {
  const teams = await teamChoices(req)
  return (
    fill,
  ) => html`${textField(fill, { name: 'name', label: t('Name'), value: tracker?.name, required: true, max: 128 })}
${textAreaField(fill, { name: 'description', label: t('Description'), value: tracker?.description, rows: 2, max: 2_000 })}
${textAreaField(fill, { name: 'phrases', label: t('Phrases'), value: tracker?.phrases.join('\n'), required: true, help: t('One phrase per line: a word, or several consecutive words.') })}
${selectField(fill, { name: 'speakers', label: t('Said by'), value: tracker?.speakers ?? 'all', choices: Object.entries(SPEAKERS).map(([value, label]) => ({ value, label })) })}
${colorField(fill, tracker?.color)}
${checkField(fill, { name: 'stemmed', label: t('Match word endings: price also finds pricing'), on: tracker?.stemmed ?? true })}
${checkField(fill, { name: 'caseSensitive', label: t('Match case'), on: tracker?.caseSensitive ?? false })}
${checkField(fill, { name: 'enabled', label: t('Search new calls with this tracker'), on: tracker?.enabled ?? true })}
${checksField(fill, { name: 'teamsUUID', label: t('Teams whose calls are searched (select none for all teams)'), choices: teams, chosen: tracker?.teamsUUID ?? [] })}`
}

/** @param present undefined for a new tracker, which gets a color that few trackers have */
function colorField(fill: Fill, present: TrackerColor | undefined): Html {
  const chosen = fill.value('color', present ?? '')
  const option = (value: string, label: Html | Message) =>
    html`<label class="check"><input type="radio" name="color" value="${value}"${flag('checked', value === chosen)}><span>${label}</span></label>`
  return html`<fieldset class="field"><legend>Color on the timeline</legend><div class="tracker-colors">${present === undefined && option('', t('Automatic'))}${TRACKER_COLORS.map((color) => option(color, html`${colorDot(color)}${COLORS[color]}`))}</div></fieldset>`
}

function trackerIn(fields: Fields) {
  const color = fields.optional('color')
  const teamsUUID = fields.all('teamsUUID')
  return {
    name: fields.text('name'),
    description: fields.text('description').trim(),
    phrases: fields
      .text('phrases')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    speakers: fields.text('speakers') as Tracker['speakers'],
    stemmed: fields.has('stemmed'),
    caseSensitive: fields.has('caseSensitive'),
    enabled: fields.has('enabled'),
    ...(color === undefined ? {} : { color: color as TrackerColor }),
    ...(teamsUUID.length > 0 ? { teamsUUID } : { allTeams: true }),
  }
}
