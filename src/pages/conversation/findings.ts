/** What the analysis found out: summary, chapters, figures, topics; each with the way to where it is said. */
import { clockTime } from '../../core/clock-time.ts'
import type { Statistics } from '../../features/conversations/index.ts'
import type { Summary } from '../../features/summaries/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { bars } from '../kit/charts.ts'
import { card, chip, chips, facts } from '../kit/layout.ts'
import { momentLink } from '../kit/moments.ts'
import { lengthOf } from '../kit/times.ts'
import type { Shown, Topic } from './read.ts'
import { speakerName } from './turns.ts'
import { pathOf } from './visit.ts'

type Line = Summary['paragraphs'][number]

/** Speakers, topics and hits that are shown at once. */
const SPEAKERS_MAX = 8
const TOPICS_MAX = 15
const THINGS_MAX = 24
const HITS_MAX = 12

export function summaryCard({ id, summary }: Shown): Html {
  const { headline, paragraphs, decisions, actionItems, openQuestions } = summary
  if (headline === null)
    return card('Summary', html`<p class="soft">There is nothing to sum up yet.</p>`, { id: 'summary' })
  const list = (title: string, lines: readonly Html[]) =>
    lines.length > 0 &&
    html`<h3>${title}</h3><ul class="conversation-lines">${lines.map((line) => html`<li dir="auto">${line}</li>`)}</ul>`
  return card(
    'Summary',
    html`<p class="conversation-headline" dir="auto">${withPlace(id, headline)}</p>
${paragraphs.map((one) => html`<p dir="auto">${withPlace(id, one)}</p>`)}
${list(
  'Decisions',
  decisions.map((one) => withPlace(id, one)),
)}
${list(
  'Action items',
  actionItems.map((one) => html`${withPlace(id, one)}${owed(one)}`),
)}
${list(
  'Open questions',
  openQuestions.map((one) => withPlace(id, one)),
)}
<p class="conversation-origin">${originOf(summary)}</p>`,
    { id: 'summary' },
  )
}

/** The line, and behind it where it is said. */
const withPlace = (id: string, { text, spans }: Line): Html => {
  const [first] = spans
  return first === undefined
    ? html`${text}`
    : html`${text} ${momentLink(id, first, first.start === null ? 'said here' : html`<span class="unseen">said at </span>${clockTime(first.start)}`)}`
}

function owed({ owner, due }: Summary['actionItems'][number]): Html {
  const parts = [owner?.name, due].filter((part) => typeof part === 'string')
  return parts.length === 0 ? html`` : html` <span class="soft"><bdi>${parts.join(', ')}</bdi></span>`
}

function originOf({ method, model, modelFault, pending }: Summary): string {
  const made =
    method === 'model'
      ? `Written by ${model ?? 'a language model'}, from quotes that were looked up.`
      : 'Made of sentences that were said.'
  if (pending) return `${made} The language model is at work on another one.`
  return modelFault === null ? made : `${made} The language model that was asked gave none.`
}

export function chaptersCard({ id, summary }: Shown): Html {
  const { chapters } = summary
  if (chapters.length < 2) return html``
  return card(
    'Chapters',
    html`<ol class="conversation-chapters">${chapters.map(
      ({ title, start, firstSegment }) =>
        html`<li>${momentLink(id, { start, segment: firstSegment }, html`<bdi>${title}</bdi>${start !== null && html` <span class="conversation-clock">${clockTime(start)}</span>`}`)}</li>`,
    )}</ol>`,
    { id: 'chapters' },
  )
}

const percent = (share: number) => `${Math.round(share * 100)} %`
const rounded = (value: number) => String(Math.round(value * 10) / 10)

export function figuresCard({ id, statistics }: Shown): Html {
  if (statistics === null) {
    return card('Figures', html`<p class="soft">How people spoke has not been found out yet.</p>`, { id: 'figures' })
  }
  const isTimed = statistics.speakers.some(({ talkShare }) => talkShare !== null)
  const shares = statistics.speakers
    .slice(0, SPEAKERS_MAX)
    .map(({ name, talkShare, wordShare }) => ({ name, share: (isTimed ? talkShare : wordShare) ?? 0 }))
  const left = statistics.speakers.length - shares.length
  return card(
    'Figures',
    html`${bars(
      shares.map(({ name, share }) => ({ label: name, value: share, shown: percent(share) })),
      { caption: isTimed ? 'Share of the time that anybody talks' : 'Share of the words', most: 1, each: true },
    )}
${left > 0 && html`<p class="soft">and ${left} others</p>`}
${facts(figuresOf(id, statistics))}
<details class="conversation-more"><summary>What these figures mean</summary><dl>${MEANINGS.map(([name, words]) => html`<dt>${name}</dt><dd>${words}</dd>`)}</dl></details>`,
    { id: 'figures' },
  )
}

