/** What the organization watches for: the trackers, and where each was heard. */
import { clockTime } from '../../core/clock-time.ts'
import {
  createTracker,
  deleteTracker,
  getTracker,
  listTrackerHits,
  listTrackers,
  type Tracker,
  trackerHits,
  updateTracker,
} from '../../features/trackers/index.ts'
import { type AnswerOf, definePage, type Fields, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import {
  actionButton,
  areaField,
  checkField,
  checksField,
  disclosure,
  type Fill,
  form,
  selectField,
  textField,
} from '../kit/form.ts'
import { badge, card, chip, chips, empty, heading, quote } from '../kit/layout.ts'
import { momentPath } from '../kit/moments.ts'
import { pageAsked, pager, table } from '../kit/table.ts'
import { teamChoices } from '../kit/teams.ts'
import { dayOf } from '../kit/times.ts'

/** Of a tracker's phrases, in the list. */
const PHRASES_SHOWN = 6
/** Of its hits in one conversation. */
const HITS_SHOWN = 3

export const trackersPage = definePage({
  path: '/trackers',
  navigation: { group: 'setup', label: 'Trackers', icon: 'tracker' },
  async show(visit) {
    const { data, meta } = await visit.ask(listTrackers, { page: pageAsked(visit) })
    const create =
      visit.person.role === 'ADMIN' &&
      disclosure(
        'New tracker',
        form(visit, { page: '/trackers', action: 'create', button: 'Create' }, await trackerFields(visit)),
        visit.attempt !== undefined,
      )
    return {
      title: 'Trackers',
      body: html`${heading('Trackers', { words: 'Phrases that are watched for. Each conversation is looked through when it is analyzed.' })}
${create}
${data.length === 0 ? empty('Nothing is watched for', 'A tracker finds phrases such as “too expensive” or the name of a competitor, in any ending, and shows where they were said.') : table(data, COLUMNS, { caption: 'Trackers' })}
${pager(visit, meta)}`,
    }
  },
  forms: { create: LONG_FORM },
  actions: {
    create: async (visit, fields) => {
      const { uuid, name } = await visit.ask(createTracker, trackerIn(fields))
      return goTo(`/trackers/${uuid}`, `The tracker ${name} is there. It looks through what is analyzed from now on.`)
    },
  },
})

export const trackerPage = definePage({
  path: '/trackers/:id',
  async show(visit) {
    const { id } = visit.params
    const [tracker, heard] = await Promise.all([
      visit.ask(getTracker, { id }),
      visit.ask(listTrackerHits, { id, page: pageAsked(visit), size: '20' }),
    ])
    return {
      title: tracker.name,
      body: html`${heading(tracker.name, {
        trail: [{ label: 'Trackers', path: '/trackers' }],
        ...(tracker.description === '' ? {} : { words: tracker.description }),
      })}
${phrasesOf(tracker, tracker.phrases.length)}
${visit.person.role === 'ADMIN' && (await changing(visit, tracker))}
${card('Where it was heard', await heardIn(visit, heard), { id: 'heard' })}`,
    }
  },
  forms: { change: LONG_FORM },
  actions: {
    change: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(updateTracker, { id, ...trackerIn(fields) })
      return goTo(`/trackers/${id}`, 'Saved. Conversations are looked through again when they are analyzed again.')
    },
    delete: async (visit) => {
      await visit.ask(deleteTracker, { id: visit.params.id })
      return goTo('/trackers', 'The tracker is gone, and what it found.')
    },
  },
})

const COLUMNS = [
  { title: 'Tracker', cell: ({ uuid, name }: Tracker) => html`<a href="/trackers/${uuid}"><bdi>${name}</bdi></a>` },
  { title: 'Phrases', cell: (tracker: Tracker) => phrasesOf(tracker, PHRASES_SHOWN) },
  { title: 'Said by', cell: ({ speakers }: Tracker) => SPEAKERS[speakers] },
  { title: 'State', cell: ({ enabled }: Tracker) => (enabled ? badge('Watching', 'good') : badge('Off')) },
]

