/** Scores of a call for each applicable scorecard, with evidence. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import { getConversationAnalysis } from '../../features/analysis/pipeline/index.ts'
import { getConversationTargets, type TargetComparison } from '../../features/coaching/targets/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton } from '../components/form.ts'
import { badge, card } from '../components/layout.ts'
import { createNameLookup } from '../components/people.ts'
import { longVerdict } from '../components/targets.ts'
import { renderTimestamp } from '../components/times.ts'
import { type ConversationRecord, formatConfidence, panelPath, renderQuote, withHiddenName } from './record.ts'
import {
  loadScorecardViews,
  type QuotePositions,
  type ScorecardResultData,
  type ScorecardTemplate,
  type ScorecardView,
} from './scorecard-data.ts'
import { scoringForm } from './scoring-form.ts'

/** @param scoring ID of the scorecard whose form is open */
export async function scorecardsPanel(
  req: PageRequest,
  conversation: ConversationRecord,
  scoring?: string,
): Promise<Html> {
  const id = conversation.uuid
  const [{ views, places }, analysis, { targets }] = await Promise.all([
    loadScorecardViews(req, id),
    req.run(getConversationAnalysis, { id }),
    req.run(getConversationTargets, { id }),
  ])
  const nameOf = await createNameLookup(
    req,
    views.flatMap(({ result }) => (result?.source === 'human' ? [result.scoredBy] : [])),
  )
  const step = analysis.steps.find((one) => one.step === 'scorecards')
  const renderScorecard = (one: ScorecardView) => {
    const form = scoring === one.id && one.template !== undefined ? scoringForm(req, id, one, places) : undefined
    const target = targets.find(({ scorecardUUID }) => scorecardUUID === one.id)
    return renderScorecardCard(req, id, one, { positions: places, getName: nameOf, step, form, target })
  }
  return card(
    t('Scorecards'),
    views.length === 0
      ? html`<p class="soft">No scorecards apply to this call. To coach with scores, create a scorecard for its team under <a href="/scorecards">Scorecards</a>.</p>`
      : views.map(renderScorecard),
    { id: 'scorecards' },
  )
}

interface ScorecardRenderOptions {
  readonly positions: QuotePositions
  readonly getName: (id: string | null) => Text
  readonly step: { readonly state: string; readonly outcome: string | null } | undefined
  readonly form: Html | undefined
  readonly target: TargetComparison | undefined
}

function renderScorecardCard(
  req: PageRequest,
  id: string,
  judged: ScorecardView,
  { positions, getName, step, form, target }: ScorecardRenderOptions,
): Html {
  const { result, scoring, template, title, id: scorecardId } = judged
  const page = panelPath(id, 'scorecards')
  const isByPerson = result?.source === 'human'
  return html`<section class="record-part" id="scorecard-${scorecardId}">
<div class="record-head"><h3><bdi>${title}</bdi></h3>${result === undefined ? badge(t('Not scored')) : html`<p class="record-score"><b>${Math.round(result.summary.averageScore)}</b> of 100</p>`}</div>
${target !== undefined && html`<p>${longVerdict(target)}</p>`}
${
  result === undefined
    ? html`<p class="soft">${explainMissingScores(judged, step)}</p>`
    : html`<p class="record-by">${isByPerson ? html`Scored by <bdi>${getName(result.scoredBy)}</bdi>, ${renderTimestamp(req, result.updatedAt)}.` : html`Scored by ${scoring?.model ?? t('rules')}, ${renderTimestamp(req, result.updatedAt)}.`} Scorecard version ${result.scorecardVersion}${template !== undefined && template.version !== result.scorecardVersion && html` (current version: ${template.version})`}${template === undefined && t(' (no longer applies)')}.</p>
${result.summary.summaryText !== '' && html`<p dir="auto">${result.summary.summaryText}</p>`}
${renderItems(id, result.items, positions, template, isByPerson)}
${openTold(isByPerson ? listUnscored(result, template) : (result.unscored ?? []))}`
}
${result === undefined && scoring !== undefined && scoring.items.length === 0 && openTold(scoring.unscored)}
${(isByPerson || result === undefined) && scoring !== undefined && scoring.items.length > 0 && html`<details class="record-more"><summary>${withHiddenName(t('Automatic score'), title)}</summary>${renderItems(id, scoring.items, positions, template, false)}${openTold(scoring.unscored)}</details>`}
<div class="record-actions" id="score-${scorecardId}">${form ?? html`${template !== undefined && html`<a class="button" href="${page}?score=${scorecardId}#score-${scorecardId}" data-piece="${page}/form?score=${scorecardId}" data-into="#score-${scorecardId}">${withHiddenName(result === undefined ? t('Score call') : t('Edit scores'), title)}</a>`}${result !== undefined && actionButton(req, { page, action: 'remove', key: scorecardId, enhance: '#scorecards', button: withHiddenName(t('Remove score'), title), kind: 'link', confirm: t("Remove this score from the call? Parley won't score the call with this scorecard again."), fields: { scorecard: scorecardId } })}`}</div>
</section>`
}

