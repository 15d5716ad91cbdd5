/** Page with the CRM panel of a call. */

import { t } from '../../core/languages/message.ts'
import { type CrmEntityCode, crmEntityCode } from '../../features/conversations/crm-records/index.ts'
import { listLinkedCrmRecords, updateLinkedCrmRecords } from '../../features/conversations/records/index.ts'
import { definePage, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { notAsSent } from '../../inbound/web/page-errors.ts'
import { crmPanel } from './crm-panel.ts'
import { panelPage, toPanelPath } from './record.ts'

interface Link {
  readonly code: CrmEntityCode
  readonly id: string
}

export const crmPage = definePage({
  path: '/conversations/:id/crm',
  show: (req) => {
    const text = (req.query.get('find') ?? '').trim().slice(0, 100)
    return panelPage(req, 'crm', (conversation) => crmPanel(req, conversation, text))
  },
  actions: {
    link: async (req, fields) => {
      const { id } = req.params
      const one = linkIn(fields.text('code'), fields.text('record'))
      await req.run(updateLinkedCrmRecords, { id, linked_crm_records: [...(await listOtherLinks(req, one)), one] })
      return redirectTo(toPanelPath(id, 'crm'), t('Record linked'))
    },
    unlink: async (req, fields) => {
      const { id } = req.params
      const one = linkIn(fields.text('code'), fields.text('record'))
      await req.run(updateLinkedCrmRecords, { id, linked_crm_records: await listOtherLinks(req, one) })
      return redirectTo(toPanelPath(id, 'crm'), t('Record unlinked. It stays in the CRM.'))
    },
    // Sets or clears the opportunity of the call.
    part: async (req, fields) => {
      const { id } = req.params
      const opportunity_id = fields.text('opportunity')
      await req.run(updateLinkedCrmRecords, { id, opportunity_id })
      const said = opportunity_id === '' ? t('Opportunity removed from the call') : t('Opportunity linked')
      return redirectTo(toPanelPath(id, 'crm'), said)
    },
  },
})

function linkIn(code: string, id: string): Link {
  const known = crmEntityCode.safeParse(code).data
  if (known === undefined) throw notAsSent('code')
  return { code: known, id }
}

/** Linked records except one. */
async function listOtherLinks(req: PageRequest<'id'>, { code, id }: Link): Promise<Link[]> {
  const { data } = await req.run(listLinkedCrmRecords, { id: req.params.id })
  return data.filter((one) => one.code !== code || one.id !== id).map((one) => ({ code: one.code, id: one.id }))
}
