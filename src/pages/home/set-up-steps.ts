/** Set-up steps of an organization on the start page of admins, each with its state. */

import { formatNumber } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { SOURCES } from '../admin/sources-shared.ts'
import { badge, type Tone } from '../components/layout.ts'
import { MODEL_SETUP_PATH } from '../setup/model-setup-path.ts'
import { section } from './parts.ts'
import type { SourceStates } from './sources.ts'

export interface SetUpStep {
  readonly title: Text
  readonly words: Text
  readonly state: readonly [Text, Tone]
  readonly isDone: boolean
  readonly path: string
  readonly verb: Text
}

export interface SetUp {
  readonly sources: SourceStates
  readonly calls: number
  readonly people: number
  /** Name of the connected language model. Undefined if there is none. */
  readonly model: string | undefined
  readonly apps: number
}

const NOT_CONNECTED: Text = t('Not connected')

/** Steps in the order in which an organization takes them. Calls come first: without them, nothing else has an effect. */
export const listSetUpSteps = ({ sources, calls, people, model, apps }: SetUp): readonly SetUpStep[] => [
  connectSource(sources, calls),
  {
    title: t('Import calls that you have'),
    words: t('Import a recording or transcript, or send each meeting with an API key.'),
    ...toState(calls > 0 ? t`${formatNumber(calls)} imported` : undefined, t('No calls yet')),
    ...{ path: '/conversations/import', verb: t('Import call') },
  },
  {
    title: t('Invite people'),
    words: t(
      'Members and managers see their own calls and those of their teams, except private ones of others. Admins see all calls.',
    ),
    ...toState(people > 1 ? t`${formatNumber(people)} people` : undefined, t('Only you')),
    ...{ path: '/admin/people/invitations', verb: t('Invite people') },
  },
  {
    title: t('Connect a language model'),
    words: t('For written summaries and answers. Without one, Parley uses rules and quotes.'),
    ...toState(model, NOT_CONNECTED),
    ...{ path: MODEL_SETUP_PATH, verb: t('Connect model') },
  },
  {
    title: t('Connect an assistant'),
    words: t('Ask about your calls in Claude, ChatGPT or another assistant.'),
    ...toState(apps > 0 ? t`${apps} connected` : undefined, NOT_CONNECTED),
    ...{ path: '/connect', verb: t('Connect assistant') },
  },
]

/** @param left state of a step that is left */
const toState = (done: Text | undefined, left: Text): Pick<SetUpStep, 'state' | 'isDone'> =>
  done === undefined ? { state: [left, 'quiet'], isDone: false } : { state: [done, 'good'], isDone: true }

function connectSource({ data, meta }: SourceStates, calls: number): SetUpStep {
  const about = {
    title: t('Connect a source'),
    words: t('Zoom, Teams, a bucket, a folder or a webhook: each finished call arrives by itself.'),
    path: SOURCES,
  }
  const count = meta.totalRecords
  if (count === 0) return { ...about, ...toState(undefined, NOT_CONNECTED), verb: t('Connect source') }
  const [first] = data
  const view = { path: count === 1 && first !== undefined ? `${SOURCES}/${first.uuid}` : SOURCES }
  // Failing sources come first. Once calls arrive, the page lists them in a section of their own.
  if (first?.isFailing)
    return { ...about, ...view, state: [t('Failing'), 'bad'], isDone: calls > 0, verb: t('View source') }
  const state: SetUpStep['state'] =
    calls === 0 ? [t('Waiting for the first call'), 'open'] : [t`${formatNumber(count)} connected`, 'good']
  return { ...about, ...view, state, isDone: true, verb: t('View source') }
}

/** All steps of an empty organization. The first one that is left has the filled button. */
export function renderSteps(steps: readonly SetUpStep[]): Html {
  const next = steps.find(({ isDone }) => !isDone)
  const complete = steps.filter(({ isDone }) => isDone).length
  return section(
    t('Set up Parley'),
    html`<ol class="rows home-steps">${steps.map(
      (step) =>
        html`<li class="row top"><span class="home-step${step.isDone ? ' done' : ''}">${icon(step.isDone ? 'action' : 'circle')}</span><span class="grow"><b>${step.title}</b><span class="soft">${step.words}</span></span>${badge(...step.state)}${!step.isDone && html`<a class="button${step === next ? ' primary' : ''}" href="${step.path}">${step.verb}</a>`}</li>`,
    )}</ol>`,
    { more: html`<span class="meta">${complete} of ${steps.length} done</span>` },
  )
}

export const renderStepsLeft = (steps: readonly SetUpStep[]): Html =>
  section(
    t('Set-up steps left'),
    html`<ul class="rows">${steps.map(({ title, words, path, state }) => html`<li class="row top"><span class="grow"><a class="row-title" href="${path}">${title}</a><span class="meta">${words}</span></span>${badge(...state)}</li>`)}</ul>`,
  )
