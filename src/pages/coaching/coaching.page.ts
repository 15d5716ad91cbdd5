/** Coaching of the signed-in user: questions to answer, questions asked, and one page for each. */

import { type Text, t } from '../../core/languages/message.ts'
import {
  ANSWER_MAX,
  type CoachingAssignment,
  deleteCoachingAssignment,
  getCoachingAssignment,
  listCoachingAssignments,
  QUESTION_MAX,
  updateCoachingAssignment,
} from '../../features/coaching/coaching-assignments/index.ts'
import { listComments } from '../../features/collaboration/comments/index.ts'
import { definePage, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { renderExcerpt } from '../components/excerpt.ts'
import { actionButton, disclosure, form, selectField, textAreaField, textField } from '../components/form.ts'
import { card, empty, facts, heading, linkButton, placeTabs, segmented } from '../components/layout.ts'
import { pageAsked, pager } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'
import { listWalk, renderSteps, type WalkStep } from '../library/walk.ts'
import { assignmentPath, COACHING, coachingRows, formatDue, renderAnswer, stateBadge, subjectLink } from './coaching.ts'

const VIEWS = {
  mine: { label: t('For you'), path: COACHING },
  asked: { label: t('From you'), path: `${COACHING}?view=asked` },
  team: { label: t('Everyone'), path: `${COACHING}?view=team` },
  done: { label: t('Done'), path: `${COACHING}?view=done` },
} as const
type View = keyof typeof VIEWS

const OPEN = 'open,answered'

const viewIn = (given: string | null): View =>
  given !== null && Object.hasOwn(VIEWS, given) ? (given as View) : 'mine'

/** Filters of each view. Members see only what they take part in. */
function toFilters(req: PageRequest, view: View): Record<string, string> {
  if (view === 'mine') return { assignee: req.user.id, status: OPEN }
  if (view === 'asked') return { assigner: req.user.id, status: OPEN }
  return { status: view === 'done' ? 'done' : OPEN }
}

const EMPTY: Readonly<Record<View, readonly [title: Text, words: Text]>> = {
  mine: [t('No coaching for you'), t('Questions from colleagues about calls and clips appear here.')],
  asked: [
    t('You asked nobody yet'),
    t('Open a call, select words of the transcript, and choose Coach to ask a colleague.'),
  ],
  team: [t('No open coaching'), t('Questions about the calls of your teams appear here until they are done.')],
  done: [t('Nothing is done yet'), t('Coaching that is done appears here with its answers.')],
}

export const coachingPage = definePage({
  path: COACHING,
  navigation: { group: 'inbox', label: t('Coaching') },
  async show(req) {
    const view = viewIn(req.query.get('view'))
    const { data, meta } = await req.run(listCoachingAssignments, {
      ...{ ...toFilters(req, view), page: pageAsked(req), size: '25' },
    })
    const places = Object.values(VIEWS).filter((one) => one !== VIEWS.team || req.user.role !== 'SALES_REP')
    const [title, words] = EMPTY[view]
    return {
      title: t('Coaching'),
      body: html`${heading(t('Coaching'), { tabs: placeTabs(req, t('Inbox'), 'inbox'), words: t('Questions about calls between you and your colleagues, with their answers.') })}
${segmented(t('Coaching'), places, VIEWS[view].path)}
<div class="coaching-list">${data.length === 0 ? empty(title, words, linkButton('/conversations', t('View calls'))) : coachingRows(req, data)}</div>
${pager(req, meta)}`,
    }
  },
})

export const assignmentPage = definePage({
  path: '/coaching/:id',
  async show(req) {
    const one = await req.run(getCoachingAssignment, { id: req.params.id })
    const [next, clips] = await Promise.all([findNext(req, one), findClips(req, one)])
    return {
      title: t`Coaching: ${one.question}`,
      body: html`${heading(html`<bdi>${one.question}</bdi>`, {
        trail: [{ label: t('Coaching'), path: COACHING }],
        actions: html`${stateBadge(one)}${clips[0] !== undefined && linkButton(clips[0].path, t('Go through clips'), { icon: 'play', kind: 'primary' })}${one.folderUUID === null && linkButton(callPath(one), one.start === null ? t('View call') : t('Play this part'), { icon: 'calls' })}${next !== undefined && linkButton(assignmentPath(next.uuid), t('Next question'))}`,
      })}
<div class="coaching-alone">${renderFacts(req, one)}
${one.folderUUID === null ? await renderExcerpt(req, one) : renderClips(clips)}
${card(t('Answer'), html`${renderAnswer(one)}${one.mayAnswer && (await answerForms(req, one))}${stateForm(req, one)}`, { id: 'answer' })}
${one.mayEdit && changeForms(req, one)}</div>`,
    }
  },
  actions: {
    answer: async (req, fields) => {
      const comment = fields.optional('comment')
      const answer = fields.optional('answer')?.replaceAll('\r\n', '\n')
      await req.run(updateCoachingAssignment, {
        id: req.params.id,
        ...{ answer: answer ?? null, answerCommentUUID: comment ?? null },
        ...(fields.has('done') ? { done: true } : {}),
      })
      return redirectTo(assignmentPath(req.params.id), t('Answer saved'))
    },
    state: async (req, fields) => {
      const done = fields.has('done')
      await req.run(updateCoachingAssignment, { id: req.params.id, done })
      return redirectTo(assignmentPath(req.params.id), done ? t('Marked as done') : t('Coaching reopened'))
    },
    change: async (req, fields) => {
      await req.run(updateCoachingAssignment, {
        ...{ id: req.params.id, question: fields.text('question').replaceAll('\r\n', '\n') },
        dueOn: fields.optional('due') ?? null,
      })
      return redirectTo(assignmentPath(req.params.id), t('Coaching saved'))
    },
    delete: async (req) => {
      await req.run(deleteCoachingAssignment, { id: req.params.id })
      return redirectTo(`${COACHING}?view=asked`, t('Coaching deleted'))
    },
  },
})

/** Another open question for the user: the one that is due first. */
async function findNext(req: PageRequest, { uuid, assignee }: CoachingAssignment) {
  if (assignee.userUUID !== req.user.id) return undefined
  const { data } = await req.run(listCoachingAssignments, { assignee: req.user.id, status: 'open', size: '2' })
  return data.find((one) => one.uuid !== uuid)
}

const callPath = ({ conversationUUID, start }: CoachingAssignment): string =>
  start === null ? `/conversations/${conversationUUID}` : `/conversations/${conversationUUID}?t=${start}`

const findClips = async (req: PageRequest, { folderUUID, uuid }: CoachingAssignment): Promise<readonly WalkStep[]> =>
  folderUUID === null ? [] : listWalk(req, folderUUID, uuid)

const renderClips = (clips: readonly WalkStep[]): Html =>
  clips.length === 0
    ? html`<p class="soft">The folder contains no clip that you can see.</p>`
    : card(t('Clips'), renderSteps(clips), { count: clips.length })

function renderFacts(req: PageRequest, one: CoachingAssignment): Html {
  const due = formatDue(req, one)
  return facts([
    [one.folderUUID === null ? t('Call') : t('Folder'), subjectLink(one)],
    ...(one.snippetUUID === null || one.folderUUID !== null
      ? []
      : [
          [
            t('Clip'),
            html`<a href="/clips/${one.snippetUUID}"><bdi>${one.snippetTitle ?? t('Clip')}</bdi></a>`,
          ] as const,
        ]),
    [t('For'), html`<bdi>${one.assignee.name}</bdi>`],
    [t('From', 'person'), html`<bdi>${one.assigner.name}</bdi>, ${renderTimestamp(req, one.createdAt)}`],
    ...(due === undefined ? [] : [[t('Due'), html`${due}${one.overdue && html` (overdue)`}`] as const]),
    ...(one.doneAt === null ? [] : [[t('Done'), renderTimestamp(req, one.doneAt)] as const]),
  ])
}

/** Number of comments that can be chosen as the answer. */
const COMMENTS_MAX = '50'
const LABEL_MAX = 80

async function answerForms(req: PageRequest, one: CoachingAssignment): Promise<Html> {
  // A comment is about one call, so it can't be chosen as the answer about a folder.
  const threads =
    one.folderUUID === null ? (await req.run(listComments, { id: one.conversationUUID, size: COMMENTS_MAX })).data : []
  const choices = threads
    .flatMap((thread) => [thread, ...thread.replies])
    .filter(({ author, deleted, ...comment }) => author.userUUID === req.user.id && !deleted && !comment.private)
    .map(({ uuid, text }) => ({
      value: uuid,
      label: text.length > LABEL_MAX ? `${[...text].slice(0, LABEL_MAX).join('')}…` : text,
    }))
  const isAnswered = one.answer !== null || one.answerComment !== null
  const body = form(
    req,
    {
      ...{ page: assignmentPath(one.uuid), action: 'answer', button: isAnswered ? t('Save answer') : t('Send answer') },
      pointers: { '/answerCommentUUID': 'comment' },
      ...(isAnswered ? { kind: 'plain' as const } : {}),
    },
    (
      fill,
    ) => html`${textAreaField(fill, { name: 'answer', label: t('Your answer'), rows: 4, max: ANSWER_MAX, value: one.answer ?? undefined })}
${choices.length > 0 && selectField(fill, { name: 'comment', label: t('Or a comment of yours on the call'), none: t('No comment'), choices, value: one.answerComment?.commentUUID })}`,
  )
  return isAnswered ? disclosure(t('Edit answer'), body, req.attempt?.action === 'answer') : body
}

/** Button that marks the assignment as done, or reopens it. Managers who don't take part have none. */
function stateForm(req: PageRequest, one: CoachingAssignment): Html {
  if (!one.mayAnswer && !one.mayEdit) return html``
  const isDone = one.status === 'done'
  return html`<p class="coaching-state">${actionButton(req, {
    ...{ page: assignmentPath(one.uuid), action: 'state', button: isDone ? t('Reopen') : t('Mark as done') },
    fields: { done: isDone ? '' : 'true' },
  })}</p>`
}

const changeForms = (req: PageRequest, one: CoachingAssignment): Html =>
  disclosure(
    t('Edit coaching'),
    html`${form(
      req,
      { page: assignmentPath(one.uuid), action: 'change', button: t('Save coaching'), pointers: { '/dueOn': 'due' } },
      (
        fill,
      ) => html`${textAreaField(fill, { name: 'question', label: t('Question'), rows: 3, required: true, max: QUESTION_MAX, value: one.question })}
${textField(fill, { name: 'due', label: t('Due'), type: 'date', value: one.dueOn ?? undefined })}`,
    )}<hr>${actionButton(req, { page: assignmentPath(one.uuid), action: 'delete', button: t('Delete coaching'), kind: 'danger', confirm: t("Delete this coaching and its answer? You can't undo this.") })}`,
    req.attempt?.action === 'change',
  )
