/** Actions for the selected calls of the list. Each runs the operation of one call for every call. */

import { invalid } from '../../core/errors.ts'
import { RawJson } from '../../core/json.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { FileAnswer } from '../../core/operation.ts'
import { listOrganizationUsers } from '../../features/accounts/identity/index.ts'
import { reanalyzeConversation } from '../../features/analysis/pipeline/index.ts'
import { createCoachingAssignment, QUESTION_MAX } from '../../features/coaching/coaching-assignments/index.ts'
import { createComment } from '../../features/collaboration/comments/index.ts'
import { listLabels } from '../../features/conversations/labels/index.ts'
import {
  changeConversationLabels,
  deleteConversation,
  exportConversation,
  getConversation,
  restoreConversation,
} from '../../features/conversations/records/index.ts'
import { type Fields, type PageRequest, type Redirect, redirectTo, type View } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { type Choice, type Fill, form, selectField, textAreaField, textField } from '../components/form.ts'
import { heading } from '../components/layout.ts'
import { formatPersonName } from '../components/people.ts'
import { labelIn, labelValue } from './query-params.ts'
import {
  BACK_FIELD,
  CALL_FIELD,
  countCalls,
  DEEDS,
  type DeedWords,
  findTitle,
  type Outcome,
  parseSelected,
  renderOutcome,
  runForEach,
} from './selection.ts'
import { LIST } from './views.ts'

const LABELS_MAX = '200'
/** Maximum number of colleagues in the selection. Above it, the form asks for an email address. */
const PEOPLE_MAX = 300
/** Maximum length of the message to a colleague. */
const MESSAGE_MAX = 2_000
/** Maximum length of an export, in UTF-16 units, so that memory stays bounded. */
const EXPORT_MAX = 32 * 1024 * 1024

/** Shows the list again, with the outcome of an action. */
export type ShowList = (req: PageRequest, notice: Html) => Promise<View>

/** Query of the list that the form was sent from. */
const backQuery = (fields: Fields): URLSearchParams => {
  const query = new URLSearchParams(fields.text(BACK_FIELD).slice(0, 8_000))
  query.delete('select')
  return query
}

const listPath = (query: URLSearchParams): string => (query.size === 0 ? LIST : `${LIST}?${query}`)

/** Returns to the list, or shows it with the calls for which the action was refused. */
async function finish(
  req: PageRequest,
  fields: Fields,
  showList: ShowList,
  outcome: Outcome,
  deed: DeedWords,
): Promise<Redirect | View> {
  const query = backQuery(fields)
  if (outcome.refusals.length === 0) return redirectTo(listPath(query), deed.done(countCalls(outcome.done.length)))
  const { attempt: _, ...rest } = req
  return showList({ ...rest, query, path: listPath(query) }, renderOutcome(outcome, deed))
}

type BulkAction = (req: PageRequest, fields: Fields) => Promise<Redirect | View>

export const bulkActions = (showList: ShowList): Readonly<Record<string, BulkAction>> => {
  const forEachCall =
    (deed: DeedWords, run: (req: PageRequest, id: string, fields: Fields) => Promise<unknown>): BulkAction =>
    async (req, fields) => {
      const outcome = await runForEach(req, parseSelected(fields), (id) => run(req, id, fields))
      return finish(req, fields, showList, outcome, deed)
    }
  return {
    'choose-label': (req, fields) => chooseLabel(req, fields),
    'choose-assignee': (req, fields) => chooseAssignee(req, fields),
    'choose-recipient': (req, fields) => chooseRecipient(req, fields),
    label: forEachCall(DEEDS.labeled, (req, id, fields) => {
      const { category, option } = requireLabel(fields)
      return req.run(changeConversationLabels, { id, set: { [category]: option } })
    }),
    unlabel: forEachCall(DEEDS.updated, async (req, id, fields) => {
      const { category, option } = requireLabel(fields)
      // Another option of the same label stays.
      const { attributes } = await req.run(getConversation, { id })
      if (readLabels(attributes.labels)[category] === option)
        await req.run(changeConversationLabels, { id, remove: [category] })
    }),
    assign: async (req, fields) => {
      const given = await parseAssignment(req, fields)
      const outcome = await runForEach(req, parseSelected(fields), (id) =>
        req.run(createCoachingAssignment, { conversationUUID: id, ...given }),
      )
      return finish(req, fields, showList, outcome, DEEDS.assigned)
    },
    share: async (req, fields) => {
      const text = await parseMessage(req, fields)
      const outcome = await runForEach(req, parseSelected(fields), (id) => req.run(createComment, { id, text }))
      return finish(req, fields, showList, outcome, DEEDS.shared)
    },
    analyze: forEachCall(DEEDS.queued, (req, id) => req.run(reanalyzeConversation, { id })),
    archive: forEachCall(DEEDS.archived, (req, id) => req.run(deleteConversation, { id })),
    restore: forEachCall(DEEDS.restored, (req, id) => req.run(restoreConversation, { id })),
    export: async (_, fields) =>
      redirectTo(
        `${LIST}/selected.md?${new URLSearchParams(parseSelected(fields).map((id): [string, string] => [CALL_FIELD, id]))}`,
      ),
  }
}

