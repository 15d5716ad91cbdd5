/** Page of a call: transcript, player, analysis results, questions and clips. */

import { t } from '../../core/languages/message.ts'
import { reanalyzeConversation } from '../../features/analysis/pipeline/index.ts'
import { getConversationSummary } from '../../features/analysis/summaries/index.ts'
import { getConversationTopics } from '../../features/analysis/topics/index.ts'
import { askAssistantV2 } from '../../features/assistant/answers/index.ts'
import { exportConversation } from '../../features/conversations/records/index.ts'
import { createConversationTranscription } from '../../features/conversations/transcription/index.ts'
import { definePage, redirectTo, type View } from '../../inbound/web/define-page.ts'
import { TEXT_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { type AskedQuestion, question, runQuestion } from './ask.ts'
import { commentMarksTemplate, toCommentMarkers } from './comment-marks.ts'
import { type Correction, correctionNotice, correctPiece, correctTurn, undoCorrection } from './correct.ts'
import { head } from './head.ts'
import { renderOccurrences } from './occurrences.ts'
import { conversationPath, type PageVisit } from './paths.ts'
import { player, playerPiece, renderKeys } from './player.ts'
import { parseTrackers, readConversation } from './read.ts'
import { acceptSpeakerName, dismissSpeakerName, readSpeakerNames, renderSpeakerNames } from './speaker-names.ts'
import { isAtWork, stateCard, statePiece } from './state.ts'
import { CALL_TABS, findTab, partsPiece, renderTabs, tabScripts } from './tabs.ts'
import { transcript } from './transcript.ts'
import { renderWindow } from './turns.ts'
import { readWindow } from './window.ts'

const SCRIPTS = [
  'pages/conversation/transcript.browser.ts',
  'pages/conversation/player.browser.ts',
  'pages/conversation/timeline.browser.ts',
  'pages/conversation/copy.browser.ts',
  'pages/conversation/correct.browser.ts',
  'pages/conversation/clip.browser.ts',
  'pages/conversation/ask.browser.ts',
  'pages/conversation/figures.browser.ts',
] as const

/** Polls the state of an analysis or transcription. */
const STATE_SCRIPT = 'pages/conversation/state.browser.ts' as const

export const conversationPage = definePage({
  path: '/conversations/:id',
  show: (req) => show(req),
  actions: {
    ask: async (req, fields) => show(req, { asked: await runQuestion(req, fields) }),
    correct: async (req, fields) => {
      const done = await correctTurn(req, fields)
      return show(at(req, done.segment), { done })
    },
    undo: async (req, fields) =>
      show(at(req, await undoCorrection(req, fields)), { done: { ...UNDONE, words: t('Correction undone') } }),
    'name-speaker': async (req, fields) => {
      const done = await acceptSpeakerName(req, fields)
      return show(at(req, done.segment), { done })
    },
    'dismiss-name': async (req, fields) =>
      show(req, { done: { ...UNDONE, words: await dismissSpeakerName(req, fields) } }),
    reanalyze: async (req) => {
      await req.run(reanalyzeConversation, { id: req.params.id })
      return redirectTo(
        conversationPath(req.params.id),
        t("Analysis started. Values and scores that people confirmed or changed aren't affected."),
      )
    },
    transcribe: async (req) => {
      await req.run(createConversationTranscription, { id: req.params.id })
      return redirectTo(conversationPath(req.params.id), t('Transcription started'))
    },
  },
  forms: { correct: TEXT_FORM, undo: TEXT_FORM },
  fragments: {
    'correct-form': (req) => correctPiece(req),
    turns: (req) => windowPiece(req),
    state: (req) => statePiece(req),
    player: (req) => playerPiece(req),
    panels: (req) => partsPiece(req),
    figure: (req) => renderOccurrences(req),
  },
  files: {
    export: (req) => req.run(exportConversation, { id: req.params.id, format: req.query.get('format') as 'vcon' }),
  },
  streams: { 'ask-stream': { operation: askAssistantV2, input: question } },
})

const UNDONE = { segment: 0, version: 0, lines: [], speaker: '', spoken: [] }

/** Request for the part of the transcript with a line. */
const at = (req: PageVisit, segment: number): PageVisit => ({
  ...req,
  query: new URLSearchParams({ s: String(segment) }),
})

async function show(req: PageVisit, result: { asked?: AskedQuestion; done?: Correction } = {}): Promise<View> {
  const { asked, done } = result
  const conversation = await readConversation(req)
  const { id, attributes, analysis, media, comments } = conversation
  const names = renderSpeakerNames(req, await readSpeakerNames(req, conversation.window.meta))
  const open = asked === undefined && req.attempt?.action !== 'ask' ? findTab(req.query) : ASK
  // A position in the URL is in the transcript, which a narrow screen then shows.
  const isPanel = open !== undefined
  return {
    title: attributes.title,
    scripts: [...SCRIPTS, ...tabScripts, ...(isAtWork(analysis, media.transcription) ? [STATE_SCRIPT] : [])],
    body: html`<div class="conversation-page call" data-conversation="${conversationPath(id)}" data-pane="${isPanel ? 'panel' : 'transcript'}">
${head(req, conversation)}
${correctionNotice(req, done)}
${stateCard(req, { id, analysis, media })}
${player(conversation, [toCommentMarkers(id, comments)])}
${commentMarksTemplate(id, comments)}${renderKeys(conversation)}
<div class="call-panes">
<div class="call-transcript" id="transcript-pane" role="tabpanel" aria-label="Transcript">${transcript(conversation, names)}</div>
<aside class="conversation-side call-panel" aria-label="Analysis">${await renderTabs(req, conversation, open, asked)}</aside>
</div>
</div>`,
  }
}

const ASK = CALL_TABS.find(({ name }) => name === 'ask')

/** Findings that a window of the transcript shows, without the rest of the page. */
async function windowPiece(req: PageVisit): Promise<Html> {
  const { id } = req.params
  const [window, { chapters }, topics] = await Promise.all([
    readWindow(req),
    req.run(getConversationSummary, { id }),
    req.run(getConversationTopics, { id }),
  ])
  return renderWindow(id, window, { chapters, trackers: parseTrackers(topics), comments: [] })
}