/** What is not known is not shown. */
function figuresOf(id: string, told: Statistics): [string, Html | string][] {
  const { interactivity, patience, longestMonologue: talk, longestCustomerStory: story, questionsAsked: asked } = told
  const stretch = (one: typeof talk) =>
    one === null
      ? undefined
      : html`${one.duration === null ? `${one.words} words` : lengthOf(one.duration)}, <bdi>${speakerName(one.speaker)}</bdi>, ${momentLink(id, { start: one.start, segment: one.firstSegment })}`
  const figures: [string, Html | string | undefined][] = [
    ['Inside people talk', told.internalTalkShare === null ? undefined : percent(told.internalTalkShare)],
    ['Back and forth', interactivity === null ? undefined : `${rounded(interactivity)} a minute`],
    ['Patience', patience === null ? undefined : `${rounded(patience)} s`],
    ['Longest stretch', stretch(talk)],
    ['Longest of the other side', stretch(story)],
    ['Questions', asked === null ? undefined : `${asked}, of them ${told.questionsAnswered ?? 0} answered`],
    ['Silence', told.silenceShare === null ? undefined : percent(told.silenceShare)],
    ['Interruptions', told.interruptions === null ? undefined : String(told.interruptions)],
  ]
  return figures.filter((pair): pair is [string, Html | string] => pair[1] !== undefined)
}

const MEANINGS = [
  ['Share', 'Of all talk, how much is theirs. Where the transcript has no times, of all words.'],
  ['Inside people talk', 'Of the talk whose side is known, what people of your organization say.'],
  ['Back and forth', 'How often another one takes over in a minute; more than ten counts as ten.'],
  [
    'Patience',
    'Seconds between the end of what somebody outside says and the beginning of an inside reply, on average.',
  ],
  ['Longest stretch', 'One speaker, until another takes over or nobody speaks for more than five seconds.'],
  [
    'Questions',
    'Sentences that end with a question mark. Answered: the next turn says something that is no question and no “I don’t know”.',
  ],
  ['Silence', 'Pauses of a second and more, of the whole time.'],
  ['Interruptions', 'Beginning half a second or more before the other one ends, and going on longer.'],
] as const

/** Said in every conversation, and telling nothing by themselves: “two weeks”, “ten percent”. */
const MEASURES: ReadonlySet<string> = new Set(['percent', 'quantity', 'date', 'time'])

export function topicsCard({ id, topics }: Shown): Html {
  const { keyPhrases, namedThings, trackers, isFound } = topics
  if (!isFound && trackers.length === 0) {
    return card('Topics', html`<p class="soft">They have not been found out yet.</p>`, { id: 'topics' })
  }
  const group = (title: string, items: readonly Html[]) => items.length > 0 && html`<h3>${title}</h3>${chips(items)}`
  const hits = trackers.map(
    ({ name, count, hits: found }) =>
      html`<details class="conversation-more"><summary><bdi>${name}</bdi> <span class="soft">${count}</span></summary><ul class="conversation-lines">${found
        .slice(0, HITS_MAX)
        .map(
          (hit) => html`<li dir="auto">${hit.quote} ${momentLink(id, hit)}</li>`,
        )}</ul>${count > HITS_MAX && html`<p class="soft">and ${count - Math.min(HITS_MAX, found.length)} more</p>`}</details>`,
  )
  const named = namedThings.filter(({ type }) => !MEASURES.has(type))
  const nothing = keyPhrases.length + named.length + trackers.length === 0
  return card(
    'Topics',
    html`${nothing && html`<p class="soft">Nothing that it keeps coming back to.</p>`}
${trackers.length > 0 && html`<h3>Trackers</h3>${hits}`}
${group(
  'It keeps coming back to',
  keyPhrases.slice(0, TOPICS_MAX).map((one) => topicChip(id, one)),
)}
${group(
  'Who and what is named',
  named.slice(0, THINGS_MAX).map((one) => topicChip(id, one)),
)}`,
    { id: 'topics' },
  )
}

/** Finds it in the transcript, as it is spelled there. */
function topicChip(id: string, { text, count, occurrences }: Topic): Html {
  const spelled = occurrences[0]?.quote ?? text
  const path = `${pathOf(id)}?${new URLSearchParams({ find: spelled.slice(0, 400) })}#transcript`
  return chip(html`${text}${count > 1 && html` <span class="soft">${count}</span>`}`, { path })
}
