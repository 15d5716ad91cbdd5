import { z } from 'zod'
import { expiryField, lastViewedAtField, viewCountField } from '../shared-links/index.ts'

export const publicLink = z
  .object({
    id: z.string().describe('ID of the link. Pass it in `link_uuids` of `POST /public-links/take-over`.'),
    kind: z.enum(['snippet', 'deck']).describe('Type of the linked content.'),
    target_uuid: z.string().describe('ID of the snippet or deck that the link opens.'),
    title: z.string().describe('Title of the snippet or deck.'),
    email: z.string().nullable().describe('Email address that the link was sent to; null for links to snippets.'),
    created_by_uuid: z
      .string()
      .nullable()
      .describe('ID of the user who created the link; null if an organization-level API key created it.'),
    user_uuid: z
      .string()
      .describe('ID of the user who is responsible for the link: its creator, or the admin who took it over.'),
    works: z
      .boolean()
      .describe(
        'Whether the link works now: it is not expired, and the responsible user is active and has access to the linked content.',
      ),
    questionsAllowed: z
      .boolean()
      .describe('Whether viewers can ask questions on the page of the link. Always false for decks.'),
    expiresAt: expiryField,
    viewCount: viewCountField,
    lastViewedAt: lastViewedAtField,
    created_at: z.string().describe('When the link was created.'),
  })
  .meta({ id: 'PublicLink' })
export type PublicLink = z.output<typeof publicLink>
