/** Opens sources: their kind, settings, credentials, and the ways to reach them. */
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { type FieldValues, type SourceAccess, SourceFault } from '../source-kinds/index.ts'
import { addressPurpose, credentialsPurpose } from './model.ts'
import type { SourceRow } from './queries.ts'

type OpenContext = Pick<
  Ports,
  'sealer' | 'fetchPublic' | 'connectPublic' | 'objectStores' | 'media' | 'sourceFolders' | 'clock' | 'publicUrl'
> & {
  readonly org: OrganizationId
  readonly signal: AbortSignal
}

export const sealCredentials = (
  { sealer, org }: Pick<OpenContext, 'sealer' | 'org'>,
  sourceId: string,
  credentials: FieldValues,
): string => sealer.seal(org, credentialsPurpose(sourceId), JSON.stringify(credentials))

/** @throws SourceFault if the service secret changed after the credentials were sealed */
export function openCredentials(
  { sealer, org }: Pick<OpenContext, 'sealer' | 'org'>,
  source: Pick<SourceRow, 'id' | 'credentials'>,
): FieldValues {
  try {
    return JSON.parse(sealer.open(org, credentialsPurpose(source.id), source.credentials)) as FieldValues
  } catch {
    throw new SourceFault('lasting', "The stored credentials can't be read. Enter them again.")
  }
}

/** @throws SourceFault as `openCredentials` does */
export function openSource(ctx: OpenContext, source: SourceRow): SourceAccess {
  return {
    address: openAddress(ctx, source) ?? undefined,
    settings: JSON.parse(source.settings) as FieldValues,
    credentials: openCredentials(ctx, source),
    fetchPublic: ctx.fetchPublic,
    connectPublic: ctx.connectPublic,
    objects: ctx.objectStores,
    media: ctx.media,
    folders: ctx.sourceFolders.map((folder) => folder.replaceAll('{organization}', ctx.org)),
    now: () => ctx.clock.now(),
    wait: ctx.clock.wait,
    signal: ctx.signal,
  }
}

/** Address of a source. Null if its secret can't be read. */
export function openAddress(
  { sealer, org, publicUrl }: Pick<Ports, 'sealer' | 'publicUrl'> & { readonly org: OrganizationId },
  source: Pick<SourceRow, 'id' | 'address_token'>,
): string | null {
  try {
    const token = sealer.open(org, addressPurpose(source.id), source.address_token)
    return `${publicUrl()}/v2/sources/${source.id}/events/${token}`
  } catch {
    return null
  }
}
