/** Page with the fields panel of a call. */
import {
  confirmFieldValues,
  listConversationFieldItems,
  rejectFieldValues,
} from '../../features/fields/values/index.ts'
import { retryIntegrationRun, triggerNativeIntegration } from '../../features/integrations/runs/index.ts'
import { definePage, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { notAsSent } from '../../inbound/web/mount-app.ts'
import { valueGiven } from './field-control.ts'
import { fieldsPanel } from './fields-panel.ts'
import { backTo, panelPage } from './record.ts'
import type { CrmPlans } from './writing.ts'

const view = (visit: Visit<'id'>, plans?: CrmPlans) =>
  panelPage(visit, 'fields', (conversation) => fieldsPanel(visit, conversation, plans))

export const fieldsPage = definePage({
  path: '/conversations/:id/fields',
  show: (visit) => view(visit),
  actions: {
    accept: async (visit, fields) => {
      const { id } = visit.params
      const ids = fields.all('ids')
      await visit.ask(confirmFieldValues, { id, intelligence: ids.map((one) => ({ id: one })) })
      return goTo(backTo(id, 'fields'), ids.length === 1 ? 'Value confirmed' : `${ids.length} values confirmed`)
    },
    edit: async (visit, fields) => {
      const { id } = visit.params
      const value = valueGiven(fields, fields.text('type'))
      const of = fields.given('id')
      const which = of === undefined ? { key: await keyOf(visit, fields.text('item')) } : { id: of }
      await visit.ask(confirmFieldValues, { id, intelligence: [{ ...which, value }] })
      return goTo(backTo(id, 'fields'), 'Value saved')
    },
    reject: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(rejectFieldValues, { id, ids: fields.all('ids') })
      return goTo(backTo(id, 'fields'), "Value rejected. Parley won't propose it again for the same quotes.")
    },
    preview: async (visit) => {
      const { dryRun = [] } = await visit.ask(triggerNativeIntegration, { id: visit.params.id, dryRun: true })
      return view(visit, dryRun)
    },
    write: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(triggerNativeIntegration, { id, workflowIds: fields.all('workflows') })
      return goTo(backTo(id, 'fields'), 'Writing values to the CRM…')
    },
    retry: async (visit, fields) => {
      await visit.ask(retryIntegrationRun, { id: fields.text('run') })
      return goTo(backTo(visit.params.id, 'fields'), 'Retry started')
    },
    look: async (visit) => goTo(backTo(visit.params.id, 'fields')),
  },
})

async function keyOf(visit: Visit<'id'>, item: string): Promise<string> {
  const { data } = await visit.ask(listConversationFieldItems, { id: visit.params.id })
  const found = data.find(({ uuid }) => uuid === item)
  if (found === undefined) throw notAsSent('value')
  return found.key
}
