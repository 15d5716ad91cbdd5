/** Origin of an imported conversation. */
import type { Context } from '../../../../core/operation.ts'
import { uuid } from '../../../../core/wire.ts'
import type { TranscriptDocument } from '../../../text/transcripts/index.ts'
import { selectIdBySource } from '../queries.ts'
import { parseExternalId } from '../serialize.ts'
import { readImportMetadata } from './parse-import.ts'
import type { ImportInput } from './schema-import.ts'

const DEFAULT_APPLICATION = 'import'

/** Identifies the origin of a conversation, so that repeated imports change nothing. */
export interface ImportSource {
  readonly application: string
  readonly externalId: string | null
  /** Original ID, for Parley exports without an external ID. */
  readonly ownId: string | undefined
}

export function toImportSource(given: ImportInput, document: TranscriptDocument | undefined): ImportSource {
  const carried = readImportMetadata(document)
  const isOurs = document?.conversation !== undefined
  const named = given.applicationExternalID ?? carried.externalId
  const told = parseExternalId(document)
  return {
    application: given.applicationName ?? carried.application ?? DEFAULT_APPLICATION,
    externalId: named ?? (isOurs ? null : (told ?? null)),
    ownId: isOurs && named === undefined ? uuid().safeParse(told).data : undefined,
  }
}

export async function findBySource(
  { application, externalId, ownId }: ImportSource,
  ctx: Context,
): Promise<string | undefined> {
  if (externalId !== null) return selectIdBySource(ctx.db, ctx.org, { application, externalId })
  return ownId === undefined ? undefined : selectIdBySource(ctx.db, ctx.org, { id: ownId })
}
