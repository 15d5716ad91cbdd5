/** Opens CRM connections with their credentials, and pauses them. */
import { type Crm, CrmFault, type CrmKind } from '../../../core/crm.ts'
import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { type StoredCredentials, toCrmAccess } from './model.ts'
import { pauseUntil } from './queries.ts'

type CrmConnectionContext = Pick<Ports, 'crm' | 'sealer'> & {
  readonly org: OrganizationId
  readonly signal?: AbortSignal
}

/** Purpose that the credentials are sealed with. */
const toSealPurpose = (connectionId: string) => `crm credentials ${connectionId}`

export const sealCredentials = (
  { sealer, org }: Pick<CrmConnectionContext, 'sealer' | 'org'>,
  connectionId: string,
  kept: StoredCredentials,
): string => sealer.seal(org, toSealPurpose(connectionId), JSON.stringify(kept))

/** Opens the CRM of a connection. If its credentials can't be read, every method of the result throws the fault. */
export function openCrm(
  { crm, sealer, org, signal }: CrmConnectionContext,
  connection: { readonly id: string; readonly kind: CrmKind; readonly url: string; readonly credentials: string },
): Crm {
  let opened: string
  try {
    opened = sealer.open(org, toSealPurpose(connection.id), connection.credentials)
  } catch {
    // The service secret changed after the credentials were sealed.
    return createFailingCrm(new CrmFault('credentials_unreadable'))
  }
  return crm.open(toCrmAccess(connection.kind, connection.url, JSON.parse(opened) as StoredCredentials), signal)
}

function createFailingCrm(fault: CrmFault): Crm {
  const refuse = async () => {
    throw fault
  }
  return { reads: true, test: refuse, records: refuse, changed: refuse, push: refuse }
}

/** Duration of a pause if the CRM doesn't specify one, and the maximum. */
const PAUSE_MS = 60_000
const PAUSE_MAX_MS = 15 * 60_000

/** Pauses requests to the CRM. @returns the end of the pause */
export async function pauseConnection(
  tx: Writer,
  org: OrganizationId,
  connectionId: string,
  fault: CrmFault,
  at: Date,
): Promise<Date> {
  const until = new Date(at.getTime() + Math.min(fault.retryAfterMs ?? PAUSE_MS, PAUSE_MAX_MS))
  await pauseUntil(tx, org, connectionId, until, fault.detail)
  return until
}
