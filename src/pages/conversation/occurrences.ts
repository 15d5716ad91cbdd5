/** Parts of the transcript behind a figure: the list that a number of the statistics opens. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import {
  getStatisticsOccurrences,
  OCCURRENCE_FIGURES,
  type OccurrenceFigure,
  type StatisticsOccurrence,
} from '../../features/analysis/statistics/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { momentLink } from '../components/search-hits.ts'
import { conversationPath, type PageVisit } from './paths.ts'
import { speakerName } from './turns.ts'

export const OCCURRENCES_ID = 'figure-places'

type ConversationSide = 'internal'

/** @param side of the speakers whose occurrences are shown; all speakers if undefined */
export const occurrencesPath = (id: string, figure: OccurrenceFigure, side?: ConversationSide): string =>
  `${conversationPath(id)}?${new URLSearchParams({ tab: 'summary', figure, ...(side === undefined ? {} : { side }) })}#${OCCURRENCES_ID}`

const TITLES: Readonly<Record<OccurrenceFigure, Message>> = {
  questionsAsked: t('Questions'),
  interruptions: t('Interruptions'),
  patience: t('Replies of our side, with the pause before them'),
  silence: t('Pauses'),
  interactivity: t('Speaker changes'),
  internalTalkShare: t('Our monologues, longest first'),
}

/** List of the figure in the query. Empty, with the ID that a script fills, if there is none. */
export async function renderOccurrences(req: PageVisit): Promise<Html> {
  const figure = OCCURRENCE_FIGURES.find((name) => name === req.query.get('figure'))
  if (figure === undefined) return html`<div id="${OCCURRENCES_ID}" hidden></div>`
  const { id } = req.params
  const { total, occurrences } = await req.run(getStatisticsOccurrences, { id, figure })
  const isOurs = req.query.get('side') === 'internal'
  const shown = isOurs ? occurrences.filter(({ internal }) => internal === true) : occurrences
  const left = isOurs ? 0 : total - occurrences.length
  const title = isOurs && figure === 'questionsAsked' ? t('Our questions') : TITLES[figure]
  return html`<section id="${OCCURRENCES_ID}" class="conversation-occurrences" aria-label="${title}" data-open="${figure}">
<header><h3>${title} <span class="soft">${shown.length + left}</span></h3><a href="${conversationPath(id)}?tab=summary#figures" data-figure-close>Close<span class="unseen"> ${title}</span></a></header>
${shown.length === 0 ? html`<p class="soft">None in this call</p>` : html`<ul class="conversation-lines plain">${shown.map((one) => renderOccurrence(id, one))}</ul>`}
${left > 0 && html`<p class="soft">and ${left} more</p>`}
</section>`
}

function renderOccurrence(id: string, { start, segment, speaker, quote, seconds, answered }: StatisticsOccurrence) {
  const notes: Text[] = [
    ...(seconds === null ? [] : [t`${Math.round(seconds * 10) / 10} s`]),
    ...(answered === null ? [] : [answered ? t('answered') : t('not answered')]),
  ]
  return html`<li>${momentLink(id, { start, segment })} <strong><bdi>${speakerName(speaker)}</bdi></strong>${notes.map((note) => html` <span class="soft">${note}</span>`)} <span dir="auto">${quote}</span></li>`
}
