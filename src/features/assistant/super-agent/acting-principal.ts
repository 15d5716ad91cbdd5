/** Principal that a run acts for, loaded from the database for every step. */
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId, Principal } from '../../../core/principal.ts'
import { reloadCaller } from '../../accounts/api-keys/index.ts'
import { scopesGranted } from '../../accounts/oauth/index.ts'
import type { SuperAgentRunRow } from './queries-runs.ts'

/**
 * Current principal of the user, limited to the scopes of the token that started the run.
 * @returns undefined if the user is deactivated, or if the key or connection has ended
 */
export async function loadActingPrincipal(
  { db, org, clock }: Pick<Ports, 'db' | 'clock'> & { readonly org: OrganizationId },
  run: SuperAgentRunRow,
): Promise<Principal | undefined> {
  const now = clock.now()
  const { user_id: userId, run_via: via, run_scopes: asked, run_key_id: keyId, run_client_id: clientId } = run
  const granted = clientId === null ? asked : await scopesGranted(db, org, userId, clientId, now)
  const scopes = asked.filter((scope) => granted.includes(scope))
  if (scopes.length === 0) return undefined
  const was = {
    ...{ via, scopes },
    ...(keyId === null ? {} : { keyId }),
    ...(clientId === null ? {} : { clientId }),
  }
  return reloadCaller(db, org, userId, was, now)
}
