/** Promises of a call with the tasks that people keep of them, and those that are dismissed. */

import { t } from '../../core/languages/message.ts'
import { listTasks } from '../../features/collaboration/tasks/index.ts'
import { listConversationPromises } from '../../features/deals/deal-overviews/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { card } from '../components/layout.ts'
import type { ConversationRecord } from '../conversation-record/index.ts'
import { promiseGroups, toShownPromise } from '../tasks/promises.ts'
import { taskRows } from '../tasks/tasks.ts'
import { conversationPath } from './paths.ts'

const DISMISSED_MAX = '100'

export async function callPromises(req: PageRequest<'id'>, { uuid: id }: ConversationRecord): Promise<Html> {
  const [promises, { data: dismissed }] = await Promise.all([
    req.run(listConversationPromises, { id }),
    req.run(listTasks, { conversation: id, status: 'dismissed', size: DISMISSED_MAX }),
  ])
  const place = { from: `${conversationPath(id)}?tab=actions`, id: 'promises' }
  return card(
    t('Promises and tasks'),
    html`${
      promises.length === 0
        ? html`<p class="soft">No promise was found in this call.</p>`
        : promiseGroups(req, promises.map(toShownPromise), place)
    }${
      dismissed.length > 0 &&
      html`<details class="tasks-more"><summary>Dismissed (${dismissed.length})</summary>${taskRows(req, dismissed, place)}</details>`
    }`,
    { id: place.id },
  )
}
