/** Page with the fields panel of a call. */

import { t } from '../../core/languages/message.ts'
import {
  confirmFieldValues,
  listConversationFieldItems,
  rejectFieldValues,
} from '../../features/fields/values/index.ts'
import { retryIntegrationRun, triggerNativeIntegration } from '../../features/integrations/runs/index.ts'
import { definePage, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { notAsSent } from '../../inbound/web/page-errors.ts'
import { valueGiven } from './field-control.ts'
import { fieldsPanel } from './fields-panel.ts'
import { panelPage, toPanelPath } from './record.ts'
import type { CrmPlans } from './writing.ts'

const view = (req: PageRequest<'id'>, plans?: CrmPlans) =>
  panelPage(req, 'fields', (conversation) => fieldsPanel(req, conversation, plans))

export const fieldsPage = definePage({
  path: '/conversations/:id/fields',
  show: (req) => view(req),
  actions: {
    accept: async (req, fields) => {
      const { id } = req.params
      const ids = fields.all('ids')
      await req.run(confirmFieldValues, { id, intelligence: ids.map((one) => ({ id: one })) })
      return redirectTo(
        toPanelPath(id, 'fields'),
        ids.length === 1 ? t('Value confirmed') : t`${ids.length} values confirmed`,
      )
    },
    edit: async (req, fields) => {
      const { id } = req.params
      const value = valueGiven(fields, fields.text('type'))
      const of = fields.optional('id')
      const which = of === undefined ? { key: await findItemKey(req, fields.text('item')) } : { id: of }
      await req.run(confirmFieldValues, { id, intelligence: [{ ...which, value }] })
      return redirectTo(toPanelPath(id, 'fields'), t('Value saved'))
    },
    reject: async (req, fields) => {
      const { id } = req.params
      await req.run(rejectFieldValues, { id, ids: fields.all('ids') })
      return redirectTo(
        toPanelPath(id, 'fields'),
        t("Value rejected. Parley won't propose it again for the same quotes."),
      )
    },
    preview: async (req) => {
      const { dryRun = [] } = await req.run(triggerNativeIntegration, { id: req.params.id, dryRun: true })
      return view(req, dryRun)
    },
    write: async (req, fields) => {
      const { id } = req.params
      await req.run(triggerNativeIntegration, { id, workflowIds: fields.all('workflows') })
      return redirectTo(toPanelPath(id, 'fields'), t('Writing values to the CRM…'))
    },
    retry: async (req, fields) => {
      await req.run(retryIntegrationRun, { id: fields.text('run') })
      return redirectTo(toPanelPath(req.params.id, 'fields'), t('Retry started'))
    },
    look: async (req) => redirectTo(toPanelPath(req.params.id, 'fields')),
  },
})

async function findItemKey(req: PageRequest<'id'>, item: string): Promise<string> {
  const { data } = await req.run(listConversationFieldItems, { id: req.params.id })
  const found = data.find(({ uuid }) => uuid === item)
  if (found === undefined) throw notAsSent('value')
  return found.key
}
