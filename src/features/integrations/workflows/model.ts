import type { CrmKind } from '../../../core/crm.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import type { CrmEntityCode } from '../../conversations/crm-records/index.ts'
import { canWrite, isFieldName } from '../crm-connections/index.ts'
import type { Mapping } from './schema.ts'

/** Maximum number of workflows per organization. */
export const WORKFLOWS_MAX = 50

export const tooMany = () =>
  conflict(
    'too_many_integration_workflows',
    `The organization has the maximum of ${WORKFLOWS_MAX} integration workflows. Delete one first.`,
  )

export const unknownConnection = () =>
  invalid({
    pointer: '/connectionUUID',
    detail: 'No CRM connection has this ID. Use an ID from `GET /crm-connections`.',
  })

/** @throws AppError `validation_failed` if the CRM doesn't support the mapping */
export function checkMapping(kind: CrmKind, entityCode: CrmEntityCode, mappings: readonly Mapping[]): void {
  if (!canWrite(kind, entityCode)) {
    throw invalid({
      pointer: '/entityCode',
      detail: "The CRM of the connection doesn't support writing records of this entity. Use another `entityCode`.",
    })
  }
  for (const [at, { crmField }] of mappings.entries()) {
    const pointer = `/fieldMapping/${at}/crmField`
    if (!isFieldName(kind, crmField))
      throw invalid({ pointer, detail: "The name isn't valid for a field of this CRM. Use the API name of the field." })
    // With two values for one field, the result would depend on their order.
    if (mappings.findIndex((one) => one.crmField.toLowerCase() === crmField.toLowerCase()) !== at) {
      throw invalid({ pointer, detail: 'Another mapping writes to this CRM field. Map each CRM field once.' })
    }
  }
}
