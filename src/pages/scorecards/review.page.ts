/**
 * Queue of automatic scores that no person has reviewed, and a page that opens them one after the other. The place in the
 * queue is a number, because a saved review leaves the queue and the next one moves up.
 */

import { t } from '../../core/languages/message.ts'
import { listConversationScorecards } from '../../features/coaching/automatic-scoring/index.ts'
import { listUnreviewedScorecardResults, putScorecardResult } from '../../features/coaching/scorecard-results/index.ts'
import { getConversation } from '../../features/conversations/records/index.ts'
import { type AnswerOf, definePage, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { notAsSent } from '../../inbound/web/page-errors.ts'
import { card, empty, heading, linkButton, placeTabs } from '../components/layout.ts'
import { momentPath } from '../components/search-hits.ts'
import { pageAsked, pager } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'
import { loadScorecardViews } from '../conversation-record/scorecard-data.ts'
import { scoresGiven, scoringForm } from '../conversation-record/scoring-form.ts'

const PAGE = '/scorecards/review'
const NEXT = `${PAGE}/next`

type Result = AnswerOf<typeof listUnreviewedScorecardResults>['data'][number]

export const reviewQueuePage = definePage({
  path: PAGE,
  navigation: { group: 'inbox', label: t('To score') },
  async show(req) {
    const page = pageAsked(req)
    const { data, meta } = await req.run(listUnreviewedScorecardResults, { page, size: '25' })
    const first = (meta.pageNumber - 1) * meta.pageSize
    return {
      title: t('To score'),
      body: html`${heading(t('To score'), {
        tabs: placeTabs(req, t('Inbox'), 'inbox'),
        words: t('Automatic scores that nobody has reviewed. Your scores replace them.'),
        ...(data.length === 0 ? {} : { actions: linkButton(NEXT, t('Start review'), { kind: 'primary' }) }),
      })}
${data.length === 0 ? empty(t('Nothing to review'), t('Parley scores calls with your scorecards. Scores that nobody has reviewed appear here.'), linkButton('/scorecards', t('View scorecards'))) : renderQueue(req, data, first)}
${pager(req, meta)}`,
    }
  },
})

const renderQueue = (req: PageRequest, results: readonly Result[], first: number): Html =>
  html`<ul class="rows review-queue">${results.map(
    ({ conversation, title, summary, items, updatedAt }, index) =>
      html`<li class="row"><span class="grow"><a class="row-title" href="${nextPath(first + index)}"><bdi>${conversation.title}</bdi></a><span class="meta"><bdi>${title}</bdi>, ${items.length === 1 ? t('1 question') : t`${items.length} questions`}, scored ${renderTimestamp(req, updatedAt)}</span></span><span class="number"><b>${Math.round(summary.averageScore)}</b> <span class="meta">of 100</span></span></li>`,
  )}</ul>`

/** @param at place in the queue, from 0 */
const nextPath = (at: number): string => (at === 0 ? NEXT : `${NEXT}?at=${at}`)

/** Largest place: larger than any queue. */
const AT_MAX = 999_999

function placeIn(given: string | null | undefined): number {
  const at = given === null || given === undefined ? 0 : Number(given)
  return Number.isInteger(at) && at >= 0 && at <= AT_MAX ? at : 0
}

export const reviewPage = definePage({
  path: NEXT,
  async show(req) {
    // After a validation error, the same result is shown, wherever it is in the queue now.
    const attempt = req.attempt?.fields
    const at = placeIn(attempt?.text('at') ?? req.query.get('at'))
    const { data, meta } = await req.run(listUnreviewedScorecardResults, { page: String(at + 1), size: '1' })
    const total = meta.totalRecords
    const wanted =
      attempt === undefined
        ? data.map(({ conversation, scorecardId }) => ({ call: conversation.uuid, scorecardId }))
        : [{ call: attempt.text('call'), scorecardId: attempt.text('key') }]
    const [one] = wanted
    return {
      title: t('Review scores'),
      body: html`${heading(t('Review scores'), {
        trail: [{ label: t('To score'), path: PAGE }],
        ...(one === undefined ? {} : { words: t`${Math.min(at + 1, total)} of ${total}` }),
      })}
${one === undefined ? renderEnd(total) : await renderReview(req, one, at)}`,
    }
  },
  forms: { score: LONG_FORM },
  actions: {
    score: async (req, fields) => {
      const [id, scorecardId] = [fields.text('call'), fields.text('key')]
      const { data } = await req.run(listConversationScorecards, { id })
      const template = data.find((one) => one.id === scorecardId)
      if (template === undefined) throw notAsSent('key')
      const items = scoresGiven(
        fields,
        template.items.map((item) => item.id),
      )
      await req.run(putScorecardResult, { id, scorecardId, items, summaryText: fields.text('summary') })
      return redirectTo(nextPath(placeIn(fields.text('at'))), t('Scores saved'))
    },
  },
})

const renderEnd = (total: number): Html =>
  total === 0
    ? empty(
        t('Everything is reviewed'),
        t('New automatic scores appear here.'),
        linkButton(PAGE, t('Back to the list')),
      )
    : empty(
        t('End of the list'),
        total === 1 ? t('You skipped 1 result.') : t`You skipped ${total} results.`,
        linkButton(NEXT, t('Start again')),
      )

async function renderReview(
  req: PageRequest,
  { call, scorecardId }: { call: string; scorecardId: string },
  at: number,
): Promise<Html> {
  const [{ views, places }, { attributes }] = await Promise.all([
    loadScorecardViews(req, call),
    req.run(getConversation, { id: call }),
  ])
  const view = views.find(({ id }) => id === scorecardId)
  const skip = html`<a class="button" href="${nextPath(at + 1)}">Skip</a>`
  if (view?.template === undefined) {
    return card(
      attributes.title,
      html`<p class="soft">The scorecard no longer applies to this call.</p>${skip} ${linkButton(`/conversations/${call}?tab=scorecard`, t('View call'))}`,
    )
  }
  return html`<div class="review-one">${card(
    view.title,
    html`<p class="meta"><a href="${momentPath(call, { start: null })}"><bdi>${attributes.title}</bdi></a>${view.result !== undefined && html`, automatic score ${Math.round(view.result.summary.averageScore)} of 100`}</p>
${scoringForm(req, call, view, places, {
  ...{ page: NEXT, action: 'score', button: String(t('Save and next')), away: skip, showsEvidence: true },
  fields: { call, at: String(at) },
})}`,
  )}</div>`
}
