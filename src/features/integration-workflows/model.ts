import type { CrmKind } from '../../core/crm.ts'
import { conflict, invalid } from '../../core/errors.ts'
import type { CrmEntityCode } from '../crm/index.ts'
import { canWrite, isFieldName } from '../crm-connections/index.ts'
import type { Mapping } from './schema.ts'

/** Of one organization. */
export const WORKFLOWS_MAX = 50

export const tooMany = () =>
  conflict('too_many_integration_workflows', `An organization has at most ${WORKFLOWS_MAX} integration workflows.`)

export const unknownConnection = () =>
  invalid({ pointer: '/connectionUUID', detail: 'The organization has no such CRM connection.' })

/** @throws AppError `validation_failed`: the CRM could not take this */
export function checkMapping(kind: CrmKind, entityCode: CrmEntityCode, mappings: readonly Mapping[]): void {
  if (!canWrite(kind, entityCode)) {
    throw invalid({
      pointer: '/entityCode',
      detail: 'A CRM of the kind of this connection has no such records to write.',
    })
  }
  for (const [at, { crmField }] of mappings.entries()) {
    const pointer = `/fieldMapping/${at}/crmField`
    if (!isFieldName(kind, crmField)) throw invalid({ pointer, detail: 'The CRM has no field of such a name.' })
    // Two values for one field: which of them stays would be a matter of order.
    if (mappings.findIndex((one) => one.crmField.toLowerCase() === crmField.toLowerCase()) !== at) {
      throw invalid({ pointer, detail: 'This field of the CRM stands twice in the mapping.' })
    }
  }
}
