/** Converts sources and their kinds to responses, without credentials. */
import type { z } from 'zod'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { findSourceKind, type SourceKind } from '../source-kinds/index.ts'
import { openAddress, openCredentials } from './open.ts'
import type { CountedSourceRow } from './queries.ts'
import type { callSource, sourceKind } from './schema.ts'

type SerializeContext = Pick<Ports, 'sealer' | 'publicUrl'> & { readonly org: OrganizationId }

export function serializeSource(ctx: SerializeContext, row: CountedSourceRow): z.input<typeof callSource> {
  const kind = findSourceKind(row.kind)
  return {
    uuid: row.id,
    kind: row.kind,
    name: row.name,
    enabled: row.enabled,
    address: kind?.read === undefined ? null : openAddress(ctx, row),
    settings: JSON.parse(row.settings),
    credentialNames: listCredentialNames(ctx, row),
    credentialsChangedAt: row.credentials_changed_at,
    applicationName: row.application,
    ownerUUID: row.owner_id,
    teamUUID: row.team_id,
    private: row.private,
    insideDomains: row.inside_domains,
    lookMinutes: row.look_minutes,
    look: { state: row.look_state, lookedUntil: row.looked_until },
    fault: row.fault,
    faultAt: row.fault_at,
    lastDeliveryAt: row.last_delivery_at,
    lastCallAt: row.last_call_at,
    recordings: { waiting: row.waiting, done: row.done, failed: row.failed },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Empty if the credentials can't be read. */
function listCredentialNames(ctx: SerializeContext, row: CountedSourceRow): string[] {
  try {
    return Object.keys(openCredentials(ctx, row))
  } catch {
    return []
  }
}

export const serializeKind = (kind: SourceKind): z.input<typeof sourceKind> => ({
  kind: kind.id,
  title: kind.title,
  about: kind.about,
  receives: kind.read !== undefined,
  looks: kind.list !== undefined,
  lookMinutes: kind.list === undefined ? null : (kind.lookMinutes ?? 0),
  steps: [...kind.steps],
  fields: kind.fields.map((field) => ({
    name: field.name,
    label: field.label,
    help: field.help,
    isSecret: field.secret === true,
    isRequired: field.required === true,
    default: field.usual ?? null,
    choices: field.choices === undefined ? null : [...field.choices],
  })),
})
