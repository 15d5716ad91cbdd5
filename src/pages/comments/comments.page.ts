/** Page with the comments of a call. Its actions also serve the section on the call page. */

import { invalid } from '../../core/errors.ts'
import { type Text, t } from '../../core/languages/message.ts'
import {
  createComment,
  deleteComment,
  deleteCommentReaction,
  listConversationViewers,
  putCommentReaction,
  type Reaction,
  updateComment,
  updateCommentResolution,
} from '../../features/collaboration/comments/index.ts'
import { getConversation } from '../../features/conversations/records/index.ts'
import { definePage, type Fields, type Redirect, redirectTo } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { heading, linkButton } from '../components/layout.ts'
import { pageAsked } from '../components/table.ts'
import { COMMENT_SCRIPTS, commentsCard, renderComposer, threadPath } from './comments.ts'
import { parseWordsPlace, type WordsPlace } from './quoted-words.ts'

/** Number of people that the completion of mentions offers. */
const PEOPLE_SHOWN = '8'

/** Redirects to the section on the call page. @param thread thread to show there */
const done = (id: string, said?: Text, thread?: string): Redirect =>
  redirectTo(thread === undefined ? `/conversations/${id}?tab=comments#comments` : threadPath(id, thread), said)

/** Seconds of a time such as `9:04` or `1:02:03`. Undefined if it is empty. */
export function parseTime(given: string, field = 'at'): number | undefined {
  const text = given.trim()
  if (text === '') return undefined
  const parts = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2}(?:\.\d+)?)$/.exec(text)
  if (parts === null) {
    throw invalid({ pointer: `/${field}`, detail: 'Enter the time as minutes and seconds, such as 9:04.' })
  }
  const [, hours = '0', minutes = '0', seconds = '0'] = parts
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Place of the words in the form. Undefined for a comment without words. */
function parseWords(value: string): WordsPlace | undefined {
  const place = parseWordsPlace(value)
  if (place !== undefined || value === '') return place
  throw invalid({
    pointer: '/words',
    detail: 'The selection of words is invalid. Select them in the transcript again.',
  })
}

const commentIn = (fields: Fields) => ({ id: fields.text('comment') })

export const commentsPage = definePage({
  path: '/conversations/:id/comments',
  async show(req) {
    const { id } = req.params
    const { attributes } = await req.run(getConversation, { id })
    return {
      title: t`Comments: ${attributes.title}`,
      body: html`${heading(html`<bdi>${attributes.title}</bdi>`, {
        trail: [{ label: t('Calls'), path: '/conversations' }],
        actions: linkButton(`/conversations/${id}`, t('View full call')),
      })}<div class="comments-alone">${await commentsCard(req, { id, page: pageAsked(req) })}</div>`,
      scripts: COMMENT_SCRIPTS,
    }
  },
  actions: {
    create: async (req, fields) => {
      const { id } = req.params
      const words = parseWords(fields.text('words'))
      const start = words === undefined ? parseTime(fields.text('at')) : undefined
      const { uuid } = await req.run(createComment, {
        ...{ id, text: fields.text('text'), private: fields.has('private') },
        ...(words === undefined ? {} : { words }),
        ...(start === undefined ? {} : { time: { start } }),
      })
      return done(id, t('Comment added'), uuid)
    },
    reply: async (req, fields) => {
      const { id } = req.params
      const thread = fields.text('thread')
      await req.run(createComment, { id, threadUUID: thread, text: fields.text('text') })
      return done(id, t('Reply added'), thread)
    },
    edit: async (req, fields) => {
      await req.run(updateComment, { ...commentIn(fields), text: fields.text('text') })
      return done(req.params.id, t('Comment saved'))
    },
    delete: async (req, fields) => {
      await req.run(deleteComment, commentIn(fields))
      return done(req.params.id, t('Comment deleted'))
    },
    resolve: async (req, fields) => {
      const resolved = fields.has('resolved')
      await req.run(updateCommentResolution, { ...commentIn(fields), resolved })
      return done(req.params.id, resolved ? t('Thread resolved') : t('Thread reopened'))
    },
    react: async (req, fields) => {
      const given = { ...commentIn(fields), reaction: fields.text('reaction') as Reaction }
      if (fields.has('on')) await req.run(putCommentReaction, given)
      else await req.run(deleteCommentReaction, given)
      return done(req.params.id)
    },
  },
  fragments: {
    composer: (req) => renderComposer(req, req.params.id),
    people: async (req) => {
      const query = req.query.get('query') ?? ''
      const { data } = await req.run(listConversationViewers, { id: req.params.id, query, size: PEOPLE_SHOWN })
      return html`${data.map(({ name, email }) => html`<li role="option" data-handle="${name}"><bdi>${name}</bdi>${name !== email && html` <span class="soft">${email}</span>`}</li>`)}`
    },
  },
})