function explainMissingScores({ scoring }: ScorecardView, step: ScorecardRenderOptions['step']): Text {
  if (scoring?.dismissed === true) return t("A user removed the score. Parley doesn't score this call again.")
  if (scoring !== undefined) return t('None of the questions could be scored automatically.')
  if (step?.state === 'failed') return t("Couldn't score the call. Parley tries again automatically.")
  if (step?.state === 'done')
    return t('Not scored. The scorecard began to apply after the analysis, or the import turned scoring off.')
  return t('Scored when the analysis is finished.')
}

type Item = ScorecardResultData['items'][number]

function renderItems(
  id: string,
  items: readonly Item[],
  places: QuotePositions,
  template: ScorecardTemplate | undefined,
  isByPerson: boolean,
): Html {
  return html`<ul class="record-rows">${items.map((item) => {
    const { score, min, max } = item.numericResult
    return html`<li class="record-row">
<div class="record-head"><h4><bdi>${item.title}</bdi></h4><p class="record-level"><meter min="${min}" max="${max}" value="${score}" aria-hidden="true"></meter> ${score} <span class="soft">(${min} to ${max})</span></p></div>
${levelWords(template, item)}
${item.description !== '' && html`<p dir="auto">${item.description}</p>`}
${item.evidences.map((quote) => renderQuote(id, { quote, ...findQuotePosition(places, quote) }))}
${!isByPerson && html`<p class="record-by">${formatConfidence(item.confidence)}.</p>`}
</li>`
  })}</ul>`
}

const findQuotePosition = (places: QuotePositions, quote: string) => {
  const place = places.get(quote)
  return { speaker: place?.speaker ?? '', start: place?.start ?? null, segment: place?.segment ?? null }
}

/** Description of the nearest level of the scale. */
function levelWords(template: ScorecardTemplate | undefined, { uuid, numericResult: { score } }: Item): Html {
  const scale = template?.items.find((one) => one.id === uuid)?.scale
  if (scale === undefined) return html``
  const levels = [
    [scale.max, scale.maxCriteria],
    [scale.middle, scale.middleCriteria],
    [scale.min, scale.minCriteria],
  ] as const
  const [nearest] = levels.toSorted(([one], [other]) => Math.abs(score - one) - Math.abs(score - other))
  const words = nearest?.[1] ?? ''
  return words === '' ? html`` : html`<p class="soft" dir="auto">${words}</p>`
}

/** Questions that the reviewer didn't score. */
const listUnscored = ({ items }: ScorecardResultData, template: ScorecardTemplate | undefined) =>
  (template?.items ?? [])
    .filter(({ id }) => !items.some(({ uuid }) => uuid === id))
    .map(({ title }) => ({ title, reason: 'by_person' }))

const REASONS: Readonly<Record<string, Message>> = {
  needs_model: t('Not scored, because no language model is configured'),
  no_evidence: t('Not scored, because the call contains no evidence'),
}

/** Questions without a score, grouped by reason. */
function openTold(unscored: readonly { title: string; reason: string }[]): Html {
  const byReason = [...Map.groupBy(unscored, ({ reason }) => reason)]
  return html`${byReason.map(
    ([reason, items]) =>
      html`<p class="record-note">${REASONS[reason] ?? t('Not scored')}: ${items.map(({ title }, at) => html`${at > 0 && ', '}<bdi>${title}</bdi>`)}. Unscored questions don't count.</p>`,
  )}`
}
