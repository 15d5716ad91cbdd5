/** Table of the setting, and what requests and answers say of it. */
import { z } from 'zod'

declare module '../../core/db.ts' {
  interface Tables {
    sharing_settings: { organization_id: string; outside: boolean; updated_at: Instant }
  }
}

const outside = z
  .boolean()
  .describe(
    'Whether decks can be shared with addresses outside the organization, and clips with everybody who has the link. ' +
      'While false, existing links open nothing for people outside. Example: `false`.',
  )

export const sharingInput = z.object({ outside })

export const sharing = z.object({
  outside,
  updatedAt: z.string().nullable().describe('When an admin last changed it; null if nobody has.'),
})
export type SharingSettings = z.output<typeof sharing>
