/** Statistics of a call. Each number links to the parts of the transcript that it counts or measures. */

import { formatPercent } from '../../core/languages/formats.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import type { OccurrenceFigure } from '../../features/analysis/statistics/index.ts'
import type { TargetFigure } from '../../features/coaching/targets/index.ts'
import type { Statistics } from '../../features/conversations/records/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { bars } from '../components/charts.ts'
import { card, facts } from '../components/layout.ts'
import { momentLink, momentPath } from '../components/search-hits.ts'
import { targetList } from '../components/targets.ts'
import { formatLength } from '../components/times.ts'
import { findSpeakerColors } from './lanes.ts'
import { OCCURRENCES_ID, occurrencesPath } from './occurrences.ts'
import { conversationPath } from './paths.ts'
import type { ShownConversation } from './read.ts'
import { speakerName } from './turns.ts'

/** Maximum number of speakers shown at first. */
const SPEAKERS_MAX = 8

const formatRounded = (value: number) => String(Math.round(value * 10) / 10)

/** @param occurrences parts of the transcript behind a figure that the URL selects */
export function figuresCard({ id, statistics, window, targets }: ShownConversation, occurrences: Html): Html {
  if (statistics === null) {
    return card(t('Statistics'), html`<p class="soft">No statistics yet</p>`, { id: 'figures' })
  }
  const isTimed = statistics.speakers.some(({ talkShare }) => talkShare !== null)
  const colors = findSpeakerColors(window.meta)
  const rows = statistics.speakers.map(({ name, talkShare, wordShare }) => {
    const share = (isTimed ? talkShare : wordShare) ?? 0
    const path = speakerPath(id, name)
    return { label: name, path, value: share, shown: formatPercent(share), color: colors.get(name) }
  })
  const [first, others] = [rows.slice(0, SPEAKERS_MAX), rows.slice(SPEAKERS_MAX)]
  const caption = isTimed ? t('Share of talk time') : t('Share of words')
  return card(
    t('Statistics'),
    html`${bars(first, { caption, most: 1 })}
${others.length > 0 && html`<details class="conversation-more"><summary>${others.length === 1 ? t('1 other') : t`${others.length} others`}</summary>${bars(others, { caption, most: 1 })}</details>`}
${facts(listFigures(id, statistics))}
${occurrences}
${renderTargets(id, statistics, targets)}
<details class="conversation-more"><summary>About these statistics</summary><dl>${MEANINGS.map(([name, words]) => html`<dt>${name}</dt><dd>${words}</dd>`)}</dl></details>`,
    { id: 'figures' },
  )
}

/** Path of the transcript with only the lines of a speaker. */
const speakerPath = (id: string, name: string): string =>
  `${conversationPath(id)}?${new URLSearchParams({ speaker: name === '' ? ' ' : name })}#transcript`

/** Names of the figures of one call. Scores have their targets next to the scorecards. */
const CALL_LABELS: Readonly<Partial<Record<TargetFigure, Message>>> = {
  talkShare: t('Internal talk share'),
  questionsAsked: t('Our questions'),
  longestMonologue: t('Our longest monologue'),
}

function renderTargets(id: string, { speakers }: Statistics, targets: ShownConversation['targets']): Html | false {
  const longest = speakers
    .flatMap(({ internal, longestMonologue: one }) => (internal === true && one !== null ? [one] : []))
    .toSorted((a, b) => (b.duration ?? b.words) - (a.duration ?? a.words))[0]
  const paths: Partial<Record<TargetFigure, string>> = {
    talkShare: occurrencesPath(id, 'internalTalkShare'),
    questionsAsked: occurrencesPath(id, 'questionsAsked', 'internal'),
    ...(longest === undefined
      ? {}
      : { longestMonologue: momentPath(id, { start: longest.start, segment: longest.firstSegment }) }),
  }
  const rows = targets.flatMap((comparison) => {
    const label = CALL_LABELS[comparison.figure]
    const path = paths[comparison.figure]
    return label === undefined ? [] : [{ label, comparison, ...(path === undefined ? {} : { path }) }]
  })
  return rows.length > 0 && html`<h3>Targets</h3>${targetList(rows)}`
}

/** Statistics with a known value. */
function listFigures(id: string, statistics: Statistics): [Text, Html | Text][] {
  const { interactivity, patience, questionsAsked: asked, internalTalkShare: share, silenceShare } = statistics
  const { longestMonologue: talk, longestCustomerStory: story, interruptions } = statistics
  const renderTimeLink = (one: typeof talk) =>
    one === null
      ? undefined
      : html`${momentLink(id, { start: one.start, segment: one.firstSegment }, one.duration === null ? t`${one.words} words` : formatLength(one.duration))}, <bdi>${speakerName(one.speaker)}</bdi>`
  /** Number that opens the list of its occurrences. */
  const opening = (figure: OccurrenceFigure, value: number | null, shown: (value: number) => Text) =>
    value === null
      ? undefined
      : html`<a href="${occurrencesPath(id, figure)}" data-figure="${figure}" aria-controls="${OCCURRENCES_ID}">${shown(value)}</a>`
  const figures: [Text, Html | Text | undefined][] = [
    [t('Internal talk share'), opening('internalTalkShare', share, formatPercent)],
    [t('Interactivity'), opening('interactivity', interactivity, (value) => t`${formatRounded(value)} per minute`)],
    [t('Patience'), opening('patience', patience, (value) => t`${formatRounded(value)} s`)],
    [t('Longest monologue'), renderTimeLink(talk)],
    [t('Longest customer story'), renderTimeLink(story)],
    [
      t('Questions'),
      opening('questionsAsked', asked, (value) => t`${value} (${statistics.questionsAnswered ?? 0} answered)`),
    ],
    [t('Silence'), opening('silence', silenceShare, formatPercent)],
    [t('Interruptions'), opening('interruptions', interruptions, String)],
  ]
  return figures.filter((pair): pair is [Text, Html | Text] => pair[1] !== undefined)
}

const MEANINGS = [
  [t('Talk share'), t('Share of the talk time of all speakers, or of all words if the transcript has no times.')],
  [
    t('Internal talk share'),
    t('Share of people in your organization, among speakers known to be internal or external.'),
  ],
  [t('Interactivity'), t('Speaker changes per minute, with a maximum of 10.')],
  [t('Patience'), t('Average pause between the end of an external speaker’s turn and the start of an internal reply.')],
  [
    t('Longest monologue'),
    t('Longest time that one speaker talks until another takes over, or until a pause of more than 5 seconds.'),
  ],
  [t('Longest customer story'), t('Longest monologue of an external speaker.')],
  [
    t('Questions'),
    t(
      'Sentences that end with a question mark. A question is answered if the next turn contains more than a question or “I don’t know”.',
    ),
  ],
  [t('Silence'), t('Share of the call that consists of pauses of at least 1 second.')],
  [t('Interruptions'), t('Turns that start at least 0.5 seconds before the other speaker ends, and last longer.')],
] as const
