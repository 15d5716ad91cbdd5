import { z } from 'zod'

export const opportunity = z.object({
  id: z.string(),
  opportunity_id: z.string().describe('What the CRM knows it by.'),
  title: z.string(),
  team_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
