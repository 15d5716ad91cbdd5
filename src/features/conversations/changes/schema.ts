import { z } from 'zod'

declare module '../../../core/db.ts' {
  interface Tables {
    /** Written by triggers only (migration `changes`). */
    changes: {
      organization_id: string
      epoch: string
      xid: string
      kind: string
      entity_id: string
      change: string
      at: string
      was_owner_id: string | null
      was_team_id: string | null
      was_private: boolean | null
    }
    change_floors: { organization_id: string; epoch: string; xid: string }
  }
}

export const changeTypes = [
  'conversation',
  'opportunity',
  'user',
  'team',
  'label',
  'scorecard',
  'tracker',
  'field_configuration',
  'knowledge_source',
] as const
export type ChangeType = (typeof changeTypes)[number]

export const changeKinds = ['created', 'changed', 'archived', 'restored', 'erased', 'gone'] as const

export const change = z.object({
  type: z.enum(changeTypes).describe('Type of the resource. Later versions can add types; skip those you don’t know.'),
  id: z.string().describe('ID of the resource.'),
  change: z
    .enum(changeKinds)
    .describe(
      'Last of the changes that one transaction made. `archived` and `restored` also mean that a user was deactivated or ' +
        'reactivated. `erased`: the resource no longer exists. `gone`: the caller can no longer see it.',
    ),
  at: z.string().describe('Time of the change, ISO 8601 in UTC.'),
})
export type FeedChange = z.output<typeof change>
