/** Page with the labels panel of a call. */
import { changeConversationLabels } from '../../features/conversations/records/index.ts'
import { definePage, goTo } from '../../inbound/web/define-page.ts'
import { labelsPanel } from './labels-panel.ts'
import { backTo, panelPage } from './record.ts'

export const conversationLabelsPage = definePage({
  path: '/conversations/:id/labels',
  show: (visit) => panelPage(visit, 'labels', (conversation) => labelsPanel(visit, conversation)),
  actions: {
    set: async (visit, fields) => {
      const { id } = visit.params
      const [category, option] = [fields.text('category'), fields.text('option')]
      await visit.ask(
        changeConversationLabels,
        option === '' ? { id, remove: [category] } : { id, set: { [category]: option } },
      )
      return goTo(backTo(id, 'labels'), option === '' ? 'Label removed' : 'Label set')
    },
  },
})
