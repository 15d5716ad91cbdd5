/**
 * API keys between two forms of the setup page. The page contains the key encrypted with the secret of the installation, so
 * that it appears neither in HTML nor in browser caches, and it expires.
 */
import { z } from 'zod'
import { Secret } from '../../../core/config.ts'
import { invalid } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'

const VALID_MS = 3_600_000

type Sealing = Pick<Context, 'sealer' | 'org' | 'clock' | 'principal'>

const purpose = ({ principal }: Sealing) => `language model form of ${principal.user?.id ?? 'nobody'}`
const form = z.object({ key: z.string(), until: z.number() })

export const sealKey = (ctx: Sealing, key: Secret): string =>
  ctx.sealer.seal(
    ctx.org,
    purpose(ctx),
    JSON.stringify({ key: key.reveal(), until: ctx.clock.now().getTime() + VALID_MS }),
  )

/** @throws AppError if the key expired, or was sealed for another user */
export function openKey(ctx: Sealing, sealed: string): Secret {
  const opened = read(ctx, sealed)
  if (opened === undefined || opened.until < ctx.clock.now().getTime()) {
    throw invalid({ pointer: '/sealedKey', detail: 'The form expired. Enter the URL and the API key again.' })
  }
  return new Secret(opened.key)
}

function read(ctx: Sealing, sealed: string): z.output<typeof form> | undefined {
  try {
    return form.parse(JSON.parse(ctx.sealer.open(ctx.org, purpose(ctx), sealed)))
  } catch {
    // Changed, or sealed for somebody else: the caller reports both as expired.
    return undefined
  }
}
