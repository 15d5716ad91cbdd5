/** Table of the sharing settings, and their API schema. */
import { z } from 'zod'

declare module '../../../core/db.ts' {
  interface Tables {
    sharing_settings: { organization_id: string; outside: boolean; updated_at: Instant }
  }
}

const outside = z
  .boolean()
  .describe(
    'Whether users can share decks with email addresses outside the organization, and clips with everyone who has ' +
      "the link. While false, existing links don't work for people outside. Defaults to true. Example: `false`.",
  )

export const sharingInput = z.object({ outside })

export const sharing = z.object({
  outside,
  updatedAt: z.string().nullable().describe('When an admin last changed the setting; null if it never changed.'),
})
export type SharingSettings = z.output<typeof sharing>
