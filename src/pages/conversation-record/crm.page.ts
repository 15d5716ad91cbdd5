/** Page with the CRM panel of a call. */

import { type CrmEntityCode, crmEntityCode } from '../../features/conversations/crm-records/index.ts'
import { listLinkedCrmRecords, updateLinkedCrmRecords } from '../../features/conversations/records/index.ts'
import { definePage, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { notAsSent } from '../../inbound/web/mount-app.ts'
import { crmPanel } from './crm-panel.ts'
import { backTo, panelPage } from './record.ts'

interface Link {
  readonly code: CrmEntityCode
  readonly id: string
}

export const crmPage = definePage({
  path: '/conversations/:id/crm',
  show: (visit) => {
    const text = (visit.query.get('find') ?? '').trim().slice(0, 100)
    return panelPage(visit, 'crm', (conversation) => crmPanel(visit, conversation, text))
  },
  actions: {
    link: async (visit, fields) => {
      const { id } = visit.params
      const one = linkIn(fields.text('code'), fields.text('record'))
      await visit.ask(updateLinkedCrmRecords, { id, linked_crm_records: [...(await others(visit, one)), one] })
      return goTo(backTo(id, 'crm'), 'Record linked')
    },
    unlink: async (visit, fields) => {
      const { id } = visit.params
      const one = linkIn(fields.text('code'), fields.text('record'))
      await visit.ask(updateLinkedCrmRecords, { id, linked_crm_records: await others(visit, one) })
      return goTo(backTo(id, 'crm'), 'Record unlinked. It stays in the CRM.')
    },
    // Sets or clears the opportunity of the call.
    part: async (visit, fields) => {
      const { id } = visit.params
      const opportunity_id = fields.text('opportunity')
      await visit.ask(updateLinkedCrmRecords, { id, opportunity_id })
      const said = opportunity_id === '' ? 'Opportunity removed from the call' : 'Opportunity linked'
      return goTo(backTo(id, 'crm'), said)
    },
  },
})

function linkIn(code: string, id: string): Link {
  const known = crmEntityCode.safeParse(code).data
  if (known === undefined) throw notAsSent('code')
  return { code: known, id }
}

/** Linked records except one. */
async function others(visit: Visit<'id'>, { code, id }: Link): Promise<Link[]> {
  const { data } = await visit.ask(listLinkedCrmRecords, { id: visit.params.id })
  return data.filter((one) => one.code !== code || one.id !== id).map((one) => ({ code: one.code, id: one.id }))
}
