/** State of the analysis while it runs, and failed steps with a way to retry them. */

import { type Message, t } from '../../core/languages/message.ts'
import { getConversationAnalysis } from '../../features/analysis/pipeline/index.ts'
import { getConversationMediaDetails } from '../../features/conversations/recordings/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton } from '../components/form.ts'
import { badge } from '../components/layout.ts'
import { conversationPath, type PageVisit } from './paths.ts'
import type { ShownConversation } from './read.ts'

type Analysis = ShownConversation['analysis']
type Step = Analysis['steps'][number]
type Media = Pick<ShownConversation['media'], 'recording' | 'mediaURL' | 'transcription'>
type Transcription = Media['transcription']

const STEPS: Readonly<Record<Step['step'], Message>> = {
  statistics: t('Statistics'),
  topics: t('Topics and trackers'),
  summary: t('Summary'),
  labels: t('Labels'),
  fields: t('Fields'),
  scorecards: t('Scorecards'),
  actions: t('Suggested actions'),
}

/** Delay before a script polls the state for the first time, in milliseconds. */
const AGAIN_MS = 2_000

/** State card without the rest of the page, for polling. */
export async function statePiece(req: PageVisit): Promise<Html> {
  const { id } = req.params
  const [analysis, media] = await Promise.all([
    req.run(getConversationAnalysis, { id }),
    req.run(getConversationMediaDetails, { id }),
  ])
  return stateCard(req, { id, analysis, media })
}

export function stateCard(
  req: PageVisit,
  given: { readonly id: string; readonly analysis: Analysis; readonly media: Media },
): Html {
  const { analysis } = given
  const { transcription } = given.media
  const body = renderBody(req, given)
  const again =
    isAtWork(analysis, transcription) &&
    html` data-again="${conversationPath(given.id)}/state" data-after="${AGAIN_MS}"`
  if (body === undefined) return html`<section id="state" hidden></section>`
  return html`<section id="state" class="card conversation-state" aria-label="Analysis status" aria-live="polite"${again}>${body}</section>`
}

/** Whether an analysis or a transcription is waiting or running. */
export const isAtWork = (analysis: Analysis, transcription: Transcription): boolean =>
  analysis.state === 'queued' || analysis.state === 'running' || isHeard(transcription)

const isHeard = (transcription: Transcription) =>
  transcription?.status === 'queued' || transcription?.status === 'running'

function renderBody(req: PageVisit, { id, analysis, media }: Parameters<typeof stateCard>[1]): Html | undefined {
  const { transcription } = media
  if (analysis.waitsFor === 'transcript' || transcription?.status === 'failed' || isHeard(transcription)) {
    return renderWaiting(req, id, media)
  }
  const failed = analysis.steps.filter(({ state }) => state === 'failed')
  if (analysis.state === 'idle' && failed.length === 0) return undefined
  const isAtWork = analysis.state === 'queued' || analysis.state === 'running'
  return html`<h2>${isAtWork ? t('Analyzing…') : t('Analysis finished with errors')}</h2>
<ul class="conversation-steps">${analysis.steps.map((step) => html`<li>${STEPS[step.step]} ${renderStepBadge(step, isAtWork, analysis.requestedAt)}</li>`)}</ul>
${failed.map(({ step, fault, nextTryAt }) => html`<p>${STEPS[step]}: ${fault ?? t('The step failed.')} ${nextTryAt === null ? t("Parley doesn't retry this step automatically.") : t('Parley retries this step automatically.')}</p>`)}
${failed.length > 0 && actionButton(req, { page: conversationPath(id), action: 'reanalyze', button: t('Retry analysis') })}`
}

function renderStepBadge({ state, finishedAt }: Step, isAtWork: boolean, requestedAt: string | null): Html {
  if (state === 'failed') return badge(t('Failed'), 'bad')
  const isOld = isAtWork && (finishedAt === null || (requestedAt !== null && finishedAt < requestedAt))
  return state === 'none' || isOld
    ? badge(isAtWork ? t('Waiting') : t('Not started'), 'open')
    : badge(t('Done'), 'good')
}

function renderWaiting(req: PageVisit, id: string, media: Media): Html {
  const { transcription } = media
  const hasRecording = media.recording?.status === 'kept' || media.mediaURL !== null
  if (transcription === null) {
    const words = hasRecording
      ? t('Parley analyzes the call when the transcript is available.')
      : t('The call has neither a transcript nor a recording. Add one of them, and Parley analyzes the call.')
    return html`<h2>Waiting for the transcript</h2><p>${words}</p>${renderAttach(id, hasRecording)}`
  }
  const { status, detail } = transcription
  const title =
    status === 'failed'
      ? t("Couldn't transcribe the recording")
      : status === 'running' || status === 'queued'
        ? t('Transcribing the recording…')
        : hasRecording
          ? t('Waiting for the transcript')
          : t('Waiting for the recording or the transcript')
  return html`<h2>${title}</h2>
${detail !== null && html`<p>${detail}</p>`}
${status === 'failed' && actionButton(req, { page: conversationPath(id), action: 'transcribe', button: t('Retry transcription') })}
${status !== 'running' && renderAttach(id, hasRecording)}`
}

/** Links to the forms for what the call lacks. */
const renderAttach = (id: string, hasRecording: boolean): Html =>
  html`<p><a href="${conversationPath(id)}/attach">Add a transcript</a>${!hasRecording && html` <a href="${conversationPath(id)}/attach#recording">Add a recording</a>`}</p>`
