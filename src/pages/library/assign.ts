/** Form that assigns a library folder to a colleague, as one question about its clips. */

import { invalid } from '../../core/errors.ts'
import { t } from '../../core/languages/message.ts'
import {
  type CoachingAssignment,
  createCoachingAssignment,
  QUESTION_MAX,
} from '../../features/coaching/coaching-assignments/index.ts'
import { listConversationViewers } from '../../features/collaboration/comments/index.ts'
import type { Fields, PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { PEOPLE_MAX, personField } from '../coaching/coaching.ts'
import { form, formMenu, textAreaField, textField } from '../components/form.ts'

/**
 * @param conversation call of the first clip, whose viewers can be chosen
 * @param place hidden field with the folder and its library
 */
export async function assignFolder(req: PageRequest, folder: string, conversation: string, place: Html): Promise<Html> {
  const people = await req.run(listConversationViewers, { id: conversation, size: String(PEOPLE_MAX) })
  const body = form(
    req,
    {
      ...{ page: '/library', action: 'assign', key: folder, button: t('Assign folder') },
      pointers: { '/assigneeUUID': 'assignee', '/dueOn': 'due' },
    },
    (fill) => html`${place}<input type="hidden" name="conversation" value="${conversation}">
${personField(req, fill, people)}
${textAreaField(fill, { id: 'coaching-question', name: 'question', label: t('Question'), rows: 3, required: true, max: QUESTION_MAX, placeholder: t('What do these calls have in common?'), help: t("One question about all clips of this folder. Clips that the colleague can't see stay hidden.") })}
${textField(fill, { id: 'coaching-due', name: 'due', label: t('Due'), type: 'date' })}`,
  )
  return formMenu(t('Assign'), body, { open: req.attempt?.action === 'assign', kind: 'plain', icon: 'people' })
}

/** Assigns the folder of the form. */
export async function createFolderCoaching(req: PageRequest, fields: Fields): Promise<CoachingAssignment> {
  const due = fields.optional('due')
  return req.run(createCoachingAssignment, {
    ...{ folderUUID: fields.text('key'), assigneeUUID: await findAssignee(req, fields) },
    question: fields.text('question').replaceAll('\r\n', '\n'),
    ...(due === undefined ? {} : { dueOn: due }),
  })
}

/** ID of a colleague, whom the form names by ID or, in large organizations, by email address. */
async function findAssignee(req: PageRequest, fields: Fields): Promise<string> {
  const given = fields.text('assignee').trim().toLowerCase()
  if (!given.includes('@')) return given
  const id = fields.text('conversation')
  const { data } = await req.run(listConversationViewers, { id, query: given, size: '100' })
  const found = data.find((one) => one.email.toLowerCase() === given)
  if (found !== undefined) return found.userUUID
  throw invalid({
    pointer: '/assigneeUUID',
    detail: `No user with access to the first clip has the email address ${given}. Check the address.`,
  })
}
