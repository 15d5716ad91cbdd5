/** How far the analysis has come, as long as it is not through; what failed says so, and what to do about it. */
import { getConversationAnalysis } from '../../features/analysis/index.ts'
import { getConversationMediaDetails } from '../../features/recordings/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton } from '../kit/form.ts'
import { badge } from '../kit/layout.ts'
import type { Shown } from './read.ts'
import { type PageVisit, pathOf } from './visit.ts'

type Analysis = Shown['analysis']
type Step = Analysis['steps'][number]
type Transcription = Shown['media']['transcription']

const STEPS: Readonly<Record<Step['step'], string>> = {
  statistics: 'Figures',
  topics: 'Topics and trackers',
  summary: 'Summary',
  labels: 'Labels',
  fields: 'Fields',
  scorecards: 'Scorecards',
  actions: 'Next actions',
}

/** Asked again by a script while something is under way: first after so many milliseconds. */
const AGAIN_MS = 2_000

/** The piece by itself. */
export async function statePiece(visit: PageVisit): Promise<Html> {
  const { id } = visit.params
  const [analysis, { transcription }] = await Promise.all([
    visit.ask(getConversationAnalysis, { id }),
    visit.ask(getConversationMediaDetails, { id }),
  ])
  return stateCard(visit, { id, analysis, transcription })
}

export function stateCard(
  visit: PageVisit,
  given: { readonly id: string; readonly analysis: Analysis; readonly transcription: Transcription },
): Html {
  const { analysis, transcription } = given
  const isAtWork = analysis.state === 'queued' || analysis.state === 'running' || isHeard(transcription)
  const body = bodyOf(visit, given)
  const again = isAtWork && html` data-again="${pathOf(given.id)}/state" data-after="${AGAIN_MS}"`
  if (body === undefined) return html`<section id="state" hidden></section>`
  return html`<section id="state" class="card conversation-state" aria-label="Where it stands" aria-live="polite"${again}>${body}</section>`
}

const isHeard = (transcription: Transcription) =>
  transcription?.status === 'queued' || transcription?.status === 'running'

function bodyOf(visit: PageVisit, { id, analysis, transcription }: Parameters<typeof stateCard>[1]): Html | undefined {
  if (analysis.waitsFor === 'transcript' || transcription?.status === 'failed' || isHeard(transcription)) {
    return awaited(visit, id, transcription)
  }
  const failed = analysis.steps.filter(({ state }) => state === 'failed')
  if (analysis.state === 'idle' && failed.length === 0) return undefined
  const isAtWork = analysis.state === 'queued' || analysis.state === 'running'
  return html`<h2>${isAtWork ? 'The analysis is at work' : 'Not all could be found out'}</h2>
<ul class="conversation-steps">${analysis.steps.map((step) => html`<li>${STEPS[step.step]} ${standing(step, isAtWork, analysis.requestedAt)}</li>`)}</ul>
${failed.map(({ step, fault, nextTryAt }) => html`<p>${STEPS[step]}: ${fault ?? 'It failed.'} ${nextTryAt === null ? 'It is not tried again by itself.' : 'It is tried again by itself.'}</p>`)}
${failed.length > 0 && actionButton(visit, { page: pathOf(id), action: 'reanalyze', button: 'Try again now' })}`
}

function standing({ state, finishedAt }: Step, isAtWork: boolean, requestedAt: string | null): Html {
  if (state === 'failed') return badge('failed', 'bad')
  const isOld = isAtWork && (finishedAt === null || (requestedAt !== null && finishedAt < requestedAt))
  return state === 'none' || isOld ? badge(isAtWork ? 'to come' : 'not done', 'open') : badge('done', 'good')
}

function awaited(visit: PageVisit, id: string, transcription: Transcription): Html {
  if (transcription === null) return html`<h2>It waits for its transcript</h2><p>It is analyzed when there is one.</p>`
  const { status, detail } = transcription
  const title =
    status === 'failed'
      ? 'The recording could not be transcribed'
      : status === 'running' || status === 'queued'
        ? 'The recording is being transcribed'
        : 'It waits for its transcript'
  return html`<h2>${title}</h2>
${detail !== null && html`<p>${detail}</p>`}
${status === 'failed' && actionButton(visit, { page: pathOf(id), action: 'transcribe', button: 'Transcribe again' })}`
}
