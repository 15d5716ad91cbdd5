/** Page of a call: transcript, player, analysis results, questions and clips. */
import { reanalyzeConversation } from '../../features/analysis/pipeline/index.ts'
import { askAssistantV2 } from '../../features/assistant/answers/index.ts'
import { exportConversation } from '../../features/conversations/records/index.ts'
import { createConversationTranscription } from '../../features/conversations/transcription/index.ts'
import { definePage, redirectTo, type View } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { COMMENT_SCRIPTS, commentsCard } from '../comments/comments.ts'
import { type AskedQuestion, askCard, question, runQuestion } from './ask.ts'
import { chaptersCard, figuresCard, summaryCard, topicsCard } from './findings.ts'
import { head } from './head.ts'
import { panelParts, panelPlaces, panelScripts, panelsPiece } from './panels.ts'
import { conversationPath, type PageVisit } from './paths.ts'
import { player } from './player.ts'
import { readConversation } from './read.ts'
import { stateCard, statePiece } from './state.ts'
import { transcript } from './transcript.ts'
import { renderWindow } from './turns.ts'
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
  show: (req) => show(req),
  actions: {
    ask: async (req, fields) => show(req, await runQuestion(req, fields)),
    reanalyze: async (req) => {
      await req.run(reanalyzeConversation, { id: req.params.id })
      return redirectTo(
        conversationPath(req.params.id),
        "Analysis started. Values and scores that people confirmed or changed aren't affected.",
      )
    },
    transcribe: async (req) => {
      await req.run(createConversationTranscription, { id: req.params.id })
      return redirectTo(conversationPath(req.params.id), 'Transcription started')
    },
  },
  fragments: {
    turns: async (req) => renderWindow(req.params.id, await readWindow(req)),
    state: (req) => statePiece(req),
    player: (req) => player(req),
    panels: (req) => panelsPiece(req),
  },
  files: {
    export: (req) => req.run(exportConversation, { id: req.params.id, format: req.query.get('format') as Format }),
  },
  streams: { 'ask-stream': { operation: askAssistantV2, input: question } },
})

async function show(req: PageVisit, asked?: AskedQuestion): Promise<View> {
  const conversation = await readConversation(req)
  const { id, attributes, analysis, media } = conversation
  return {
    title: attributes.title,
    scripts: [...SCRIPTS, ...COMMENT_SCRIPTS, ...panelScripts],
    body: html`<div class="conversation-page" data-conversation="${conversationPath(id)}">
${head(req, conversation)}
${renderPartLinks(conversation.summary.chapters.length > 1)}
${stateCard(req, { id, analysis, transcription: media.transcription })}
<div class="conversation-columns">
<div class="conversation-main">${transcript(conversation)}</div>
<aside class="conversation-side" aria-label="Analysis">
${askCard(req, id, asked)}
${summaryCard(conversation)}
${chaptersCard(conversation)}
${figuresCard(conversation)}
${topicsCard(conversation)}
${await commentsCard(req, { id })}
${panelPlaces(id)}
</aside>
</div>
${await player(req, conversation)}
</div>`,
  }
}

/** Links to the parts of the page, for keyboard users and for small screens with a single column. */
function renderPartLinks(hasChapters: boolean): Html {
  const parts = [
    ['transcript', 'Transcript'],
    ['ask', 'Ask'],
    ['summary', 'Summary'],
    ...(hasChapters ? [['chapters', 'Chapters'] as const] : []),
    ['figures', 'Statistics'],
    ['topics', 'Topics'],
    ['comments', 'Comments'],
    ...panelParts,
  ] as const
  return html`<nav class="conversation-parts" aria-label="On this page">${parts.map(([id, label]) => html`<a href="#${id}">${label}</a>`)}</nav>`
}
