/** Page with the labels panel of a call. */

import { t } from '../../core/languages/message.ts'
import { changeConversationLabels } from '../../features/conversations/records/index.ts'
import { definePage, redirectTo } from '../../inbound/web/define-page.ts'
import { labelsPanel } from './labels-panel.ts'
import { panelPage, toPanelPath } from './record.ts'

export const conversationLabelsPage = definePage({
  path: '/conversations/:id/labels',
  show: (req) => panelPage(req, 'labels', (conversation) => labelsPanel(req, conversation)),
  actions: {
    set: async (req, fields) => {
      const { id } = req.params
      const [category, option] = [fields.text('category'), fields.text('option')]
      await req.run(
        changeConversationLabels,
        option === '' ? { id, remove: [category] } : { id, set: { [category]: option } },
      )
      return redirectTo(toPanelPath(id, 'labels'), option === '' ? t('Label removed') : t('Label set'))
    },
  },
})
