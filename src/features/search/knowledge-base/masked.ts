/** Masking of personal data in sources, if the organization enabled it for the knowledge base. */
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { cutTo } from '../../../core/wire.ts'
import { findInSources, maskText } from '../../text/redaction/index.ts'
import { TITLE_MAX } from './schema.ts'

type MaskerPorts = Pick<Ports, 'db'> & { readonly org: OrganizationId }

/** Returns a function that masks texts, or returns them unchanged if masking is disabled. */
export async function createMasker(ctx: MaskerPorts): Promise<(text: string) => string> {
  const find = await findInSources(ctx.db, ctx.org)
  return find === undefined ? (text) => text : (text) => maskText(text, find).text
}

/** Cuts a masked title to the maximum length, because a mask can be longer than the original text. */
export const cutTitle = (masked: string): string => cutTo(masked, TITLE_MAX)
