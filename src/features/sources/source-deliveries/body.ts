/** Bodies of deliveries, sealed in the database. */
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'

export const bodyPurpose = (deliveryId: string): string => `source delivery ${deliveryId}`

/** @returns undefined if the body isn't stored, or if the service secret changed */
export function openBody(
  { sealer, org }: Pick<Ports, 'sealer'> & { readonly org: OrganizationId },
  deliveryId: string,
  sealed: string | null,
): Buffer | undefined {
  if (sealed === null) return undefined
  try {
    return Buffer.from(sealer.open(org, bodyPurpose(deliveryId), sealed), 'base64')
  } catch {
    return undefined
  }
}