const readLabels = (labels: unknown): Record<string, string> =>
  (labels instanceof RawJson ? JSON.parse(labels.text) : labels) as Record<string, string>

function requireLabel(fields: Fields): { category: string; option: string } {
  const label = labelIn(fields.text('label'))
  if (label.category !== '' && label.option !== '') return label
  throw invalid({ pointer: '/label', detail: 'No label is selected. Select a label.' })
}

async function parseAssignment(req: PageRequest, fields: Fields) {
  const question = fields.text('question').replaceAll('\r\n', '\n')
  if (question.trim() === '')
    throw invalid({ pointer: '/question', detail: 'The question is empty. Enter a question.' })
  const given = fields.text('assignee').trim()
  if (given === '') throw invalid({ pointer: '/assignee', detail: 'No colleague is selected. Select a colleague.' })
  const due = fields.optional('due')
  return { assigneeUUID: await findColleague(req, given), question, ...(due === undefined ? {} : { dueOn: due }) }
}

/** Text of a comment that mentions the colleague, who gets a notification with a link to the call. */
async function parseMessage(req: PageRequest, fields: Fields): Promise<string> {
  const given = fields.text('recipient').trim()
  const { data } = await req.run(listOrganizationUsers, {})
  const found = data.find(({ uuid, email }) => uuid === given || email.toLowerCase() === given.toLowerCase())
  if (found === undefined) {
    const detail = 'No colleague is selected. Select a colleague.'
    throw invalid({ pointer: '/recipient', detail })
  }
  const message = fields.text('message').replaceAll('\r\n', '\n').trim()
  return message === '' ? `<@${found.uuid}>` : `<@${found.uuid}> ${message}`
}

/** ID of a colleague, whom the form names by ID or, in large organizations, by email address. */
async function findColleague(req: PageRequest, given: string): Promise<string> {
  if (!given.includes('@')) return given
  const { data } = await req.run(listOrganizationUsers, {})
  const found = data.find(({ email }) => email.toLowerCase() === given.toLowerCase())
  if (found !== undefined) return found.uuid
  throw invalid({ pointer: '/assignee', detail: `No user has the email address ${given}. Check the address.` })
}

/** Page between the selection and the action: what to do with which calls. */
async function stepPage(
  req: PageRequest,
  fields: Fields,
  given: { readonly title: (count: Text) => Text; readonly body: (calls: Html) => Html },
): Promise<View> {
  const ids = parseSelected(fields)
  const title = given.title(countCalls(ids.length))
  const query = backQuery(fields)
  const titles = await Promise.all(ids.map(async (id) => ({ id, title: await findTitle(req, id) })))
  const calls = html`<input type="hidden" name="${BACK_FIELD}" value="${query.toString()}">
<fieldset class="field conversations-chosen"><legend>Calls</legend>${titles.map(
    ({ id, title: shown }) =>
      html`<label class="check"><input type="checkbox" name="${CALL_FIELD}" value="${id}" checked><span>${shown === undefined ? t('A call that no longer exists, or that you have no access to') : html`<bdi>${shown}</bdi>`}</span></label>`,
  )}</fieldset>`
  return {
    title,
    body: html`${heading(title, { trail: [{ label: t('Calls'), path: listPath(query) }] })}<div class="conversations-step">${given.body(calls)}</div>`,
  }
}

