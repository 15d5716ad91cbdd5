/** How a conversation did by each scorecard that applies, with the words it rests on. */
import { getConversationAnalysis } from '../../features/analysis/index.ts'
import type { Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton } from '../kit/form.ts'
import { badge, card } from '../kit/layout.ts'
import { namesOf } from '../kit/people.ts'
import { momentOf } from '../kit/times.ts'
import { type Judged, judgedOf, type Places, type Result, type Template } from './judged.ts'
import { confidenceTold, named, panelPath, type Recorded, said } from './record.ts'
import { scoringForm } from './scoring-form.ts'

/** @param scoring the scorecard that is scored right now */
export async function scorecardsPanel(visit: Visit, conversation: Recorded, scoring?: string): Promise<Html> {
  const id = conversation.uuid
  const [{ judged, places }, analysis] = await Promise.all([
    judgedOf(visit, id),
    visit.ask(getConversationAnalysis, { id }),
  ])
  const nameOf = await namesOf(
    visit,
    judged.flatMap(({ result }) => (result?.source === 'human' ? [result.scoredBy] : [])),
  )
  const step = analysis.steps.find((one) => one.step === 'scorecards')
  const tell = (one: Judged) => {
    const form = scoring === one.id && one.template !== undefined ? scoringForm(visit, id, one, places) : undefined
    return judgedTold(visit, id, one, { places, nameOf, step, form })
  }
  return card(
    'Scorecards',
    judged.length === 0
      ? html`<p class="soft">No scorecard applies to this conversation. They are set up for teams, in <a href="/scorecards">Scorecards</a>.</p>`
      : judged.map(tell),
    { id: 'scorecards' },
  )
}

interface Telling {
  readonly places: Places
  readonly nameOf: (id: string | null) => string
  readonly step: { readonly state: string; readonly outcome: string | null } | undefined
  readonly form: Html | undefined
}

function judgedTold(visit: Visit, id: string, judged: Judged, { places, nameOf, step, form }: Telling): Html {
  const { result, scoring, template, title, id: scorecardId } = judged
  const page = panelPath(id, 'scorecards')
  const isByPerson = result?.source === 'human'
  return html`<section class="record-part" id="scorecard-${scorecardId}">
<div class="record-head"><h3><bdi>${title}</bdi></h3>${result === undefined ? badge('Not scored') : html`<p class="record-score"><b>${Math.round(result.summary.averageScore)}</b> of 100</p>`}</div>
${
  result === undefined
    ? html`<p class="soft">${whyNone(judged, step)}</p>`
    : html`<p class="record-by">${isByPerson ? html`Scored by <bdi>${nameOf(result.scoredBy)}</bdi>, ${momentOf(visit, result.updatedAt)}.` : html`Scored by ${scoring?.model ?? 'rules'}, ${momentOf(visit, result.updatedAt)}.`} Version ${result.scorecardVersion} of the scorecard${template !== undefined && template.version !== result.scorecardVersion && html`, which is at version ${template.version} by now`}${template === undefined && ', which does not apply any more'}.</p>
${result.summary.summaryText !== '' && html`<p dir="auto">${result.summary.summaryText}</p>`}
${itemsTold(id, result.items, places, template, isByPerson)}
${openTold(isByPerson ? leftOpen(result, template) : (result.unscored ?? []))}`
}
${result === undefined && scoring !== undefined && scoring.items.length === 0 && openTold(scoring.unscored)}
${(isByPerson || result === undefined) && scoring !== undefined && scoring.items.length > 0 && html`<details class="record-more"><summary>${named('What the analysis made of it', title)}</summary>${itemsTold(id, scoring.items, places, template, false)}${openTold(scoring.unscored)}</details>`}
<div class="record-actions" id="score-${scorecardId}">${form ?? html`${template !== undefined && html`<a class="button" href="${page}?score=${scorecardId}#score-${scorecardId}" data-piece="${page}/form?score=${scorecardId}" data-into="#score-${scorecardId}">${named(result === undefined ? 'Score it yourself' : 'Change the scores', title)}</a>`}${result !== undefined && actionButton(visit, { page, action: 'remove', key: scorecardId, enhance: '#scorecards', button: named('Take it off', title), kind: 'link', confirm: 'Take this result off the conversation? The analysis does not put one there again.', fields: { scorecard: scorecardId } })}`}</div>
</section>`
}

function whyNone({ scoring }: Judged, step: Telling['step']): string {
  if (scoring?.dismissed === true) return 'A person took the result off. The analysis does not put one there again.'
  if (scoring !== undefined) return 'Nothing of it could be judged.'
  if (step?.state === 'failed') return 'Scoring did not work. It is tried again.'
  if (step?.state === 'done')
    return 'It was not scored: it came to apply after the analysis, or the import asked for no scores.'
  return 'It is scored once the analysis is done.'
}

type Item = Result['items'][number]

function itemsTold(
  id: string,
  items: readonly Item[],
  places: Places,
  template: Template | undefined,
  isByPerson: boolean,
): Html {
  return html`<ul class="record-rows">${items.map((item) => {
    const { score, min, max } = item.numericResult
    return html`<li class="record-row">
<div class="record-head"><h4><bdi>${item.title}</bdi></h4><p class="record-level"><meter min="${min}" max="${max}" value="${score}" aria-hidden="true"></meter> ${score} <span class="soft">(${min} to ${max})</span></p></div>
${levelWords(template, item)}
${item.description !== '' && html`<p dir="auto">${item.description}</p>`}
${item.evidences.map((quote) => said(id, { quote, ...placeOf(places, quote) }))}
${!isByPerson && html`<p class="record-by">${confidenceTold(item.confidence)}.</p>`}
</li>`
  })}</ul>`
}

const placeOf = (places: Places, quote: string) => {
  const place = places.get(quote)
  return { speaker: place?.speaker ?? '', start: place?.start ?? null, segment: place?.segment ?? null }
}

/** What the nearest level stands for. */
function levelWords(template: Template | undefined, { uuid, numericResult: { score } }: Item): Html {
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

/** What the person who scored gave no score. */
const leftOpen = ({ items }: Result, template: Template | undefined) =>
  (template?.items ?? [])
    .filter(({ id }) => !items.some(({ uuid }) => uuid === id))
    .map(({ title }) => ({ title, reason: 'by_person' }))

const REASONS: Readonly<Record<string, string>> = {
  needs_model: 'Rules cannot judge these, and no language model is connected',
  no_evidence: 'Nobody said anything that these could be judged by',
}

/** What was left empty, and why. */
function openTold(unscored: readonly { title: string; reason: string }[]): Html {
  const byReason = [...Map.groupBy(unscored, ({ reason }) => reason)]
  return html`${byReason.map(
    ([reason, items]) =>
      html`<p class="record-note">${REASONS[reason] ?? 'These were left open'}: ${items.map(({ title }, at) => html`${at > 0 && ', '}<bdi>${title}</bdi>`)}. They do not count.</p>`,
  )}`
}
