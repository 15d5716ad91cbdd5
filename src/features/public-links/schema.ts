import { z } from 'zod'

export const publicLink = z
  .object({
    id: z.string().describe('ID of the link. Pass it to `POST /public-links/take-over` to take over this link alone.'),
    kind: z.enum(['snippet', 'deck']).describe('What the link opens.'),
    target_uuid: z.string().describe('ID of the snippet or deck that the link opens.'),
    title: z.string().describe('Title of the snippet or deck.'),
    email: z.string().nullable().describe('Address that the link was sent to. `null` for links of snippets.'),
    created_by_uuid: z
      .string()
      .nullable()
      .describe('ID of the user who created the link. `null` if an organization-level API key did.'),
    user_uuid: z
      .string()
      .describe('ID of the user who answers for the link: its creator, or the admin who took it over.'),
    works: z
      .boolean()
      .describe('Whether the link opens anything now: that user is active and sees every conversation behind it.'),
    created_at: z.string(),
  })
  .meta({ id: 'PublicLink' })
export type PublicLink = z.output<typeof publicLink>