const SPEAKERS = { all: 'Anybody', internal: 'Us', external: 'The others' } as const

function phrasesOf({ phrases }: Tracker, most: number): Html {
  const more = phrases.length - most
  return chips([
    ...phrases.slice(0, most).map((phrase) => chip(phrase)),
    ...(more > 0 ? [chip(`and ${more} more`)] : []),
  ])
}

type Heard = AnswerOf<typeof listTrackerHits>

/** A sentence that says two phrases is read once. */
const sentencesOf = <Hit extends { quote: string; segment: number }>(hits: readonly Hit[]): Hit[] => [
  ...new Map(hits.map((hit) => [`${hit.segment} ${hit.quote}`, hit])).values(),
]

async function heardIn(visit: Visit, { data, meta }: Heard): Promise<Html> {
  if (data.length === 0)
    return html`<p class="soft">Nothing was heard yet. What was analyzed before the tracker was there is looked through when it is analyzed again.</p>`
  return html`${data.map(({ conversationUUID, title, startedAt, count, hits }) => {
    const places = trackerHits.parse(JSON.parse(hits.text))
    return html`<article class="tracker-heard"><h3><a href="/conversations/${conversationUUID}"><bdi>${title}</bdi></a></h3>
<p class="soft">${dayOf(visit, startedAt)} · ${count === 1 ? 'once' : `${count} times`}</p>
${sentencesOf(places)
  .slice(0, HITS_SHOWN)
  .map((hit) =>
    quote(hit.quote, {
      speaker: hit.speaker,
      at: hit.start === null ? undefined : clockTime(hit.start),
      path: momentPath(conversationUUID, hit),
    }),
  )}</article>`
  })}${pager(visit, meta)}`
}

async function changing(visit: Visit, tracker: Tracker): Promise<Html> {
  const page = `/trackers/${tracker.uuid}`
  return disclosure(
    'Change',
    html`${form(visit, { page, action: 'change', button: 'Save' }, await trackerFields(visit, tracker))}<hr>
${actionButton(visit, { page, action: 'delete', button: 'Delete this tracker', kind: 'danger', confirm: 'Delete this tracker and what it found?' })}`,
    visit.attempt !== undefined,
  )
}

async function trackerFields(visit: Visit, tracker?: Tracker): Promise<(fill: Fill) => Html> {
  const teams = await teamChoices(visit)
  return (
    fill,
  ) => html`${textField(fill, { name: 'name', label: 'Name', value: tracker?.name, required: true, max: 128 })}
${areaField(fill, { name: 'description', label: 'What it is about', value: tracker?.description, rows: 2, max: 2_000 })}
${areaField(fill, { name: 'phrases', label: 'Phrases', value: tracker?.phrases.join('\n'), required: true, help: 'One a line, each a word or words in a row.' })}
${selectField(fill, { name: 'speakers', label: 'Said by', value: tracker?.speakers ?? 'all', choices: Object.entries(SPEAKERS).map(([value, label]) => ({ value, label })) })}
${checkField(fill, { name: 'stemmed', label: 'In any ending: price also finds pricing', on: tracker?.stemmed ?? true })}
${checkField(fill, { name: 'caseSensitive', label: 'Only with these capital letters', on: tracker?.caseSensitive ?? false })}
${checkField(fill, { name: 'enabled', label: 'Watching', on: tracker?.enabled ?? true })}
${checksField(fill, { name: 'teamsUUID', label: 'Only in conversations of these teams (none: of all)', choices: teams, chosen: tracker?.teamsUUID ?? [] })}`
}

function trackerIn(fields: Fields) {
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
    ...(teamsUUID.length > 0 ? { teamsUUID } : { allTeams: true }),
  }
}
