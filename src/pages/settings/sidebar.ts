/** Data of the sidebar: saved views of the call list, and the number of unread notifications. */
import { listNotifications } from '../../features/collaboration/notifications/index.ts'
import { listSavedViews } from '../../features/conversations/saved-views/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import type { Sidebar } from '../../inbound/web/shell.ts'
import { toViewPath } from '../conversations/views.ts'

const VIEWS_MAX = 5

export async function loadSidebar(req: PageRequest): Promise<Sidebar> {
  const [{ data }, unread] = await Promise.all([
    req.run(listSavedViews, { size: String(VIEWS_MAX) }),
    req.run(listNotifications, { status: 'unread', size: '1' }),
  ])
  const views = data.map((view) => ({ label: view.name, path: toViewPath(view) }))
  return { views, unread: unread.meta.totalRecords }
}
