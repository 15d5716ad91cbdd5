/** Page of a call: transcript, player, analysis results, questions and clips. */
import { reanalyzeConversation } from '../../features/analysis/pipeline/index.ts'
import { askAssistantV2 } from '../../features/assistant/answers/index.ts'
import { exportConversation } from '../../features/conversations/records/index.ts'
import { createConversationTranscription } from '../../features/conversations/transcription/index.ts'
import { definePage, goTo, type View } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { type Asked, askCard, askOnce, question } from './ask.ts'
import { chaptersCard, figuresCard, summaryCard, topicsCard } from './findings.ts'
import { head } from './head.ts'
import { panelParts, panelPlaces, panelScripts, panelsPiece } from './panels.ts'
import { type PageVisit, pathOf } from './paths.ts'
import { player } from './player.ts'
import { readConversation } from './read.ts'
import { stateCard, statePiece } from './state.ts'
import { transcript } from './transcript.ts'
import { windowOf } from './turns.ts'
import { readWindow } from './window.ts'

const SCRIPTS = [
  'pages/conversation/transcript.browser.ts',
  'pages/conversation/player.browser.ts',
  'pages/conversation/copy.browser.ts',
  'pages/conversation/clip.browser.ts',
  'pages/conversation/ask.browser.ts',
  'pages/conversation/state.browser.ts',
] as const

const FORMATS = ['vcon', 'vtt', 'srt', 'txt', 'json'] as const
type Format = (typeof FORMATS)[number]

export const conversationPage = definePage({
  path: '/conversations/:id',
  show: (visit) => show(visit),
  actions: {
    ask: async (visit, fields) => show(visit, await askOnce(visit, fields)),
    reanalyze: async (visit) => {
      await visit.ask(reanalyzeConversation, { id: visit.params.id })
      return goTo(
        pathOf(visit.params.id),
        "Analysis started. Values and scores that people confirmed or changed aren't affected.",
      )
    },
    transcribe: async (visit) => {
      await visit.ask(createConversationTranscription, { id: visit.params.id })
      return goTo(pathOf(visit.params.id), 'Transcription started')
    },
  },
  pieces: {
    turns: async (visit) => windowOf(visit.params.id, await readWindow(visit)),
    state: (visit) => statePiece(visit),
    player: (visit) => player(visit),
    panels: (visit) => panelsPiece(visit),
  },
  files: {
    export: (visit) =>
      visit.ask(exportConversation, { id: visit.params.id, format: visit.query.get('format') as Format }),
  },
  streams: { 'ask-stream': { operation: askAssistantV2, input: question } },
})

async function show(visit: PageVisit, asked?: Asked): Promise<View> {
  const conversation = await readConversation(visit)
  const { id, attributes, analysis, media } = conversation
  return {
    title: attributes.title,
    scripts: [...SCRIPTS, ...panelScripts],
    body: html`<div class="conversation-page" data-conversation="${pathOf(id)}">
${head(visit, conversation)}
${partsOf(conversation.summary.chapters.length > 1)}
${stateCard(visit, { id, analysis, transcription: media.transcription })}
<div class="conversation-columns">
<div class="conversation-main">${transcript(conversation)}</div>
<aside class="conversation-side" aria-label="Analysis">
${askCard(visit, id, asked)}
${summaryCard(conversation)}
${chaptersCard(conversation)}
${figuresCard(conversation)}
${topicsCard(conversation)}
${panelPlaces(id)}
</aside>
</div>
${await player(visit, conversation)}
</div>`,
  }
}

/** Links to the parts of the page, for keyboard users and for small screens with a single column. */
function partsOf(hasChapters: boolean): Html {
  const parts = [
    ['transcript', 'Transcript'],
    ['ask', 'Ask'],
    ['summary', 'Summary'],
    ...(hasChapters ? [['chapters', 'Chapters'] as const] : []),
    ['figures', 'Statistics'],
    ['topics', 'Topics'],
    ...panelParts,
  ] as const
  return html`<nav class="conversation-parts" aria-label="On this page">${parts.map(([id, label]) => html`<a href="#${id}">${label}</a>`)}</nav>`
}
