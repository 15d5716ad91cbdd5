/** Page with the coaching of a call. Its action also serves the section on the call page. */

import { invalid } from '../../core/errors.ts'
import { t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { createCoachingAssignment } from '../../features/coaching/coaching-assignments/index.ts'
import { listConversationViewers } from '../../features/collaboration/comments/index.ts'
import { getConversation } from '../../features/conversations/records/index.ts'
import { getSnippet } from '../../features/library/snippets/index.ts'
import { definePage, type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { parseTime } from '../comments/comments.page.ts'
import { heading, linkButton } from '../components/layout.ts'
import { type CoachingDraft, coachingCard } from './coaching.ts'

export const callCoachingPage = definePage({
  path: '/conversations/:id/coaching',
  async show(req) {
    const { id } = req.params
    const [{ attributes }, draft] = await Promise.all([req.run(getConversation, { id }), readDraft(req)])
    return {
      title: t`Coaching: ${attributes.title}`,
      body: html`${heading(html`<bdi>${attributes.title}</bdi>`, {
        trail: [{ label: t('Calls'), path: '/conversations' }],
        actions: linkButton(`/conversations/${id}`, t('View full call')),
      })}<div class="coaching-alone">${await coachingCard(req, id, draft)}</div>`,
    }
  },
  actions: {
    create: async (req, fields) => {
      const { id } = req.params
      const clip = fields.optional('clip')
      const due = fields.optional('due')
      await req.run(createCoachingAssignment, {
        ...(clip === undefined ? { conversationUUID: id, ...readTime(fields) } : { snippetUUID: clip }),
        ...{ assigneeUUID: await findAssignee(req, fields.text('assignee')) },
        question: fields.text('question').replaceAll('\r\n', '\n'),
        ...(due === undefined ? {} : { dueOn: due }),
      })
      return redirectTo(`/conversations/${id}?tab=comments#coaching`, t('Coaching assigned'))
    },
  },
})

/** Part of the call or clip in the URL. */
async function readDraft(req: PageRequest<'id'>): Promise<CoachingDraft> {
  const clipId = req.query.get('clip') ?? req.attempt?.fields.optional('clip')
  if (clipId !== undefined && clipId !== null) {
    const { data } = await req.run(getSnippet, { id: clipId })
    return { clip: { id: data.id, title: data.title } }
  }
  return { at: readSeconds(req.query.get('from')), to: readSeconds(req.query.get('to')) }
}

function readSeconds(given: string | null): string | undefined {
  const seconds = given === null || given === '' ? Number.NaN : Number(given)
  return Number.isFinite(seconds) && seconds >= 0 && seconds <= 1_000_000 ? clockTime(seconds) : undefined
}

function readTime(fields: Fields) {
  const [start, end] = [parseTime(fields.text('at')), parseTime(fields.text('to'), 'to')]
  if (start === undefined && end !== undefined) {
    throw invalid({ pointer: '/at', detail: 'Enter where the part starts, such as 9:04, or leave both times empty.' })
  }
  return start === undefined ? {} : { time: { start, ...(end === undefined ? {} : { end }) } }
}

/** ID of a colleague, whom the form names by ID or, in large organizations, by email address. */
async function findAssignee(req: PageRequest<'id'>, given: string): Promise<string> {
  if (!given.includes('@')) return given
  const email = given.trim().toLowerCase()
  const { data } = await req.run(listConversationViewers, { id: req.params.id, query: email, size: '100' })
  const found = data.find((one) => one.email.toLowerCase() === email)
  if (found !== undefined) return found.userUUID
  throw invalid({
    pointer: '/assigneeUUID',
    detail: `No user with access to this call has the email address ${email}. Check the address.`,
  })
}