async function chooseLabel(req: PageRequest, fields: Fields): Promise<View> {
  const { data } = await req.run(listLabels, { size: LABELS_MAX })
  const choices = data.flatMap(({ name, options }) =>
    options.map(({ value }) => ({ value: labelValue(name, value), label: `${name}: ${value}` })),
  )
  const select = (fill: Fill) =>
    selectField(fill, { name: 'label', label: t('Label'), none: t('Choose a label'), choices })
  return stepPage(req, fields, {
    title: (count) => t`Label ${count}`,
    body: (calls) =>
      choices.length === 0
        ? html`<p>No labels yet. To classify calls, create labels under <a href="/labels">Labels</a>.</p>`
        : form(
            req,
            { page: LIST, action: 'label', button: t('Add label') },
            (fill) => html`${select(fill)}${calls}
<button class="plain" formaction="${LIST}/unlabel">Remove label</button>`,
          ),
  })
}

async function loadColleagues(req: PageRequest): Promise<readonly Choice[]> {
  const { data } = await req.run(listOrganizationUsers, {})
  return data
    .filter(({ uuid }) => uuid !== req.user.id)
    .map(({ uuid, ...name }) => ({ value: uuid, label: formatPersonName(name) }))
}

const colleagueField = (fill: Fill, name: string, choices: readonly Choice[]): Html =>
  choices.length > PEOPLE_MAX
    ? textField(fill, { name, label: t('Email address of the colleague'), type: 'email', required: true })
    : selectField(fill, { name, label: t('Colleague'), required: true, none: t('Choose a colleague'), choices })

async function chooseRecipient(req: PageRequest, fields: Fields): Promise<View> {
  const choices = await loadColleagues(req)
  return stepPage(req, fields, {
    title: (count) => t`Share ${count} with a colleague`,
    body: (calls) =>
      form(
        req,
        { page: LIST, action: 'share', button: t('Share calls') },
        (fill) => html`${colleagueField(fill, 'recipient', choices)}
${textAreaField(fill, { name: 'message', label: t('Message'), rows: 3, max: MESSAGE_MAX, help: t('Parley adds it as a comment to each call, and notifies your colleague. Everyone who can see the call can read it.') })}
${calls}`,
      ),
  })
}

async function chooseAssignee(req: PageRequest, fields: Fields): Promise<View> {
  const choices = await loadColleagues(req)
  return stepPage(req, fields, {
    title: (count) => t`Assign ${count} to a colleague`,
    body: (calls) =>
      form(
        req,
        { page: LIST, action: 'assign', button: t('Assign calls') },
        (fill) => html`${colleagueField(fill, 'assignee', choices)}
${textAreaField(fill, { name: 'question', label: t('Question'), rows: 3, required: true, max: QUESTION_MAX, placeholder: t('What would you ask here instead?') })}
${textField(fill, { name: 'due', label: t('Due'), type: 'date' })}
${calls}`,
      ),
  })
}

/** Selected calls in one Markdown file: title, facts, summary and transcript of each, and at its end what is missing. */
export async function exportSelected(req: PageRequest): Promise<FileAnswer> {
  const ids = parseSelectedQuery(req.query)
  const parts: string[] = []
  let length = 0
  const { refusals } = await runForEach(req, ids, async (id) => {
    if (length > EXPORT_MAX) {
      throw invalid({ pointer: `/${CALL_FIELD}`, detail: 'The file is full. Export these calls in another file.' })
    }
    const file = await req.run(exportConversation, { id, format: 'md' })
    if (!(file instanceof FileAnswer)) throw new Error('Markdown is exported as text.')
    parts.push(file.body.trimEnd())
    length += file.body.length
  })
  const missing = refusals.map(
    ({ reason, calls }) =>
      `${countCalls(calls.length)} not exported: ${reason}\n\n${calls.map(({ id, title }) => `- ${title ?? id}`).join('\n')}`,
  )
  return new FileAnswer('text/markdown; charset=utf-8', 'calls.md', `${[...parts, ...missing].join('\n\n---\n\n')}\n`)
}

function parseSelectedQuery(query: URLSearchParams): readonly string[] {
  return parseSelected({ all: (name) => query.getAll(name) })
}
