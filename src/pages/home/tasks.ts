/** Tasks on the start page: what the user has to do, what is overdue, and what the user waits for. */

import { type Message, t } from '../../core/languages/message.ts'
import { getToday, listTasks } from '../../features/collaboration/tasks/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { HOME } from '../../inbound/web/navigation.ts'
import { TASKS, taskRows } from '../tasks/tasks.ts'
import { more, section } from './parts.ts'

const SHOWN = '6'

interface HomeTasks {
  /** Sentence about tasks that are due. Undefined if there are none. */
  readonly words: Message | undefined
  readonly sections: Html
}

export async function loadHomeTasks(req: PageRequest): Promise<HomeTasks> {
  const open = { assignee: req.user.id, status: 'open' }
  const [own, waiting, due] = await Promise.all([
    req.run(listTasks, { ...open, side: 'internal,unknown', size: SHOWN }),
    req.run(listTasks, { ...open, side: 'external', size: SHOWN }),
    req.run(listTasks, { ...open, side: 'internal,unknown', dueBy: getToday(req.ctx), size: '1' }),
  ])
  // The greeting changes too.
  const place = { from: HOME, id: '' }
  const count = due.meta.totalRecords
  return {
    words: count === 0 ? undefined : count === 1 ? t('1 task is due.') : t`${count} tasks are due.`,
    sections: html`${own.data.length > 0 && section(t('To do'), taskRows(req, own.data, place), { count: own.meta.totalRecords, more: more(TASKS, t('All tasks')) })}
${waiting.data.length > 0 && section(t('You wait for'), taskRows(req, waiting.data, place), { count: waiting.meta.totalRecords, more: more(`${TASKS}?view=waiting`, t('All tasks')) })}`,
  }
}
