import { z } from 'zod'
import type { JobKind } from '../../../core/job-queue.ts'
import { occasionalTrigger } from './triggers.ts'

const input = z.object({ conversationId: z.guid(), trigger: occasionalTrigger })

/** Job kind of integration requests. `runs` defines its handler. */
export const triggerIntegrationsKind = {
  id: 'trigger_integrations',
  input,
  retries: 20,
  timeout: 60,
} as const satisfies JobKind<typeof input>
