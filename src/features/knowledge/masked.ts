/** What is stored of a source: masked where the organization wants the knowledge base masked. */
import type { Ports } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { cutTo } from '../../core/wire.ts'
import { findInSources, maskText } from '../redaction/index.ts'
import { TITLE_MAX } from './schema.ts'

type MaskPorts = Pick<Ports, 'db'> & { readonly org: OrganizationId }

/** A function that masks, or gives texts back as they are. */
export async function maskingOf(ctx: MaskPorts): Promise<(text: string) => string> {
  const find = await findInSources(ctx.db, ctx.org)
  return find === undefined ? (text) => text : (text) => maskText(text, find).text
}

/** A mask may be longer than what it stands for. */
export const titleOf = (masked: string): string => cutTo(masked, TITLE_MAX)
